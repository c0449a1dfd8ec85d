import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, ConnectionError } from './errors.ts'
import { retryDelay } from './retry.ts'

const answer = (status: number, type: ApiError['type'] = 'unknown', retryAfterSeconds: number | null = null) =>
  new ApiError({ status, type, message: 'No.', details: {}, requestId: null, retryAfterSeconds })

const CASES: readonly [string, unknown, number, number | null][] = [
  ['a broken connection is tried again after half a second', new ConnectionError('gone', null), 1, 500],
  ['the second time after a second', new ConnectionError('gone', null), 2, 1000],
  ['but never after more than eight seconds', new ConnectionError('gone', null), 8, 8000],
  ['nor more often than asked for', new ConnectionError('gone', null), 10, null],
  ['a busy service is tried again', answer(503, 'unavailable'), 1, 500],
  ['at the time it names', answer(429, 'rate_limited', 17), 1, 17_000],
  ['unless that is more than two minutes away', answer(503, 'unavailable', 121), 1, null],
  ['also at once', answer(429, 'idempotency_in_progress', 0), 1, 0],
  ['a proxy that lost its backend is tried again', answer(502), 1, 500],
  ['a fault is not: its answer is stored under the key', answer(500, 'internal_error'), 1, null],
  ['a failed render is not', answer(503, 'render_failed'), 1, null],
  ['a refusal is not', answer(400, 'validation_failed'), 1, null],
  ['a conflict is not', answer(409, 'version_conflict'), 1, null],
]

for (const [name, error, attempt, expected] of CASES)
  test(name, () => assert.equal(retryDelay(error, attempt, 9, 0.999_999), expected))

test('waits are spread between half and all of their time', () => {
  assert.equal(retryDelay(new ConnectionError('gone', null), 1, 3, 0), 250)
})
