import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { encodeId, newUuid, uuidOf } from '../lib/ids.ts'
import { centsOf } from '../lib/money.ts'
import type { Cents } from '../lib/money.ts'
import { build, ofTenant } from './db.ts'
import type { ReadTx, WriteTx } from './db.ts'
import type { Loans } from './database.ts'
import { afterPosition, rowsToFetch, toPage } from './paging.ts'
import type { Page, PageRequest } from './paging.ts'

export const LOAN_STATUSES = ['open', 'approved', 'declined', 'funded', 'closed'] as const
export type LoanStatus = (typeof LOAN_STATUSES)[number]

export interface LoanTerms {
  readonly name: string | null
  readonly amount: Cents | null
  readonly purpose: string | null
  readonly product: string | null
  readonly termMonths: number | null
  readonly externalId: string | null
  /** Null when none were declared; an empty list clears them to null. */
  readonly guarantors: readonly string[] | null
  readonly status: LoanStatus
  readonly metadata: Readonly<Record<string, string>>
}

export interface Loan extends LoanTerms {
  readonly id: string
  readonly borrowerId: string
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const LOAN_EXTERNAL_ID = 'loans_external_id'

function toLoan(row: Selectable<Loans>): Loan {
  return {
    id: encodeId('loan', row.id),
    borrowerId: encodeId('bor', row.borrower_id),
    name: row.name,
    amount: row.amount_cents === null ? null : centsOf(row.amount_cents),
    purpose: row.purpose,
    product: row.product,
    termMonths: row.term_months,
    externalId: row.external_id,
    guarantors: row.guarantors,
    status: row.status as LoanStatus,
    metadata: row.metadata as Record<string, string>,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function columnsOf(terms: Partial<LoanTerms>) {
  const { name, amount, purpose, product, termMonths, externalId, guarantors, status, metadata } = terms
  return {
    ...(name !== undefined && { name }),
    ...(amount !== undefined && { amount_cents: amount }),
    ...(purpose !== undefined && { purpose }),
    ...(product !== undefined && { product }),
    ...(termMonths !== undefined && { term_months: termMonths }),
    ...(externalId !== undefined && { external_id: externalId }),
    ...(guarantors !== undefined && { guarantors: guarantors?.length ? [...guarantors] : null }),
    ...(status !== undefined && { status }),
    ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
  }
}

const theLoan = (tx: ReadTx, id: string) =>
  build.selectFrom('loans').selectAll().where(ofTenant(tx)).where('id', '=', uuidOf('loan', id))

export async function findLoan(tx: ReadTx, id: string): Promise<Loan | null> {
  const row = await tx.first(theLoan(tx, id))
  return row && toLoan(row)
}

/** Keeps the loan from being deleted until the transaction ends, and lets it be changed. */
export async function holdLoan(tx: WriteTx, id: string): Promise<Loan | null> {
  const row = await tx.first(theLoan(tx, id).forKeyShare())
  return row && toLoan(row)
}

export async function lockLoan(tx: WriteTx, id: string): Promise<Loan | null> {
  const row = await tx.first(theLoan(tx, id).forUpdate())
  return row && toLoan(row)
}

export interface LoanFilter {
  readonly borrowerId: string | null
  readonly status: LoanStatus | null
}

export async function listLoans(tx: ReadTx, filter: LoanFilter, page: PageRequest): Promise<Page<Loan>> {
  let query = build.selectFrom('loans').selectAll().where(ofTenant(tx)).where(afterPosition(page.after))
  if (filter.borrowerId !== null) query = query.where('borrower_id', '=', uuidOf('bor', filter.borrowerId))
  if (filter.status !== null) query = query.where('status', '=', filter.status)
  const rows = await tx.rows(query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(rowsToFetch(page)))
  return toPage(rows, page, toLoan)
}

export async function insertLoan(tx: WriteTx, borrowerId: string, terms: Partial<LoanTerms>): Promise<Loan> {
  const row = await tx.first(
    build
      .insertInto('loans')
      .values({
        workspace_id: tx.workspaceUuid,
        id: newUuid(),
        borrower_id: uuidOf('bor', borrowerId),
        ...columnsOf(terms),
      })
      .returningAll(),
  )
  if (!row) throw new Error('an insert returned no row')
  return toLoan(row)
}

/** Changes a loan that the caller has locked. */
export async function updateLoan(tx: WriteTx, id: string, change: Partial<LoanTerms>): Promise<Loan> {
  const row = await tx.first(
    build
      .updateTable('loans')
      .set({ ...columnsOf(change), version: sql`version + 1`, updated_at: sql`now()` })
      .where(ofTenant(tx))
      .where('id', '=', uuidOf('loan', id))
      .returningAll(),
  )
  if (!row) throw new Error('the locked loan is gone')
  return toLoan(row)
}

export async function deleteLoan(tx: WriteTx, id: string): Promise<void> {
  await tx.rows(build.deleteFrom('loans').where(ofTenant(tx)).where('id', '=', uuidOf('loan', id)))
}
