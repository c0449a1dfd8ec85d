/** A proved debt schedule in the words of the interface. */
import type { DebtReading, DebtRole, DebtRow } from '../../engine/model/debt.ts'
import type { Page } from '../../engine/model/page.ts'
import type { TextSource } from './payload-parts.ts'
import { figureWire, instant, textWire } from './payload-parts.ts'
import { commonPayload, proofWire } from './payload.ts'
import type { DocumentFacts, ExtractionPayload, FigureSource } from './payload.ts'
import type { ProvedDebt } from './read-tables.ts'

export type DebtCellWire = FigureSource | TextSource | null

export interface DebtWire {
  /** Who is owed: as printed, unless somebody corrected it. Empty where nobody is named. */
  readonly label: string
  readonly creditor: TextSource | null
  readonly original_amount: DebtCellWire
  readonly date: DebtCellWire
  readonly balance: DebtCellWire
  readonly rate: DebtCellWire
  readonly maturity: DebtCellWire
  readonly payment: DebtCellWire
  readonly collateral: DebtCellWire
  /** Every printed cell in column order, those above included. */
  readonly cells: readonly DebtCellWire[]
}

export interface DebtPayload extends ExtractionPayload {
  readonly as_of: string | null
  readonly columns: readonly { readonly head: string; readonly role: DebtRole }[]
  readonly debts: readonly DebtWire[]
  readonly totals: readonly { readonly label: string; readonly cells: readonly DebtCellWire[] }[]
}

export function debtPayload(
  pages: readonly Page[],
  document: DocumentFacts,
  { reading, proofs }: ProvedDebt,
): DebtPayload {
  return {
    ...commonPayload(pages, document),
    currency: reading.currency,
    scale: reading.scale,
    periods: instant(reading.asOf, reading.scale.factor),
    as_of: reading.asOf?.date ?? null,
    columns: reading.columns.map(({ head, role }) => ({ head, role })),
    debts: reading.debts.map((row, index) => debtWire(reading, row, index)),
    totals: reading.totals.map((row, index) => ({ label: row.label, cells: cellsWire(row, `totals.${index}`) })),
    proofs: proofs.map(proofWire),
    leftovers: reading.leftovers,
    reading: { kind: reading.kind, pages: reading.pages },
  }
}

function debtWire(reading: DebtReading, row: DebtRow, index: number): DebtWire {
  const cells = cellsWire(row, `debts.${index}`)
  const of = (role: DebtRole): DebtCellWire => cells[columnFor(reading, role)] ?? null
  return {
    label: row.label,
    creditor: row.label === '' ? null : textWire(row.source, `debts.${index}.creditor`),
    original_amount: of('original_amount'),
    date: of('date'),
    balance: of('balance'),
    rate: of('rate'),
    maturity: of('maturity'),
    payment: of('payment'),
    collateral: of('collateral'),
    cells,
  }
}

/** Of several columns of one role, the one whose head names the latest year; the first where none does. */
function columnFor(reading: DebtReading, role: DebtRole): number {
  let [best, latest] = [-1, -1]
  for (const [index, column] of reading.columns.entries()) {
    const year = Number(/\b(?:19|20)\d\d\b/.exec(column.head)?.[0] ?? 0)
    if (column.role === role && year > latest) [best, latest] = [index, year]
  }
  return best
}

function cellsWire(row: DebtRow, address: string): DebtCellWire[] {
  return row.cells.map((cell, index) =>
    cell?.figure ? figureWire(cell.figure, `${address}.${index}`) : textWire(cell, `${address}.${index}`),
  )
}
