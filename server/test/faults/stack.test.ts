/** Fault tests take engines away and bring them back; what they lean on is proved here first. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { killEngine, openStack, pidsOf, startEngine, stopEngine } from '../../../ops/stack/engines.ts'

const { engines } = await openStack()

for (const engine of Object.values(engines)) {
  for (const [how, end] of [
    ['killed', killEngine],
    ['stopped', stopEngine],
  ] as const) {
    test(`${engine.name}, ${how}, does not answer until it is started again`, async () => {
      await engine.probe()
      const before = pidsOf(engine)
      await end(engine)
      assert.ok(pidsOf(engine).length < before.length)
      await assert.rejects(engine.probe())
      await startEngine(engine)
      await engine.probe()
      assert.equal(pidsOf(engine).length, engine.daemons.length)
    })
  }
}

test('starting an engine that runs leaves its processes alone', async () => {
  for (const engine of Object.values(engines)) {
    const before = pidsOf(engine)
    await startEngine(engine)
    assert.deepEqual(pidsOf(engine), before)
  }
})

test('what PostgreSQL has committed is there after SIGKILL', async () => {
  const connect = async () => {
    const client = new pg.Client({ connectionString: process.env['TIEOUT_DATABASE_OWNER_URL'] })
    client.on('error', () => undefined) // The kill ends the session; that is the point.
    await client.connect()
    return client
  }
  const table = `kill_${randomUUID().replaceAll('-', '')}`
  const before = await connect()
  await before.query(`CREATE TABLE ${table} AS SELECT generate_series(1, 1000) AS n`)
  await killEngine(engines.postgres)
  await startEngine(engines.postgres)
  const after = await connect()
  try {
    const { rows } = await after.query(`SELECT count(*)::int AS kept FROM ${table}`)
    assert.deepEqual(rows, [{ kept: 1000 }])
  } finally {
    await after.query(`DROP TABLE ${table}`)
    await after.end()
  }
})
