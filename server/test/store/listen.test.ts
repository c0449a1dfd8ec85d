/** Listening for notifications over a connection that breaks. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Db } from '../../src/store/db.ts'
import { asSuperuser, createTestDatabase, urlOf } from '../support/database.ts'
import { until } from '../support/until.ts'

const END_OTHERS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`

test('a listener whose connection is ended listens again and is told that it may have missed something', async () => {
  const database = await createTestDatabase()
  const db = new Db({ url: urlOf(database.name, 'APP'), poolSize: 2 })
  let notices = 0
  const stop = await db.listen({ a_channel: () => void (notices += 1) })
  assert.equal(notices, 1)
  for (let round = 2; round <= 4; round += 2) {
    await asSuperuser(database.name, END_OTHERS)
    await until(() => notices === round)
    await asSuperuser(database.name, `NOTIFY a_channel`)
    await until(() => notices === round + 1)
  }
  await stop()
  await db.close()
  await database.drop()
})

test('a connection that was ended while its listener stops is nobody’s error', async () => {
  const database = await createTestDatabase()
  const db = new Db({ url: urlOf(database.name, 'APP'), poolSize: 2 })
  const stop = await db.listen({ a_channel: () => undefined })
  const superuser = new pg.Client({ connectionString: urlOf(database.name, 'SUPERUSER') })
  await superuser.connect()
  const ended = superuser.query(END_OTHERS)
  await setImmediate()
  // The server has ended the connection, and its word lies unread in the socket when the listener lets go.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  await stop()
  await ended
  await superuser.end()
  await sleep(50)
  await db.close()
  await database.drop()
})
