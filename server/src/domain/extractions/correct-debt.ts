/** Corrections of a debt schedule: an amount, a creditor, or the caption of a total. */
import type { DebtReading, DebtRow } from '../../engine/model/debt.ts'
import { proveDebt } from '../../engine/prove/prove-debt.ts'
import type { Correctable, Reworded, Rewording } from './corrections.ts'
import { placeless, restoredCell, restoredInstant, rowAt } from './corrections.ts'
import type { DebtCellWire, DebtPayload } from './debt-payload.ts'
import { proofWire } from './payload.ts'

export const correctableDebt: Correctable<DebtPayload> = {
  figuresIn: ['debts', 'totals'],
  reword,
  settle: (payload) => ({ ...payload, proofs: proveDebt(readingOf(payload)).map(proofWire) }),
}

function reword(payload: DebtPayload, { address, label }: Rewording): Reworded<DebtPayload> | null {
  if (label === undefined) return null
  const debt = rowAt(payload.debts, 'debts', address)
  if (debt) return { payload: { ...payload, debts: debt.with({ ...debt.row, label }) }, from: debt.row.label }
  const total = rowAt(payload.totals, 'totals', address)
  return total && { payload: { ...payload, totals: total.with({ ...total.row, label }) }, from: total.row.label }
}

function readingOf(payload: DebtPayload): DebtReading {
  return {
    kind: payload.reading.kind,
    pages: payload.reading.pages,
    currency: payload.currency,
    scale: payload.scale,
    asOf: restoredInstant(payload),
    columns: payload.columns.map(({ head, role }) => ({ head, role, source: placeless(head) })),
    debts: payload.debts.map(rowOf),
    totals: payload.totals.map(rowOf),
    leftovers: payload.leftovers,
  }
}

function rowOf({ label, cells }: { label: string; cells: readonly DebtCellWire[] }): DebtRow {
  return { label, source: placeless(label), cells: cells.map(restoredCell) }
}
