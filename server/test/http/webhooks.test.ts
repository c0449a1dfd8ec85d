import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { readFileSync } from 'node:fs'
import { verifyWebhook } from '../../../sdk/src/webhooks.ts'
import { attemptDelivery } from '../../src/domain/webhooks/attempt-delivery.ts'
import { EVENT_TYPES } from '../../src/lib/event-catalogue.ts'
import { decodeId } from '../../src/lib/ids.ts'
import { KeyRing } from '../../src/lib/key-ring.ts'
import { rotateKek } from '../../src/main/admin/rotate-kek.ts'
import { parseConfig } from '../../src/main/config.ts'
import { keyRingOf } from '../../src/main/webhooks.ts'
import { asSuperuser } from '../support/database.ts'
import { ALLOWED_HOSTS, REFUSED_URLS } from '../support/destinations.ts'
import { startDns } from '../support/dns.ts'
import { startTestService } from '../support/service.ts'
import { startWebhookBench } from '../support/webhooks.ts'

const lines: string[] = []
const bench = await startWebhookBench({ log: { write: (line) => void lines.push(line) } })
const { service } = bench

test('an endpoint is registered, listed, changed and revoked', async () => {
  const tenant = await service.tenant()
  const as = { key: tenant.key }
  const body = { url: 'https://8.8.8.8/hook', subscribed_events: ['job.completed'] }
  const created = await service.call('/api/webhooks', { ...as, method: 'POST', body })
  assert.equal(created.status, 201)
  assert.match(created.json.signing_secret as string, /^whsec_[A-Za-z0-9_-]{43}$/)
  const { signing_secret: _secret, ...shown } = created.json as Record<string, unknown>
  assert.deepEqual(Object.keys(shown), ['id', 'url', 'description', 'subscribed_events', 'status', 'created_at', 'updated_at']) // prettier-ignore
  assert.deepEqual((await service.call('/api/webhooks', as)).json.data, [shown])
  const path = `/api/webhooks/${created.json.id}`
  const changed = await service.call(path, { ...as, method: 'PATCH', body: { description: 'Books', subscribed_events: ['*'] } }) // prettier-ignore
  assert.deepEqual(
    { ...changed.json, updated_at: null },
    { ...shown, description: 'Books', subscribed_events: ['*'], updated_at: null },
  )
  assert.equal((await service.call(path, { ...as, method: 'DELETE' })).status, 204)
  assert.equal((await service.call(path, { ...as, method: 'DELETE' })).status, 204, 'repeating it changes nothing')
  assert.equal((await service.call('/api/webhooks', as)).json.data[0].status, 'revoked')
  const audit = (await service.call('/api/audit-log', as)).json.data.map((entry: { action: string }) => entry.action)
  assert.deepEqual(audit.slice(0, 3), ['webhook_endpoint.revoked', 'webhook_endpoint.updated', 'webhook_endpoint.created']) // prettier-ignore
})

test('a workspace has no more endpoints in force than it may, however many are asked for at once; revoking makes room', async () => {
  const LIMIT = 5
  const small = await startTestService({ settings: { TIEOUT_WEBHOOK_ENDPOINTS: `${LIMIT}` } })
  const [tenant, other] = [await small.tenant(), await small.tenant()]
  const body = { url: 'https://8.8.8.8/hook', subscribed_events: ['*'] }
  const register = (key: string) => small.call('/api/webhooks', { key, method: 'POST', body })
  const replies = await Promise.all(Array.from({ length: 4 * LIMIT }, () => register(tenant.key)))
  const statuses = replies.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [...Array<number>(LIMIT).fill(201), ...Array<number>(3 * LIMIT).fill(409)])
  const refused = replies.find(({ status }) => status === 409)?.json
  assert.equal(refused.error.type, 'conflict')
  assert.match(refused.error.message, /5 endpoints in force/)
  const listed = (await small.call('/api/webhooks', { key: tenant.key })).json.data as { id: string }[]
  assert.equal(listed.length, LIMIT)
  const secrets = await asSuperuser(small.database, 'SELECT count(*)::int AS count FROM webhook_secrets')
  assert.equal(secrets[0]?.['count'], LIMIT, 'what was refused left nothing behind')
  assert.equal((await register(other.key)).status, 201, 'another workspace has room of its own')
  await small.call(`/api/webhooks/${listed[0]!.id}`, { key: tenant.key, method: 'DELETE' })
  assert.deepEqual([(await register(tenant.key)).status, (await register(tenant.key)).status], [201, 409])
})

test('bar 22: a revoked endpoint answers 409 to rotation, change, replay and test', async () => {
  const tenant = await service.tenant()
  const as = { key: tenant.key, method: 'POST' }
  const endpoint = await bench.endpoint(tenant)
  await service.call(`/api/webhooks/${endpoint.id}/test`, as)
  const [delivery] = await bench.deliveries(tenant, endpoint.id)
  await service.call(`/api/webhooks/${endpoint.id}`, { ...as, method: 'DELETE' })
  for (const [path, call] of [
    ['rotate', as],
    ['test', as],
    ['deliveries/replay', { ...as, body: {} }],
    [`deliveries/${delivery.id}/replay`, as],
    ['', { ...as, method: 'PATCH', body: { description: 'x' } }],
  ] as const) {
    const reply = await service.call(`/api/webhooks/${endpoint.id}/${path}`.replace(/\/$/, ''), call)
    assert.equal(reply.status, 409, path)
    assert.equal(reply.json.error.type, 'webhook_endpoint_revoked')
  }
})

test('bar 1: registration and change refuse every form of List A, with live and with test keys, in the same words', async () => {
  const strict = await startTestService({ settings: { TIEOUT_OWN_HOST_NAMES: 'api.tieout.example' } })
  const live = await strict.tenant()
  const twin = await strict.twinOf(live)
  const messages = new Set<string>()
  for (const { workspace } of [live, twin]) {
    const { key, id: keyId } = await strict.keyFor(workspace)
    await asSuperuser(strict.database, `UPDATE api_keys SET rate_limits = '{"api": 100000}' WHERE workspace_id = $1`, [workspace.uuid]) // prettier-ignore
    assert.ok(keyId)
    const create = (url: string) =>
      strict.call('/api/webhooks', { key, method: 'POST', body: { url, subscribed_events: ['*'] } })
    const endpoint = await create('https://8.8.8.8/')
    for (const url of REFUSED_URLS) {
      const path = `/api/webhooks/${endpoint.json.id}`
      for (const reply of [await create(url), await strict.call(path, { key, method: 'PATCH', body: { url } })]) {
        assert.equal(reply.status, 400, url)
        assert.equal(reply.json.error.type, 'validation_failed')
        if (url !== '') messages.add(reply.json.error.message as string)
      }
    }
    for (const host of ALLOWED_HOSTS) assert.equal((await create(`https://${host}/`)).status, 201, host)
  }
  assert.equal(messages.size, 1)
})

test('bar 3: a name that resolves to a private address is refused at registration and at a change', async () => {
  const dns = await startDns({
    'inside.receiver.test': { a: ['8.8.8.8', '10.0.0.1'] },
    'outside.receiver.test': { a: ['8.8.8.8'], aaaa: ['2606:4700:4700::1111'] },
  })
  const strict = await startTestService({ settings: { TIEOUT_WEBHOOK_DNS_SERVERS: dns.server } })
  const { key } = await strict.tenant()
  const register = (host: string) =>
    strict.call('/api/webhooks', { key, method: 'POST', body: { url: `https://${host}/`, subscribed_events: ['*'] } })
  assert.equal((await register('inside.receiver.test')).status, 400)
  assert.equal((await register('missing.receiver.test')).status, 400)
  const fine = await register('outside.receiver.test')
  assert.equal(fine.status, 201)
  const change = { key, method: 'PATCH', body: { url: 'https://inside.receiver.test/' } }
  assert.equal((await strict.call(`/api/webhooks/${fine.json.id}`, change)).status, 400)
})

test('the exception for loopback and the test authority stop a service that is not a test', () => {
  const base = { ...process.env, TIEOUT_SECRET_KEY: Buffer.alloc(32).toString('base64') }
  for (const TIEOUT_ENVIRONMENT of ['production', 'development']) {
    for (const exception of [{ TIEOUT_WEBHOOK_TEST_LOOPBACK: 'true' }, { TIEOUT_WEBHOOK_TEST_CA_FILE: 'ca.pem' }])
      assert.throws(() => parseConfig({ ...base, TIEOUT_ENVIRONMENT, ...exception }), /are for tests/)
    assert.ok(parseConfig({ ...base, TIEOUT_ENVIRONMENT }))
  }
})

test('only known event types can be subscribed to, and at least one', async () => {
  const { key } = await service.tenant()
  for (const subscribed_events of [[], ['nope'], ['*', '*'], ['webhook.test'], 'all', [5], Array(51).fill('*')]) {
    const body = { url: 'https://8.8.8.8/', subscribed_events }
    assert.equal((await service.call('/api/webhooks', { key, method: 'POST', body })).status, 400)
  }
  const every = EVENT_TYPES.filter((type) => type !== 'webhook.test')
  const body = { url: 'https://8.8.8.8/', subscribed_events: every }
  assert.equal((await service.call('/api/webhooks', { key, method: 'POST', body })).status, 201)
})

test('an event goes to the endpoints that subscribe to it, in its own workspace, and is listed as it was sent', async () => {
  const tenant = await service.tenant()
  const stranger = await service.tenant()
  const all = await bench.endpoint(tenant)
  const some = await bench.endpoint(tenant, { events: ['loan.classified'] })
  const foreign = await bench.endpoint(stranger)
  const loan = await loanOf(tenant.key)
  const event = await bench.record(tenant, { type: 'loan.classified', loanId: loan, data: { loan_id: loan } })
  await bench.record(tenant, { type: 'job.completed' })
  for (const work of await bench.handedOver()) await bench.attempt(work.workspaceUuid, work.call)
  assert.deepEqual(
    [all, some, foreign].map((endpoint) => endpoint.receiver.received.length),
    [2, 1, 0],
  )
  const listed = await service.call(`/api/events?type=loan.classified&loan_id=${loan}`, { key: tenant.key })
  assert.equal(listed.json.data.length, 1)
  assert.deepEqual(JSON.parse(some.receiver.received[0]!.body.toString()), listed.json.data[0])
  const toAll = all.receiver.received.find(({ headers }) => headers['service-event-id'] === event.id)
  assert.deepEqual(toAll?.body, some.receiver.received[0]!.body, 'one event, whichever endpoint it goes to')
  assert.equal(listed.json.data[0].id, event.id)
  assert.deepEqual(listed.json.data[0].data, { workspace_id: tenant.workspace.id, borrower_id: null, loan_id: loan })
  assert.deepEqual((await service.call('/api/events', { key: stranger.key })).json.data, [])
  const filtered = await service.call(`/api/webhooks/${all.id}/deliveries?loan_id=${loan}&status=delivered&event_type=loan.classified`, { key: tenant.key }) // prettier-ignore
  assert.deepEqual(
    filtered.json.data.map((row: any) => row.event_ref),
    [event.id],
  )
  for (const query of ['status=sent', 'event_type=nope', 'loan_id=7']) {
    const reply = await service.call(`/api/webhooks/${all.id}/deliveries?${query}`, { key: tenant.key })
    assert.equal(reply.json.error.type, 'invalid_filter', query)
  }
})

test('each filter of the delivery log narrows it alone: status, event type, loan', async () => {
  const tenant = await service.tenant()
  const endpoint = await bench.endpoint(tenant)
  const loans = [await loanOf(tenant.key), await loanOf(tenant.key)]
  const first = await bench.record(tenant, { type: 'loan.classified', loanId: loans[0]! })
  for (const work of await bench.handedOver()) await bench.attempt(work.workspaceUuid, work.call)
  const second = await bench.record(tenant, { type: 'loan.classified', loanId: loans[1]! })
  const third = await bench.record(tenant, { type: 'job.completed', loanId: loans[1]! })
  const wanted: [string, string[]][] = [
    ['', [third.id, second.id, first.id]],
    ['status=delivered', [first.id]],
    ['status=pending', [third.id, second.id]],
    ['status=dead', []],
    ['event_type=loan.classified', [second.id, first.id]],
    ['event_type=job.completed', [third.id]],
    [`loan_id=${loans[0]}`, [first.id]],
    [`loan_id=${loans[1]}`, [third.id, second.id]],
    [`loan_id=${loans[1]}&event_type=loan.classified`, [second.id]],
  ]
  for (const [query, events] of wanted) {
    const reply = await service.call(`/api/webhooks/${endpoint.id}/deliveries?${query}`, { key: tenant.key })
    assert.deepEqual(
      reply.json.data.map((row: any) => row.event_ref),
      events,
      query,
    )
  }
  await bench.handedOver()
})

test('every type of event is sent in the form that its schema in the contract promises', async () => {
  const tenant = await service.tenant()
  const endpoint = await bench.endpoint(tenant)
  for (const type of EVENT_TYPES.filter((candidate) => candidate !== 'webhook.test'))
    await bench.record(tenant, { type })
  await service.call(`/api/webhooks/${endpoint.id}/test`, { key: tenant.key, method: 'POST' })
  for (const work of await bench.handedOver()) await bench.attempt(work.workspaceUuid, work.call)
  assert.equal(endpoint.receiver.received.length, EVENT_TYPES.length)
  const ajv = new Ajv2020({ allowUnionTypes: true, formats: { 'date-time': true } })
  for (const { body } of endpoint.receiver.received) {
    const event = JSON.parse(body.toString()) as { type: string }
    const schema = readFileSync(`contract/events/${event.type}.schema.json`, 'utf8')
    assert.ok(ajv.validate(JSON.parse(schema) as object, event), `${event.type}: ${ajv.errorsText()}`)
  }
})

test('what a test key does carries livemode false; a test goes to its endpoint alone, whatever it subscribes to', async () => {
  const twin = await service.twinOf(await service.tenant())
  const asked = await bench.endpoint(twin, { events: ['job.completed'] })
  const other = await bench.endpoint(twin)
  const reply = await service.call(`/api/webhooks/${asked.id}/test`, { key: twin.key, method: 'POST' })
  assert.equal(reply.status, 202)
  assert.equal(reply.json.type, 'webhook.test')
  assert.equal(reply.json.livemode, false)
  for (const work of await bench.handedOver()) await bench.attempt(work.workspaceUuid, work.call)
  assert.deepEqual([asked.receiver.received.length, other.receiver.received.length], [1, 0])
  const { body, headers } = asked.receiver.received[0]!
  const seen = verifyWebhook({ body, signature: headers['service-signature'], secret: asked.secret })
  assert.deepEqual([seen.id, seen.livemode], [reply.json.id, false])
})

test('a change of subscribed_events changes what the endpoint receives from then on', async () => {
  const tenant = await service.tenant()
  const endpoint = await bench.endpoint(tenant, { events: ['job.completed'] })
  const before = [await bench.record(tenant, { type: 'job.completed' })]
  await bench.record(tenant, { type: 'loan.classified' })
  const change = { key: tenant.key, method: 'PATCH', body: { subscribed_events: ['loan.classified'] } }
  assert.equal((await service.call(`/api/webhooks/${endpoint.id}`, change)).status, 200)
  await bench.record(tenant, { type: 'job.completed' })
  const after = [await bench.record(tenant, { type: 'loan.classified' })]
  for (const work of await bench.handedOver()) await bench.attempt(work.workspaceUuid, work.call)
  assert.deepEqual(
    endpoint.receiver.received.map(({ headers }) => headers['service-event-id']).sort(),
    [...before, ...after].map(({ id }) => id).sort(),
  )
})

test('endpoints and deliveries are listed by pages, newest first, whichever key of the workspace made them', async () => {
  const tenant = await service.tenant()
  const colleague = await service.keyFor(tenant.workspace)
  const urls = ['one', 'two', 'three'].map((name) => `https://8.8.8.8/${name}`)
  for (const [index, url] of urls.entries()) {
    const key = index === 1 ? colleague.key : tenant.key
    await service.call('/api/webhooks', { key, method: 'POST', body: { url, subscribed_events: ['job.completed'] } })
  }
  const endpoints = await pagesOf('/api/webhooks', tenant.key)
  assert.deepEqual(
    endpoints.map(({ url }) => url as string),
    urls.toReversed(),
  )
  const events = []
  for (let index = 0; index < 3; index += 1) events.push(await bench.record(tenant))
  await bench.handedOver()
  const deliveries = await pagesOf(`/api/webhooks/${endpoints[0]?.['id'] as string}/deliveries`, tenant.key)
  assert.deepEqual(
    deliveries.map((row) => row['event_ref']),
    events.toReversed().map(({ id }) => id),
  )
})

test('the list of events reaches back thirty days', async () => {
  const tenant = await service.tenant()
  const events = []
  for (const days of [29, 31]) {
    const event = await bench.record(tenant)
    await asSuperuser(service.database, `UPDATE events SET created_at = now() - make_interval(days => $1) WHERE id = $2`, [days, decodeId('evt', event.id)]) // prettier-ignore
    events.push(event)
  }
  const listed = await service.call('/api/events', { key: tenant.key })
  assert.deepEqual(
    listed.json.data.map(({ id }: { id: string }) => id),
    [events[0]?.id],
  )
})

test('a bulk replay schedules what matches once, oldest first, by status, type and time', async () => {
  const tenant = await service.tenant()
  const endpoint = await bench.endpoint(tenant, { answer: (_got, response) => response.writeHead(410).end() })
  for (const type of ['job.completed', 'job.completed', 'loan.classified'] as const)
    await bench.record(tenant, { type })
  for (const work of await bench.handedOver()) await bench.attempt(work.workspaceUuid, work.call)
  const replay = (body: object) =>
    service.call(`/api/webhooks/${endpoint.id}/deliveries/replay`, { key: tenant.key, method: 'POST', body })
  assert.deepEqual((await replay({ created_until: '2020-01-01T00:00:00Z' })).json, { replayed: 0, more: false })
  assert.deepEqual((await replay({ status: 'delivered' })).json, { replayed: 0, more: false })
  assert.deepEqual((await replay({ event_type: 'loan.classified' })).json, { replayed: 1, more: false })
  assert.deepEqual((await replay({ created_from: '2020-01-01T00:00:00Z' })).json, { replayed: 2, more: false })
  assert.deepEqual((await replay({})).json, { replayed: 0, more: false }, 'what is pending again is not dead')
  endpoint.receiver.received.length = 0
  for (const work of await bench.handedOver()) await bench.attempt(work.workspaceUuid, work.call)
  assert.equal(endpoint.receiver.received.length, 3)
  assert.deepEqual((await replay({})).json, { replayed: 3, more: false }, 'what died again can be replayed again')
  assert.equal((await replay({ status: 'pending' })).status, 400)
})

test('replay and test are in the strict lane', async () => {
  const tenant = await service.tenant()
  const endpoint = await bench.endpoint(tenant)
  await bench.record(tenant)
  const [delivery] = await bench.deliveries(tenant, endpoint.id)
  for (const path of ['test', `deliveries/${delivery.id}/replay`, 'deliveries/replay']) {
    const call = { key: tenant.key, method: 'POST', ...(path === 'deliveries/replay' && { body: {} }) }
    const reply = await service.call(`/api/webhooks/${endpoint.id}/${path}`, call)
    assert.equal(reply.headers.get('ratelimit-policy'), '10;w=60', path)
    assert.ok(reply.status < 300, path)
  }
})

test('bar 38: neither the database nor the log holds a usable signing secret', async () => {
  const tenant = await service.tenant()
  const { secret, id } = await bench.endpoint(tenant)
  const rotated = await service.call(`/api/webhooks/${id}/rotate`, { key: tenant.key, method: 'POST', headers: { 'idempotency-key': 'rotate-once' } }) // prettier-ignore
  const again = await service.call(`/api/webhooks/${id}/rotate`, { key: tenant.key, method: 'POST', headers: { 'idempotency-key': 'rotate-once' } }) // prettier-ignore
  assert.deepEqual(again.json, rotated.json, 'a repeat still gets the secret')
  const secrets = [secret, rotated.json.signing_secret as string]
  const rows = await asSuperuser<{ text: string }>(service.database, `SELECT t::text AS text FROM webhook_secrets t UNION ALL SELECT t::text FROM webhook_endpoints t UNION ALL SELECT t::text FROM audit_log t UNION ALL SELECT t::text FROM idempotency_keys t`) // prettier-ignore
  assert.ok(rows.length > 3)
  const text = `${rows.map((row) => row.text).join('\n')}\n${lines.join('\n')}`
  for (const one of secrets) {
    assert.ok(!text.includes(one))
    assert.ok(!text.includes(Buffer.from(one).toString('hex')))
  }
  await assert.rejects(
    bench.app.outsideTenants({
      compile: () => ({ sql: 'SELECT sealed FROM webhook_secrets', parameters: [] }),
    } as never),
    /permission denied/,
  )
})

test('the key-encryption key is changed under a running service, and the old one can then be thrown away', async () => {
  const tenant = await service.tenant()
  const endpoint = await bench.endpoint(tenant)
  const config = parseConfig({ ...process.env, TIEOUT_ENVIRONMENT: 'test', TIEOUT_KEY_ENCRYPTION_KEYS: `second:${Buffer.alloc(32, 7).toString('base64')}` }) // prettier-ignore
  const ring = keyRingOf(config)
  assert.equal(ring.currentId, 'second')
  const { rewrapped } = await rotateKek(service.operator, ring)
  assert.ok(rewrapped >= 1)
  assert.deepEqual(await rotateKek(service.operator, ring), { rewrapped: 0, kekId: 'second' })
  await bench.record(tenant)
  const onlyNew = { ...bench.deps, keyRing: new KeyRing([{ id: 'second', key: Buffer.alloc(32, 7) }]) }
  for (const work of await bench.handedOver()) await attemptDelivery(onlyNew, { ...work, runner: 'test' })
  const [received] = endpoint.receiver.received
  assert.ok(verifyWebhook({ body: received!.body, signature: received!.headers['service-signature'], secret: endpoint.secret })) // prettier-ignore
})

/** Every item of a list, asked for two at a time. */
async function pagesOf(path: string, key: string): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = []
  for (let cursor = ''; ;) {
    const reply = await service.call(`${path}?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`, { key })
    assert.deepEqual(Object.keys(reply.json as object), ['data', 'limit', 'next_cursor'])
    assert.equal(reply.json.limit, 2)
    items.push(...(reply.json.data as Record<string, unknown>[]))
    if (reply.json.next_cursor === null) return items
    cursor = reply.json.next_cursor as string
  }
}

async function loanOf(key: string): Promise<string> {
  const borrower = await service.call('/api/borrowers', {
    key,
    method: 'POST',
    body: { business_name: 'Harbor Bakery' },
  })
  const loan = await service.call(`/api/borrowers/${borrower.json.id}/loans`, { key, method: 'POST', body: {} })
  return loan.json.id as string
}
