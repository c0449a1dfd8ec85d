/** What reading a statement gives: figures with their places, and everything that was left over. */
import type { Cents } from '../../lib/money.ts'
import type { Box, PageKind } from './page.ts'
import type { Period } from './statement.ts'

export const STATEMENT_CLASSES = ['profit-loss', 'balance-sheet', 'cash-flow'] as const
export type StatementClass = (typeof STATEMENT_CLASSES)[number]

/** A place on a page. */
export interface Spot {
  readonly page: number
  readonly box: Box
  /** As printed. */
  readonly text: string
}

/** A figure is born with its place; there is no way to give it one later. */
export interface Figure extends Spot {
  /** As printed, in the statement's own sign presentation, before the scale. */
  readonly value: Cents
  /** Digits behind the decimal mark: what the printed figure is rounded to. */
  readonly decimals: number
}

export interface ReadPeriod extends Period {
  /** The heading that names it; null when the page names none. */
  readonly source: Spot | null
  /** What one printed unit of this column is worth. */
  readonly scale: number
  /** Whether the heading says when the period ends, at least by its year, and the title does not contradict it. */
  readonly dated: boolean
}

export interface ReadLine {
  readonly label: string
  readonly depth: number
  readonly isTotal: boolean
  /** The printed heading that the line stands under; null above the first one. */
  readonly section: string | null
  /** Position i belongs to period i. */
  readonly figures: readonly (Figure | null)[]
  /** Of its caption, or of its first figure where it has none. */
  readonly page: number
  readonly box: Box
  /** Set apart from its neighbours by bold letters: how most programs print totals. */
  readonly bold: boolean
}

/** A number on the page that is no figure of the statement. */
export interface Leftover extends Spot {
  /**
   * `column`: read, but its column is no period (a store, a budget, a variance). `outside`: on a page of the document,
   * but in none of its lists and summaries. `unplaced`: nobody knows.
   */
  readonly reason: 'column' | 'outside' | 'unplaced'
  /** The head of the column, or null. */
  readonly column: string | null
}

export interface StatementReading {
  readonly class: StatementClass
  readonly kind: PageKind
  readonly pages: readonly number[]
  readonly currency: string | null
  readonly scale: { readonly factor: number; readonly source: Spot | null }
  readonly periods: readonly ReadPeriod[]
  readonly lines: readonly ReadLine[]
  readonly leftovers: readonly Leftover[]
}

export type ProofState = 'proved' | 'failed' | 'not_proved'

export interface Proof {
  readonly name: string
  readonly state: ProofState
  readonly expected: Cents | null
  readonly actual: Cents | null
  readonly residual: Cents | null
  /** `lines.<line>.<period>` of the figures it is about, the tested one first. */
  readonly addresses: readonly string[]
  /** Where it breaks and what single change would mend it; never applied. */
  readonly hint: string | null
}
