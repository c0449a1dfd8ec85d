/** A debt schedule to a year's debt service: what its payments come to, when it says how often they are made. */
import { centsOf, formatCents } from '../../lib/money.ts'
import type { DebtSchedule, SpreadDocumentFacts } from '../model/spread.ts'
import type { Input, Reading } from './readings.ts'

type Document = SpreadDocumentFacts & DebtSchedule

const A_YEAR: readonly (readonly [RegExp, bigint])[] = [
  [/\bmonth|\bmo\b|\/ ?mo/i, 12n],
  [/\bquarter/i, 4n],
  [/\bannual|\byear/i, 1n],
]

export interface DebtService {
  readonly reading: Reading | null
  /** Why there is none. */
  readonly missing: 'payments' | 'frequency' | null
}

export function debtServiceOf(document: Document): DebtService {
  const { payments, paymentHead } = document
  const printed = payments.flatMap((payment) => (payment ? [payment] : []))
  if (paymentHead === null || printed.length === 0 || printed.length < payments.length)
    return { reading: null, missing: 'payments' }
  const times = A_YEAR.find(([pattern]) => pattern.test(paymentHead))?.[1]
  if (times === undefined) return { reading: null, missing: 'frequency' }
  const total = printed.reduce((sum, { value }) => sum + value, 0n)
  const inputs = printed.map(({ value, address }): Input => ({
    kind: 'figure',
    ref: address,
    documentId: document.id,
    mappingId: null,
    period: null,
    value: formatCents(value),
  }))
  const note = `${times} payments a year, by the head '${paymentHead}'`
  return { reading: { value: centsOf(total * times), inputs, note }, missing: null }
}

/** The schedule that counts for an entity: the one of the latest day, of those the one that came last. */
export function latestSchedule(documents: readonly Document[]): Document | null {
  return documents.reduce<Document | null>(
    (latest, one) => ((one.asOf ?? '') >= (latest?.asOf ?? '') ? one : latest),
    null,
  )
}
