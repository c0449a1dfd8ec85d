/**
 * Every operation of the committed contract, called with requests made from the contract, from its edges and from
 * malice. `npm run trial -- fuzz` is the same for as long as one likes.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { effort, SEED } from '../support/effort.ts'
import { complaintAbout, OPERATIONS } from '../support/fuzz/contract.ts'
import type { FuzzAnswer } from '../support/fuzz/contract.ts'
import { fuzz, leakIn } from '../support/fuzz/run.ts'
import { watchMemory } from '../support/memory-watch.ts'
import { startServiceProcess } from '../support/process.ts'
import { operatorOf, TestService, testSettings } from '../support/service.ts'

const RUNS = Number(process.env['FUZZ_RUNS'] ?? effort(25, 0.4))
/** What ops/kubernetes gives the API. */
const MEMORY_BYTES = 1024 ** 3

test('bar 44: whatever is sent to any operation: no 5xx, no hang, no undocumented answer, nothing of another tenant', async (t) => {
  const database = await createTestDatabase()
  const { url, child } = await startServiceProcess(database.name, testSettings(database.name))
  const operator = operatorOf(database.name)
  const service = new TestService({ url, database: database.name, operator, redisPrefix: '', stop: database.drop })
  const memory = watchMemory(() => [child.pid ?? 0])
  try {
    const report = await fuzz(service, {
      seed: SEED, runs: RUNS, more: (round) => round < 1, atOnce: 4, hasWorker: false,
    }) // prettier-ignore
    const answers = Object.entries(report.byStatus).map(([status, count]) => `${status}×${count}`)
    t.diagnostic(`${report.operations} operations, ${report.requests} requests, seed ${SEED}: ${answers.join(' ')}`)
    assert.deepEqual(report.complaints, [])
    assert.equal(child.exitCode, null)
    assert.ok(memory.peak() > 0 && memory.peak() < MEMORY_BYTES, `${memory.peak()} bytes`)
    assert.ok(report.operations >= 110 && report.requests >= report.operations * RUNS * 0.9)
    for (const status of [200, 201, 202, 204, 400, 401, 403, 404, 409])
      assert.ok((report.byStatus[status] ?? 0) > 0, `no ${status} at all`)
    const { neverSucceeded } = report
    assert.ok(neverSucceeded.length <= report.operations * 0.5, `never did anything: ${neverSucceeded.join()}`)
  } finally {
    memory.stop()
    child.kill('SIGKILL')
    await operator.close()
    await database.drop()
  }
})

const headers = { 'x-request-id': `req_${'0'.repeat(24)}`, 'service-version': '2026-07-19', 'content-type': 'application/json' } // prettier-ignore
const refusal = (type: string, id = headers['x-request-id']) =>
  JSON.stringify({ error: { type, message: 'No.', request_id: id, details: null } })

/** One wrong answer for each thing that the checker looks at, and a right one. */
const ANSWERS: readonly [what: string, answer: FuzzAnswer, complaint: RegExp | null][] = [
  ['a right refusal', { status: 404, headers, text: refusal('not_found') }, null],
  ['a 500', { status: 500, headers, text: refusal('internal_error') }, /^500/],
  ['no request id', { status: 404, headers: { ...headers, 'x-request-id': undefined }, text: refusal('not_found') }, /X-Request-ID/],
  ['no version', { status: 404, headers: { ...headers, 'service-version': undefined }, text: refusal('not_found') }, /Service-Version/],
  ['an undocumented status', { status: 418, headers, text: '{}' }, /not documented/],
  ['a body that is no JSON', { status: 404, headers, text: '<html>' }, /not JSON/],
  ['another shape', { status: 404, headers, text: '{"error":"no"}' }, /must be/],
  ['an unknown problem', { status: 404, headers, text: refusal('surprise') }, /allowed values/],
  ['a problem with another status', { status: 404, headers, text: refusal('conflict') }, /instead of 409/],
  ['a problem of another request', { status: 404, headers, text: refusal('not_found', 'req_1') }, /another request/],
  ['a 429 that does not say when', { status: 429, headers, text: refusal('rate_limited') }, /Retry-After/],
] // prettier-ignore

test('the fuzz can fail: its checker finds each kind of wrong answer', () => {
  const operation = OPERATIONS.find(({ operationId }) => operationId === 'getBorrower') ?? assert.fail()
  for (const [what, answer, complaint] of ANSWERS) {
    const said = complaintAbout(operation, answer)
    if (complaint === null) assert.equal(said, null, what)
    else assert.match(said ?? 'nothing', complaint, what)
  }
  const request = { method: 'GET', path: '/api/borrowers/bor_sent%00%', headers: {}, body: null }
  assert.equal(leakIn(request, { status: 200, headers, text: 'bor_sent bor_other' }, ['bor_sent']), null)
  assert.equal(leakIn(request, { status: 200, headers, text: 'bor_other' }, ['bor_sent', 'bor_other']), 'bor_other')
  assert.equal(leakIn(request, { status: 200, headers: { location: '/bor_other' }, text: '' }, ['bor_other']), 'bor_other') // prettier-ignore
})
