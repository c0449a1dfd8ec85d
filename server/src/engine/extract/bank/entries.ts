/** What a statement says, row by row, before anyone knows whose money it is: the common tongue of paper and sheet. */
import type { Cents } from '../../../lib/money.ts'
import { negate } from '../../../lib/money.ts'
import type { DayCell, PrintedDay } from '../../layout/printed-day.ts'
import type { Direction } from '../../model/bank.ts'
import type { Figure, Spot } from '../../model/extraction.ts'
import type { Box } from '../../model/page.ts'
import type { Cell } from './amount.ts'
import type { BalanceCaption, SectionHead } from './captions.ts'

export interface Money extends Spot {
  /** Never negative. */
  readonly magnitude: Cents
  readonly sign: Direction | null
  readonly flagged: boolean
  readonly decimals: number
}

/** One line of a list of movements, its amounts by what their columns say. */
export interface Movement {
  readonly page: number
  readonly box: Box
  readonly day: DayCell | null
  readonly daySpot: Spot | null
  /** The description, a part for each printed line; lines that follow are added as they are met. */
  readonly texts: string[]
  readonly in: Money | null
  readonly out: Money | null
  readonly amount: Money | null
  readonly balance: Money | null
  /** From a column of flags; `unknown` when the column is there and says neither. */
  readonly flag: Direction | 'unknown' | null
  /** What the heading over its list says. */
  readonly section: Direction | null
}

export type Entry =
  | { readonly kind: 'account'; readonly number: string; readonly isIban: boolean }
  | { readonly kind: 'period'; readonly start: string; readonly end: string }
  | { readonly kind: 'section'; readonly head: SectionHead }
  | { readonly kind: 'movement'; readonly movement: Movement }
  | {
      readonly kind: 'balance'
      readonly which: BalanceCaption
      readonly carried: boolean
      readonly day: PrintedDay | null
      readonly money: Money
    }
  | {
      readonly kind: 'total'
      readonly label: string
      readonly direction: Direction | null
      /** Stands under the movements it sums; otherwise in a summary. */
      readonly below: boolean
      readonly money: Money
    }
  | { readonly kind: 'daily'; readonly day: PrintedDay; readonly money: Money }
  /** An account in a list of accounts, with its balance. */
  | { readonly kind: 'listed'; readonly number: string; readonly money: Money }

export function moneyOf(cell: Cell, page: number): Money | null {
  const { amount, box, text } = cell
  if (amount === null) return null
  const { magnitude, sign, flagged, decimals } = amount
  return { magnitude, sign, flagged, decimals, page, box, text }
}

/** The figure as it is understood: with its direction. */
export function figureOf(money: Money, direction: Direction): Figure {
  const { page, box, text, decimals, magnitude } = money
  return { value: direction === 'out' ? negate(magnitude) : magnitude, decimals, page, box, text }
}

/** What a balance says: overdrawn when it is marked as money out. */
export function signedCents({ magnitude, sign }: Pick<Money, 'magnitude' | 'sign'>): Cents {
  return sign === 'out' ? negate(magnitude) : magnitude
}
