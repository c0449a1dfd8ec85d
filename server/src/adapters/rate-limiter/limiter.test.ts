import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { shareOf } from './limiter.ts'

test('bar 37: without Redis all nodes together admit at most one and a half budgets, and the strict lane never more than its own', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 100_000 }), fc.integer({ min: 1, max: 10 }), (budget, nodes) => {
      assert.ok(nodes * shareOf(budget, 'api', nodes) <= 1.5 * budget)
      assert.ok(nodes * shareOf(budget, 'strict', nodes) <= budget)
      // Two requests a node leave room for evenly spread traffic; below that no whole share could.
      if (budget < 2 * nodes) return
      assert.ok(
        shareOf(budget, 'api', nodes) >= budget / nodes,
        'evenly spread traffic within its limit is never refused',
      )
    }),
  )
})
