/** A process that is full refuses at once, answers its health check, and has room again when its work is done. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { Type } from 'typebox'
import { ok, route } from '../../src/http/route.ts'
import { lockBorrower } from '../../src/store/borrowers.ts'
import { Db } from '../../src/store/db.ts'
import { asSuperuser, urlOf } from '../support/database.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { newLoan } from '../support/uploads.ts'

const ROOM = 5

let running = 0
let finish = Promise.withResolvers<undefined>()
const service = await startTestService({
  settings: { TIEOUT_REQUESTS_AT_ONCE: String(ROOM) },
  extraRoutes: [
    route({
      tag: 'Test',
      summary: 'test route',
      scope: null,
      lane: 'api',
      subscription: false,
      method: 'GET',
      path: '/api/test/held',
      operationId: 'testHeld',
      answers: { 200: { description: '', body: Type.Object({}) } },
      handle: async () => {
        running += 1
        await finish.promise
        running -= 1
        return ok({})
      },
    }),
  ],
})
const { key } = await service.tenant()

async function fill(signal?: AbortSignal): Promise<Promise<Response>[]> {
  const headers = { authorization: `Bearer ${key}` }
  const held = Array.from({ length: ROOM }, () =>
    fetch(`${service.url}/api/test/held`, { headers, ...(signal && { signal }) }),
  )
  await until(() => running === ROOM)
  return held
}

function release(): void {
  finish.resolve(undefined)
  finish = Promise.withResolvers()
}

test('what comes to a full process is refused at once with Retry-After, and nothing that has begun is disturbed', async () => {
  const held = await fill()
  const begun = performance.now()
  const refused = await Promise.all(Array.from({ length: 20 }, () => service.call('/api/me', { key })))
  assert.ok(performance.now() - begun < 2_000)
  for (const { status, json, headers } of refused) {
    assert.deepEqual([status, json.error.type, headers.get('retry-after')], [503, 'unavailable', '1'])
    assert.ok(headers.get('x-request-id') && headers.get('service-version'))
  }
  assert.equal((await service.call('/healthz')).status, 200)
  release()
  assert.deepEqual(
    (await Promise.all(held)).map(({ status }) => status),
    Array.from({ length: ROOM }, () => 200),
  )
  assert.equal((await service.call('/api/me', { key })).status, 200)
})

test('work whose client has gone away keeps its place until it is done', async () => {
  const gone = new AbortController()
  const held = await fill(gone.signal)
  gone.abort()
  await Promise.allSettled(held)
  assert.equal((await service.call('/api/me', { key })).status, 503)
  release()
  await until(async () => (await service.call('/api/me', { key })).status === 200)
})

test('a client that goes away while it sends its body leaves no place taken', async () => {
  const { hostname, port } = new URL(service.url)
  for (let gone = 0; gone < 3 * ROOM; gone += 1) {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const head = `Authorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 1000`
    socket.write(`POST /api/borrowers HTTP/1.1\r\nHost: ${hostname}\r\n${head}\r\n\r\n{"business_name":`)
    await new Promise((resolve) => setTimeout(resolve, 20))
    socket.destroy()
  }
  const held = await fill()
  release()
  assert.ok((await Promise.all(held)).every(({ status }) => status === 200))
})

test('a request that finds no free connection to the database is refused in time, and served once there is one', async () => {
  const settings = { TIEOUT_DATABASE_POOL: '2' } // One of them listens to the database.
  const small = await startTestService({ settings, connectTimeoutMs: 300 })
  const { key, workspace } = await small.tenant()
  const path = `/api/borrowers/${(await newLoan(small, key)).borrowerId}`
  const other = new Db({ url: urlOf(small.database, 'WORKER'), poolSize: 1 })
  const [locked, letGo] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const holding = other.inTenant({ workspaceUuid: workspace.uuid }, async (tx) => {
    await lockBorrower(tx, path.split('/').at(-1) ?? '')
    locked.resolve(undefined)
    await letGo.promise
  })
  await locked.promise
  const waiting = small.call(path, { method: 'PATCH', key, body: { business_name: 'Later' } })
  const isWaiting = async (): Promise<boolean> =>
    (await asSuperuser(small.database, `SELECT 1 FROM pg_locks WHERE NOT granted`)).length > 0
  await until(isWaiting)
  const refused = await small.call(path, { key })
  assert.deepEqual([refused.status, refused.json.error.type], [503, 'unavailable'])
  assert.equal(refused.headers.get('retry-after'), '1')
  letGo.resolve(undefined)
  await holding
  await other.close()
  assert.equal((await waiting).status, 200)
  assert.equal((await small.call(path, { key })).json.business_name, 'Later')
})
