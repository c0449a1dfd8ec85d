/** What reading a personal financial statement gives: what a person owns, owes and earns, and the schedules behind it. */
import type { Figure, Leftover, Spot } from './extraction.ts'
import type { PageKind } from './page.ts'

export const PERSONAL_PARTS = ['assets', 'liabilities', 'income', 'expenses', 'contingent_liabilities'] as const
export type PersonalPart = (typeof PERSONAL_PARTS)[number]

/**
 * `total`: of lines above it. `net_worth`: what is left. `balance`: liabilities and net worth together, which is what
 * the assets come to. `memo`: printed among the lines and no part of their sum, such as a monthly payment.
 */
export type PersonalRole = 'item' | 'total' | 'net_worth' | 'balance' | 'memo'

export interface PersonalLine {
  readonly label: string
  readonly role: PersonalRole
  readonly figure: Figure
  readonly source: Spot
}

export interface ScheduleCell extends Spot {
  /** Null where the cell is a text: a name, a date, a number of shares. */
  readonly figure: Figure | null
}

export interface ScheduleRow {
  readonly label: string
  /** Position i belongs to column i. */
  readonly cells: readonly (ScheduleCell | null)[]
}

export interface PersonalSchedule {
  /** As printed, its number included. */
  readonly title: string
  readonly source: Spot
  readonly columns: readonly string[]
  readonly rows: readonly ScheduleRow[]
  readonly totals: readonly ScheduleRow[]
}

export interface PersonalReading {
  readonly kind: PageKind
  readonly pages: readonly number[]
  readonly currency: string | null
  readonly scale: { readonly factor: number; readonly source: Spot | null }
  readonly asOf: { readonly date: string; readonly source: Spot } | null
  readonly parts: Readonly<Record<PersonalPart, readonly PersonalLine[]>>
  readonly schedules: readonly PersonalSchedule[]
  /** Captions on the face that bear no amount: blank on paper, or lost by recognition. */
  readonly blank: readonly Spot[]
  readonly leftovers: readonly Leftover[]
}
