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
 *
 * A statement each, sent together: one for all would have to be joined with the deliveries, and a plan that was made
 * while there were few of them reads every pending one of the tenant.
 */
export function claimAttempts(
  tx: WriteTx,
  claims: readonly Claim[],
  rules: ClaimRules,
): Promise<(ClaimedAttempt | null)[]> {
  return Promise.all(claims.map((claim) => claimAttempt(tx, claim, rules)))
}

/**
 * The delivery `d` by all that names it. To a planner that believes that there are few, every index that begins with
 * the tenant is as good as the key, and the plan is kept: each claim of a burst then read all deliveries of the tenant,
 * for half a minute, until PostgreSQL had counted again. With the endpoint in it there is no index left that this
 * leaves half open; the others say in their condition whom they are for (`searched`).
 */
const isThis = (tx: WriteTx, call: AttemptCall) => sql<boolean>`
  ${ofTenant(tx, 'd.workspace_id')} AND d.id = ${call.uuid} AND d.created_at = ${call.createdAt}
  AND d.endpoint_id = ${call.endpointUuid}`

/** Said so that the index of all that is pending does not offer itself. */
const IS_PENDING = sql<boolean>`d.status NOT IN ('delivered', 'dead')`

/** Each table is looked up from the row before it and limited to one, so that there is no order to choose. */
async function claimAttempt(
  tx: WriteTx,
  { call, token, runner }: Claim,
  { at, leaseMs, horizonMs, maxAttempts }: ClaimRules,
): Promise<ClaimedAttempt | null> {
  const row = await tx.first(
    statement(sql<ClaimedRow>`
      WITH free AS MATERIALIZED (
        SELECT d.endpoint_id, d.secret_id FROM webhook_deliveries d
        WHERE ${isThis(tx, call)} AND ${IS_PENDING} AND d.attempts = ${call.attempt - 1} AND d.attempts < ${maxAttempts}
          AND d.lease IS NULL AND d.created_at > ${new Date(at.getTime() - horizonMs)}
        FOR UPDATE SKIP LOCKED
      ),
      way AS MATERIALIZED (
        SELECT endpoint.url, secret.*
        FROM free CROSS JOIN LATERAL (
          SELECT e.url FROM webhook_endpoints e
          WHERE ${ofTenant(tx, 'e.workspace_id')} AND e.id = free.endpoint_id AND e.status = 'active' LIMIT 1
        ) endpoint CROSS JOIN LATERAL (
          SELECT s.id AS secret_id, s.sealed, s.wrapped_key, s.kek_id FROM webhook_secrets s
          WHERE ${ofTenant(tx, 's.workspace_id')} AND s.id = free.secret_id
            AND (s.expires_at IS NULL OR s.expires_at > ${at}) LIMIT 1
        ) secret
      )
      UPDATE webhook_deliveries d
      SET attempts = d.attempts + 1, lease = ${token}, leased_by = ${runner},
          leased_until = ${new Date(at.getTime() + leaseMs)}
      FROM way
      WHERE ${isThis(tx, call)} AND d.lease IS NULL
      RETURNING d.body, d.event_id, d.endpoint_id, way.url, way.secret_id, way.sealed, way.wrapped_key, way.kek_id`),
  )
  return (
    row && {
      url: row.url,
      body: row.body,
      eventId: encodeId('evt', row.event_id),
      secret: { sealed: row.sealed, wrappedKey: row.wrapped_key, kekId: row.kek_id },
      secretPlace: secretPlace(tx.workspaceUuid, row.endpoint_id, row.secret_id),
    }
  )
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
      .where('webhook_deliveries.endpoint_id', '=', call.endpointUuid)
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
export function finishAttempts(tx: WriteTx, ended: readonly EndedAttempt[]): Promise<boolean[]> {
  return Promise.all(ended.map((attempt) => finishAttempt(tx, attempt)))
}

async function finishAttempt(tx: WriteTx, { call, lease, outcome }: EndedAttempt): Promise<boolean> {
  const row = await tx.first(
    statement(sql<{ id: string }>`
      UPDATE webhook_deliveries d
      SET status = ${outcome.status}, next_attempt_at = ${outcome.nextAttemptAt}, last_status_code = ${outcome.statusCode},
          last_error = ${outcome.error}, delivered_at = ${outcome.deliveredAt},
          lease = NULL, leased_by = NULL, leased_until = NULL
      WHERE ${isThis(tx, call)} AND ${IS_PENDING} AND d.lease IS NOT DISTINCT FROM ${lease}
      RETURNING d.id`),
  )
  return row !== null
}
