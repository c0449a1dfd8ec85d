/**
 * Lines that a reviewer should look at: expense captions that name no expense, name something that is none, or say
 * nothing at all. A flag moves no line and changes no figure.
 */
import type { Caption } from './caption.ts'
import { readCaption } from './caption.ts'
import data from './data/flags.json' with { type: 'json' }
import type { Place } from './places.ts'
import { matchesWords, parseWordPattern } from './word-pattern.ts'

export type Flag = 'no_expense' | 'owner_draw' | 'loan_payment' | 'asset_purchase' | 'catch_all'

const NO_EXPENSE = data.names_no_expense.map(parseWordPattern)
const NON_EXPENSE = [
  { flag: 'owner_draw', patterns: data.owner_draw.map(parseWordPattern) },
  { flag: 'loan_payment', patterns: data.loan_payment.map(parseWordPattern) },
  { flag: 'asset_purchase', patterns: data.asset_purchase.map(parseWordPattern) },
] as const
const CATCH_ALL = new Set(data.catch_all.map((text) => readCaption(text).stem))
const NEVER = new Set(data.never_captions.map((text) => readCaption(text).stem))
/** 'Loan interest' is interest and 'Equipment lease' is a lease: neither pays a loan off nor buys an asset. */
const NEVER_PAYMENT_OR_PURCHASE = new Set(data.never_payment_or_purchase)

const EXPENSE_PLACES: ReadonlySet<Place> = new Set<Place>(['cogs', 'opex', 'other_expenses'])

export function flagOf(caption: Caption, place: Place): Flag | null {
  if (!EXPENSE_PLACES.has(place) || NEVER.has(caption.stem)) return null
  if (NO_EXPENSE.some((pattern) => matchesWords(pattern, caption.stems))) return 'no_expense'
  const neverPayment = [...caption.stems].some((stem) => NEVER_PAYMENT_OR_PURCHASE.has(stem))
  for (const { flag, patterns } of NON_EXPENSE) {
    if (flag !== 'owner_draw' && neverPayment) continue
    if (patterns.some((pattern) => matchesWords(pattern, caption.stems))) return flag
  }
  return CATCH_ALL.has(caption.stem) ? 'catch_all' : null
}
