/** What reading a debt schedule gives: one row per debt, its columns in whatever order they were printed. */
import type { Figure, Leftover, Spot } from './extraction.ts'
import type { PageKind } from './page.ts'

export const DEBT_ROLES = [
  'creditor',
  'original_amount',
  'date',
  'balance',
  'rate',
  'maturity',
  'payment',
  'collateral',
  'other',
] as const
export type DebtRole = (typeof DEBT_ROLES)[number]

export interface DebtColumn {
  /** As printed. */
  readonly head: string
  readonly role: DebtRole
  readonly source: Spot
}

export interface DebtCell extends Spot {
  /** Null where the cell is a text: a rate, a date, a name. */
  readonly figure: Figure | null
}

export interface DebtRow {
  /** The creditor, or the caption of a total; empty where none is printed. */
  readonly label: string
  readonly source: Spot
  /** Position i belongs to column i. */
  readonly cells: readonly (DebtCell | null)[]
}

export interface DebtReading {
  readonly kind: PageKind
  readonly pages: readonly number[]
  readonly currency: string | null
  readonly scale: { readonly factor: number; readonly source: Spot | null }
  readonly asOf: { readonly date: string; readonly source: Spot } | null
  readonly columns: readonly DebtColumn[]
  readonly debts: readonly DebtRow[]
  /** Totals and what is taken off them, in print order. */
  readonly totals: readonly DebtRow[]
  readonly leftovers: readonly Leftover[]
}
