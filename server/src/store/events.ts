/** What happened, for webhooks and the event list. Recorded in the transaction in which it happens, never after it. */
import type { Selectable } from 'kysely'
import { encodeId, newUuid, uuidOf } from '../lib/ids.ts'
import { build } from './db.ts'
import type { WriteTx } from './db.ts'
import type { Events } from './database.ts'

export const EVENT_TYPES = [
  'document.processed',
  'document.failed',
  'extraction.ready',
  'extraction.updated',
  'job.completed',
  'loan.classified',
  'spread.finalized',
  'spread.reopened',
  'export.succeeded',
  'export.failed',
  'export.cancelled',
  'memo_render.succeeded',
  'memo_render.failed',
  'memo_render.cancelled',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Ids and state under their wire names, never figures. A name without a value is null, not left out. */
export type EventData = Readonly<Record<string, string | number | boolean | null>>

export interface NewEvent {
  readonly type: EventType
  readonly livemode: boolean
  readonly loanId: string | null
  readonly data: EventData
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

/** Records an event; null when it was recorded before. `data` gets the workspace's id by itself. */
export async function recordEvent(tx: WriteTx, event: NewEvent): Promise<Event | null> {
  const row = await tx.first(
    build
      .insertInto('events')
      .values({
        workspace_id: tx.workspaceUuid,
        id: newUuid(),
        type: event.type,
        livemode: event.livemode,
        loan_id: event.loanId === null ? null : uuidOf('loan', event.loanId),
        data: JSON.stringify({ workspace_id: encodeId('ws', tx.workspaceUuid), ...event.data }),
        once: event.once ?? null,
      })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'once']).where('once', 'is not', null).doNothing())
      .returningAll(),
  )
  return row && toEvent(row)
}
