/**
 * Many deliveries to many endpoints while a test does its worst, and what came of them. The short forms in CI and the
 * long ones of `npm run chaos` are the same runs with other numbers.
 */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { SUBSCRIBABLE_EVENTS } from '../../src/lib/event-catalogue.ts'
import type { EventType } from '../../src/lib/event-catalogue.ts'
import { encodeId } from '../../src/lib/ids.ts'
import { asSuperuser } from './database.ts'
import { startReceiver } from './receiver.ts'
import type { Receiver } from './receiver.ts'
import type { Tenant } from './service.ts'
import { startWebhookBench } from './webhooks.ts'
import type { WebhookBench } from './webhooks.ts'

export interface Field {
  readonly bench: WebhookBench
  readonly tenant: Tenant
  readonly receiver: Receiver
  readonly endpoints: number
  readonly endpointIds: readonly string[]
  /** The events that are recorded, by turns; null where there is one kind and every endpoint gets it. */
  readonly types: readonly EventType[] | null
  /** When each event was committed, by id. */
  readonly recorded: Map<string, number>
}

/**
 * A tenant with so many endpoints, all at one receiver, told apart by their paths. Every endpoint gets every event,
 * unless each has `itsOwnEvents`: then one gets it.
 */
export async function startField(endpoints: number, options: { itsOwnEvents?: boolean } = {}): Promise<Field> {
  const bench = await startWebhookBench()
  const tenant = await bench.service.tenant()
  await asSuperuser(bench.service.database, `UPDATE api_keys SET rate_limits = '{"api": 100000, "strict": 100000}'`)
  const receiver = await startReceiver(bench.authority.issue(['*.receiver.test']))
  const endpointIds: string[] = []
  const types = options.itsOwnEvents ? SUBSCRIBABLE_EVENTS.slice(0, endpoints) : null
  assert.ok(types === null || types.length === endpoints, 'there are not that many kinds of events')
  for (let index = 0; index < endpoints; index += 1) {
    const host = `e${index}.receiver.test`
    bench.dns.zone[host] = { a: ['127.0.0.1'] }
    const body = { url: `https://${host}:${receiver.port}/${index}`, subscribed_events: [types?.[index] ?? '*'] }
    const reply = await bench.service.call('/api/webhooks', { method: 'POST', key: tenant.key, body })
    assert.equal(reply.status, 201, reply.text)
    endpointIds.push(reply.json.id as string)
  }
  return { bench, tenant, receiver, endpoints, endpointIds, types, recorded: new Map() }
}

/** Records events, so many at a time, and notes when each was committed. */
export async function recordMany(field: Field, count: number, atOnce = 4): Promise<void> {
  let left = count
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const type = field.types?.[field.recorded.size % field.types.length]
      const event = await field.bench.record(field.tenant, type === undefined ? {} : { type })
      field.recorded.set(event.id, Date.now())
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

const pairOf = (received: { path: string; headers: Record<string, unknown> }): string =>
  `${received.path} ${String(received.headers['service-event-id'])}`

/** Which endpoint has seen which event; every pair counts once. */
export function pairsSeen(field: Field): Set<string> {
  return new Set(field.receiver.received.map(pairOf))
}

export async function waitForAll(field: Field, withinMs: number): Promise<number> {
  const expected = field.recorded.size * (field.types === null ? field.endpoints : 1)
  const started = performance.now()
  for (;;) {
    const seen = pairsSeen(field).size
    if (seen === expected) return performance.now() - started
    if (performance.now() - started > withinMs)
      throw new Error(`${seen} of ${expected} deliveries arrived within ${withinMs / 1000} s`)
    await sleep(100)
  }
}

export function duplicates(field: Field): number {
  return field.receiver.received.length - pairsSeen(field).size
}

/** Attempts that are under way by the rows: what a kill at this moment may cause to be sent twice. */
export async function underWay(field: Field): Promise<number> {
  const [row] = await asSuperuser<{ n: number }>(
    field.bench.service.database,
    'SELECT count(*)::int AS n FROM webhook_deliveries WHERE lease IS NOT NULL',
  )
  return row?.n ?? 0
}

/**
 * What must hold however often something died: every delivery is done, and none was sent more often than the attempts
 * that its row counted. Fails where it does not; answers how many deliveries it looked at.
 */
export async function checkDeliveries(field: Field): Promise<number> {
  const rows = await asSuperuser<{ event_id: string; endpoint_id: string; status: string; attempts: number }>(
    field.bench.service.database,
    'SELECT event_id, endpoint_id, status, attempts FROM webhook_deliveries',
  )
  const sent = new Map<string, number>()
  for (const received of field.receiver.received) sent.set(pairOf(received), (sent.get(pairOf(received)) ?? 0) + 1)
  for (const row of rows) {
    const pair = `/${field.endpointIds.indexOf(encodeId('whe', row.endpoint_id))} ${encodeId('evt', row.event_id)}`
    assert.equal(row.status, 'delivered', pair)
    const times = sent.get(pair) ?? 0
    assert.ok(times >= 1 && times <= row.attempts, `${pair} was sent ${times} times in ${row.attempts} attempts`)
    sent.delete(pair)
  }
  assert.deepEqual([...sent.keys()], [], 'something was sent that no delivery knows of')
  assert.ok(rows.length > 0)
  return rows.length
}

export async function statusCounts(field: Field): Promise<Record<string, number>> {
  const rows = await asSuperuser<{ status: string; n: number }>(
    field.bench.service.database,
    'SELECT status, count(*)::int AS n FROM webhook_deliveries GROUP BY status',
  )
  return Object.fromEntries(rows.map((row) => [row.status, row.n]))
}

/** From commit to first arrival, in milliseconds, ascending; of the paths that `counts` takes. */
export function latencies(field: Field, counts: (path: string) => boolean = () => true): number[] {
  const first = new Map<string, number>()
  for (const received of field.receiver.received) {
    if (!counts(received.path)) continue
    const pair = pairOf(received)
    if (first.has(pair)) continue
    const committed = field.recorded.get(String(received.headers['service-event-id']))
    if (committed !== undefined) first.set(pair, received.at - committed)
  }
  return [...first.values()].sort((one, other) => one - other)
}

export function percentile(ascending: readonly number[], part: number): number {
  const value = ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * part))]
  if (value === undefined) throw new Error('nothing was measured')
  return value
}
