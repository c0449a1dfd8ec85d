import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { Type } from 'typebox'
import { created, ok, route } from '../../src/http/route.ts'
import { Db } from '../../src/store/db.ts'
import { purgeIdempotencyKeys } from '../../src/store/idempotency.ts'
import { setRateLimits } from '../../src/store/operator.ts'
import { asSuperuser, urlOf } from '../support/database.ts'
import { startTestService } from '../support/service.ts'
import type { Tenant } from '../support/service.ts'

let effects = 0
const common = { tag: 'Test', summary: 'test route', scope: null, lane: 'api', subscription: false } as const
const anyBody = Type.Object({ text: Type.Optional(Type.String()) })
const service = await startTestService({
  extraRoutes: [
    route({
      ...common, method: 'POST', path: '/api/test/slow', operationId: 'testSlow', body: anyBody,
      answers: { 201: { description: '', body: anyBody } },
      handle: async () => {
        effects += 1
        await new Promise((resolve) => setTimeout(resolve, 300))
        return created({ text: `effect ${effects}` })
      },
    }),
    route({
      ...common, method: 'POST', path: '/api/test/fails', operationId: 'testFails', body: anyBody,
      answers: { 200: { description: '', body: anyBody } },
      handle: () => {
        effects += 1
        return Promise.reject(new Error('unexpected'))
      },
    }),
    route({
      ...common, method: 'POST', path: '/api/test/long', operationId: 'testLong', body: anyBody,
      answers: { 200: { description: '', body: anyBody } },
      handle: () => {
        effects += 1
        return Promise.resolve(ok({ text: 'x'.repeat(1024 * 1024) }))
      },
    }),
  ],
}) // prettier-ignore
const tenant = await service.tenant()

function post(path: string, key: string, options: { as?: Tenant; body?: unknown; method?: string } = {}) {
  return service.call(path, {
    method: options.method ?? 'POST',
    key: (options.as ?? tenant).key,
    body: options.body ?? {},
    headers: { 'idempotency-key': key },
  })
}

test('bar 30: 100 requests at once with one key have one effect; the rest are told to wait or get the replay', async () => {
  const before = effects
  const key = randomUUID()
  await setRateLimits(service.operator, tenant.keyId, { api: 10_000 })
  const replies = await Promise.all(Array.from({ length: 100 }, () => post('/api/test/slow', key)))
  assert.equal(effects, before + 1)
  const first = replies.filter((reply) => reply.status === 201 && reply.headers.get('idempotency-replay') === null)
  assert.equal(first.length, 1)
  for (const reply of replies) {
    if (reply.status === 201) assert.equal(reply.text, first[0]!.text)
    else {
      assert.equal(reply.json.error.type, 'idempotency_in_progress')
      assert.equal(reply.status, 429)
      assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/)
    }
  }
  const later = await post('/api/test/slow', key)
  assert.equal(later.status, 201)
  assert.equal(later.headers.get('idempotency-replay'), 'true')
  assert.equal(later.text, first[0]!.text)
  assert.equal(effects, before + 1)
})

test('bar 31: an answer that was lost stays lost: the replay says so and the effect never happens again', async () => {
  const key = randomUUID()
  const body = { business_name: 'Crashed' }
  assert.equal((await post('/api/borrowers', key, { body })).status, 201)
  // What a crash between the effect and the keeping of the answer leaves behind, seen after the longest request.
  await asSuperuser(
    service.database,
    `UPDATE idempotency_keys SET state = 'running', status = NULL, body = NULL, claimed_at = now() - interval '2 minutes' WHERE key = $1`,
    [key],
  )
  for (let repeat = 0; repeat < 3; repeat += 1) {
    const replay = await post('/api/borrowers', key, { body })
    assert.equal(replay.status, 500)
    assert.equal(replay.json.error.type, 'idempotency_response_lost')
  }
  const rows = await asSuperuser(service.database, `SELECT 1 FROM borrowers WHERE business_name = 'Crashed'`)
  assert.equal(rows.length, 1)
})

test('bar 32: the same key with another body, path or method is refused and has no effect', async () => {
  const key = randomUUID()
  const body = { business_name: 'Original' }
  assert.equal((await post('/api/borrowers', key, { body })).status, 201)
  const [row] = await asSuperuser<{ n: number }>(service.database, 'SELECT count(*)::int AS n FROM borrowers')
  const others = [
    await post('/api/borrowers', key, { body: { business_name: 'Another' } }),
    await post('/api/test/slow', key, { body: {} }),
    await post('/api/loans/loan_01m7egd21fekrrwsc0wdmskssh', key, { method: 'PATCH', body: { name: 'x' } }),
    await post('/api/borrowers?x=1', key, { body }),
  ]
  for (const reply of others) {
    assert.equal(reply.status, 400)
    assert.equal(reply.json.error.type, 'idempotency_key_reused')
  }
  assert.deepEqual(await asSuperuser(service.database, 'SELECT count(*)::int AS n FROM borrowers'), [row])
})

test('the order of members does not make a body another one', async () => {
  const key = randomUUID()
  const first = await post('/api/borrowers', key, { body: { business_name: 'Order', phone: '1' } })
  const again = await post('/api/borrowers', key, { body: { phone: '1', business_name: 'Order' } })
  assert.equal(again.headers.get('idempotency-replay'), 'true')
  assert.equal(again.text, first.text)
})

test('bar 33: the same key is independent across API keys, tenants and modes', async () => {
  const key = randomUUID()
  const body = { business_name: 'Independent' }
  const other = await service.tenant()
  const twin = await service.twinOf(tenant)
  const sibling = await service.keyFor(tenant.workspace)
  const ids = new Set<string>()
  for (const as of [tenant, other, twin, { ...tenant, key: sibling.key }]) {
    const reply = await post('/api/borrowers', key, { as, body })
    assert.equal(reply.status, 201)
    assert.equal(reply.headers.get('idempotency-replay'), null)
    ids.add(reply.json.id)
  }
  assert.equal(ids.size, 4)
})

test('bar 33: 255 characters pass, 256 and none give 400', async () => {
  assert.equal((await post('/api/borrowers', 'k'.repeat(255), { body: { business_name: 'x' } })).status, 201)
  for (const key of ['k'.repeat(256), '']) {
    const reply = await post('/api/borrowers', key, { body: { business_name: 'x' } })
    assert.equal(reply.status, 400, `${key.length} characters`)
    assert.equal(reply.json.error.type, 'idempotency_key_invalid')
  }
})

test('bar 33: an answer over 1 MiB is delivered once; its replay says that it was lost', async () => {
  const key = randomUUID()
  const before = effects
  const first = await post('/api/test/long', key)
  assert.equal(first.status, 200)
  assert.ok(first.text.length > 1024 * 1024)
  const replay = await post('/api/test/long', key)
  assert.equal(replay.status, 500)
  assert.equal(replay.json.error.type, 'idempotency_response_lost')
  assert.equal(effects, before + 1)
})

test('bar 33: a 500 is replayed as it was, byte for byte, and runs once', async () => {
  const key = randomUUID()
  const before = effects
  const first = await post('/api/test/fails', key)
  const replay = await post('/api/test/fails', key)
  assert.equal(first.status, 500)
  assert.equal(replay.status, 500)
  assert.equal(replay.text, first.text)
  assert.equal(replay.headers.get('idempotency-replay'), 'true')
  assert.equal(effects, before + 1)
})

test('bar 33: within 24 hours the answer is replayed; at 24 hours the key is new again', async () => {
  const key = randomUUID()
  const body = { business_name: 'Edge' }
  const first = await post('/api/borrowers', key, { body })
  const age = (interval: string) =>
    asSuperuser(service.database, 'UPDATE idempotency_keys SET claimed_at = now() - $2::interval WHERE key = $1', [
      key,
      interval,
    ])
  await age('23 hours 59 minutes 50 seconds')
  assert.equal((await post('/api/borrowers', key, { body })).text, first.text)
  await age('24 hours')
  const fresh = await post('/api/borrowers', key, { body })
  assert.equal(fresh.status, 201)
  assert.equal(fresh.headers.get('idempotency-replay'), null)
  assert.notEqual(fresh.json.id, first.json.id)
})

test('bar 34: a request refused with 400, 401, 403 or 429 before it ran does not burn its key', async () => {
  const key = randomUUID()
  const body = { business_name: 'Unburned' }
  const weak = await service.keyFor(tenant.workspace, { scopes: [] })
  const slow = await service.keyFor(tenant.workspace)
  await setRateLimits(service.operator, slow.id, { api: 1 })
  await service.call('/api/me', { key: slow.key })
  assert.equal((await post('/api/borrowers', key, { body: { nope: 1 } })).status, 400)
  assert.equal((await post('/api/borrowers', key, { as: { ...tenant, key: 'svc_live_wrong' }, body })).status, 401)
  assert.equal((await post('/api/borrowers', key, { as: { ...tenant, key: weak.key }, body })).status, 403)
  assert.equal((await post('/api/borrowers', key, { as: { ...tenant, key: slow.key }, body })).status, 429)
  const reply = await post('/api/borrowers', key, { body })
  assert.equal(reply.status, 201)
  assert.equal(reply.headers.get('idempotency-replay'), null)
})

test('a refusal by the operation itself is kept and replayed: 404, 409 and the empty 204', async () => {
  const borrower = await service.call('/api/borrowers', {
    method: 'POST',
    key: tenant.key,
    body: { business_name: 'x' },
  })
  const path = `/api/borrowers/${borrower.json.id}`
  const key = randomUUID()
  const remove = () => service.call(path, { method: 'DELETE', key: tenant.key, headers: { 'idempotency-key': key } })
  assert.equal((await remove()).status, 204)
  const replay = await remove()
  assert.equal(replay.status, 204)
  assert.equal(replay.text, '')
  assert.equal(replay.headers.get('idempotency-replay'), 'true')
  const gone = randomUUID()
  const first = await post(path, gone, { method: 'PATCH', body: { phone: '1' } })
  assert.equal(first.status, 404)
  assert.equal((await post(path, gone, { method: 'PATCH', body: { phone: '1' } })).text, first.text)
})

test('claims older than a day are purged by the worker, younger ones stay', async () => {
  const [old, young] = [randomUUID(), randomUUID()]
  for (const key of [old, young]) await post('/api/borrowers', key, { body: { business_name: 'Purge' } })
  await asSuperuser(
    service.database,
    `UPDATE idempotency_keys SET claimed_at = now() - interval '25 hours' WHERE key = $1`,
    [old],
  )
  const worker = new Db({ url: urlOf(service.database, 'WORKER'), poolSize: 1 })
  try {
    assert.ok((await purgeIdempotencyKeys(worker, 24)) >= 1)
  } finally {
    await worker.close()
  }
  const kept = await asSuperuser(service.database, 'SELECT key FROM idempotency_keys WHERE key IN ($1, $2)', [
    old,
    young,
  ])
  assert.deepEqual(kept, [{ key: young }])
})
