import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fraction, minus, over, PLACES, plus, readDecimal, state, times } from './decimal.ts'
import type { Unit } from './decimal.ts'

const units = fc.constantFrom(...(Object.keys(PLACES) as Unit[]))
const wholes = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n })
const positives = fc.bigInt({ min: 1n, max: 10n ** 12n })
const fractions = fc.tuple(wholes, positives).map(([numerator, denominator]) => fraction(numerator, denominator))

test('a half is rounded away from zero, and there is no minus zero', () => {
  for (const [numerator, denominator, unit, stated] of [
    [1n, 200n, 'usd', '0.01'],
    [-1n, 200n, 'usd', '-0.01'],
    [-1n, 201n, 'usd', '0.00'],
    [2n, 3n, 'ratio', '0.6667'],
    [-10n, 4n, 'days', '-2.5'],
    [123456n, 100n, 'percent', '1234.56'],
  ] as const)
    assert.equal(state(fraction(numerator, denominator), unit), stated)
})

test('what is stated is never further than half of its last digit from what it states', () => {
  fc.assert(
    fc.property(fractions, units, (value, unit) => {
      const off = minus(readDecimal(state(value, unit)), value)
      const magnitude = off.numerator < 0n ? -off.numerator : off.numerator
      assert.ok(2n * magnitude * 10n ** BigInt(PLACES[unit]) <= off.denominator)
    }),
  )
})

test('stating what was stated changes nothing', () => {
  fc.assert(
    fc.property(fractions, units, (value, unit) => {
      const stated = state(value, unit)
      assert.equal(state(readDecimal(stated), unit), stated)
    }),
  )
})

test('sums and products are exact and can be undone', () => {
  const same = (a: { numerator: bigint; denominator: bigint }, b: { numerator: bigint; denominator: bigint }) =>
    a.numerator * b.denominator === b.numerator * a.denominator
  fc.assert(
    fc.property(fractions, fractions, (a, b) => {
      assert.ok(same(minus(plus(a, b), b), a))
      if (b.numerator !== 0n) assert.ok(same(times(over(a, b), b), a))
    }),
  )
})
