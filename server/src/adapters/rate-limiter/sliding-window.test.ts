import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SlidingWindow } from './sliding-window.ts'

const WINDOW_MS = 60_000

test('no window of 60 seconds ever admits more than the budget, whatever the arrivals', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 200 }),
      (budget, gaps) => {
        const window = new SlidingWindow(WINDOW_MS)
        const admitted: number[] = []
        let now = 1_000_000
        for (const gap of gaps) {
          now += gap
          if (window.take('k', budget, now).allowed) admitted.push(now)
        }
        for (const end of admitted) {
          const inside = admitted.filter((moment) => moment > end - WINDOW_MS && moment <= end)
          assert.ok(inside.length <= budget)
        }
      },
    ),
  )
})

test('bar 36: a request at Retry-After is admitted, and at Reset the whole budget is free', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 }),
      fc.array(fc.integer({ min: 0, max: 9000 }), { minLength: 20 }),
      (budget, gaps) => {
        const window = new SlidingWindow(WINDOW_MS)
        let now = 0
        for (const gap of gaps) {
          now += gap
          const decision = window.take('k', budget, now)
          if (decision.allowed) continue
          const atReset = now + decision.resetSeconds * 1000
          now += decision.retryAfterSeconds * 1000
          const next = window.take('k', budget, now)
          assert.ok(next.allowed)
          const whole = new SlidingWindow(WINDOW_MS)
          assert.equal(whole.take('k', budget, atReset).remaining, budget - 1)
          return
        }
      },
    ),
  )
})

test('refused requests do not prolong the wait', () => {
  const window = new SlidingWindow(WINDOW_MS)
  window.take('k', 1, 0)
  for (let now = 1000; now < WINDOW_MS; now += 1000) assert.equal(window.take('k', 1, now).allowed, false)
  assert.equal(window.take('k', 1, WINDOW_MS).allowed, true)
})

test('a bucket that has gone quiet is forgotten', () => {
  const window = new SlidingWindow(WINDOW_MS)
  window.take('quiet', 5, 0)
  window.take('busy', 5, 50_000)
  window.sweep(WINDOW_MS + 1)
  assert.equal(window.buckets, 1)
})
