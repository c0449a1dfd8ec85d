/** What the heads of a debt schedule mean, whatever their order and wording. */
import { findDates } from './dates.ts'
import type { DebtRole } from '../model/debt.ts'

const ROLES: readonly (readonly [RegExp, DebtRole])[] = [
  [/\b(?:collateral|secured by|security(?: pledged)?|pledged)\b/i, 'collateral'],
  [/\bmatur|^(?:due|expiration|end|final payment|payoff) date$|^date due$|^term end/i, 'maturity'],
  [
    /\b(?:interest|stated|effective|coupon|annual)\b.*\brates?\b|^(?:int\.? )?rates?(?: ?\(?%\)?)?$|^%$|\bapr\b/i,
    'rate',
  ],
  [/\bpayments?\b|\bp ?& ?i\b|\binstal+ments?\b|\bdebt service\b|^pmt/i, 'payment'],
  [
    /\b(?:original|origination|loan|note|start|issue|funding|date of) ?(?:loan |note )?dates?\b|^date(?: (?:of (?:loan|note)|incurred|opened|originated))?$|^originated$/i,
    'date',
  ],
  [
    /\b(?:original|initial|face|loan|note|principal|credit|facility)\b.*\b(?:amount|balance|principal|value|limit)\b|^(?:amount|limit|original)$/i,
    'original_amount',
  ],
  [/\b(?:balance|outstanding|carrying value|amount owed|unpaid|owing)\b/i, 'balance'],
  [
    /^(?:(?:name of )?(?:the )?(?:creditor|lender|bank|note ?holder|payee|lessor|owed to|payable to|institution)s?(?: name)?(?: ?\/ ?\w+)*|(?:loan|debt|facility|description|obligation|instrument)(?: name| description)?)$/i,
    'creditor',
  ],
]
/** A balance before the loan was drawn down has `original` in it, a present one does not. */
const PRESENT = /\b(?:current|present|outstanding|unpaid|remaining|closing|ending)\b/i

export function debtRoleOf(head: string): DebtRole {
  const text = head
    .replace(/[\s_]+/g, ' ')
    .replace(/[*:]+$/, '')
    .trim()
  if (PRESENT.test(text) && /\b(?:balance|principal|amount|debt)\b/i.test(text) && !/\bpayment/i.test(text))
    return 'balance'
  for (const [pattern, role] of ROLES) if (pattern.test(text)) return role
  // A date alone over a column of amounts: what was owed on that day.
  return isDateHead(text) ? 'balance' : 'other'
}

function isDateHead(text: string): boolean {
  const [date] = findDates(text, 'month-first')
  return date !== undefined && date.year !== null && text.length - (date.end - date.start) < 8
}
