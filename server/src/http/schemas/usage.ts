/** Money and throughput on the wire. */
import { Type } from 'typebox'
import type { Account, LedgerEntry } from '../../domain/billing/read-usage.ts'
import { centsOf, formatCents } from '../../lib/money.ts'
import { Closed, DateTime, Id, Money, Nullable, OneOf } from './common.ts'

export const UsageBody = Closed({
  balance_usd: Money({
    description: 'Credits less charges; below zero when a package held more documents than expected.',
  }),
  reserved_usd: Money({ description: 'Held for packages that are being processed.' }),
  available_usd: Money({ description: 'Balance less what is reserved: what the next documents can draw on.' }),
  per_doc_reservation_usd: Money({
    description: 'Reserved for a package when it is confirmed, and charged a document.',
  }),
  spend_cap_usd: Nullable(Money({ description: 'Most that is charged in a calendar month; null for no cap.' })),
  in_flight_docs: Type.Integer({ description: 'Packages that are confirmed and not finished.' }),
  max_in_flight_docs: Type.Integer({ description: 'Beyond this many uploads answer usage_throttled.' }),
  period: Closed({
    month: Type.String({ description: 'The calendar month in UTC, as YYYY-MM.' }),
    spent_usd: Money({ description: 'Charged in this month.' }),
    documents: Type.Integer({ description: 'Documents found and charged in this month.' }),
  }),
})

export function usageToWire(account: Account) {
  return {
    balance_usd: formatCents(account.balance),
    reserved_usd: formatCents(account.reserved),
    available_usd: formatCents(centsOf(account.balance - account.reserved)),
    per_doc_reservation_usd: formatCents(account.perDocument),
    spend_cap_usd: account.spendCap === null ? null : formatCents(account.spendCap),
    in_flight_docs: account.inFlight,
    max_in_flight_docs: account.maxInFlight,
    period: { month: account.period, spent_usd: formatCents(account.spent), documents: account.documents },
  }
}

export const LedgerEntryBody = Closed({
  kind: OneOf(['credit', 'reserve', 'settle', 'release'], {
    description: 'Credit given; a reservation for a package; its charge; or its release without one.',
  }),
  balance_usd: Money({ description: 'What the entry adds to the balance.' }),
  reserved_usd: Money({ description: 'What the entry adds to what is reserved.' }),
  documents: Type.Integer({ description: 'Documents that a charge is for.' }),
  job_id: Nullable(Id('job')),
  note: Nullable(Type.String()),
  created_at: DateTime,
})

export function ledgerEntryToWire(entry: LedgerEntry) {
  return {
    kind: entry.kind,
    balance_usd: formatCents(entry.balance),
    reserved_usd: formatCents(entry.reserved),
    documents: entry.documents,
    job_id: entry.jobId,
    note: entry.note,
    created_at: entry.createdAt.toISOString(),
  }
}
