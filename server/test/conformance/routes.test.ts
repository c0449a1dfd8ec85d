/** What holds for every route, read off the declarations: a new route joins these tests by being declared. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../src/domain/scopes.ts'
import { LANES } from '../../src/http/lanes.ts'
import { openApiDocument } from '../../src/http/openapi.ts'
import { ROUTES } from '../../src/http/routes/index.ts'
import { setRateLimits } from '../../src/store/operator.ts'
import { exampleRequest, minimalValue } from '../support/example.ts'
import { startTestService } from '../support/service.ts'
import type { Reply } from '../support/service.ts'
import { unknownId } from '../support/seed.ts'

const service = await startTestService()
const REQUEST_ID = /^req_[0-9a-f]{24}$/

function assertCommonHeaders(reply: Reply, where: string): void {
  assert.match(reply.headers.get('x-request-id') ?? '', REQUEST_ID, where)
  assert.match(reply.headers.get('service-version') ?? '', /^\d{4}-\d\d-\d\d$/, where)
  if (reply.status >= 400) assert.equal(reply.json.error.request_id, reply.headers.get('x-request-id'), where)
}

test('every route names its operation, scope, lane and answers, and no two share an operation or a path', () => {
  assert.ok(ROUTES.length >= 18, `only ${ROUTES.length} routes`)
  const operations = new Set(ROUTES.map((route) => route.operationId))
  const paths = new Set(ROUTES.map((route) => `${route.method} ${route.path}`))
  assert.equal(operations.size, ROUTES.length)
  assert.equal(paths.size, ROUTES.length)
  for (const route of ROUTES) {
    assert.ok(route.scope === null || SCOPES.includes(route.scope), route.operationId)
    assert.ok(route.lane in LANES, route.operationId)
    assert.ok(Object.keys(route.answers).length > 0, route.operationId)
    assert.ok(route.summary.length > 3 && route.path.startsWith('/api/'), route.operationId)
    const named = [...route.path.matchAll(/:([A-Za-z_]+)/g)].map((match) => match[1])
    assert.deepEqual(Object.keys(route.params?.properties ?? {}).sort(), named.sort(), route.operationId)
  }
})

test('the OpenAPI document describes every route with its refusals', () => {
  const document = openApiDocument() as {
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
  }
  for (const route of ROUTES) {
    const operation = document.paths[route.path.replaceAll(/:([A-Za-z_]+)/g, '{$1}')]?.[route.method.toLowerCase()]
    for (const status of [...Object.keys(route.answers), '400', '401', '402', '403', '404', '429', '500']) {
      assert.ok(operation?.responses[status], `${route.operationId} ${status}`)
    }
  }
})

/** Each row: two faults at once, and the one that must be reported because its gate comes first. */
test('the gates stand in the promised order on every route', async () => {
  const full = await service.tenant()
  const scopeless = await service.keyFor(full.workspace, { scopes: [] })
  const limited = await service.keyFor(full.workspace, { scopes: [] })
  await setRateLimits(service.operator, limited.id, { api: 1, upload: 1, export: 1, strict: 1 })
  const unpaid = await service.tenant({ plan: { subscriptionStatus: 'canceled', features: [] } })
  for (const lane of Object.keys(LANES)) {
    const any = ROUTES.find((route) => route.lane === lane)
    if (any) await call(any, { key: limited.key })
  }
  let checked = 0
  for (const route of ROUTES) {
    const name = route.operationId
    const badBody = route.body === undefined ? {} : { body: { no_such_member: 1 } }
    assertRefused(
      await call(route, { key: null, headers: { 'service-version': '1999-01-01' }, ...badBody }),
      'unknown_version',
      name,
    )
    checked += 1
    // Asked without a key: what it takes instead has tests of its own.
    if (route.open) continue
    assertRefused(await call(route, { key: null, ...badBody }), 'unauthenticated', name)
    assertRefused(await call(route, { key: limited.key, ...badBody }), 'rate_limited', name)
    if (route.scope !== null)
      assertRefused(await call(route, { key: scopeless.key, ...badBody }), 'missing_scope', name)
    if (route.body !== undefined) {
      assertRefused(await call(route, { key: unpaid.key, body: { no_such_member: 1 } }), 'validation_failed', name)
    }
    if (route.subscription) {
      const key = `gate-${name}`
      const headers = { 'idempotency-key': key }
      assertRefused(await call(route, { key: unpaid.key, headers }), 'subscription_required', name)
      assert.equal(await claimsOn(key), 0, `${name} burned the key of a refused request`)
    }
  }
  assert.equal(checked, ROUTES.length)

  function call(
    route: (typeof ROUTES)[number],
    options: { key: string | null; headers?: Record<string, string>; body?: unknown },
  ) {
    const request = exampleRequest(route, unknownId)
    const body = 'body' in options ? options.body : request.body
    return service.call(request.path, { method: request.method, ...options, ...(body !== undefined && { body }) })
  }

  function assertRefused(reply: Reply, type: string, where: string): void {
    assert.equal(reply.json?.error?.type, type, `${where}: ${reply.status} ${reply.text}`)
    assertCommonHeaders(reply, where)
    if (type === 'rate_limited') assert.match(reply.headers.get('retry-after') ?? '', /^[1-9]\d*$/, where)
  }

  async function claimsOn(key: string): Promise<number> {
    const { asSuperuser } = await import('../support/database.ts')
    return (await asSuperuser(service.database, 'SELECT 1 FROM idempotency_keys WHERE key = $1', [key])).length
  }
})

test('the address fence stands before every other gate', async () => {
  const fenced = await startTestService({ settings: { TIEOUT_ADDRESS_FENCE: '3' } })
  for (let index = 0; index < 3; index += 1) assert.equal((await fenced.call('/api/me')).status, 401)
  const reply = await fenced.call('/api/me', { headers: { 'service-version': 'nonsense' } })
  assert.equal(reply.status, 403)
  assert.equal(reply.json.error.type, 'address_fenced')
  assert.equal(reply.headers.get('ratelimit-limit'), null)
  assertCommonHeaders(reply, 'fence')
})

test('bar 43: every response, whatever its fate, has X-Request-ID and Service-Version; an unknown version gives 400', async () => {
  const tenant = await service.tenant()
  const as = { key: tenant.key }
  const big = JSON.stringify({ business_name: 'x'.repeat(1024 * 1024) })
  const table: [string, number, Promise<Reply>][] = [
    ['no such route', 404, service.call('/api/nothing', as)],
    ['method not offered', 404, service.call('/api/me', { ...as, method: 'PUT', body: {} })],
    ['outside the API', 404, service.call('/favicon.ico')],
    ['malformed path', 404, service.call('/api/borrowers/%E0%A4%A', as)],
    ['very long id', 404, service.call(`/api/borrowers/${'a'.repeat(600)}`, as)],
    ['no key', 401, service.call('/api/me')],
    ['malformed key', 401, service.call('/api/me', { key: 'svc_live_nonsense' })],
    ['unknown version', 400, service.call('/api/me', { ...as, headers: { 'service-version': '2020-01-01' } })],
    ['malformed JSON', 400, service.call('/api/borrowers', { ...as, method: 'POST', raw: '{"business_name":' })],
    ['JSON that is no object', 400, service.call('/api/borrowers', { ...as, method: 'POST', raw: '[]' })],
    ['a __proto__ member', 400, service.call('/api/borrowers', { ...as, method: 'POST', raw: '{"__proto__":{},"business_name":"x"}' })],
    ['no body', 400, service.call('/api/borrowers', { ...as, method: 'POST' })],
    ['another media type', 415, service.call('/api/borrowers', { ...as, method: 'POST', raw: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } })],
    ['too large', 413, service.call('/api/borrowers', { ...as, method: 'POST', raw: big })],
    ['health', 200, service.call('/healthz')],
    ['readiness', 200, service.call('/readyz')],
    ['the document', 200, service.call('/openapi.json')],
    ['a good one', 200, service.call('/api/me', as)],
  ] // prettier-ignore
  for (const [name, status, pending] of table) {
    const reply = await pending
    assert.equal(reply.status, status, `${name}: ${reply.text}`)
    assertCommonHeaders(reply, name)
  }
})

test('no answer is kept by a cache, guessed at by a browser, read by another origin, or says what serves it', async () => {
  const tenant = await service.tenant()
  const origin = { origin: 'https://elsewhere.example' }
  const as = { key: tenant.key, headers: origin }
  const replies = [
    await service.call('/api/me', as),
    await service.call('/api/borrowers', { ...as, method: 'POST', body: { business_name: 'x' } }),
    await service.call('/api/borrowers', { ...as, method: 'POST', raw: '{' }),
    await service.call('/api/borrowers', { ...as, method: 'OPTIONS' }),
    await service.call('/api/me', { headers: origin }),
    await service.call('/api/nothing', as),
    await service.call('/openapi.json', { headers: origin }),
  ]
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 201, 400, 404, 401, 404, 200],
  )
  for (const { status, headers } of replies) {
    assert.equal(headers.get('cache-control'), 'no-store', `${status}`)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', `${status}`)
    for (const name of ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-origin'])
      assert.equal(headers.get(name), null, `${status} has ${name}`)
  }
})

test('bar 43: what is not even HTTP still gets an answer with both headers', async () => {
  const { connect } = await import('node:net')
  const { hostname, port } = new URL(service.url)
  for (const bytes of ['NONSENSE\r\n\r\n', `GET /api/me HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(70_000)}\r\n\r\n`]) {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(bytes))
      let text = ''
      socket.on('data', (chunk) => (text += chunk.toString()))
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
    assert.match(answer, /^HTTP\/1\.1 400 /)
    assert.match(answer, /X-Request-ID: req_[0-9a-f]{24}\r\n/)
    assert.match(answer, /Service-Version: \d{4}-\d\d-\d\d\r\n/)
  }
})

test('bar 43: an unexpected failure is a 500 with both headers that says nothing of its cause', async () => {
  const broken = await startTestService({
    extraRoutes: [
      {
        method: 'GET', path: '/api/broken', operationId: 'broken', tag: 'Test', summary: 'fails', scope: null, lane: 'api',
        subscription: false, answers: { 200: { description: '', body: null } },
        handle: () => Promise.reject(new Error('the secret cause')),
      },
    ],
  }) // prettier-ignore
  const tenant = await broken.tenant()
  const reply = await broken.call('/api/broken', { key: tenant.key })
  assert.equal(reply.status, 500)
  assert.equal(reply.json.error.type, 'internal_error')
  assert.doesNotMatch(reply.text, /secret cause/)
  assertCommonHeaders(reply, 'broken')
})

test('the three media types of JSON are taken, and both accepted versions are echoed', async () => {
  const tenant = await service.tenant()
  for (const type of [
    'application/json',
    'text/json',
    'application/vnd.bank+json',
    'application/json; charset=utf-8',
  ]) {
    const reply = await service.call('/api/borrowers', {
      key: tenant.key,
      method: 'POST',
      body: { business_name: 'x' },
      headers: { 'content-type': type },
    })
    assert.equal(reply.status, 201, type)
  }
  for (const version of ['2026-07-19', '2026-05-03']) {
    const reply = await service.call('/api/me', { key: tenant.key, headers: { 'service-version': version } })
    assert.equal(reply.headers.get('service-version'), version)
  }
})

test('every number in a query has two bounds, and neither Infinity nor what is too large for a number gets past them', async () => {
  const tenant = await service.tenant()
  let seen = 0
  for (const route of ROUTES)
    for (const [name, schema] of Object.entries<{ type?: string; minimum?: number; maximum?: number }>(
      route.query?.properties ?? {},
    )) {
      if (schema.type !== 'integer' && schema.type !== 'number') continue
      const where = `${route.operationId} ${name}`
      assert.ok(Number.isFinite(schema.minimum) && Number.isFinite(schema.maximum), where)
      const { path, method } = exampleRequest(route, unknownId)
      for (const value of ['Infinity', '-Infinity', '1e400', 'NaN']) {
        const reply = await service.call(`${path}?${name}=${value}`, { key: tenant.key, method })
        assert.equal(reply.json.error.type, 'validation_failed', `${where}=${value}: ${reply.status} ${reply.text}`)
      }
      seen += 1
    }
  assert.ok(seen >= 10, `only ${seen} numbers`)
})

test('the smallest body of every route passes its own validation', async () => {
  const tenant = await service.tenant()
  let seen = 0
  for (const route of ROUTES) {
    if (route.body === undefined) continue
    seen += 1
    const request = exampleRequest(route, unknownId)
    const reply = await service.call(request.path, {
      method: request.method,
      key: tenant.key,
      body: minimalValue(route.body),
    })
    assert.notEqual(reply.status, 415, route.operationId)
    assert.ok(
      reply.status !== 400 || reply.json.error.type !== 'validation_failed',
      `${route.operationId}: ${reply.text}`,
    )
  }
  assert.ok(seen > 0)
})

test('the reference page is served from here alone and may talk to nobody else', async () => {
  const reply = await service.call('/reference/')
  assert.equal(reply.status, 200)
  assert.match(reply.headers.get('content-security-policy') ?? '', /connect-src 'self'/)
  assertCommonHeaders(reply, 'reference')
  const scripts = [...reply.text.matchAll(/<script[^>]*src="([^"]+)"/g)].map((match) => match[1] ?? '')
  assert.ok(scripts.length > 0)
  for (const script of scripts) {
    assert.doesNotMatch(script, /^(https?:)?\/\//)
    assert.equal((await service.call(new URL(script, `${service.url}/reference/`).pathname)).status, 200, script)
  }
})
