/** What reading an aging gives: who owes how much, by how late it is. */
import type { Figure, Leftover, Spot } from './extraction.ts'
import type { PageKind } from './page.ts'

export type AgingClass = 'ar-aging' | 'ap-aging'

export interface AgingRow {
  /** The customer or supplier as printed; the text of the row itself on a total. */
  readonly party: string
  readonly source: Spot
  /** Position i belongs to bucket i. */
  readonly values: readonly (Figure | null)[]
  readonly total: Figure | null
  /** Of a single invoice or bill; null on a row that sums up a party. */
  readonly item: AgingItem | null
  /** Which of `partyTotals` it is part of; null when its party has none. */
  readonly group: number | null
}

/** As printed: what identifies one open item. */
export interface AgingItem {
  readonly date: string | null
  readonly dueDate: string | null
  readonly number: string | null
  readonly kind: string | null
}

export interface AgingReading {
  readonly class: AgingClass
  readonly kind: PageKind
  readonly pages: readonly number[]
  readonly currency: string | null
  readonly scale: { readonly factor: number; readonly source: Spot | null }
  readonly asOf: { readonly date: string; readonly source: Spot } | null
  /** As printed, in print order; none on a list of open items without buckets. */
  readonly buckets: readonly { readonly label: string; readonly source: Spot }[]
  readonly rows: readonly AgingRow[]
  readonly partyTotals: readonly AgingRow[]
  readonly totals: AgingRow | null
  readonly leftovers: readonly Leftover[]
}
