/**
 * Claims on idempotency keys. The claim is one INSERT that either wins or shows what the winner left: there is no
 * moment between looking and taking. A claim is never handed on: once a request has started under a key, nothing runs
 * under that key again until it is a day old, whatever became of the first.
 */
import { sql } from 'kysely'
import { uuidOf } from '../lib/ids.ts'
import { build, ofTenant, statement } from './db.ts'
import type { Db, WriteTx } from './db.ts'

export type ExistingClaim =
  | { readonly state: 'running'; readonly fingerprint: Buffer; readonly ageSeconds: number }
  | { readonly state: 'answered'; readonly fingerprint: Buffer; readonly status: number; readonly body: string | null }
  | { readonly state: 'lost'; readonly fingerprint: Buffer }

interface ClaimKey {
  readonly apiKeyId: string
  readonly key: string
}

/** Takes the key for a new request; otherwise says what holds it. Claims older than the window are taken over. */
export async function claimIdempotencyKey(
  tx: WriteTx,
  claim: ClaimKey & { readonly fingerprint: Buffer; readonly windowHours: number },
): Promise<ExistingClaim | null> {
  const claimed = await tx.rows(
    build
      .insertInto('idempotency_keys')
      .values({
        workspace_id: tx.workspaceUuid,
        api_key_id: uuidOf('key', claim.apiKeyId),
        key: claim.key,
        fingerprint: claim.fingerprint,
        state: 'running',
      })
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'api_key_id', 'key'])
          .doUpdateSet({
            fingerprint: claim.fingerprint,
            state: 'running',
            status: null,
            body: null,
            claimed_at: sql`now()`,
          })
          .where('idempotency_keys.claimed_at', '<=', sql<Date>`now() - make_interval(hours => ${claim.windowHours})`),
      )
      .returning('key'),
  )
  if (claimed.length > 0) return null
  const row = await tx.first(
    build
      .selectFrom('idempotency_keys')
      .select([
        'state',
        'fingerprint',
        'status',
        'body',
        sql<number>`extract(epoch FROM now() - claimed_at)::float8`.as('age'),
      ])
      .where(ofTenant(tx))
      .where('api_key_id', '=', uuidOf('key', claim.apiKeyId))
      .where('key', '=', claim.key),
  )
  if (!row) throw new Error('the claim that was in the way is gone')
  if (row.state === 'running') return { state: 'running', fingerprint: row.fingerprint, ageSeconds: row.age }
  if (row.state === 'answered' && row.status !== null) {
    return { state: 'answered', fingerprint: row.fingerprint, status: row.status, body: row.body }
  }
  return { state: 'lost', fingerprint: row.fingerprint }
}

/** Keeps the answer of a claimed request; null says that it could not be kept. */
export async function settleIdempotencyKey(
  tx: WriteTx,
  claim: ClaimKey,
  answer: { readonly status: number; readonly body: string | null } | null,
): Promise<void> {
  await tx.rows(
    build
      .updateTable('idempotency_keys')
      .set(answer === null ? { state: 'lost' } : { state: 'answered', status: answer.status, body: answer.body })
      .where(ofTenant(tx))
      .where('api_key_id', '=', uuidOf('key', claim.apiKeyId))
      .where('key', '=', claim.key)
      .where('state', '=', 'running'),
  )
}

/** Rows of one delete: few enough that nobody waits for it, and that vacuum keeps up. */
const PURGE_BATCH = 5_000

/**
 * Deletes claims that are older than the window, over all tenants; answers how many. Each batch begins where the last
 * one ended: what that one deleted is in the index until a vacuum, and would be passed over again and again. Rows are
 * named by their place: a key that a new request takes over at this moment has moved to another, and is left alone.
 */
export async function purgeIdempotencyKeys(db: Db, windowHours: number): Promise<number> {
  let purged = 0
  let since: Date | null = null
  for (;;) {
    const rows: { claimed_at: Date }[] = await db.outsideTenants(
      statement(sql<{ claimed_at: Date }>`
        DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM idempotency_keys
          WHERE claimed_at <= now() - make_interval(hours => ${windowHours})
            AND claimed_at >= coalesce(${since}::timestamptz, '-infinity')
          ORDER BY claimed_at LIMIT ${PURGE_BATCH}))
        RETURNING claimed_at`),
    )
    purged += rows.length
    if (rows.length < PURGE_BATCH) return purged
    since = rows.reduce((latest, { claimed_at: at }) => (at > latest ? at : latest), new Date(0))
  }
}
