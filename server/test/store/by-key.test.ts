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
import { addToOutbox, claimDue, claimFairly, forgetTaken, putBack } from '../../src/store/outbox.ts'
import type { Work } from '../../src/store/outbox.ts'
import { enqueueAttempts, sweepOverdue } from '../../src/store/webhook-deliveries.ts'
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

/**
 * What `work` read over the connection of the tables whose names begin so: by index, and by table where one was read
 * from end to end, how many entries or rows.
 */
async function readsBy(db: Db, tables: string, work: () => Promise<unknown>): Promise<Map<string, number>> {
  const count = async () => {
    await db.outsideTenants(statement(sql`SELECT pg_stat_force_next_flush()`))
    const rows = await asSuperuser<{ name: string; scans: number; read: number }>(
      database,
      `SELECT indexrelname AS name, idx_scan::int AS scans, idx_tup_read::int AS read
       FROM pg_stat_user_indexes WHERE relname LIKE $1
       UNION ALL SELECT relname, seq_scan::int, seq_tup_read::int FROM pg_stat_user_tables WHERE relname LIKE $1`,
      [`${tables}%`],
    )
    return new Map(rows.map((row) => [row.name, row]))
  }
  const before = await count()
  await work()
  const reads = new Map<string, number>()
  for (const [name, { scans, read }] of await count()) {
    const earlier = before.get(name)
    if (scans > (earlier?.scans ?? 0)) reads.set(name, read - (earlier?.read ?? 0))
  }
  assert.ok(reads.size > 0, 'nothing was counted')
  return reads
}

const sum = (reads: Map<string, number>): number => [...reads.values()].reduce((total, read) => total + read, 0)

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
  const read = sum(
    await readsBy(db, 'webhook_deliveries', async () => {
      for (const row of burst) await attempt(row)
    }),
  )
  assert.ok(read / burst.length < 20, `${read / burst.length} rows were read for an attempt`)
  const together = (await pending()).slice(0, 100)
  const readTogether = sum(await readsBy(db, 'webhook_deliveries', () => Promise.all(together.map(attempt))))
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
  const engine = {
    start: (work: Work): Promise<string> => {
      handed.push(work)
      return Promise.resolve(work.id)
    },
    ended: () => Promise.resolve(new Set<string>()),
  }
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
  const read = sum(await readsBy(db, 'outbox', () => relay.pass()))
  await open.query('ROLLBACK')
  await open.end()
  assert.deepEqual(faults, [])
  assert.equal(handed.length, 10)
  assert.ok(read < 200, `${read} rows were read to hand over 10`)
})

/** What was in the queue when PostgreSQL last counted it. All of it is gone since, and its rows are still there. */
const BELIEFS = {
  'nothing': '',
  'deliveries that wait': fill('webhook-delivery', 'NULL'),
  'packages that wait': fill('package', 'NULL'),
  'packages under way': fill('package', 'now()'),
  'a little of everything': `${fill('export', 'now()')}; ${fill('package', 'NULL')}; ${fill('mapping', 'NULL')}`,
} // prettier-ignore

function fill(topic: string, handedAt: string): string {
  return `INSERT INTO outbox (workspace_id, id, topic, payload, due_at, handed_at)
    SELECT '${workspaceUuid}', gen_random_uuid(), '${topic}', '{}', now() - interval '1 hour', ${handedAt}
    FROM generate_series(1, 3000)`
}

for (const [belief, rows] of Object.entries(BELIEFS)) {
  test(`each look into the queue reads its own index, though ${belief} is what was last counted`, async () => {
    await asSuperuser(database, 'TRUNCATE outbox')
    const open = new pg.Client({ connectionString: urlOf(database, 'SUPERUSER') })
    await open.connect()
    await open.query('BEGIN; SELECT txid_current()')
    await asSuperuser(database, rows)
    await asSuperuser(database, 'ANALYZE outbox')
    await asSuperuser(database, 'DELETE FROM outbox')
    const db = connect()
    await db.inTenant({ workspaceUuid }, async (tx) => {
      for (let n = 0; n < 5; n += 1) {
        await addToOutbox(tx, { topic: 'package', payload: { job: randomUUID() } })
        await addToOutbox(tx, { topic: 'export', payload: {} })
      }
    })
    const fiveBy = async (look: () => Promise<Work[]>): Promise<[Work[], Map<string, number>]> => {
      let found: Work[] = []
      const reads = await readsBy(db, 'outbox', async () => (found = await look()))
      assert.equal(found.length, 5)
      return [found, reads]
    }
    const since = new Date(Date.now() - 60_000)
    const [exports, byAge] = await fiveBy(() => claimDue(db, [{ topic: 'export', since }], 200))
    assert.deepEqual([...byAge], [['outbox_waiting_by_age', 5]])
    const [packages, byTurns] = await fiveBy(() => claimFairly(db, { slots: 64, share: 48 }))
    assert.deepEqual([...byTurns.keys()].sort(), ['outbox_packages_waiting', 'outbox_pkey', 'outbox_under_way'])
    assert.equal(byTurns.get('outbox_pkey'), 5, 'packages that were chosen are looked up, and no others')
    for (const change of [
      () => putBack(db, packages, { waitSeconds: 60, staysUnderWay: false }),
      () => forgetTaken(db, exports),
    ])
      assert.deepEqual([...(await readsBy(db, 'outbox', change)).keys()], ['outbox_pkey'])
    await open.query('ROLLBACK')
    await open.end()
  })
}

test('what is overdue is marked where it was found, though nothing was there when it was last counted', async () => {
  await asSuperuser(database, 'DELETE FROM outbox')
  await asSuperuser(database, `UPDATE webhook_deliveries SET status = 'delivered', next_attempt_at = NULL`)
  for (const { name } of tables) await asSuperuser(database, `ANALYZE ${name}`)
  await asSuperuser(
    database,
    `UPDATE webhook_deliveries SET status = 'pending', next_attempt_at = now() - interval '1 hour'
     WHERE id IN (SELECT id FROM webhook_deliveries LIMIT 100)`,
  )
  const db = connect()
  // What the tests before have left in the index was due minutes ago at most.
  const sweep = { at: new Date(), overdueSeconds: 1800, atMost: 100 }
  let overdue = 0
  const reads = await readsBy(db, 'webhook_deliveries', async () => (overdue = (await sweepOverdue(db, sweep)).length))
  assert.equal(overdue, 100)
  assert.deepEqual(
    [...reads.keys()].filter((index) => !index.endsWith('_next_attempt_at_idx')),
    [],
  )
  assert.equal(sum(reads), 100)
  assert.deepEqual(await sweepOverdue(db, sweep), [], 'what was named is not named again')
})
