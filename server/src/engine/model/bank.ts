/** What reading a bank statement gives: accounts with their movements, each figure with its place. */
import type { Cents } from '../../lib/money.ts'
import type { Figure, Leftover, Spot } from './extraction.ts'
import type { Box, PageKind } from './page.ts'

export type Direction = 'in' | 'out'

export interface BankTransaction {
  /** `YYYY-MM-DD`; null where the page prints no readable day. */
  readonly date: string | null
  /** Where the day is printed; null when it is taken over from the row above. */
  readonly dateSource: Spot | null
  readonly description: string
  /** Money in is positive, money out negative, whatever the page prints. */
  readonly amount: Figure
  /** The running balance printed beside it. */
  readonly balance: Figure | null
  readonly page: number
  readonly box: Box
}

/** A printed sum of movements. */
export interface BankTotal {
  readonly label: string
  /** Null when it sums movements of both directions. */
  readonly direction: Direction | null
  /** Signed like movements. */
  readonly figure: Figure
  /**
   * `section`: the movements it sums, first and last. `summary`: a line between opening and closing balance, which
   * sums whatever the account says elsewhere.
   */
  readonly sums: { readonly from: number; readonly to: number } | 'summary'
}

/** The balance at the end of a day, from a list of its own. */
export interface DailyBalance {
  readonly date: string | null
  readonly figure: Figure
}

export interface MonthTotal {
  /** `YYYY-MM`. */
  readonly month: string
  readonly moneyIn: Cents
  readonly moneyOut: Cents
  readonly count: number
}

export interface BankAccount {
  readonly holder: string | null
  readonly bank: string | null
  readonly numberLast4: string | null
  readonly periodStart: string | null
  readonly periodEnd: string | null
  readonly opening: Figure | null
  /** The printed closing balance; where none is, the last running balance. */
  readonly closing: Figure | null
  readonly transactions: readonly BankTransaction[]
  readonly totals: readonly BankTotal[]
  readonly daily: readonly DailyBalance[]
  /** Balances carried from page to page: each with the number of movements before it. */
  readonly carried: readonly { readonly after: number; readonly figure: Figure }[]
  readonly months: readonly MonthTotal[]
}

/** Something that a person should look at; what it means, nobody here says. */
export interface BankFinding {
  readonly code:
    'made_by_editor' | 'modified_later' | 'saved_again' | 'font_differs' | 'chain_broken_once' | 'text_under_cover'
  readonly message: string
  readonly addresses: readonly string[]
  readonly spot: Spot | null
}

export interface BankReading {
  readonly kind: PageKind
  readonly pages: readonly number[]
  readonly currency: string | null
  readonly accounts: readonly BankAccount[]
  readonly leftovers: readonly Leftover[]
  readonly findings: readonly BankFinding[]
}
