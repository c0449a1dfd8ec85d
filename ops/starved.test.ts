import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excusedFailures } from './starved.ts'
import type { Look, Want } from './starved.ts'

/** A look each second on a machine that others have `stolen` of. */
const looksAt = (stolen: readonly number[], lateMs: readonly number[] = []): Look[] => {
  let taken = 0
  return stolen.map((share, second) => {
    taken += share * 200
    return { atMs: second * 1000, lateMs: lateMs[second] ?? 0, ticks: { total: second * 200, stolen: taken } }
  })
}
const quiet = [0, 0, 0, 0, 0, 0]
const failing = (fromMs: number, toMs: number) => ({ passed: 3, failed: 1, fromMs, toMs })

/** What a failing file that ran between two moments is excused by. */
function wantBetween(looks: readonly Look[], fromMs: number, toMs: number): Want | null {
  return excusedFailures(new Map([['a.test.ts', failing(fromMs, toMs)]]), looks)[0]?.want ?? null
}

test('with the machine to itself a failing file is not excused, whatever happened before and after it', () => {
  assert.equal(wantBetween(looksAt(quiet), 1000, 4000), null)
  assert.equal(wantBetween(looksAt([0, 1, 0, 0, 0, 1]), 1000, 4000), null)
  assert.equal(wantBetween(looksAt(quiet, [5000, 5000, 0, 0, 0, 5000]), 1000, 4000), null)
  assert.equal(wantBetween(looksAt(quiet, [0, 0, 900]), 1000, 4000), null)
})

test('a fifth of the cores gone to others, or a standstill of a second, excuses it, and is told', () => {
  assert.deepEqual(wantBetween(looksAt([0, 0, 0.5, 0.5, 0.5, 0]), 1000, 4000), { stolen: 0.5, latestMs: 0 })
  assert.deepEqual(wantBetween(looksAt(quiet, [0, 0, 0, 1200]), 1000, 4000), { stolen: 0, latestMs: 1200 })
})

test('a standstill that the file did not outlive is seen by the look after it', () => {
  const looks = [0, 1000, 9000].map((atMs) => ({ atMs, lateMs: atMs === 9000 ? 7000 : 0, ticks: null }))
  assert.deepEqual(wantBetween(looks, 1500, 2000), { stolen: null, latestMs: 7000 })
})

test('a time that nobody looked at excuses nothing', () => {
  assert.equal(wantBetween([], 0, 1000), null)
  assert.equal(wantBetween([{ atMs: 0, lateMs: 0, ticks: null }], 500, 1000), null)
})

test('only failures are excused, and many at once have a cause of their own', () => {
  const looks = looksAt([0, 1, 1, 1, 1, 1])
  const files = (count: number) => Array.from({ length: count }, (_, n) => [`${n}.test.ts`, failing(0, 5000)] as const)
  const passing = ['fine.test.ts', { passed: 9, failed: 0, fromMs: 0, toMs: 5000 }] as const
  const excused = excusedFailures(new Map([passing, ...files(5)]), looks)
  assert.deepEqual(
    excused.map(({ file }) => file),
    files(5).map(([file]) => file),
  )
  assert.deepEqual(excusedFailures(new Map(files(6)), looks), [])
})
