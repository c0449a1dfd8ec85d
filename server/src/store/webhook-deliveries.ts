/**
 * Deliveries: the truth of what was and will be sent. Written in the transaction of the event, together with the work
 * that hands them to the engine; every later change is fenced, so that a run that was overtaken changes nothing.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { ALL_EVENTS } from '../lib/event-catalogue.ts'
import { encodeId, newUuid, uuidOf } from '../lib/ids.ts'
import { build, ofTenant, statement } from './db.ts'
import type { Db, ReadTx, WriteTx } from './db.ts'
import type { WebhookDeliveries } from './database.ts'
import { afterPosition, rowsToFetch, toPage } from './paging.ts'
import type { Page, PageRequest } from './paging.ts'

export const DELIVERY_TOPIC = 'webhook-delivery'
/**
 * How many requests to one endpoint may be under way at once, over all workers: the engine runs one piece of work a
 * lane at a time. An endpoint that hangs holds its own lanes and nobody else's.
 */
export const LANES_PER_ENDPOINT = 8

export type DeliveryStatus = 'pending' | 'delivered' | 'dead'
export const DELIVERY_STATUSES: readonly DeliveryStatus[] = ['pending', 'delivered', 'dead']

export interface Delivery {
  readonly id: string
  readonly endpointId: string
  readonly eventId: string
  readonly eventType: string
  readonly loanId: string | null
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly nextAttemptAt: Date | null
  readonly lastStatusCode: number | null
  readonly lastError: string | null
  readonly createdAt: Date
  readonly deliveredAt: Date | null
}

type Listed = Pick<
  Selectable<WebhookDeliveries>,
  | 'id' | 'endpoint_id' | 'event_id' | 'event_type' | 'loan_id' | 'status' | 'attempts' | 'next_attempt_at'
  | 'last_status_code' | 'last_error' | 'created_at' | 'delivered_at'
> // prettier-ignore

const LISTED = [
  'id', 'endpoint_id', 'event_id', 'event_type', 'loan_id', 'status', 'attempts', 'next_attempt_at', 'last_status_code',
  'last_error', 'created_at', 'delivered_at',
] as const // prettier-ignore

function toDelivery(row: Listed): Delivery {
  return {
    id: encodeId('whd', row.id),
    endpointId: encodeId('whe', row.endpoint_id),
    eventId: encodeId('evt', row.event_id),
    eventType: row.event_type,
    loanId: row.loan_id === null ? null : encodeId('loan', row.loan_id),
    status: row.status as DeliveryStatus,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    lastStatusCode: row.last_status_code,
    lastError: row.last_error,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at,
  }
}

/**
 * True of every delivery. The indexes for lists and replays have it as their condition, so that they serve only who
 * says it: an attempt, which looks one delivery up, must not be given an index that holds many for the same tenant.
 */
const searched = (table = 'webhook_deliveries') => sql<boolean>`${sql.ref(`${table}.event_type`)} <> ''`

/** One attempt as the engine knows it. */
export interface AttemptCall {
  /** Of the delivery. */
  readonly uuid: string
  readonly endpointUuid: string
  readonly createdAt: Date
  readonly attempt: number
}

/** The same attempt always has the same id: the engine takes two calls for it as one. */
export function attemptId(call: Pick<AttemptCall, 'uuid' | 'attempt'>): string {
  const bytes = createHash('sha256').update(`${call.uuid}:${call.attempt}`).digest().subarray(0, 16)
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The lane that a delivery waits in. */
export function laneOf(call: Pick<AttemptCall, 'uuid' | 'endpointUuid'>): string {
  return `${call.endpointUuid}.${Number.parseInt(call.uuid.slice(-2), 16) % LANES_PER_ENDPOINT}`
}

/** An attempt to leave for the engine: at once, or not before a moment. */
export interface EnqueuedAttempt extends AttemptCall {
  readonly at?: Date
  /** Instead of the id that the attempt always has. */
  readonly id?: string
}

/** Leaves attempts for the engine; one that is on the books already stays as it is. */
export async function enqueueAttempts(tx: WriteTx, calls: readonly EnqueuedAttempt[]): Promise<void> {
  if (calls.length === 0) return
  await tx.rows(
    build
      .insertInto('outbox')
      .values(
        calls.map((call) => ({
          workspace_id: tx.workspaceUuid,
          id: call.id ?? attemptId(call),
          topic: DELIVERY_TOPIC,
          payload: JSON.stringify({
            key: laneOf(call),
            delivery: call.uuid,
            endpoint: call.endpointUuid,
            created: call.createdAt.toISOString(),
            attempt: String(call.attempt),
            ...(call.at && { at: call.at.toISOString() }),
          }),
        })),
      )
      .onConflict((conflict) => conflict.doNothing()),
  )
}

interface NewDelivery {
  readonly endpointUuid: string
  readonly secretUuid: string
  readonly eventUuid: string
  readonly eventType: string
  readonly loanUuid: string | null
  readonly body: string
  readonly createdAt: Date
  readonly replayOf: string | null
}

/** Writes deliveries and the work of their first attempts. One that the fan-out has made before is not made again. */
async function insertDeliveries(tx: WriteTx, deliveries: readonly NewDelivery[]): Promise<Delivery[]> {
  if (deliveries.length === 0) return []
  const rows = await tx.rows(
    build
      .insertInto('webhook_deliveries')
      .values(
        deliveries.map((delivery) => ({
          workspace_id: tx.workspaceUuid,
          id: newUuid(),
          created_at: delivery.createdAt,
          endpoint_id: delivery.endpointUuid,
          event_id: delivery.eventUuid,
          event_type: delivery.eventType,
          loan_id: delivery.loanUuid,
          secret_id: delivery.secretUuid,
          body: delivery.body,
          replay_of: delivery.replayOf,
          next_attempt_at: delivery.createdAt,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'endpoint_id', 'event_id', 'created_at'])
          .where('replay_of', 'is', null)
          .doNothing(),
      )
      .returning(LISTED),
  )
  await enqueueAttempts(
    tx,
    rows.map((row) => ({ uuid: row.id, endpointUuid: row.endpoint_id, createdAt: row.created_at, attempt: 1 })),
  )
  return rows.map(toDelivery)
}

export interface FannedOutEvent {
  readonly id: string
  readonly type: string
  readonly loanId: string | null
  readonly createdAt: Date
  readonly body: string
}

export interface FanOutTarget {
  readonly endpointUuid: string
  readonly secretUuid: string
}

/** The active endpoints that events of these types go to, by type, each with the secret that is current now. */
export async function findTargets(
  tx: WriteTx,
  eventTypes: readonly string[],
  onlyTo: { endpointId: string } | null,
): Promise<(eventType: string) => FanOutTarget[]> {
  const rows = await tx.rows(
    build
      .selectFrom('webhook_endpoints')
      .innerJoin('webhook_secrets', (join) =>
        join
          .onRef('webhook_secrets.workspace_id', '=', 'webhook_endpoints.workspace_id')
          .onRef('webhook_secrets.endpoint_id', '=', 'webhook_endpoints.id')
          .on('webhook_secrets.expires_at', 'is', null),
      )
      .select(['webhook_endpoints.id', 'webhook_endpoints.subscribed_events', 'webhook_secrets.id as secret_id'])
      .where(ofTenant(tx, 'webhook_endpoints.workspace_id'))
      .where('webhook_endpoints.status', '=', 'active')
      .where(
        onlyTo === null
          ? sql<boolean>`webhook_endpoints.subscribed_events && ${[...eventTypes, ALL_EVENTS]}::text[]`
          : sql<boolean>`webhook_endpoints.id = ${uuidOf('whe', onlyTo.endpointId)}`,
      ),
  )
  return (eventType) =>
    rows
      .filter(({ subscribed_events: wanted }) => onlyTo || wanted.includes(eventType) || wanted.includes(ALL_EVENTS))
      .map((row) => ({ endpointUuid: row.id, secretUuid: row.secret_id }))
}

/** Enqueues events, each for its target. */
export async function fanOut(
  tx: WriteTx,
  deliveries: readonly (FanOutTarget & { readonly event: FannedOutEvent })[],
): Promise<Delivery[]> {
  return insertDeliveries(
    tx,
    deliveries.map(({ event, ...target }) => ({
      ...target,
      eventUuid: uuidOf('evt', event.id),
      eventType: event.type,
      loanUuid: event.loanId === null ? null : uuidOf('loan', event.loanId),
      body: event.body,
      createdAt: event.createdAt,
      replayOf: null,
    })),
  )
}

export interface DeliveryFilter {
  readonly status: DeliveryStatus | null
  readonly eventType: string | null
  readonly loanId: string | null
}

export async function listDeliveries(
  tx: ReadTx,
  endpointId: string,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<Page<Delivery>> {
  let query = build
    .selectFrom('webhook_deliveries')
    .select(LISTED)
    .where(ofTenant(tx))
    .where('endpoint_id', '=', uuidOf('whe', endpointId))
    .where(searched())
    .where(afterPosition(page.after))
  if (filter.status !== null) query = query.where('status', '=', filter.status)
  if (filter.eventType !== null) query = query.where('event_type', '=', filter.eventType)
  if (filter.loanId !== null) query = query.where('loan_id', '=', uuidOf('loan', filter.loanId))
  const rows = await tx.rows(query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(rowsToFetch(page)))
  return toPage(rows, page, toDelivery)
}

export interface ReplaySource {
  readonly endpointId: string
  readonly secretUuid: string
  readonly at: Date
}

/** Enqueues one delivery again, as a new one of its own; null when the endpoint has no such delivery. */
export async function replayDelivery(tx: WriteTx, from: ReplaySource, deliveryId: string): Promise<Delivery | null> {
  const rows = await tx.rows(
    build
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where(ofTenant(tx))
      .where('endpoint_id', '=', uuidOf('whe', from.endpointId))
      .where('id', '=', uuidOf('whd', deliveryId)),
  )
  const [replayed] = await insertDeliveries(
    tx,
    rows.map((row) => repeated(row, from)),
  )
  return replayed ?? null
}

export interface BulkReplayFilter {
  readonly status: 'delivered' | 'dead'
  readonly eventType: string | null
  readonly from: Date | null
  readonly until: Date | null
}

/**
 * Enqueues again what matches, oldest first, at most `atMost` of it. Of an event only its latest delivery counts: what
 * was replayed already is pending and does not match, so repeating the call goes on where it stopped.
 */
export async function replayDeliveries(
  tx: WriteTx,
  source: ReplaySource,
  filter: BulkReplayFilter,
  atMost: number,
): Promise<Delivery[]> {
  const rows = await tx.rows(
    statement(sql<Selectable<WebhookDeliveries>>`
      SELECT d.* FROM webhook_deliveries d
      WHERE ${ofTenant(tx, 'd.workspace_id')} AND d.endpoint_id = ${uuidOf('whe', source.endpointId)}
        AND d.status = ${filter.status} AND ${searched('d')} AND d.event_type <> 'webhook.test'
        AND (${filter.eventType}::text IS NULL OR d.event_type = ${filter.eventType})
        AND (${filter.from}::timestamptz IS NULL OR d.created_at >= ${filter.from})
        AND (${filter.until}::timestamptz IS NULL OR d.created_at < ${filter.until})
        AND NOT EXISTS (
          SELECT FROM webhook_deliveries later
          WHERE later.workspace_id = d.workspace_id AND later.event_id = d.event_id AND ${searched('later')}
            AND later.endpoint_id = d.endpoint_id AND (later.created_at, later.id) > (d.created_at, d.id))
      ORDER BY d.created_at, d.id LIMIT ${atMost}`),
  )
  return insertDeliveries(
    tx,
    rows.map((row) => repeated(row, source)),
  )
}

function repeated(row: Selectable<WebhookDeliveries>, source: ReplaySource): NewDelivery {
  return {
    endpointUuid: row.endpoint_id,
    secretUuid: source.secretUuid,
    eventUuid: row.event_id,
    eventType: row.event_type,
    loanUuid: row.loan_id,
    body: row.body,
    createdAt: source.at,
    replayOf: row.id,
  }
}

/** Ends what waits for a revoked endpoint. An attempt that is under way ends by itself. */
export async function endDeliveriesOf(tx: WriteTx, endpointId: string, error: string): Promise<void> {
  await tx.rows(
    build
      .updateTable('webhook_deliveries')
      .set({ status: 'dead', next_attempt_at: null, last_error: error })
      .where(ofTenant(tx))
      .where('endpoint_id', '=', uuidOf('whe', endpointId))
      .where(searched())
      .where('status', '=', 'pending')
      .where('lease', 'is', null),
  )
}

/** Whether a request to the endpoint may be on its way at this moment. */
export async function hasAttemptUnderWay(tx: ReadTx, endpointId: string, at: Date): Promise<boolean> {
  const row = await tx.first(
    build
      .selectFrom('webhook_deliveries')
      .select('id')
      .where(ofTenant(tx))
      .where('endpoint_id', '=', uuidOf('whe', endpointId))
      .where(searched())
      .where('status', '=', 'pending')
      .where('leased_until', '>', at)
      .limit(1),
  )
  return row !== null
}

/** Deliveries of all tenants that should have been attempted by now; each is named once in `overdueSeconds`. */
export async function sweepOverdue(
  db: Db,
  sweep: { at: Date; overdueSeconds: number; atMost: number },
): Promise<(AttemptCall & { workspaceUuid: string })[]> {
  const rows = await db.outsideTenants(
    statement(
      sql<{ workspace_id: string; id: string; created_at: Date; endpoint_id: string; attempts: number }>`
        SELECT * FROM sweep_deliveries(${sweep.at}, ${sweep.overdueSeconds}, ${sweep.atMost})`,
    ),
  )
  return rows.map((row) => ({
    workspaceUuid: row.workspace_id,
    uuid: row.id,
    endpointUuid: row.endpoint_id,
    createdAt: row.created_at,
    attempt: row.attempts + 1,
  }))
}

/** Makes the log's next partitions and drops its oldest. */
export async function keepPartitions(db: Db): Promise<void> {
  await db.outsideTenants(statement(sql`SELECT keep_delivery_partitions()`))
}
