/** The outbox and its relay, against the real database and an engine that only counts. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkEngine } from '../../src/domain/deps.ts'
import { Relay } from '../../src/domain/hand-off/relay.ts'
import { Db } from '../../src/store/db.ts'
import { addToOutbox, claimFairly, endWork } from '../../src/store/outbox.ts'
import type { Work } from '../../src/store/outbox.ts'
import { asSuperuser, openTransaction, PATIENCE_MS, urlOf } from '../support/database.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
const tenants = [await service.tenant(), await service.tenant(), await service.tenant()]
const [first, second, third] = tenants.map(({ workspace }) => ({ workspaceUuid: workspace.uuid }))
assert.ok(first && second && third)
const db = new Db({ url: urlOf(service.database, 'WORKER'), poolSize: 20, connectTimeoutMs: PATIENCE_MS })
service.companions.push(() => db.close())
const clock = { now: () => new Date() }

class CountingEngine implements WorkEngine {
  readonly started = new Map<string, number>()
  away = false
  start(work: { id: string }): Promise<string> {
    if (this.away) return Promise.reject(new Error('the engine is away'))
    this.started.set(work.id, (this.started.get(work.id) ?? 0) + 1)
    return Promise.resolve(work.id)
  }
  readonly dead = new Set<string>()
  ended(): Promise<ReadonlySet<string>> {
    return Promise.resolve(this.dead)
  }
}

const relayTo = (engine: WorkEngine, slots = 10_000): Relay =>
  new Relay({ db, engine, clock, slots, onFault: () => undefined })
const queue = (tenant: { workspaceUuid: string }, count: number) =>
  db.inTenant(tenant, async (tx) => {
    for (let n = 0; n < count; n += 1) await addToOutbox(tx, { topic: 'package', payload: { job: randomUUID() } })
  })
const empty = () => asSuperuser(service.database, 'DELETE FROM outbox')

test('bar 13: rolled-back transactions hand nothing over, in 10,000 tries', async (t) => {
  await empty()
  const engine = new CountingEngine()
  const relay = relayTo(engine)
  t.after(() => relay.stop())
  relay.start()
  let committed = 0
  const write = async (n: number): Promise<void> => {
    const keep = n % 100 === 0
    await db
      .inTenant(first, async (tx) => {
        await addToOutbox(tx, { topic: 'package', payload: { job: String(n) } })
        if (!keep) throw new Error('undo')
      })
      .then(
        () => (committed += 1),
        () => undefined,
      )
  }
  for (let n = 0; n < 10_000; n += 100) await Promise.all(Array.from({ length: 100 }, (_, index) => write(n + index)))
  await relay.pass()
  await relay.stop()
  await relay.pass()
  assert.equal(committed, 100)
  assert.equal(engine.started.size, 100)
})

test('bar 14: 1,000 commits at once with random hold times: none is skipped, none is handed over twice', async (t) => {
  await empty()
  const engine = new CountingEngine()
  const relays = [relayTo(engine), relayTo(engine)]
  // Whatever comes of this test: a relay that went on would take the work of the next ones.
  const stopAll = () => Promise.all(relays.map((relay) => relay.stop()))
  t.after(stopAll)
  for (const relay of relays) relay.start()
  await Promise.all(
    Array.from({ length: 1_000 }, (_, n) =>
      db.inTenant([first, second, third][n % 3] ?? first, async (tx) => {
        await addToOutbox(tx, { topic: 'package', payload: { job: String(n) } })
        await sleep(Math.random() * 20)
      }),
    ),
  )
  for (const end = Date.now() + 20_000; engine.started.size < 1_000 && Date.now() < end;) await sleep(50)
  await stopAll()
  assert.equal(engine.started.size, 1_000)
  assert.deepEqual([...new Set(engine.started.values())], [1])
})

test('bar 12: what a relay claimed before it died is handed over by another within a minute, under its own id', async () => {
  await empty()
  await queue(first, 5)
  const claimed = await claimFairly(db, { slots: 10, share: 10 })
  assert.equal(claimed.length, 5)
  const [wait] = await asSuperuser<{ seconds: number }>(
    service.database,
    `SELECT max(extract(epoch FROM due_at - now()))::float AS seconds FROM outbox`,
  )
  // A relay sweeps every five seconds.
  assert.ok(wait && wait.seconds > 0 && wait.seconds < 55, `looked at again after ${wait?.seconds ?? NaN} s`)
  await asSuperuser(service.database, `UPDATE outbox SET due_at = now() - interval '1 second'`)
  const engine = new CountingEngine()
  await relayTo(engine).sweep()
  assert.deepEqual([...engine.started.keys()].sort(), claimed.map(({ id }) => id).sort())
})

test('work that the engine did not take is handed over once it does, and forgotten work again under its own id', async () => {
  await empty()
  const engine = new CountingEngine()
  engine.away = true
  const relay = relayTo(engine)
  await queue(first, 3)
  assert.equal(await relay.pass(), 0)
  engine.away = false
  assert.equal(await relay.pass(), 0, 'not before the wait is over')
  await sleep(1_050)
  assert.equal(await relay.pass(), 3)
  await relay.sweep()
  assert.deepEqual([...engine.started.values()], [1, 1, 1])
  await asSuperuser(service.database, `UPDATE outbox SET due_at = now() - interval '1 second'`)
  await relay.sweep()
  assert.deepEqual([...engine.started.values()], [2, 2, 2])
})

test('forgotten work that has ended in the engine begins anew under another id; what is merely long keeps its own', async () => {
  await empty()
  const engine = new CountingEngine()
  const relay = relayTo(engine)
  await queue(first, 3)
  assert.equal(await relay.pass(), 3)
  const [dead, ...long] = [...engine.started.keys()]
  assert.ok(dead !== undefined)
  engine.dead.add(dead)
  await asSuperuser(service.database, `UPDATE outbox SET due_at = now() - interval '1 second'`)
  await relay.sweep()
  assert.equal(await relay.pass(), 1)
  const [anew, ...others] = [...engine.started.keys()].filter((id) => id !== dead && !long.includes(id))
  assert.ok(anew !== undefined && others.length === 0)
  const rows = await asSuperuser<{ id: string }>(service.database, 'SELECT id FROM outbox')
  assert.deepEqual(rows.map(({ id }) => id).sort(), [anew, ...long].sort())
})

test('forgotten work that the engine does not answer for stays under way, and no attempt is counted', async () => {
  await empty()
  const engine = new CountingEngine()
  const relay = relayTo(engine)
  await queue(first, 3)
  assert.equal(await relay.pass(), 3)
  engine.away = true
  const books = `SELECT count(handed_at)::int AS handed, max(attempts)::int AS attempts,
    max(extract(epoch FROM due_at - now()))::float AS seconds FROM outbox`
  for (let sweeps = 0; sweeps < 5; sweeps += 1) {
    await asSuperuser(service.database, `UPDATE outbox SET due_at = now() - interval '1 second'`)
    await relay.sweep()
    const [row] = await asSuperuser<{ handed: number; attempts: number; seconds: number }>(service.database, books)
    assert.deepEqual([row?.handed, row?.attempts], [3, 1])
    assert.ok(row && row.seconds < 2, `looked at again after ${row?.seconds ?? NaN} s`)
  }
})

test('one tenant’s 10,000 files do not keep another’s one waiting', async () => {
  await empty()
  await asSuperuser(
    service.database,
    `INSERT INTO outbox (workspace_id, id, topic, payload)
     SELECT $1, gen_random_uuid(), 'package', '{}' FROM generate_series(1, 10000)`,
    [first.workspaceUuid],
  )
  const claim = () => claimFairly(db, { slots: 40, share: 30 })
  const opening = await claim()
  assert.equal(opening.length, 30, 'a tenant alone leaves a quarter of the slots free')
  await queue(second, 1)
  const next = await claim()
  assert.deepEqual(
    next.map((work) => work.workspaceUuid),
    [second.workspaceUuid],
  )
  // From here on every slot that comes free goes to whoever holds the fewest.
  await queue(second, 100)
  await queue(third, 100)
  const finish = (work: Work) => db.inTenant(work, (tx) => endWork(tx, work.id))
  const held = [...opening, ...next, ...(await claim())]
  assert.equal(held.length, 40)
  for (let round = 0; round < 60; round += 1) {
    const done = held.shift()
    assert.ok(done)
    assert.ok(await finish(done))
    held.push(...(await claim()))
  }
  const shares = tenants.map(({ workspace }) => held.filter((work) => work.workspaceUuid === workspace.uuid).length)
  assert.ok(Math.max(...shares) - Math.min(...shares) <= 2, `slots held: ${shares.join(', ')}`)
})

test('bar 28: with a transaction held open, claims stay fast and the backlog flat at 50 jobs a second', async (t) => {
  await empty()
  const letGo = await openTransaction(service.database)
  const times: number[] = []
  const bare: number[] = []
  const seconds = 10
  for (let tick = 0; tick < seconds * 10; tick += 1) {
    await queue(first, 5)
    const start = performance.now()
    await asLittleAsCanBe()
    const before = performance.now()
    bare.push(before - start)
    const claimed = await claimFairly(db, { slots: 64, share: 48 })
    times.push(performance.now() - before)
    await db.inTenant(first, async (tx) => {
      for (const work of claimed) await endWork(tx, work.id)
    })
    await sleep(Math.max(0, 100 - (performance.now() - before)))
  }
  await letGo()
  const [left] = await asSuperuser<{ n: number }>(
    service.database,
    `SELECT count(*)::int AS n FROM outbox WHERE topic = 'package'`,
  )
  const [claims, writes] = [percentiles(times), percentiles(bare)]
  t.diagnostic(`claims: p50 ${claims.p50.toFixed(1)} ms, p99 ${claims.p99.toFixed(1)} ms`)
  t.diagnostic(`one-row write and commit, by turns: p50 ${writes.p50.toFixed(1)} ms, p99 ${writes.p99.toFixed(1)} ms`)
  assert.equal(left?.n, 0)
  // The bar is 20 ms on a quiet machine; tests share two cores with each other, and the bare write says how busy they are.
  assert.ok(claims.p99 < 200, `p99 ${claims.p99} ms`)
})

/** What any write costs on this machine at this moment. */
async function asLittleAsCanBe(): Promise<void> {
  assert.ok(first)
  await db.inTenant(first, (tx) => addToOutbox(tx, { topic: 'nothing', payload: {} }))
}

function percentiles(times: readonly number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b)
  return { p50: sorted[sorted.length >> 1] ?? Infinity, p99: sorted[Math.floor(sorted.length * 0.99)] ?? Infinity }
}
