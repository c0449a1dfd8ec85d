/** Bars 13 and 14: which transactions send an event, with the numbers given. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { Db } from '../../src/store/db.ts'
import type { WriteTx } from '../../src/store/db.ts'
import { recordEvent } from '../../src/store/events.ts'
import type { Event } from '../../src/store/events.ts'
import { PATIENCE_MS, urlOf } from './database.ts'
import { until } from './until.ts'
import type { WebhookBench } from './webhooks.ts'

const record = (tx: WriteTx): Promise<Event | null> =>
  recordEvent(tx, { type: 'job.completed', livemode: true, loanId: null, data: {} })

/** So many connections at once, each a transaction that is really open beside the others. */
async function withConnections<T>(bench: WebhookBench, count: number, work: (db: Db) => Promise<T>): Promise<T> {
  const url = urlOf(bench.service.database, 'APP')
  const db = new Db({ url, poolSize: count, connectTimeoutMs: PATIENCE_MS })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Bar 13: of many transactions that record an event and roll back, none sends anything. */
export async function rollBack(bench: WebhookBench, run: { tries: number; connections: number }): Promise<void> {
  const tenant = await bench.service.tenant()
  const endpoint = await bench.endpoint(tenant)
  let tries = 0
  await withConnections(bench, run.connections, (db) => {
    const worker = async (): Promise<void> => {
      while (tries < run.tries) {
        tries += 1
        const undone = db.inTenant({ workspaceUuid: tenant.workspace.uuid }, async (tx) => {
          assert.ok(await record(tx))
          throw new Error('changed my mind')
        })
        await assert.rejects(undone, /changed my mind/)
      }
    }
    return Promise.all(Array.from({ length: run.connections }, worker))
  })
  const last = await bench.record(tenant)
  await until(() => endpoint.receiver.received.length > 0)
  await sleep(1_000)
  console.log(`bar 13: ${tries} transactions rolled back, ${endpoint.receiver.received.length - 1} events sent`)
  assert.equal(tries, run.tries)
  assert.deepEqual(
    endpoint.receiver.received.map(({ headers }) => headers['service-event-id']),
    [last.id],
  )
}

/** Bar 14: many transactions record an event each, and end in another order than they began in. */
export async function commitAtOnce(
  bench: WebhookBench,
  run: { commits: number; connections: number; holdMs: number },
): Promise<void> {
  const tenant = await bench.service.tenant()
  const endpoint = await bench.endpoint(tenant)
  const committed: string[] = []
  let open = 0
  let mostOpen = 0
  await withConnections(bench, run.connections, (db) =>
    Promise.all(
      Array.from({ length: run.commits }, async () => {
        const event = await db.inTenant({ workspaceUuid: tenant.workspace.uuid }, async (tx) => {
          const recorded = await record(tx)
          mostOpen = Math.max(mostOpen, (open += 1))
          await sleep(Math.random() * run.holdMs)
          open -= 1
          return recorded
        })
        if (event) committed.push(event.id)
      }),
    ),
  )
  const seen = () => new Set(endpoint.receiver.received.map(({ headers }) => headers['service-event-id']))
  await until(() => seen().size >= committed.length, 60_000)
  console.log(
    `bar 14: ${committed.length} commits at once, up to ${mostOpen} open together: ${seen().size} events sent`,
  )
  assert.equal(committed.length, run.commits)
  assert.ok(mostOpen > run.connections / 2, 'the transactions were not open together')
  assert.deepEqual([...seen()].sort(), committed.toSorted())
}
