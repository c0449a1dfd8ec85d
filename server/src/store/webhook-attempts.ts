/**
 * One attempt of a delivery, from claim to outcome. A claim leaves a token of its own in the row; the outcome is
 * written only where that token still stands. A worker that slept past its lease finds another's token, or none.
 */
import { sql } from 'kysely'
import { encodeId } from '../lib/ids.ts'
import type { Sealed } from '../lib/key-ring.ts'
import { build, ofTenant, statement } from './db.ts'
import type { WriteTx } from './db.ts'
import type { AttemptCall } from './webhook-deliveries.ts'
import { secretPlace } from './webhooks.ts'

export interface Claim {
  readonly call: AttemptCall
  /** Of this very run. */
  readonly token: string
  /** The work that the run belongs to: when it is run again, its own earlier run is known to be over. */
  readonly runner: string
}

export interface ClaimRules {
  readonly at: Date
  readonly leaseMs: number
  readonly horizonMs: number
  readonly maxAttempts: number
}

export interface ClaimedAttempt {
  readonly url: string
  readonly body: string
  readonly eventId: string
  readonly secret: Sealed
  /** What the sealed secret is bound to. */
  readonly secretPlace: string
}

interface ClaimedRow {
  lease: string
  url: string
  body: string
  event_id: string
  endpoint_id: string
  secret_id: string
  sealed: Buffer
  wrapped_key: Buffer
  kek_id: string
}

/**
 * Takes those attempts that are there to be taken: due, nobody's, within their day, for an active endpoint; one answer
 * a claim, null for what was not taken. A delivery that somebody else holds at this moment is passed over: who claims
 * many may not wait for one, and two who wait for each other's would wait for ever.
 */
export async function claimAttempts(
  tx: WriteTx,
  claims: readonly Claim[],
  { at, leaseMs, horizonMs, maxAttempts }: ClaimRules,
): Promise<(ClaimedAttempt | null)[]> {
  const rows = await tx.rows(
    statement(sql<ClaimedRow>`
      WITH claimed AS (
        SELECT free.*, asked.token, asked.runner, e.url, s.sealed, s.wrapped_key, s.kek_id
        FROM unnest(
            ${claims.map(({ call }) => call.uuid)}::uuid[], ${claims.map(({ call }) => call.createdAt)}::timestamptz[],
            ${claims.map(({ call }) => call.attempt)}::integer[], ${claims.map(({ token }) => token)}::uuid[],
            ${claims.map(({ runner }) => runner)}::text[]
          ) AS asked (id, created_at, attempt, token, runner)
          CROSS JOIN LATERAL (
            SELECT d.workspace_id, d.id, d.created_at, d.endpoint_id, d.secret_id FROM webhook_deliveries d
            WHERE ${ofTenant(tx, 'd.workspace_id')} AND d.id = asked.id AND d.created_at = asked.created_at
              AND d.status = 'pending' AND d.attempts = asked.attempt - 1 AND d.attempts < ${maxAttempts} AND d.lease IS NULL
              AND d.created_at > ${new Date(at.getTime() - horizonMs)}
            FOR UPDATE SKIP LOCKED
          ) free
          JOIN webhook_endpoints e
            ON e.workspace_id = free.workspace_id AND e.id = free.endpoint_id AND e.status = 'active'
          JOIN webhook_secrets s
            ON s.workspace_id = free.workspace_id AND s.id = free.secret_id
              AND (s.expires_at IS NULL OR s.expires_at > ${at})
      )
      UPDATE webhook_deliveries d
      SET attempts = d.attempts + 1, lease = claimed.token, leased_by = claimed.runner,
          leased_until = ${new Date(at.getTime() + leaseMs)}
      FROM claimed
      WHERE d.workspace_id = claimed.workspace_id AND d.id = claimed.id AND d.created_at = claimed.created_at
        AND d.lease IS NULL
      RETURNING d.lease, claimed.url, d.body, d.event_id, d.endpoint_id, d.secret_id, claimed.sealed,
        claimed.wrapped_key, claimed.kek_id`),
  )
  const byToken = new Map(rows.map((row) => [row.lease, toClaimed(tx, row)]))
  return claims.map(({ token }) => byToken.get(token) ?? null)
}

function toClaimed(tx: WriteTx, row: ClaimedRow): ClaimedAttempt {
  return {
    url: row.url,
    body: row.body,
    eventId: encodeId('evt', row.event_id),
    secret: { sealed: row.sealed, wrappedKey: row.wrapped_key, kekId: row.kek_id },
    secretPlace: secretPlace(tx.workspaceUuid, row.endpoint_id, row.secret_id),
  }
}

export interface DeliveryState {
  readonly status: string
  readonly attempts: number
  readonly nextAttemptAt: Date | null
  readonly lease: string | null
  readonly leasedBy: string | null
  readonly leasedUntil: Date | null
  readonly endpointActive: boolean
}

/** The delivery as it is now, held until the transaction ends. */
export async function lockDelivery(tx: WriteTx, call: AttemptCall): Promise<DeliveryState | null> {
  const row = await tx.first(
    build
      .selectFrom('webhook_deliveries')
      .innerJoin('webhook_endpoints', (join) =>
        join
          .onRef('webhook_endpoints.workspace_id', '=', 'webhook_deliveries.workspace_id')
          .onRef('webhook_endpoints.id', '=', 'webhook_deliveries.endpoint_id'),
      )
      .select([
        'webhook_deliveries.status',
        'attempts',
        'next_attempt_at',
        'lease',
        'leased_by',
        'leased_until',
        'webhook_endpoints.status as endpoint_status',
      ]) // prettier-ignore
      .where(ofTenant(tx, 'webhook_deliveries.workspace_id'))
      .where('webhook_deliveries.id', '=', call.uuid)
      .where('webhook_deliveries.created_at', '=', call.createdAt)
      .forUpdate('webhook_deliveries'),
  )
  return (
    row && {
      status: row.status,
      attempts: row.attempts,
      nextAttemptAt: row.next_attempt_at,
      lease: row.lease,
      leasedBy: row.leased_by,
      leasedUntil: row.leased_until,
      endpointActive: row.endpoint_status === 'active',
    }
  )
}

export interface Outcome {
  readonly status: string
  readonly nextAttemptAt: Date | null
  readonly statusCode: number | null
  readonly error: string | null
  readonly deliveredAt: Date | null
}

/** An attempt that is over. */
export interface EndedAttempt {
  readonly call: AttemptCall
  /** Whose it must still be; null for a delivery that nobody is attempting. */
  readonly lease: string | null
  readonly outcome: Outcome
}

/** Writes down what attempts came to, where the lease is still the row's; one answer each, false where it is not. */
export async function finishAttempts(tx: WriteTx, ended: readonly EndedAttempt[]): Promise<boolean[]> {
  const outcomes = ended.map(({ outcome }) => outcome)
  const rows = await tx.rows(
    statement(sql<{ id: string }>`
      UPDATE webhook_deliveries d
      SET status = ended.status, next_attempt_at = ended.next_attempt_at, last_status_code = ended.status_code,
          last_error = ended.error, delivered_at = ended.delivered_at,
          lease = NULL, leased_by = NULL, leased_until = NULL
      FROM unnest(
          ${ended.map(({ call }) => call.uuid)}::uuid[], ${ended.map(({ call }) => call.createdAt)}::timestamptz[],
          ${ended.map(({ lease }) => lease)}::uuid[], ${outcomes.map(({ status }) => status)}::text[],
          ${outcomes.map(({ nextAttemptAt }) => nextAttemptAt)}::timestamptz[],
          ${outcomes.map(({ statusCode }) => statusCode)}::integer[], ${outcomes.map(({ error }) => error)}::text[],
          ${outcomes.map(({ deliveredAt }) => deliveredAt)}::timestamptz[]
        ) AS ended (id, created_at, lease, status, next_attempt_at, status_code, error, delivered_at)
      WHERE ${ofTenant(tx, 'd.workspace_id')} AND d.id = ended.id AND d.created_at = ended.created_at
        AND d.status = 'pending' AND d.lease IS NOT DISTINCT FROM ended.lease
      RETURNING d.id`),
  )
  const written = new Set(rows.map(({ id }) => id))
  return ended.map(({ call }) => written.has(call.uuid))
}
