/** Resets of sandboxes: which is under way, how far it has come, and the one way to empty a sandbox. */
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { encodeId, newUuid, uuidOf } from '../lib/ids.ts'
import { build, ofTenant, statement } from './db.ts'
import type { Db, ReadTx, WriteTx } from './db.ts'
import type { SandboxResets } from './database.ts'

export interface SandboxReset {
  /** A uuid: resets have no name on the wire. */
  readonly id: string
  readonly status: 'queued' | 'running' | 'done'
  /** Null until the seed is in place. */
  readonly seededAt: Date | null
  readonly purgeErrors: number
  /** The seed is added to what is there, instead of taking its place. */
  readonly keepsWhatIsThere: boolean
}

function toReset(row: Selectable<SandboxResets>): SandboxReset {
  return {
    id: row.id,
    status: row.status as SandboxReset['status'],
    seededAt: row.seeded_at,
    purgeErrors: row.purge_errors,
    keepsWhatIsThere: row.keeps_what_is_there,
  }
}

/**
 * As the index says it, and without a parameter: a statement that is planned for any value of one finds no index of
 * which it is sure that it fits, and after its fifth use PostgreSQL plans it so.
 */
const IS_UNDER_WAY = sql<boolean>`status <> 'done'`

/** Null when one is under way already. */
export async function insertReset(tx: WriteTx, keepsWhatIsThere: boolean): Promise<string | null> {
  const id = newUuid()
  await tx.rows(
    build
      .insertInto('sandbox_resets')
      .values({ workspace_id: tx.workspaceUuid, id, keeps_what_is_there: keepsWhatIsThere })
      .onConflict((conflict) => conflict.column('workspace_id').where(IS_UNDER_WAY).doNothing()),
  )
  return (await findReset(tx, id)) && id
}

const theReset = (tx: ReadTx, id: string) =>
  build.selectFrom('sandbox_resets').selectAll().where(ofTenant(tx)).where('id', '=', id)

export async function findReset(tx: ReadTx, id: string): Promise<SandboxReset | null> {
  const row = await tx.first(theReset(tx, id))
  return row && toReset(row)
}

export async function lockReset(tx: WriteTx, id: string): Promise<SandboxReset | null> {
  const row = await tx.first(theReset(tx, id).forUpdate())
  return row && toReset(row)
}

/** Whether the sandbox has been seeded, or is going to be. */
export async function hasBeenReset(tx: ReadTx): Promise<boolean> {
  const row = await tx.first(build.selectFrom('sandbox_resets').select('id').where(ofTenant(tx)).limit(1))
  return row !== null
}

/** Takes back a reset that nobody has begun; false when somebody has. */
export async function withdrawReset(tx: WriteTx, id: string): Promise<boolean> {
  const row = await tx.first(
    build
      .deleteFrom('sandbox_resets')
      .where(ofTenant(tx))
      .where('id', '=', id)
      .where('status', '=', 'queued')
      .returning('id'),
  )
  return row !== null
}

/** The caller holds the reset. */
export async function changeReset(
  tx: WriteTx,
  id: string,
  change: { readonly status?: SandboxReset['status']; readonly seeded?: true; readonly purgeErrors?: number },
): Promise<void> {
  await tx.rows(
    build
      .updateTable('sandbox_resets')
      .set({
        ...(change.status !== undefined && { status: change.status }),
        ...(change.status === 'done' && { finished_at: sql`now()` }),
        // The time of the transaction, and so of every row that it writes.
        ...(change.seeded && { seeded_at: sql`now()` }),
        ...(change.purgeErrors !== undefined && { purge_errors: change.purgeErrors }),
        updated_at: sql`now()`,
      })
      .where(ofTenant(tx))
      .where('id', '=', id),
  )
}

/** The time of a reset's seed, as part of a statement: every row that the seed wrote has it. */
export function seededAt(tx: ReadTx, id: string) {
  return build.selectFrom('sandbox_resets').select('seeded_at').where(ofTenant(tx)).where('id', '=', id)
}

/** Resets of any tenant that nobody has worked on since. */
export async function listSilentResets(
  db: Db,
  silentSince: Date,
  atMost: number,
): Promise<{ readonly workspaceUuid: string; readonly resetId: string }[]> {
  const rows = await db.outsideTenants(
    statement(sql<{ workspace_id: string; reset_id: string }>`
    SELECT workspace_id, reset_id FROM silent_resets(${silentSince}, ${atMost})`),
  )
  return rows.map((row) => ({ workspaceUuid: row.workspace_id, resetId: row.reset_id }))
}

/**
 * Deletes some of the borrowers with all that hangs on them; answers how many. It waits for locks for less than the
 * time after which PostgreSQL would end one of two that wait for each other: it is the reset that gives way.
 */
export async function deleteSomeBorrowers(tx: WriteTx, atMost: number): Promise<number> {
  await tx.rows(statement(sql`SELECT set_config('lock_timeout', '800ms', true)`))
  const some = build.selectFrom('borrowers').select('id').where(ofTenant(tx)).orderBy('id').limit(atMost)
  const rows = await tx.rows(build.deleteFrom('borrowers').where(ofTenant(tx)).where('id', 'in', some).returning('id'))
  return rows.length
}

/** Empties the sandbox and keeps everybody else from writing to it until the transaction ends. */
export async function wipeSandbox(tx: WriteTx): Promise<void> {
  await tx.rows(statement(sql`SELECT wipe_sandbox()`))
}

export async function isSandbox(tx: ReadTx): Promise<boolean> {
  const row = await tx.first(
    build.selectFrom('workspaces').select('mode').where(ofTenant(tx, 'id')).where('mode', '=', 'test'),
  )
  return row !== null
}

/** Those of the borrowers that there are. */
export async function existingBorrowers(tx: ReadTx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const uuids = ids.map((id) => uuidOf('bor', id))
  const rows = await tx.rows(build.selectFrom('borrowers').select('id').where(ofTenant(tx)).where('id', 'in', uuids))
  return new Set(rows.map(({ id }) => encodeId('bor', id)))
}
