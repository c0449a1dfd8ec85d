/** A proved personal financial statement in the words of the interface. */
import type { Page } from '../../engine/model/page.ts'
import type { PersonalLine, PersonalPart, PersonalRole } from '../../engine/model/personal.ts'
import { PERSONAL_PARTS } from '../../engine/model/personal.ts'
import type { PersonalSchedule, ScheduleRow } from '../../engine/model/personal.ts'
import { figureWire, instant, printedFigure, textWire } from './payload-parts.ts'
import type { TextSource } from './payload-parts.ts'
import { commonPayload, proofWire } from './payload.ts'
import type { DocumentFacts, ExtractionPayload, FigureSource, SpotWire } from './payload.ts'
import type { ProvedPersonal } from './read-personal.ts'

export interface PersonalLineWire {
  readonly label: string
  readonly role: PersonalRole
  readonly figure: FigureSource
}

export interface ScheduleRowWire {
  readonly label: string
  readonly cells: readonly (FigureSource | TextSource | null)[]
}

export interface PersonalScheduleWire {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly ScheduleRowWire[]
  readonly totals: readonly ScheduleRowWire[]
}

export type PartsWire = Readonly<Record<PersonalPart, readonly PersonalLineWire[]>>

export interface PersonalPayload extends ExtractionPayload, PartsWire {
  readonly as_of: string | null
  /** The line that says so, among the lines above; null where none does. */
  readonly net_worth: FigureSource | null
  readonly schedules: readonly PersonalScheduleWire[]
  /** Captions on the face without an amount: blank on paper, or lost by recognition. */
  readonly blank_captions: readonly SpotWire[]
}

export function personalPayload(
  pages: readonly Page[],
  document: DocumentFacts,
  { reading, proofs }: ProvedPersonal,
): PersonalPayload {
  const part = (of: PersonalPart): PersonalLineWire[] =>
    reading.parts[of].map((line, index) => lineWire(line, of, index))
  const parts = {
    assets: part('assets'),
    liabilities: part('liabilities'),
    income: part('income'),
    expenses: part('expenses'),
    contingent_liabilities: part('contingent_liabilities'),
  }
  return {
    ...commonPayload(pages, document),
    currency: reading.currency,
    scale: reading.scale,
    periods: instant(reading.asOf, reading.scale.factor),
    as_of: reading.asOf?.date ?? null,
    ...parts,
    net_worth: netWorthOf(parts),
    schedules: reading.schedules.map(scheduleWire),
    blank_captions: reading.blank,
    proofs: proofs.map(proofWire),
    leftovers: reading.leftovers,
    reading: { kind: reading.kind, pages: reading.pages },
  }
}

export function netWorthOf(parts: PartsWire): FigureSource | null {
  const line = PERSONAL_PARTS.flatMap((of) => parts[of]).find(({ role }) => role === 'net_worth')
  return line?.figure ?? null
}

function lineWire({ label, role, figure }: PersonalLine, part: PersonalPart, index: number): PersonalLineWire {
  return { label, role, figure: printedFigure(figure, `${part}.${index}`) }
}

/** Totals are counted on behind the rows, so that no two cells of a schedule have one address. */
function scheduleWire({ title, columns, rows, totals }: PersonalSchedule, index: number): PersonalScheduleWire {
  const wire = (row: ScheduleRow, at: number): ScheduleRowWire => ({
    label: row.label,
    cells: row.cells.map((cell, column) => {
      const address = `schedules.${index}.${at}.${column}`
      return cell?.figure ? figureWire(cell.figure, address) : textWire(cell, address)
    }),
  })
  return { title, columns, rows: rows.map(wire), totals: totals.map((row, at) => wire(row, rows.length + at)) }
}
