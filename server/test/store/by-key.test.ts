/**
 * What is looked up by its key is read by its key, whatever the planner believes. Its idea of a table is as old as the
 * last count: a queue that was empty then, a month's deliveries that had just begun. Counted are the rows that
 * PostgreSQL read, so that nothing here depends on how busy the machine is.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { Relay } from '../../src/domain/hand-off/relay.ts'
import { AttemptBook } from '../../src/domain/webhooks/attempt-book.ts'
import { RELAY_DB } from '../../src/main/relay.ts'
import { Db, statement } from '../../src/store/db.ts'
import type { Work } from '../../src/store/outbox.ts'
import { enqueueAttempts } from '../../src/store/webhook-deliveries.ts'
import { asSuperuser, urlOf } from '../support/database.ts'
import { startWebhookBench } from '../support/webhooks.ts'

const bench = await startWebhookBench()
const { database } = bench.service
const tenant = await bench.service.tenant()
const workspaceUuid = tenant.workspace.uuid
// Otherwise PostgreSQL may count in the middle of a test.
const tables = await asSuperuser<{ name: string }>(
  database,
  `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND (relname LIKE 'webhook\\_%' OR relname = 'outbox')`,
)
for (const { name } of tables) await asSuperuser(database, `ALTER TABLE ${name} SET (autovacuum_enabled = false)`)

/** One connection, so that what is planned first is what is kept. */
const connect = (): Db => {
  const db = new Db({ url: urlOf(database, 'WORKER'), ...RELAY_DB, poolSize: 1 })
  bench.service.companions.push(() => db.close())
  return db
}

/** How many entries of indexes and rows of tables whose names begin so were read by `work` over the connection. */
async function readBy(db: Db, tables: string, work: () => Promise<unknown>): Promise<number> {
  const count = async (): Promise<number> => {
    await db.outsideTenants(statement(sql`SELECT pg_stat_force_next_flush()`))
    const [row] = await asSuperuser<{ n: number }>(
      database,
      `SELECT (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname LIKE $1)::int
            + (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname LIKE $1)::int AS n`,
      [`${tables}%`],
    )
    assert.ok(row)
    return row.n
  }
  const before = await count()
  await work()
  const read = (await count()) - before
  assert.ok(read > 0, 'nothing was counted')
  return read
}

interface DeliveryRow {
  id: string
  endpoint_id: string
  created_at: Date
}

test('an attempt reads its own delivery and few others, though its connection made its plans while there was one', async () => {
  await bench.endpoint(tenant)
  await bench.record(tenant)
  for (const { name } of tables) await asSuperuser(database, `ANALYZE ${name}`)
  const db = connect()
  const book = new AttemptBook({ db, clock: bench.clock })
  const attempt = async (row: DeliveryRow): Promise<void> => {
    const call = { uuid: row.id, endpointUuid: row.endpoint_id, createdAt: row.created_at, attempt: 1 }
    const token = randomUUID()
    assert.ok(await book.claim(workspaceUuid, { call, token, runner: 'test' }))
    const outcome = { status: 'delivered', nextAttemptAt: null, statusCode: 200, error: null, deliveredAt: new Date() }
    assert.equal(await book.end(workspaceUuid, { call, lease: token, outcome, next: null }), true)
  }
  const pending = () =>
    asSuperuser<DeliveryRow>(
      database,
      `SELECT id, endpoint_id, created_at FROM webhook_deliveries WHERE status = 'pending' ORDER BY id`,
    )
  const [first, ...none] = await pending()
  assert.ok(first && none.length === 0)
  await attempt(first)

  await asSuperuser(
    database,
    `INSERT INTO webhook_deliveries
       (workspace_id, id, created_at, endpoint_id, event_id, event_type, secret_id, body, next_attempt_at)
     SELECT workspace_id, gen_random_uuid(), created_at, endpoint_id, gen_random_uuid(), event_type, secret_id, body, now()
     FROM webhook_deliveries, generate_series(1, 3000)`,
  )
  const burst = (await pending()).slice(0, 50)
  const read = await readBy(db, 'webhook_deliveries', async () => {
    for (const row of burst) await attempt(row)
  })
  assert.ok(read / burst.length < 20, `${read / burst.length} rows were read for an attempt`)
  const together = (await pending()).slice(0, 100)
  const readTogether = await readBy(db, 'webhook_deliveries', () => Promise.all(together.map(attempt)))
  assert.ok(readTogether / together.length < 20, `${readTogether / together.length} rows were read for one of many`)
})

test('a hand-over passes over no row of the past, though the queue was counted while it held nothing else', async () => {
  const open = new pg.Client({ connectionString: urlOf(database, 'SUPERUSER') })
  await open.connect()
  await open.query('BEGIN; SELECT txid_current()')
  // Handed over and forgotten an hour ago; the open transaction keeps their rows where they are.
  await asSuperuser(
    database,
    `INSERT INTO outbox (workspace_id, id, topic, payload, due_at)
     SELECT $1, gen_random_uuid(), 'webhook-delivery', '{}', now() - interval '1 hour' FROM generate_series(1, 5000)`,
    [workspaceUuid],
  )
  await asSuperuser(database, `UPDATE outbox SET handed_at = now(), due_at = now() + interval '1 hour'`)
  await asSuperuser(database, 'DELETE FROM outbox')
  await asSuperuser(database, 'ANALYZE outbox')
  const handed: Work[] = []
  const engine = { start: (work: Work): Promise<void> => Promise.resolve(void handed.push(work)) }
  const db = connect()
  const faults: unknown[] = []
  const relay = new Relay({ db, engine, clock: bench.clock, slots: 64, onFault: (error) => faults.push(error) })
  assert.equal(await relay.pass(), 0)
  const calls = Array.from({ length: 10 }, () => ({
    uuid: randomUUID(),
    endpointUuid: randomUUID(),
    createdAt: new Date(),
    attempt: 1,
  }))
  await bench.worker.inTenant({ workspaceUuid }, (tx) => enqueueAttempts(tx, calls))
  const read = await readBy(db, 'outbox', () => relay.pass())
  await open.query('ROLLBACK')
  await open.end()
  assert.deepEqual(faults, [])
  assert.equal(handed.length, 10)
  assert.ok(read < 200, `${read} rows were read to hand over 10`)
})
