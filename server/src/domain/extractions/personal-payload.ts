/** A proved personal financial statement in the words of the interface, and its reader. */
import { readPersonalStatement } from '../../engine/extract/personal/read-personal.ts'
import type { Proof } from '../../engine/model/extraction.ts'
import type { Page } from '../../engine/model/page.ts'
import type { PersonalLine, PersonalPart, PersonalReading, PersonalRole } from '../../engine/model/personal.ts'
import { PERSONAL_PARTS } from '../../engine/model/personal.ts'
import type { PersonalSchedule, ScheduleRow } from '../../engine/model/personal.ts'
import { provePersonal } from '../../engine/prove/prove-personal.ts'
import type { CsvCell } from '../../lib/csv.ts'
import type { DocumentReader, IndexedFigure } from './document-reader.ts'
import { figureWire, instant, printedFigure, textWire } from './payload-parts.ts'
import type { TextSource } from './payload-parts.ts'
import { commonPayload, proofWire } from './payload.ts'
import type { DocumentFacts, ExtractionPayload, FigureSource } from './payload.ts'

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

type PartsWire = Readonly<Record<PersonalPart, readonly PersonalLineWire[]>>

export interface PersonalPayload extends ExtractionPayload, PartsWire {
  readonly as_of: string | null
  /** The line that says so, among the lines above; null where none does. */
  readonly net_worth: FigureSource | null
  readonly schedules: readonly PersonalScheduleWire[]
}

export const personalReader: DocumentReader<PersonalPayload> = {
  read: (pages, document) => personalPayload(pages, document, readProvedPersonal(pages)),
  figures: personalFigures,
  lineItems: (payload) =>
    PERSONAL_PARTS.reduce((sum, part) => sum + payload[part].length, 0) +
    payload.schedules.reduce((sum, schedule) => sum + schedule.rows.length, 0),
  table: personalTable,
}

export interface ProvedPersonal {
  readonly reading: PersonalReading
  readonly proofs: readonly Proof[]
}

export function readProvedPersonal(pages: readonly Page[]): ProvedPersonal {
  const reading = readPersonalStatement(pages)
  return { reading, proofs: provePersonal(reading) }
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
  const worth = PERSONAL_PARTS.flatMap((of) => parts[of]).find((line) => line.role === 'net_worth')
  return {
    ...commonPayload(pages, document),
    currency: reading.currency,
    scale: reading.scale,
    periods: instant(reading.asOf, reading.scale.factor),
    as_of: reading.asOf?.date ?? null,
    ...parts,
    net_worth: worth?.figure ?? null,
    schedules: reading.schedules.map(scheduleWire),
    proofs: proofs.map(proofWire),
    leftovers: reading.leftovers,
    reading: { kind: reading.kind, pages: reading.pages },
  }
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

function personalFigures(payload: PersonalPayload): IndexedFigure[] {
  const about = { period: payload.periods[0] ?? null, scale: payload.scale.factor }
  const lines = PERSONAL_PARTS.flatMap((part) =>
    payload[part].map(({ label, figure }) => ({ figure, caption: label, ...about })),
  )
  const cells = payload.schedules.flatMap((schedule) =>
    [...schedule.rows, ...schedule.totals].flatMap((row) =>
      row.cells.flatMap((cell, column) =>
        cell !== null && 'value' in cell
          ? [{ figure: cell, caption: `${row.label} · ${schedule.columns[column] ?? ''}`, ...about }]
          : [],
      ),
    ),
  )
  return [...lines, ...cells]
}

function personalTable(payload: PersonalPayload): CsvCell[][] {
  return [
    ['part', 'label', 'role', 'column', 'value', 'page', 'address'],
    ...PERSONAL_PARTS.flatMap((part) =>
      payload[part].map(({ label, role, figure }) => [
        part,
        label,
        role,
        null,
        figure.value,
        figure.page,
        figure.address,
      ]),
    ),
    ...payload.schedules.flatMap((schedule) =>
      [...schedule.rows, ...schedule.totals].flatMap((row) =>
        row.cells.flatMap((cell, column): CsvCell[][] =>
          cell === null
            ? []
            : [
                [
                  schedule.title,
                  row.label,
                  null,
                  schedule.columns[column] ?? null,
                  'value' in cell ? cell.value : cell.text,
                  cell.page,
                  cell.address,
                ],
              ],
        ),
      ),
    ),
  ]
}
