/** Corrections of a personal financial statement: an amount, or the caption of a line, which says what the line is. */
import type { PersonalPart, PersonalReading } from '../../engine/model/personal.ts'
import { PERSONAL_PARTS } from '../../engine/model/personal.ts'
import { roleOfCaption } from '../../engine/model/personal-captions.ts'
import { provePersonal } from '../../engine/prove/prove-personal.ts'
import type { Correctable, Reworded, Rewording } from './corrections.ts'
import { placeless, restoredCell, restoredFigure, restoredInstant, rowAt } from './corrections.ts'
import { proofWire } from './payload.ts'
import type { PersonalLineWire, PersonalPayload, PersonalScheduleWire } from './personal-payload.ts'
import { netWorthOf } from './personal-payload.ts'

export const correctablePersonal: Correctable<PersonalPayload> = {
  figuresIn: [...PERSONAL_PARTS, 'schedules'],
  reword,
  settle: (payload) => ({
    ...payload,
    net_worth: netWorthOf(payload),
    proofs: provePersonal(readingOf(payload)).map(proofWire),
  }),
}

function reword(payload: PersonalPayload, { address, label }: Rewording): Reworded<PersonalPayload> | null {
  if (label === undefined) return null
  for (const part of PERSONAL_PARTS) {
    const at = rowAt(payload[part], part, address)
    if (at === null) continue
    const above = payload[part].slice(0, payload[part].indexOf(at.row))
    const worthSeen = above.some(({ role }) => role === 'net_worth')
    const line: PersonalLineWire = { ...at.row, label, role: roleOfCaption(label, part, worthSeen) }
    return { payload: { ...payload, [part]: at.with(line) }, from: at.row.label }
  }
  return null
}

function readingOf(payload: PersonalPayload): PersonalReading {
  const lines = (part: PersonalPart) =>
    payload[part].map(({ label, role, figure }) => ({
      label,
      role,
      figure: restoredFigure(figure),
      source: placeless(label),
    }))
  return {
    kind: payload.reading.kind,
    pages: payload.reading.pages,
    currency: payload.currency,
    scale: payload.scale,
    asOf: restoredInstant(payload),
    parts: {
      assets: lines('assets'),
      liabilities: lines('liabilities'),
      income: lines('income'),
      expenses: lines('expenses'),
      contingent_liabilities: lines('contingent_liabilities'),
    },
    schedules: payload.schedules.map(scheduleOf),
    blank: payload.blank_captions,
    leftovers: payload.leftovers,
  }
}

function scheduleOf({ title, columns, rows, totals }: PersonalScheduleWire): PersonalReading['schedules'][number] {
  const restored = (of: PersonalScheduleWire['rows']) =>
    of.map(({ label, cells }) => ({ label, cells: cells.map(restoredCell) }))
  return { title, source: placeless(title), columns, rows: restored(rows), totals: restored(totals) }
}
