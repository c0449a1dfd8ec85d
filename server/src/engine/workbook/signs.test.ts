import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { signsFor } from './signs.ts'

test('signs are found whenever there are any, and come to the whole', () => {
  const part = fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n })
  const signed = fc.array(fc.tuple(part, fc.constantFrom(1n, -1n)), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(signed, (parts) => {
      const whole = parts.reduce((sum, [value, sign]) => sum + sign * value, 0n)
      const values = parts.map(([value]) => value)
      const signs = signsFor(values, whole) ?? assert.fail('there are some')
      assert.equal(
        values.reduce((sum, value, at) => sum + BigInt(signs[at] ?? 0) * value, 0n),
        whole,
      )
    }),
  )
})

test('plain sums stay plain, the fewest parts are turned, and what cannot be is not made up', () => {
  assert.deepEqual(signsFor([1n, 2n, 3n], 6n), [1, 1, 1])
  assert.deepEqual(signsFor([10n, 4n, 0n, 3n, 1n], 10n), [1, -1, 1, 1, 1])
  assert.equal(signsFor([10n, 4n], 11n), null)
  assert.equal(signsFor([10n, 4n], 13n), null)
})
