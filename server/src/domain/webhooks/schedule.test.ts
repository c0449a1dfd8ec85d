import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { backoffSeconds, HORIZON_MS, judgeAttempt, MAX_ATTEMPTS } from './schedule.ts'
import type { AttemptOutcome } from './schedule.ts'

const enqueuedAt = new Date('2026-07-19T12:00:00Z')
const judge = (outcome: AttemptOutcome, attempt = 1, endedAt = enqueuedAt) =>
  judgeAttempt(outcome, { attempt, enqueuedAt, endedAt })

for (const status of [200, 201, 204, 299]) {
  test(`bar 20: ${status} is delivered, on the first attempt and on the last`, () => {
    for (const attempt of [1, MAX_ATTEMPTS])
      assert.deepEqual(judge({ kind: 'answered', status }, attempt), { status: 'delivered' })
  })
}

for (const status of [100, 199, 300, 301, 302, 303, 304, 307, 308, 399, 429, 500, 502, 503, 504, 599]) {
  test(`bar 20: ${status} stays pending`, () => {
    assert.deepEqual(judge({ kind: 'answered', status }), {
      status: 'pending',
      error: 'bad_status',
      nextAttemptAt: new Date('2026-07-19T12:00:02Z'),
    })
  })
}

for (const status of [400, 401, 403, 404, 405, 408, 410, 422, 428, 430, 451, 499]) {
  test(`bar 20: ${status} is dead at once`, () => {
    assert.deepEqual(judge({ kind: 'answered', status }), { status: 'dead', error: 'bad_status' })
  })
}

test('bar 20: no answer and an interrupted attempt stay pending', () => {
  for (const kind of ['no_answer', 'interrupted'] as const) {
    const verdict = judge({ kind }, 3)
    assert.deepEqual(verdict, { status: 'pending', error: kind, nextAttemptAt: new Date('2026-07-19T12:00:08Z') })
  }
})

test('bar 18: before attempts 2 to 12 the gaps are 2, 4, … 2048 seconds', () => {
  const gaps = Array.from({ length: MAX_ATTEMPTS }, (_, index) => backoffSeconds(index + 1))
  assert.deepEqual(gaps, [0, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048])
})

test('bar 18: after the twelfth failure the delivery is dead', () => {
  assert.equal(judge({ kind: 'answered', status: 503 }, 11).status, 'pending')
  assert.deepEqual(judge({ kind: 'answered', status: 503 }, 12), { status: 'dead', error: 'bad_status' })
})

test('bar 19: no attempt is ever scheduled at or beyond the horizon', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: MAX_ATTEMPTS }),
      fc.integer({ min: 0, max: 2 * HORIZON_MS }),
      fc.constantFrom<AttemptOutcome>(
        { kind: 'no_answer' },
        { kind: 'answered', status: 500 },
        { kind: 'interrupted' },
      ),
      (attempt, elapsed, outcome) => {
        const verdict = judge(outcome, attempt, new Date(enqueuedAt.getTime() + elapsed))
        if (verdict.status !== 'pending') return
        assert.ok(verdict.nextAttemptAt.getTime() < enqueuedAt.getTime() + HORIZON_MS)
        assert.ok(attempt < MAX_ATTEMPTS)
      },
    ),
  )
})
