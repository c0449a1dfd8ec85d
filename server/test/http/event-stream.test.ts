/** Events by a stream that the caller holds open: nothing missed, nothing foreign, and an end that is polite. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import pg from 'pg'
import { followEvents, Tieout } from '../../../sdk/src/index.ts'
import { newUuid } from '../../src/lib/ids.ts'
import { asSuperuser, urlOf } from '../support/database.ts'
import { startTestService } from '../support/service.ts'
import type { Tenant, TestService, TestServiceOptions } from '../support/service.ts'
import { until } from '../support/until.ts'

const service = await startTestService({ eventFeed: { heartbeatMs: 100 } })

/** A stream as its bytes come. */
class Stream {
  readonly response: IncomingMessage
  text = ''
  over = false

  constructor(response: IncomingMessage) {
    this.response = response
    response.setEncoding('utf8')
    response.on('data', (part: string) => (this.text += part))
    response.on('error', () => undefined)
    response.on('close', () => (this.over = true))
  }

  get positions(): string[] {
    return [...this.text.matchAll(/^id: (.*)$/gm)].map((match) => match[1] ?? '')
  }

  get bodies(): string[] {
    return [...this.text.matchAll(/^data: (.*)$/gm)].map((match) => match[1] ?? '')
  }

  get count(): number {
    return this.text.split('\ndata: ').length - 1
  }

  get ids(): string[] {
    return this.bodies.map((body) => (JSON.parse(body) as { id: string }).id)
  }

  leave(): void {
    this.response.destroy()
  }
}

async function open(on: TestService, key: string, after?: string): Promise<Stream> {
  const headers = { authorization: `Bearer ${key}`, ...(after !== undefined && { 'last-event-id': after }) }
  const sent = request(`${on.url}/api/events/stream`, { headers })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  assert.equal(response.statusCode, 200)
  const stream = new Stream(response)
  await until(() => stream.positions.length > 0)
  return stream
}

async function makeEvent(on: TestService, tenant: Tenant): Promise<{ id: string }> {
  const made = await on.call('/api/events/test', { key: tenant.key, method: 'POST' })
  assert.equal(made.status, 201, made.text)
  return made.json
}

/** Records events as the service would, inside a transaction of one's own. */
const INSERT = `INSERT INTO events (workspace_id, id, type, livemode, data)
  SELECT $1, gen_random_uuid(), 'webhook.test', true, jsonb_build_object('workspace_id', 'ws_x') FROM generate_series(1, $2)`

test('an event comes as it happens, with its type and the very body that the list and webhooks have', async () => {
  const tenant = await service.tenant()
  const stream = await open(service, tenant.key)
  assert.equal(stream.response.headers['content-type'], 'text/event-stream')
  assert.match(stream.response.headers['x-request-id'] as string, /^req_/)
  const event = await makeEvent(service, tenant)
  await until(() => stream.bodies.length === 1)
  assert.deepEqual(stream.bodies, [JSON.stringify(event)])
  assert.match(stream.text, new RegExp(`\\nid: ${event.id}@\\d+\\nevent: webhook\\.test\\ndata: {`))
  await until(() => stream.text.endsWith(':\n\n:\n\n'))
  stream.leave()
})

for (const [fence, options] of [
  ['both fences', {}],
  ['row-level security alone', { filters: false }],
] as readonly [string, TestServiceOptions][])
  test(`the events of another workspace never come, by ${fence}, live or on coming back`, async () => {
    const fenced = await startTestService({ ...options, eventFeed: { heartbeatMs: 50 } })
    const [owner, stranger] = [await fenced.tenant(), await fenced.tenant()]
    const stream = await open(fenced, stranger.key)
    const foreign = await makeEvent(fenced, owner)
    const own = await makeEvent(fenced, stranger)
    await until(() => stream.ids.length > 0)
    assert.deepEqual(stream.ids, [own.id])
    const again = await open(fenced, stranger.key, '@0')
    await until(() => again.ids.length > 0)
    assert.deepEqual(again.ids, [own.id])
    const refused = await fenced.call(`/api/events/stream?after=${foreign.id}`, { key: stranger.key })
    assert.deepEqual([refused.status, refused.json.error.type], [400, 'invalid_filter'])
    await fenced.stop()
  })

test('who comes back gets everything since, also what was recorded before the break and committed after it', async () => {
  const tenant = await service.tenant()
  const late = new pg.Client({ connectionString: urlOf(service.database, 'SUPERUSER') })
  await late.connect()
  const first = await open(service, tenant.key)
  await late.query('BEGIN')
  await late.query(INSERT, [tenant.workspace.uuid, 1])
  const seen = await makeEvent(service, tenant)
  await until(() => first.ids.length === 1)
  const position = first.positions.at(-1)
  first.leave()
  await late.query('COMMIT')
  await late.end()
  const missed = await makeEvent(service, tenant)
  const second = await open(service, tenant.key, position)
  await until(() => second.ids.length >= 2)
  assert.equal(second.ids.length, 2)
  assert.ok(second.ids.includes(missed.id) && !second.ids.includes(seen.id))
  second.leave()
})

test('what was recorded early and committed late comes when it is committed', async () => {
  const tenant = await service.tenant()
  const late = new pg.Client({ connectionString: urlOf(service.database, 'SUPERUSER') })
  await late.connect()
  const stream = await open(service, tenant.key)
  await late.query('BEGIN')
  await late.query(INSERT, [tenant.workspace.uuid, 1])
  await makeEvent(service, tenant)
  await until(() => stream.ids.length === 1)
  await late.query('COMMIT')
  await until(() => stream.ids.length === 2)
  await late.end()
  stream.leave()
})

test('nothing is announced of a workspace that nobody follows', async () => {
  const [followed, other] = [await service.tenant(), await service.tenant()]
  const told: string[] = []
  const listener = new pg.Client({ connectionString: urlOf(service.database, 'SUPERUSER') })
  await listener.connect()
  listener.on('notification', ({ payload = '' }) => told.push(payload))
  await listener.query('LISTEN events')
  const stream = await open(service, followed.key)
  await makeEvent(service, other)
  await makeEvent(service, followed)
  await until(() => told.length > 0)
  assert.deepEqual(told.map((payload) => payload.split(' ')[0]), [followed.workspace.uuid]) // prettier-ignore
  await listener.end()
  stream.leave()
})

test('what was recorded before anybody followed and committed after it is found', async () => {
  const tenant = await service.tenant()
  const late = new pg.Client({ connectionString: urlOf(service.database, 'SUPERUSER') })
  await late.connect()
  await late.query('BEGIN')
  await late.query(INSERT, [tenant.workspace.uuid, 1])
  const stream = await open(service, tenant.key)
  await late.query('COMMIT')
  await until(() => stream.ids.length === 1)
  await late.end()
  stream.leave()
})

test('a stream misses nothing when the database ends the connection that listens', async () => {
  const tenant = await service.tenant()
  const stream = await open(service, tenant.key)
  const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE 'LISTEN%'`
  const [ended] = await asSuperuser(service.database, end)
  assert.ok(ended)
  const event = await makeEvent(service, tenant)
  // Keys may have changed unheard: the stream ends, and going on gives what it did not.
  await until(() => stream.over)
  if (!stream.ids.includes(event.id)) {
    const again = await open(service, tenant.key, stream.positions.at(-1))
    await until(() => again.ids.includes(event.id))
    again.leave()
  }
})

test('who does not read for a while gets all of it afterwards, and the service does not keep it for them', async () => {
  const tenant = await service.tenant()
  const stream = await open(service, tenant.key)
  stream.response.pause()
  for (let round = 0; round < 12; round += 1)
    await asSuperuser(service.database, INSERT, [tenant.workspace.uuid, 1_000])
  stream.response.resume()
  await until(() => stream.count >= 12_000, 30_000)
  assert.equal(new Set(stream.ids).size, 12_000)
  assert.equal(stream.ids.length, 12_000)
  stream.leave()
})

test('a key follows five times at once and no sixth; who leaves makes room at once', async () => {
  const tenant = await service.tenant()
  const streams = await Promise.all(Array.from({ length: 5 }, () => open(service, tenant.key)))
  const sixth = await service.call('/api/events/stream', { key: tenant.key })
  assert.deepEqual([sixth.status, sixth.json.error.type, sixth.headers.get('retry-after')], [429, 'rate_limited', '5'])
  const other = await service.keyFor(tenant.workspace)
  ;(await open(service, other.key)).leave()
  streams[0]?.leave()
  await until(async () => (await service.call('/api/events/stream', { key: tenant.key })).status === 200)
  for (const stream of streams) stream.leave()
})

test('a process takes as many streams as its setting says', async () => {
  const small = await startTestService({ settings: { TIEOUT_EVENT_STREAMS: '1' } })
  const [first, second] = [await small.tenant(), await small.tenant()]
  const stream = await open(small, first.key)
  const refused = await small.call('/api/events/stream', { key: second.key })
  assert.deepEqual([refused.status, refused.json.error.type], [503, 'unavailable'])
  stream.leave()
  await small.stop()
})

test('a stream ends when its key is revoked, and the key does not get another', async () => {
  const tenant = await service.tenant()
  const other = await service.keyFor(tenant.workspace)
  const stream = await open(service, other.key)
  await service.call(`/api/keys/${other.id}`, { key: tenant.key, method: 'DELETE' })
  await until(() => stream.over)
  assert.equal((await service.call('/api/events/stream', { key: other.key })).status, 401)
})

test('a stream ends after its time, and going on loses nothing', async () => {
  const brief = await startTestService({ eventFeed: { lifeMs: 300 } })
  const tenant = await brief.tenant()
  const tieout = new Tieout({ baseUrl: brief.url, apiKey: tenant.key })
  const enough = new AbortController()
  let opened = 0
  const made: string[] = []
  const given: string[] = []
  const following = (async () => {
    for await (const { event, body } of followEvents(tieout, { signal: enough.signal, onOpen: () => (opened += 1) })) {
      assert.deepEqual(JSON.parse(body), event)
      given.push(event.id)
    }
  })()
  await until(() => opened === 1)
  for (let round = 1; round <= 8; round += 1) {
    made.push((await makeEvent(brief, tenant)).id)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await until(() => given.length === made.length && opened >= 2)
  assert.deepEqual([...given].sort(), [...made].sort())
  enough.abort()
  await following
  await brief.stop()
})

test('a service that stops ends its streams, also of those who do not read, and takes no more', async () => {
  const stopping = await startTestService()
  const tenant = await stopping.tenant()
  const reading = await open(stopping, tenant.key)
  const deaf = await open(stopping, tenant.key)
  deaf.response.pause()
  // More than the sockets between the two hold.
  await asSuperuser(stopping.database, INSERT, [tenant.workspace.uuid, 20_000])
  await until(() => reading.count === 20_000, 30_000)
  const began = performance.now()
  await stopping.stop()
  assert.ok(performance.now() - began < 5_000)
  assert.ok(reading.over)
  deaf.leave()
})

test('a position that means nothing is refused', async () => {
  const tenant = await service.tenant()
  for (const position of ['x', 'evt_x', '@', '@x', `evt_${'0'.repeat(26)}`, newUuid()]) {
    const refused = await service.call('/api/events/stream', {
      key: tenant.key,
      headers: { 'last-event-id': position },
    })
    assert.deepEqual([position, refused.status, refused.json?.error.type], [position, 400, 'invalid_filter'])
  }
})
