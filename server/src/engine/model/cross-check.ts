/** What several documents of a loan say about one and the same thing, and whether they agree. */
import type { Cents } from '../../lib/money.ts'
import type { ProofState } from './extraction.ts'
import type { Box } from './page.ts'

/** A figure of a document that is in force, in whole currency whatever the unit of print. */
export interface Cited {
  readonly documentId: string
  readonly address: string
  readonly label: string
  readonly amount: Cents
  /** What the print is rounded to: a cent, a dollar, a thousand. */
  readonly unit: Cents
  readonly page: number
  readonly box: Box
  readonly text: string
}

/** What one document says as of a day, by one figure or by several that belong together. */
export interface Standing {
  /** Whom it is about, folded for comparison; null where the document does not say. */
  readonly entity: string | null
  readonly date: string
  readonly figures: readonly Cited[]
}

export interface BalanceFacts {
  readonly entity: string | null
  readonly date: string
  readonly receivables: readonly Cited[]
  readonly payables: readonly Cited[]
  readonly debt: readonly Cited[]
  readonly cash: readonly Cited[]
  readonly equity: Cited | null
  /** Draws, distributions, dividends and contributions, where the equity section prints them. */
  readonly ownerMovements: readonly Cited[]
}

export interface IncomeFacts {
  readonly entity: string | null
  readonly date: string
  /** Null where the statement does not say how long its period is. */
  readonly months: number | null
  readonly netIncome: Cited
}

export interface ReturnFacts {
  readonly entity: string | null
  readonly year: number
  readonly netIncome: Cited
  /** Whether the return states the books' own result, or only what is taxed of it. */
  readonly perBooks: boolean
}

/** What an owner's K-1 passes on, and what an individual's return takes over from all of them. */
export interface PassThroughFacts {
  readonly person: string
  readonly year: number
  readonly figures: readonly Cited[]
}

export interface LoanFacts {
  readonly receivableAgings: readonly Standing[]
  readonly payableAgings: readonly Standing[]
  readonly debtSchedules: readonly Standing[]
  readonly bankClosings: readonly Standing[]
  readonly balances: readonly BalanceFacts[]
  readonly incomes: readonly IncomeFacts[]
  readonly businessReturns: readonly ReturnFacts[]
  readonly k1s: readonly PassThroughFacts[]
  readonly individualReturns: readonly PassThroughFacts[]
}

export const CROSS_CHECKS = [
  'receivables',
  'payables',
  'debt',
  'cash',
  'equity_movement',
  'net_income_return',
  'k1_income',
] as const
export type CrossCheckName = (typeof CROSS_CHECKS)[number]

export interface CheckSide {
  readonly amount: Cents
  readonly figures: readonly Cited[]
}

export interface CrossCheck {
  readonly name: CrossCheckName
  readonly state: ProofState
  /** The day or the end of the period for which both sides speak; null where nothing was compared. */
  readonly date: string | null
  /** Null where that side is missing. */
  readonly left: CheckSide | null
  readonly right: CheckSide | null
  readonly residual: Cents | null
  readonly hint: string | null
}
