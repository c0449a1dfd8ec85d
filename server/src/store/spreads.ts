/** Spreads of loans: their snapshots, whether somebody works on them, and requests for machine snapshots. */
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { encodeId, newUuid, uuidOf } from '../lib/ids.ts'
import { build, ofTenant, statement } from './db.ts'
import type { Db, ReadTx, WriteTx } from './db.ts'
import type { Snapshots } from './database.ts'
import { afterPosition, rowsToFetch, toPage } from './paging.ts'
import type { Page, PageRequest } from './paging.ts'

export const SNAPSHOT_STATUSES = ['final', 'machine', 'draft'] as const
export type SnapshotStatus = (typeof SNAPSHOT_STATUSES)[number]

export interface SnapshotFacts {
  readonly id: string
  readonly loanId: string
  readonly status: SnapshotStatus
  readonly version: number
  /** Of its manifest, which holds the hash of its payload. */
  readonly hash: string
  readonly createdAt: Date
  readonly finalizedAt: Date | null
  readonly finalizedBy: string | null
  readonly finalizedByExternalUserId: string | null
}

export interface Snapshot extends SnapshotFacts {
  readonly payload: unknown
  readonly manifest: unknown
}

export interface NewSnapshot {
  readonly status: SnapshotStatus
  /** JSON as it is to be kept, byte for byte. */
  readonly payload: string
  readonly manifest: string
  readonly hash: string
  /** Of a final one: who froze it. */
  readonly finalized: { readonly at: Date; readonly by: string; readonly externalUserId: string | null } | null
}

const FACTS = [
  'id',
  'loan_id',
  'status',
  'version',
  'hash',
  'created_at',
  'finalized_at',
  'finalized_by',
  'finalized_by_external_user_id',
] as const

function toFacts(row: Pick<Selectable<Snapshots>, (typeof FACTS)[number]>): SnapshotFacts {
  return {
    id: encodeId('snap', row.id),
    loanId: encodeId('loan', row.loan_id),
    status: row.status as SnapshotStatus,
    version: row.version,
    hash: row.hash,
    createdAt: row.created_at,
    finalizedAt: row.finalized_at,
    finalizedBy: row.finalized_by,
    finalizedByExternalUserId: row.finalized_by_external_user_id,
  }
}

function toSnapshot(row: Selectable<Snapshots>): Snapshot {
  return { ...toFacts(row), payload: row.payload, manifest: row.manifest }
}

/** The final snapshot that nobody has reopened; null while an analyst works. */
export async function closingSnapshot(tx: ReadTx, loanId: string): Promise<string | null> {
  const row = await tx.first(
    build.selectFrom('spreads').select('closed_by').where(ofTenant(tx)).where('loan_id', '=', uuidOf('loan', loanId)),
  )
  const closedBy = row?.closed_by ?? null
  return closedBy === null ? null : encodeId('snap', closedBy)
}

/** The loan's spread, held until the transaction ends; it names the final snapshot that nobody has reopened. */
export async function lockSpread(tx: WriteTx, loanId: string): Promise<{ readonly closedBy: string | null }> {
  const loan = uuidOf('loan', loanId)
  await tx.rows(
    build
      .insertInto('spreads')
      .values({ workspace_id: tx.workspaceUuid, loan_id: loan })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'loan_id']).doNothing()),
  )
  const row = await tx.first(
    build.selectFrom('spreads').select('closed_by').where(ofTenant(tx)).where('loan_id', '=', loan).forUpdate(),
  )
  const closedBy = row?.closed_by ?? null
  return { closedBy: closedBy === null ? null : encodeId('snap', closedBy) }
}

/** The final snapshot that nobody has reopened; null while an analyst works. */
export async function spreadClosedBy(tx: ReadTx, loanId: string): Promise<string | null> {
  const row = await tx.first(
    build.selectFrom('spreads').select('closed_by').where(ofTenant(tx)).where('loan_id', '=', uuidOf('loan', loanId)),
  )
  const closedBy = row?.closed_by ?? null
  return closedBy === null ? null : encodeId('snap', closedBy)
}

/** Says which final snapshot closes the spread, or with null that work goes on; the caller holds it. */
export async function closeSpread(tx: WriteTx, loanId: string, snapshotId: string | null): Promise<void> {
  await tx.rows(
    build
      .updateTable('spreads')
      .set({ closed_by: snapshotId === null ? null : uuidOf('snap', snapshotId) })
      .where(ofTenant(tx))
      .where('loan_id', '=', uuidOf('loan', loanId)),
  )
}

const ofLoan = (tx: ReadTx, loanId: string) =>
  build.selectFrom('snapshots').where(ofTenant(tx)).where('loan_id', '=', uuidOf('loan', loanId))

export async function latestSnapshot(tx: ReadTx, loanId: string, status: SnapshotStatus): Promise<Snapshot | null> {
  const row = await tx.first(
    ofLoan(tx, loanId).selectAll().where('status', '=', status).orderBy('version', 'desc').limit(1),
  )
  return row && toSnapshot(row)
}

export async function findSnapshot(tx: ReadTx, loanId: string, id: string): Promise<Snapshot | null> {
  const row = await tx.first(ofLoan(tx, loanId).selectAll().where('id', '=', uuidOf('snap', id)))
  return row && toSnapshot(row)
}

/** What a snapshot says as it was written, for comparing it with what is computed again. */
export async function snapshotText(
  tx: ReadTx,
  id: string,
): Promise<{ readonly facts: SnapshotFacts; readonly payload: string; readonly manifest: string } | null> {
  const row = await tx.first(
    build
      .selectFrom('snapshots')
      .select([...FACTS, sql<string>`payload::text`.as('payload'), sql<string>`manifest::text`.as('manifest')])
      .where(ofTenant(tx))
      .where('id', '=', uuidOf('snap', id)),
  )
  return row && { facts: toFacts(row), payload: row.payload, manifest: row.manifest }
}

/** The history of a loan's snapshots, the newest first, without what they say. */
export async function listSnapshots(
  tx: ReadTx,
  filter: { readonly loanId: string; readonly status: SnapshotStatus | null },
  page: PageRequest,
): Promise<Page<SnapshotFacts>> {
  let query = ofLoan(tx, filter.loanId)
    .select([...FACTS])
    .where(afterPosition(page.after))
  if (filter.status !== null) query = query.where('status', '=', filter.status)
  const rows = await tx.rows(query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(rowsToFetch(page)))
  return toPage(rows, page, toFacts)
}

/** Keeps a snapshot under the next version of its status; the caller holds the spread. */
export async function insertSnapshot(tx: WriteTx, loanId: string, snapshot: NewSnapshot): Promise<Snapshot> {
  const row = await tx.first(
    build
      .insertInto('snapshots')
      .values({
        workspace_id: tx.workspaceUuid,
        id: newUuid(),
        loan_id: uuidOf('loan', loanId),
        status: snapshot.status,
        version: ofLoan(tx, loanId)
          .where('status', '=', snapshot.status)
          .select(sql<number>`coalesce(max(version), 0) + 1`.as('next')),
        payload: snapshot.payload,
        manifest: snapshot.manifest,
        hash: snapshot.hash,
        finalized_at: snapshot.finalized?.at ?? null,
        finalized_by: snapshot.finalized?.by ?? null,
        finalized_by_external_user_id: snapshot.finalized?.externalUserId ?? null,
      })
      .returningAll(),
  )
  if (!row) throw new Error('an insert returned no row')
  return toSnapshot(row)
}

/** Whose a snapshot is: for the operator, who knows its id alone. */
export async function workspaceOfSnapshot(db: Db, id: string): Promise<string | null> {
  const [row] = await db.outsideTenants(
    build.selectFrom('snapshots').select('workspace_id').where('id', '=', uuidOf('snap', id)),
  )
  return row?.workspace_id ?? null
}

/** A request that nobody has answered for so long may be made again. */
const FORGOTTEN_AFTER = sql.raw(`interval '60 seconds'`)

/**
 * Notes that the loan's spread is behind. False when it has been noted already. The row stays held until the caller's
 * transaction ends, so that whoever answers the request waits for the change that it is about.
 */
export async function noteSpreadRequest(tx: WriteTx, loanId: string): Promise<boolean> {
  const row = await tx.first(
    statement(sql<{ loan_id: string }>`
    INSERT INTO spread_requests (workspace_id, loan_id) VALUES (${tx.workspaceUuid}, ${uuidOf('loan', loanId)})
    ON CONFLICT (workspace_id, loan_id) DO UPDATE SET requested_at = now()
      WHERE spread_requests.requested_at < now() - ${FORGOTTEN_AFTER}
    RETURNING loan_id`),
  )
  return row !== null
}

/** Whether a request waits for longer than anything takes: the engine has lost it. */
export async function isSpreadRequestForgotten(tx: ReadTx, loanId: string): Promise<boolean> {
  const row = await tx.first(
    build
      .selectFrom('spread_requests')
      .select('loan_id')
      .where(ofTenant(tx))
      .where('loan_id', '=', uuidOf('loan', loanId))
      .where(sql<boolean>`requested_at < now() - ${FORGOTTEN_AFTER}`),
  )
  return row !== null
}

export async function endSpreadRequest(tx: WriteTx, loanId: string): Promise<void> {
  await tx.rows(build.deleteFrom('spread_requests').where(ofTenant(tx)).where('loan_id', '=', uuidOf('loan', loanId)))
}
