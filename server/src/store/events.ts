/** What happened, for webhooks and the event list. Recorded in the transaction in which it happens, never after it. */
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { completeData, toEnvelope } from '../lib/event-catalogue.ts'
import type { EventData, EventDataOf, EventType } from '../lib/event-catalogue.ts'
import { encodeId, newUuid, uuidOf } from '../lib/ids.ts'
import { build, ofTenant, statement } from './db.ts'
import type { ReadTx, WriteTx } from './db.ts'
import type { Events } from './database.ts'
import { toJson } from './json.ts'
import { afterPosition, rowsToFetch, toPage } from './paging.ts'
import type { Page, PageRequest } from './paging.ts'
import { fanOut, findTargets } from './webhook-deliveries.ts'
import type { FanOutTarget } from './webhook-deliveries.ts'

export interface NewEvent<Type extends EventType = EventType> {
  readonly type: Type
  readonly livemode: boolean
  readonly loanId: string | null
  /** Ids and state under their wire names, never figures. What has no value may be left out and is sent as null. */
  readonly data: EventDataOf<Type>
  /** Given for what may happen only once: a second event of the same name is not recorded. */
  readonly once?: string
}

export interface Event {
  readonly id: string
  readonly type: EventType
  readonly livemode: boolean
  readonly loanId: string | null
  readonly data: EventData
  readonly createdAt: Date
}

export function toEvent(row: Selectable<Events>): Event {
  return {
    id: encodeId('evt', row.id),
    type: row.type as EventType,
    livemode: row.livemode,
    loanId: row.loan_id === null ? null : encodeId('loan', row.loan_id),
    data: row.data as EventData,
    createdAt: row.created_at,
  }
}

/** Who is told: every endpoint that subscribes, one endpoint, or only those who follow the stream and the list. */
type Audience = 'subscribers' | { readonly endpointId: string } | 'followers'

/**
 * Records an event and enqueues its deliveries, all in the transaction in which it happens; null when it was recorded
 * before. `data` gets the workspace's id by itself. A test of one endpoint goes to that endpoint alone.
 */
export async function recordEvent<Type extends EventType>(
  tx: WriteTx,
  event: NewEvent<Type>,
  audience: Audience = 'subscribers',
): Promise<Event | null> {
  const [recorded] = await recordEvents(tx, [event], audience)
  return recorded ?? null
}

/** The same for several at once, in their order; answers those that were not recorded before. */
export async function recordEvents(
  tx: WriteTx,
  events: readonly NewEvent[],
  audience: Audience = 'subscribers',
): Promise<Event[]> {
  const [rows, targetsOf] = await Promise.all([
    insertEvents(tx, events),
    // Found in vain when an event was recorded before, which is seldom: waiting for that would cost every event.
    targetsOfAudience(
      tx,
      events.map(({ type }) => type),
      audience,
    ),
  ])
  const recorded = rows.map(toEvent)
  const deliveries = recorded.flatMap((event) => {
    const body = JSON.stringify(toEnvelope(event))
    return targetsOf(event.type).map((target) => ({ ...target, event: { ...event, body } }))
  })
  await fanOut(tx, deliveries)
  return recorded
}

async function targetsOfAudience(
  tx: WriteTx,
  types: readonly string[],
  audience: Audience,
): Promise<(eventType: string) => FanOutTarget[]> {
  if (audience === 'followers') return () => []
  return findTargets(tx, types, audience === 'subscribers' ? null : audience)
}

async function insertEvents(tx: WriteTx, events: readonly NewEvent[]): Promise<Selectable<Events>[]> {
  const workspaceId = encodeId('ws', tx.workspaceUuid)
  const values = events.map((event) => ({
    id: newUuid(),
    type: event.type,
    livemode: event.livemode,
    loan_id: event.loanId === null ? null : uuidOf('loan', event.loanId),
    data: completeData(event.type, { workspace_id: workspaceId, ...(event.data as EventData) }),
    once: event.once,
  }))
  // All rows as one value: the statement is the same, and planned once, however many they are.
  return tx.rows(
    statement(sql<Selectable<Events>>`
    INSERT INTO events (workspace_id, id, type, livemode, loan_id, data, once)
    SELECT ${tx.workspaceUuid}, told.* FROM jsonb_to_recordset(${toJson(values)}::jsonb) AS told (id uuid, type text,
      livemode boolean, loan_id uuid, data jsonb, once text)
    ON CONFLICT (workspace_id, once) WHERE once IS NOT NULL DO NOTHING RETURNING *`),
  )
}

/** How long the event list reaches back. */
const LISTED_DAYS = 30

export async function listEvents(
  tx: ReadTx,
  filter: { type: EventType | null; loanId: string | null },
  page: PageRequest,
): Promise<Page<Event>> {
  let query = build
    .selectFrom('events')
    .selectAll()
    .where(ofTenant(tx))
    .where('created_at', '>', sql<Date>`now() - make_interval(days => ${LISTED_DAYS})`)
    .where(afterPosition(page.after))
  if (filter.type !== null) query = query.where('type', '=', filter.type)
  if (filter.loanId !== null) query = query.where('loan_id', '=', uuidOf('loan', filter.loanId))
  const rows = await tx.rows(query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(rowsToFetch(page)))
  return toPage(rows, page, toEvent)
}

/** The events of these uuids that are the tenant's, the oldest first. */
export async function findEvents(tx: ReadTx, uuids: readonly string[]): Promise<Event[]> {
  const rows = await tx.rows(
    build
      .selectFrom('events')
      .selectAll()
      .where(ofTenant(tx))
      .where(sql<boolean>`id = ANY (${uuids}::uuid[])`)
      .orderBy('created_at')
      .orderBy('id'),
  )
  return rows.map(toEvent)
}

/** Events of the listed time from a moment on, or after an event, the oldest first. */
export async function eventsSince(
  tx: ReadTx,
  start: { from: Date } | { after: Event },
  atMost: number,
): Promise<Event[]> {
  const rows = await tx.rows(
    build
      .selectFrom('events')
      .selectAll()
      .where(ofTenant(tx))
      .where('created_at', '>', sql<Date>`now() - make_interval(days => ${LISTED_DAYS})`)
      .where(
        'from' in start
          ? sql<boolean>`created_at >= ${start.from}`
          : sql<boolean>`(created_at, id) > (${start.after.createdAt}, ${uuidOf('evt', start.after.id)})`,
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(atMost),
  )
  return rows.map(toEvent)
}

/** From now on, and for so long, the commit of each of the tenant's events is told to those who listen. */
export async function announceEvents(tx: WriteTx, forMs: number): Promise<void> {
  const until = sql<Date>`now() + make_interval(secs => ${forMs / 1000})`
  await tx.rows(
    build
      .insertInto('event_followers')
      .values({ workspace_id: tx.workspaceUuid, until })
      .onConflict((conflict) =>
        conflict
          .column('workspace_id')
          .doUpdateSet({ until: sql<Date>`greatest(event_followers.until, excluded.until)` }),
      ),
  )
}
