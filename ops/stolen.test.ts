import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stolenBetween, ticksOf } from './stolen.ts'

test('what was stolen is a part of all ticks between two looks, guests not counted twice', () => {
  const before = ticksOf('cpu  100 0 50 800 20 0 10 20 7 0\ncpu0 1 2 3')
  const after = ticksOf('cpu  110 0 55 810 20 0 10 95 9 0\ncpu0 1 2 3')
  assert.deepEqual(before, { total: 1_000, stolen: 20 })
  assert.equal(stolenBetween(before, after), 0.75)
})

test('a system that does not tell is not taken for one that was given all', () => {
  for (const stat of ['', 'cpu', 'intr 1 2 3', 'cpu  1 2 3 4']) assert.equal(ticksOf(stat), null, stat)
  assert.equal(stolenBetween(null, { total: 1, stolen: 0 }), null)
  const same = { total: 5, stolen: 1 }
  assert.equal(stolenBetween(same, same), null)
})
