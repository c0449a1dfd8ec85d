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
  readonly at: Date
  /** Of this very run. */
  readonly token: string
  /** The work that the run belongs to: when it is run again, its own earlier run is known to be over. */
  readonly runner: string
  readonly leaseMs: number
  readonly horizonMs: number
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

/** Takes the attempt if it is there to be taken: due, nobody's, within its day, for an active endpoint. */
export async function claimAttempt(tx: WriteTx, claim: Claim): Promise<ClaimedAttempt | null> {
  const { call, at } = claim
  const row = await tx.first(
    statement(sql<ClaimedRow>`
      UPDATE webhook_deliveries d
      SET attempts = d.attempts + 1, lease = ${claim.token}, leased_by = ${claim.runner},
          leased_until = ${new Date(at.getTime() + claim.leaseMs)}
      FROM webhook_endpoints e, webhook_secrets s
      WHERE ${ofTenant(tx, 'd.workspace_id')} AND d.id = ${call.uuid} AND d.created_at = ${call.createdAt}
        AND d.status = 'pending' AND d.attempts = ${call.attempt - 1} AND d.lease IS NULL
        AND d.created_at > ${new Date(at.getTime() - claim.horizonMs)}
        AND e.workspace_id = d.workspace_id AND e.id = d.endpoint_id AND e.status = 'active'
        AND s.workspace_id = d.workspace_id AND s.id = d.secret_id AND (s.expires_at IS NULL OR s.expires_at > ${at})
      RETURNING e.url, d.body, d.event_id, d.endpoint_id, s.id AS secret_id, s.sealed, s.wrapped_key, s.kek_id`),
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

/** Writes down what an attempt came to, where `lease` is still the row's; false where it is not. */
export async function finishAttempt(
  tx: WriteTx,
  call: AttemptCall,
  lease: string | null,
  outcome: Outcome,
): Promise<boolean> {
  const row = await tx.first(
    build
      .updateTable('webhook_deliveries')
      .set({
        status: outcome.status,
        next_attempt_at: outcome.nextAttemptAt,
        last_status_code: outcome.statusCode,
        last_error: outcome.error,
        delivered_at: outcome.deliveredAt,
        lease: null,
        leased_by: null,
        leased_until: null,
      })
      .where(ofTenant(tx))
      .where('id', '=', call.uuid)
      .where('created_at', '=', call.createdAt)
      .where('status', '=', 'pending')
      .where(lease === null ? sql<boolean>`lease IS NULL` : sql<boolean>`lease = ${lease}`)
      .returning('id'),
  )
  return row !== null
}
