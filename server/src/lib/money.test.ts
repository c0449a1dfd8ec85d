import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { centsOf, formatCents, parseCents, subtract, add } from './money.ts'

const anyCents = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }).map(centsOf)

test('every amount survives being written and read again', () => {
  fc.assert(
    fc.property(anyCents, (amount) => {
      assert.equal(parseCents(formatCents(amount)), amount)
    }),
  )
})

test('the wire form has exactly two decimals and no negative zero', () => {
  const table: [bigint, string][] = [
    [0n, '0.00'],
    [5n, '0.05'],
    [-5n, '-0.05'],
    [100n, '1.00'],
    [-123456789n, '-1234567.89'],
  ]
  for (const [whole, text] of table) assert.equal(formatCents(centsOf(whole)), text)
})

test('text that is not the wire form is refused, never guessed at', () => {
  for (const text of [
    '',
    '1',
    '1.0',
    '1.000',
    '01.00',
    '-0.00',
    '+1.00',
    '1,000.00',
    '1e3',
    ' 1.00',
    '1.00 ',
    '(1.00)',
  ])
    assert.equal(parseCents(text), null, text)
})

test('subtracting what was added gives back the amount to the cent', () => {
  fc.assert(fc.property(anyCents, anyCents, (a, b) => subtract(add(a, b), b) === a))
})
