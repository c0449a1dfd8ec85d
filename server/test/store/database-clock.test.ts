/** Every process goes by the clock of the database, whatever its machine's says. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { parseConfig } from '../../src/main/config.ts'
import { objectStoreOf } from '../../src/main/stores.ts'
import { Db } from '../../src/store/db.ts'
import { followDatabase } from '../../src/store/database-clock.ts'
import { asSuperuser, createTestDatabase, urlOf } from '../support/database.ts'
import { testSettings } from '../support/service.ts'

const HOUR_MS = 3_600_000

test('the clock of a process is the database’s, also where its machine’s is an hour off', async (t) => {
  const database = await createTestDatabase()
  const db = new Db({ url: urlOf(database.name, 'APP'), poolSize: 1 })
  after(async () => {
    await db.close()
    await database.drop()
  })
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + HOUR_MS })
  const clock = await followDatabase(db)
  const [row] = await asSuperuser<{ now: Date }>(database.name, 'SELECT clock_timestamp() AS now')
  const offMs = clock.now().getTime() - (row?.now.getTime() ?? 0)
  clock.stop()
  assert.ok(Math.abs(offMs) < 5_000, `${offMs} ms off`)
})

for (const [where, offMs] of [
  ['ahead', HOUR_MS],
  ['behind', -HOUR_MS],
] as const) {
  test(`a process whose machine’s clock is an hour ${where} reads, writes and links objects`, async (t) => {
    const begun = Date.now()
    const passed = performance.now()
    const clock = { now: () => new Date(begun + performance.now() - passed) }
    const objects = objectStoreOf(parseConfig(testSettings('postgres')), clock)
    t.mock.timers.enable({ apis: ['Date'], now: begun + offMs })
    const key = `clock-test/${randomUUID()}`
    await objects.write(key, Buffer.from('by the one clock'), 'text/plain')
    const described = async () => Promise.all(Array.from({ length: 8 }, () => objects.describe(key)))
    assert.ok((await described()).every((found) => found?.sizeBytes === 16))
    // Set right again: what the store's client has learned by itself meanwhile is wrong now, for several at once.
    t.mock.timers.setTime(begun)
    assert.ok((await described()).every((found) => found?.sizeBytes === 16))
    const link = await objects.linkToDownload(key, { fileName: 'a', contentType: 'text/plain', expiresInSeconds: 60 })
    assert.equal(await (await fetch(link)).text(), 'by the one clock')
    assert.equal(await objects.deleteUnder(key), 1)
    objects.close()
  })
}

test('a database that is away is no reason not to start', async () => {
  const db = new Db({ url: 'postgres://nobody:none@127.0.0.1:1/none', poolSize: 1 })
  const clock = await followDatabase(db)
  assert.ok(Math.abs(clock.now().getTime() - Date.now()) < 5_000)
  clock.stop()
  await db.close()
})
