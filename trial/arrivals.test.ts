import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '../eval/generator/random.ts'
import { arrivals } from './arrivals.ts'

const SHARES = { read: 9, write: 1 }
const day = (seed: number) => arrivals(SHARES, { perSecond: 100, seconds: 100, random: new Random(seed) })

test('the same seed gives the same day, another one another', () => {
  assert.deepEqual(day(1), day(1))
  assert.notDeepEqual(day(1), day(2))
})

test('arrivals come at the rate asked for, in order, within their time', () => {
  const found = day(7)
  assert.ok(Math.abs(found.length - 10_000) < 400, String(found.length))
  assert.ok(found.every(({ at }, index) => at >= (found[index - 1]?.at ?? 0) && at < 100_000))
})

test('gaps vary as independent arrivals do: their deviation is their mean', () => {
  const found = day(3)
  const gaps = found.slice(1).map(({ at }, index) => at - (found[index]?.at ?? 0))
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  const deviation = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length)
  assert.ok(Math.abs(deviation / mean - 1) < 0.05, `${deviation} ${mean}`)
})

test('families come by their shares', () => {
  const found = day(5)
  const writes = found.filter(({ family }) => family === 'write').length / found.length
  assert.ok(Math.abs(writes - 0.1) < 0.02, String(writes))
})
