/** Embedded surfaces: the origins that may frame them, handles, sessions, and the work that was left in them. */
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Mode } from '../lib/api-key.ts'
import { encodeId, newUuid, uuidOf } from '../lib/ids.ts'
import { build, ofTenant } from './db.ts'
import type { Db, ReadTx, WriteTx } from './db.ts'
import type { EmbedHandles } from './database.ts'

export const SURFACES = ['spreading', 'documents'] as const
export type Surface = (typeof SURFACES)[number]

/** Who holds a session's token: all that the gates need to know, in one look-up. */
export interface SessionHolder {
  readonly keyId: string
  readonly workspaceId: string
  readonly workspaceUuid: string
  readonly organizationId: string
  readonly scopes: readonly string[]
  readonly mode: Mode
  readonly features: readonly string[]
  readonly subscriptionStatus: string
  readonly session: {
    readonly sessionId: string
    readonly loanId: string
    readonly borrowerId: string
    readonly externalUserId: string | null
    readonly displayName: string | null
    readonly expiresAt: Date
  }
}

interface SessionHolderRow {
  session_id: string
  key_id: string
  workspace_id: string
  organization_id: string
  loan_id: string
  borrower_id: string
  scopes: string[]
  external_user_id: string | null
  display_name: string | null
  expires_at: Date
  mode: Mode
  features: string[]
  subscription_status: string
}

export async function findSessionHolder(db: Db, hash: Buffer): Promise<SessionHolder | null> {
  const [row] = await db.outsideTenants(
    build.selectFrom(sql<SessionHolderRow>`authenticate_embed(${hash})`.as('holder')).selectAll(),
  )
  if (!row) return null
  return {
    keyId: encodeId('key', row.key_id),
    workspaceId: encodeId('ws', row.workspace_id),
    workspaceUuid: row.workspace_id,
    organizationId: encodeId('org', row.organization_id),
    scopes: row.scopes,
    mode: row.mode,
    features: row.features,
    subscriptionStatus: row.subscription_status,
    session: {
      sessionId: encodeId('emb', row.session_id),
      loanId: encodeId('loan', row.loan_id),
      borrowerId: encodeId('bor', row.borrower_id),
      externalUserId: row.external_user_id,
      displayName: row.display_name,
      expiresAt: row.expires_at,
    },
  }
}

/** What a session and a handle are minted with alike. */
export interface Grant {
  readonly keyId: string
  readonly loanId: string
  readonly scopes: readonly string[]
  readonly externalUserId: string | null
  readonly displayName: string | null
}

const columnsOf = (tx: WriteTx, grant: Grant) => ({
  workspace_id: tx.workspaceUuid,
  id: newUuid(),
  api_key_id: uuidOf('key', grant.keyId),
  loan_id: uuidOf('loan', grant.loanId),
  scopes: [...grant.scopes],
  external_user_id: grant.externalUserId,
  display_name: grant.displayName,
})

/** Keeps a new session; answers its id. */
export async function insertSession(
  tx: WriteTx,
  session: Grant & { readonly borrowerId: string; readonly tokenHash: Buffer; readonly expiresAt: Date },
): Promise<string> {
  const columns = columnsOf(tx, session)
  await tx.rows(
    build.insertInto('embed_sessions').values({
      ...columns,
      borrower_id: uuidOf('bor', session.borrowerId),
      token_hash: session.tokenHash,
      expires_at: session.expiresAt,
    }),
  )
  return encodeId('emb', columns.id)
}

/** Ends a session, one of the given key or anybody's; false when there is no such session. */
export async function revokeSession(
  tx: WriteTx,
  id: string,
  by: { readonly keyId: string | null; readonly at: Date },
): Promise<boolean> {
  let query = build
    .updateTable('embed_sessions')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, ${by.at})` })
    .where(ofTenant(tx))
    .where('id', '=', uuidOf('emb', id))
  if (by.keyId !== null) query = query.where('api_key_id', '=', uuidOf('key', by.keyId))
  return (await tx.rows(query.returning('id'))).length > 0
}

export interface Handle extends Grant {
  readonly id: string
  readonly surface: Surface
  readonly tokenLifetimeSeconds: number
  readonly expiresAt: Date
  readonly createdAt: Date
  readonly exchangedAt: Date | null
  readonly revokedAt: Date | null
  readonly sessionId: string | null
}

function toHandle(row: Selectable<EmbedHandles>): Handle {
  return {
    id: encodeId('ifh', row.id),
    keyId: encodeId('key', row.api_key_id),
    loanId: encodeId('loan', row.loan_id),
    surface: row.surface as Surface,
    scopes: row.scopes,
    externalUserId: row.external_user_id,
    displayName: row.display_name,
    tokenLifetimeSeconds: row.token_lifetime_seconds,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    exchangedAt: row.exchanged_at,
    revokedAt: row.revoked_at,
    sessionId: row.session_id === null ? null : encodeId('emb', row.session_id),
  }
}

export async function insertHandle(
  tx: WriteTx,
  handle: Grant & Pick<Handle, 'surface' | 'tokenLifetimeSeconds' | 'expiresAt'> & { readonly hash: Buffer },
): Promise<Handle> {
  const row = await tx.first(
    build
      .insertInto('embed_handles')
      .values({
        ...columnsOf(tx, handle),
        surface: handle.surface,
        handle_hash: handle.hash,
        token_lifetime_seconds: handle.tokenLifetimeSeconds,
        expires_at: handle.expiresAt,
      })
      .returningAll(),
  )
  if (!row) throw new Error('an insert returned no row')
  return toHandle(row)
}

const theHandle = (tx: ReadTx, id: string) =>
  build.selectFrom('embed_handles').selectAll().where(ofTenant(tx)).where('id', '=', uuidOf('ifh', id))

export async function findHandle(tx: ReadTx, id: string): Promise<Handle | null> {
  const row = await tx.first(theHandle(tx, id))
  return row && toHandle(row)
}

/** Holds a handle until the transaction ends: of two exchanges at once the second sees the first. */
export async function lockHandle(tx: WriteTx, id: string): Promise<Handle | null> {
  const row = await tx.first(theHandle(tx, id).forUpdate())
  return row && toHandle(row)
}

export async function markExchanged(tx: WriteTx, id: string, by: { sessionId: string; at: Date }): Promise<void> {
  await tx.rows(
    build
      .updateTable('embed_handles')
      .set({ exchanged_at: by.at, session_id: uuidOf('emb', by.sessionId) })
      .where(ofTenant(tx))
      .where('id', '=', uuidOf('ifh', id)),
  )
}

export async function markRevoked(tx: WriteTx, id: string, at: Date): Promise<void> {
  await tx.rows(
    build
      .updateTable('embed_handles')
      .set({ revoked_at: sql<Date>`coalesce(revoked_at, ${at})` })
      .where(ofTenant(tx))
      .where('id', '=', uuidOf('ifh', id)),
  )
}

/** Which handle a secret opens, and whose; null when none that could be exchanged. */
export async function findHandleHolder(
  db: Db,
  hash: Buffer,
): Promise<{ readonly workspaceUuid: string; readonly handleId: string } | null> {
  const [row] = await db.outsideTenants(
    build
      .selectFrom(sql<{ workspace_id: string; handle_id: string }>`embed_handle_holder(${hash})`.as('holder'))
      .selectAll(),
  )
  return row ? { workspaceUuid: row.workspace_id, handleId: encodeId('ifh', row.handle_id) } : null
}

/** The workspace of the same organization and mode that has the handle. */
export async function workspaceOfHandle(tx: ReadTx, id: string): Promise<string | null> {
  const row = await tx.first(
    build.selectNoFrom(sql<string | null>`embed_handle_workspace(${uuidOf('ifh', id)})`.as('workspace')),
  )
  return row?.workspace ?? null
}

/** Who may frame the workspace's surfaces; null when there is no such workspace. */
export async function frameOrigins(db: Db, workspaceId: string): Promise<readonly string[] | null> {
  const [row] = await db.outsideTenants(
    build.selectNoFrom(sql<string[] | null>`embed_frame_origins(${uuidOf('ws', workspaceId)})`.as('origins')),
  )
  return row?.origins ?? null
}

export interface Origins {
  /** 0 when none were ever saved. */
  readonly version: number
  readonly origins: readonly string[]
}

export async function readOrigins(tx: ReadTx): Promise<Origins> {
  const row = await tx.first(build.selectFrom('embed_origins').select(['version', 'origins']).where(ofTenant(tx)))
  return row ?? { version: 0, origins: [] }
}

/** Replaces what is kept when it still has the version `seen`; null when it does not. */
export async function replaceOrigins(
  tx: WriteTx,
  origins: readonly string[],
  seen: number | null,
): Promise<Origins | null> {
  const fresh = { origins: [...origins], updated_at: sql<Date>`now()` }
  return tx.first(
    build
      .insertInto('embed_origins')
      .values({ workspace_id: tx.workspaceUuid, version: 1, ...fresh })
      .onConflict((conflict) =>
        conflict
          .column('workspace_id')
          .doUpdateSet({ ...fresh, version: sql<number>`embed_origins.version + 1` })
          .where(sql<boolean>`${seen}::integer IS NULL OR embed_origins.version = ${seen}`),
      )
      .returning(['version', 'origins']),
  )
}

export interface Work {
  /** 0 when nothing was ever saved. */
  readonly version: number
  readonly work: unknown
}

export async function readWork(tx: ReadTx, loanId: string, owner: string): Promise<Work> {
  const row = await tx.first(
    build
      .selectFrom('embed_work')
      .select(['version', 'work'])
      .where(ofTenant(tx))
      .where('loan_id', '=', uuidOf('loan', loanId))
      .where('owner', '=', owner),
  )
  return row ?? { version: 0, work: null }
}

/** The last to save wins: it is one person's own, seen in one place at a time. */
export async function saveWork(tx: WriteTx, loanId: string, owner: string, work: unknown): Promise<Work> {
  const fresh = { work: JSON.stringify(work), updated_at: sql<Date>`now()` }
  const row = await tx.first(
    build
      .insertInto('embed_work')
      .values({ workspace_id: tx.workspaceUuid, loan_id: uuidOf('loan', loanId), owner, version: 1, ...fresh })
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'loan_id', 'owner'])
          .doUpdateSet({ ...fresh, version: sql<number>`embed_work.version + 1` }),
      )
      .returning(['version', 'work']),
  )
  if (!row) throw new Error('an upsert returned no row')
  return row
}

/** How many of the given jobs and documents are the loan's. */
export async function countOfLoan(
  tx: ReadTx,
  loanId: string,
  named: { readonly jobs: readonly string[]; readonly documents: readonly string[] },
): Promise<number> {
  const loan = uuidOf('loan', loanId)
  const ofLoan = (table: 'jobs' | 'documents', uuids: string[]) =>
    uuids.length === 0
      ? Promise.resolve([])
      : tx.rows(
          build.selectFrom(table).select('id').where(ofTenant(tx)).where('loan_id', '=', loan).where('id', 'in', uuids),
        )
  const [jobs, documents] = await Promise.all([
    ofLoan(
      'jobs',
      named.jobs.map((id) => uuidOf('job', id)),
    ),
    ofLoan(
      'documents',
      named.documents.map((id) => uuidOf('doc', id)),
    ),
  ])
  return jobs.length + documents.length
}

/** Removes some of what ended before the given time, over all tenants; answers how many rows. */
export async function forgetSessions(db: Db, endedBefore: Date, atMost: number): Promise<number> {
  const [row] = await db.outsideTenants(
    build.selectNoFrom(sql<number>`forget_embed_sessions(${endedBefore}, ${atMost})`.as('forgotten')),
  )
  return row?.forgotten ?? 0
}
