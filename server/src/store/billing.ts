/**
 * The ledger and the account that sums it up. Entries are written by `postEntries` alone, which moves the account's
 * sums in the same transaction; whoever decides by those sums holds the account's lock.
 */
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { encodeId, newUuid, uuidOf } from '../lib/ids.ts'
import { centsOf, sum, ZERO } from '../lib/money.ts'
import type { Cents } from '../lib/money.ts'
import { build, ofTenant, statement } from './db.ts'
import type { ReadTx, WriteTx } from './db.ts'
import type { BillingAccounts, LedgerEntries } from './database.ts'
import { afterPosition, rowsToFetch, toPage } from './paging.ts'
import type { Page, PageRequest } from './paging.ts'

/** What the operator has agreed with a workspace. */
export interface BillingTerms {
  /** Whether the plan covers the processing of documents at all. */
  readonly coversProcessing: boolean
  /** What a document costs, and what is reserved for a package until its documents are counted. */
  readonly perDocument: Cents
  /** Charges a calendar month; null for no cap. */
  readonly spendCap: Cents | null
  readonly maxInFlight: number
}

export interface Account extends BillingTerms {
  readonly balance: Cents
  readonly reserved: Cents
  readonly inFlight: number
  /** The month, as YYYY-MM, that the next two belong to. */
  readonly period: string
  readonly spent: Cents
  readonly documents: number
}

/** The account as it stands in `period`: of an older month's charges nothing counts. */
function toAccount(row: Selectable<BillingAccounts>, period: string): Account {
  const isCurrent = row.period === period
  return {
    coversProcessing: row.covers_processing,
    perDocument: centsOf(row.per_doc_cents),
    spendCap: row.spend_cap_cents === null ? null : centsOf(row.spend_cap_cents),
    maxInFlight: row.max_in_flight_docs,
    balance: centsOf(row.balance_cents),
    reserved: centsOf(row.reserved_cents),
    inFlight: row.in_flight_docs,
    period,
    spent: centsOf(isCurrent ? row.period_spent_cents : 0n),
    documents: isCurrent ? row.period_documents : 0,
  }
}

const theAccount = (tx: ReadTx) => build.selectFrom('billing_accounts').selectAll().where(ofTenant(tx))

/** As the table's own defaults: what holds for a workspace of which nothing was ever agreed or charged. */
const UNTOUCHED = {
  coversProcessing: true, perDocument: ZERO, spendCap: null, maxInFlight: 2000,
  balance: ZERO, reserved: ZERO, inFlight: 0, spent: ZERO, documents: 0,
} as const // prettier-ignore

export async function findAccount(tx: ReadTx, period: string): Promise<Account> {
  const row = await tx.first(theAccount(tx))
  return row ? toAccount(row, period) : { ...UNTOUCHED, period }
}

/** The account, made if need be, and locked until the transaction ends. */
export async function lockAccount(tx: WriteTx, period: string): Promise<Account> {
  const known = await tx.first(theAccount(tx).forUpdate())
  if (known) return toAccount(known, period)
  await tx.rows(
    build
      .insertInto('billing_accounts')
      .values({ workspace_id: tx.workspaceUuid, period })
      .onConflict((conflict) => conflict.column('workspace_id').doNothing()),
  )
  const made = await tx.first(theAccount(tx).forUpdate())
  if (!made) throw new Error('the account is gone')
  return toAccount(made, period)
}

/** Sets those of the terms that are given. */
export async function setTerms(tx: WriteTx, period: string, terms: Partial<BillingTerms>): Promise<Account> {
  await lockAccount(tx, period)
  const row = await tx.first(
    build
      .updateTable('billing_accounts')
      .set({
        workspace_id: tx.workspaceUuid,
        ...(terms.coversProcessing !== undefined && { covers_processing: terms.coversProcessing }),
        ...(terms.perDocument !== undefined && { per_doc_cents: terms.perDocument }),
        ...(terms.spendCap !== undefined && { spend_cap_cents: terms.spendCap }),
        ...(terms.maxInFlight !== undefined && { max_in_flight_docs: terms.maxInFlight }),
      })
      .where(ofTenant(tx))
      .returningAll(),
  )
  if (!row) throw new Error('the account is gone')
  return toAccount(row, period)
}

export type EntryKind = 'credit' | 'reserve' | 'settle' | 'release'

/** What one entry adds to each sum. */
export interface NewEntry {
  readonly kind: EntryKind
  readonly balance: Cents
  readonly reserved: Cents
  readonly inFlight: number
  readonly documents: number
  readonly jobId: string | null
  readonly note: string | null
}

/** Adds entries to the ledger and moves the account's sums with them. Whoever decides by the sums holds their lock. */
export async function postEntries(
  tx: WriteTx,
  at: { readonly time: Date; readonly period: string },
  entries: readonly NewEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const [, moved] = await Promise.all([insertEntries(tx, at.time, entries), moveSums(tx, at.period, entries)])
  if (!moved) throw new Error('entries were posted to an account that is not there')
}

async function insertEntries(tx: WriteTx, time: Date, entries: readonly NewEntry[]): Promise<void> {
  await tx.rows(
    build.insertInto('ledger_entries').values(
      entries.map((entry) => ({
        workspace_id: tx.workspaceUuid,
        id: newUuid(),
        created_at: time,
        kind: entry.kind,
        balance_cents: entry.balance,
        reserved_cents: entry.reserved,
        in_flight_docs: entry.inFlight,
        documents: entry.documents,
        job_id: entry.jobId === null ? null : uuidOf('job', entry.jobId),
        note: entry.note,
      })),
    ),
  )
}

async function moveSums(tx: WriteTx, period: string, entries: readonly NewEntry[]): Promise<boolean> {
  const charges = entries.filter(({ kind }) => kind === 'settle')
  const spent = 0n - sum(charges.map(({ balance }) => balance))
  const documents = charges.reduce((count, entry) => count + entry.documents, 0)
  const moved = await tx.first(
    statement(sql<{ workspace_id: string }>`
      UPDATE billing_accounts SET
        balance_cents = balance_cents + ${sum(entries.map(({ balance }) => balance))},
        reserved_cents = reserved_cents + ${sum(entries.map(({ reserved }) => reserved))},
        in_flight_docs = in_flight_docs + ${entries.reduce((count, { inFlight }) => count + inFlight, 0)},
        period_spent_cents = CASE WHEN period = ${period} THEN period_spent_cents ELSE 0 END + ${spent},
        period_documents = CASE WHEN period = ${period} THEN period_documents ELSE 0 END + ${documents},
        period = ${period}
      WHERE ${ofTenant(tx)} RETURNING workspace_id`),
  )
  return moved !== null
}

export async function openReservations(tx: WriteTx, jobIds: readonly string[], each: Cents): Promise<void> {
  await tx.rows(
    build.insertInto('reservations').values(
      jobIds.map((jobId) => ({
        workspace_id: tx.workspaceUuid,
        job_id: uuidOf('job', jobId),
        amount_cents: each,
      })),
    ),
  )
}

/** Ends the reservations of jobs and answers what was reserved; nothing for one that has none, or has ended before. */
export async function closeReservations(tx: WriteTx, jobIds: readonly string[]): Promise<ReadonlyMap<string, Cents>> {
  const uuids = jobIds.map((id) => uuidOf('job', id))
  const rows = await tx.rows(
    build
      .deleteFrom('reservations')
      .where(ofTenant(tx))
      .where(sql<boolean>`job_id = ANY(${uuids}::uuid[])`)
      .returning(['job_id', 'amount_cents']),
  )
  return new Map(rows.map((row) => [encodeId('job', row.job_id), centsOf(row.amount_cents)]))
}

/** Open reservations whose job is there no more. */
export async function listOrphans(tx: ReadTx): Promise<string[]> {
  const rows = await tx.rows(
    statement(sql<{ job_id: string }>`
      SELECT job_id FROM reservations r
      WHERE ${ofTenant(tx, 'r.workspace_id')} AND NOT EXISTS (
        SELECT FROM jobs j WHERE j.workspace_id = r.workspace_id AND j.id = r.job_id)
      ORDER BY job_id`),
  )
  return rows.map((row) => encodeId('job', row.job_id))
}

export interface LedgerEntry extends NewEntry {
  readonly createdAt: Date
}

function toEntry(row: Selectable<LedgerEntries>): LedgerEntry {
  return {
    kind: row.kind as EntryKind,
    balance: centsOf(row.balance_cents),
    reserved: centsOf(row.reserved_cents),
    inFlight: row.in_flight_docs,
    documents: row.documents,
    jobId: row.job_id === null ? null : encodeId('job', row.job_id),
    note: row.note,
    createdAt: row.created_at,
  }
}

export async function listEntries(tx: ReadTx, page: PageRequest): Promise<Page<LedgerEntry>> {
  const rows = await tx.rows(
    build
      .selectFrom('ledger_entries')
      .selectAll()
      .where(ofTenant(tx))
      .where(afterPosition(page.after))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(rowsToFetch(page)),
  )
  return toPage(rows, page, toEntry)
}

/** The account's sums, computed anew from every entry and every open reservation. */
export interface LedgerSums {
  readonly entries: number
  readonly balance: Cents
  readonly reserved: Cents
  readonly inFlight: number
  readonly openReservations: Cents
  readonly openJobs: number
}

export async function sumLedger(tx: ReadTx): Promise<LedgerSums> {
  const row = await tx.first(
    statement(sql<{
      entries: number
      balance: bigint
      reserved: bigint
      in_flight: number
      open: bigint
      jobs: number
    }>`
      SELECT count(*)::integer AS entries, coalesce(sum(balance_cents), 0)::bigint AS balance,
        coalesce(sum(reserved_cents), 0)::bigint AS reserved, coalesce(sum(in_flight_docs), 0)::integer AS in_flight,
        (SELECT coalesce(sum(amount_cents), 0)::bigint FROM reservations WHERE ${ofTenant(tx)}) AS open,
        (SELECT count(*)::integer FROM reservations WHERE ${ofTenant(tx)}) AS jobs
      FROM ledger_entries WHERE ${ofTenant(tx)}`),
  )
  if (!row) throw new Error('a sum has one row')
  return {
    entries: row.entries,
    balance: centsOf(row.balance),
    reserved: centsOf(row.reserved),
    inFlight: row.in_flight,
    openReservations: centsOf(row.open),
    openJobs: row.jobs,
  }
}
