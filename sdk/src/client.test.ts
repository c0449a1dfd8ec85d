/** The client against a real server on loopback that answers from a script. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { ApiError, ConnectionError } from './errors.ts'
import { Tieout } from './generated/operations.ts'

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

type Answer = { status: number; body?: unknown; headers?: Record<string, string> } | 'hang up'

/** A client whose calls get the given answers, one after the other, and the requests that were seen. */
async function scripted(...answers: Answer[]): Promise<{ tieout: Tieout; seen: Seen[] }> {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      const answer = answers[seen.length - 1] ?? { status: 500 }
      if (answer === 'hang up') return request.socket.destroy()
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      return response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  return { tieout: new Tieout({ baseUrl: `http://127.0.0.1:${port}/`, apiKey: 'svc_test_key' }), seen }
}

const refusal = (status: number, type: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: { error: { type, message: 'Not now.', request_id: 'req_1', details: { limit: '3' } } },
})
const SOON = { 'retry-after': '0' }

test('a write that is tried again carries the same idempotency key and the same bytes', async () => {
  const { tieout, seen } = await scripted('hang up', refusal(503, 'unavailable', SOON), {
    status: 201,
    body: { id: 'bor_1' },
  })
  assert.equal((await tieout.createBorrower({ business_name: 'Harbor Bakery' })).id, 'bor_1')
  assert.equal(seen.length, 3)
  const [first] = seen
  assert.match(String(first?.headers['idempotency-key']), /^[0-9a-f-]{36}$/)
  assert.equal(first?.body, '{"business_name":"Harbor Bakery"}')
  for (const repeat of seen.slice(1)) {
    assert.equal(repeat.headers['idempotency-key'], first.headers['idempotency-key'])
    assert.equal(repeat.body, first.body)
  }
})

test('two writes carry two keys; a key that the caller gives is used as it is; a read carries none', async () => {
  const { tieout, seen } = await scripted({ status: 204 }, { status: 204 }, { status: 204 }, { status: 200, body: {} })
  await tieout.deleteBorrower('bor_1')
  await tieout.deleteBorrower('bor_1')
  await tieout.deleteBorrower('bor_1', { idempotencyKey: 'mine' })
  await tieout.getMe()
  const keys = seen.map((request) => request.headers['idempotency-key'])
  assert.equal(new Set(keys).size, 4)
  assert.equal(keys[2], 'mine')
  assert.equal(keys[3], undefined)
})

test('a refusal is an error with its type, details and request id, which the message names', async () => {
  const { tieout, seen } = await scripted(refusal(409, 'version_conflict'))
  await assert.rejects(tieout.updateBorrower('bor_1', { phone: '1', version: 3 }), (error) => {
    assert.ok(error instanceof ApiError)
    assert.deepEqual([error.status, error.type, error.requestId], [409, 'version_conflict', 'req_1'])
    assert.deepEqual(error.details, { limit: '3' })
    assert.equal(error.message, 'Not now. (409 version_conflict, request req_1)')
    return true
  })
  assert.equal(seen.length, 1)
})

test('a usage throttle without an envelope and a page of a proxy are read as errors too', async () => {
  const flat = { type: 'usage_throttled', message: 'Too many at once.', request_id: 'req_2' }
  const { tieout } = await scripted({ status: 429, body: flat }, { status: 502, body: '<html>' })
  const noRetry = { maxRetries: 0 }
  await assert.rejects(tieout.confirmUpload('job_1', {}, noRetry), { type: 'usage_throttled', requestId: 'req_2' })
  await assert.rejects(tieout.getMe(noRetry), { status: 502, type: 'unknown' })
})

test('a list awaited is its first page, iterated it is all items, with its filters on every page', async () => {
  const page = (data: unknown[], next_cursor: string | null): Answer => ({
    status: 200,
    body: { data, limit: 2, next_cursor },
  })
  const { tieout, seen } = await scripted(page([1, 2], 'a&b'), page([1, 2], 'a&b'), page([3], null))
  assert.deepEqual((await tieout.listBorrowers({ intake: true })).data, [1, 2])
  const items: unknown[] = []
  for await (const item of tieout.listBorrowers({ intake: true, limit: 2 })) items.push(item)
  assert.deepEqual(items, [1, 2, 3])
  assert.deepEqual(
    seen.map((request) => request.url),
    ['/api/borrowers?intake=true', '/api/borrowers?intake=true&limit=2', '/api/borrowers?intake=true&limit=2&cursor=a%26b'],
  ) // prettier-ignore
})

test('an id cannot name another path, and a missing one is refused before anything is sent', async () => {
  const { tieout, seen } = await scripted({ status: 204 })
  await tieout.deleteLoan('../borrowers/bor_1?x=y')
  assert.equal(seen[0]?.url, '/api/loans/..%2Fborrowers%2Fbor_1%3Fx%3Dy')
  assert.throws(() => tieout.deleteLoan(''), TypeError)
  assert.throws(() => tieout.deleteLoan('..'), TypeError)
})

test('a service that does not answer in time, or not at all, is a connection error that names it', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const tieout = new Tieout({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'k', maxRetries: 0, timeoutMs: 50 })
  await assert.rejects(tieout.getMe(), (error) => error instanceof ConnectionError && /in time/.test(error.message))
  silent.closeAllConnections()
  silent.close()
  await once(silent, 'close')
  await assert.rejects(tieout.getMe(), (error) => error instanceof ConnectionError && /reached/.test(error.message))
})

test('a call that is called off ends at once, also between two attempts', async () => {
  const { tieout, seen } = await scripted(refusal(429, 'rate_limited', { 'retry-after': '60' }))
  const reason = new Error('the user left')
  const controller = new AbortController()
  const call = tieout.getMe({ signal: controller.signal })
  while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  setTimeout(() => controller.abort(reason), 20)
  const started = performance.now()
  await assert.rejects(call, reason)
  assert.ok(performance.now() - started < 5_000)
})

test('the key is sent to the service and appears in no error', async () => {
  const { tieout, seen } = await scripted(refusal(401, 'unauthenticated'))
  await assert.rejects(tieout.getMe(), (error) => !JSON.stringify(error).includes('svc_test_key'))
  assert.equal(seen[0]?.headers.authorization, 'Bearer svc_test_key')
})
