import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fraction, readDecimal, state } from '../../lib/decimal.ts'
import { evaluate, namesIn, parseFormula } from './formula.ts'

const VALUES: Readonly<Record<string, string>> = { a: '10.00', b: '4.00', zero: '0.00', debt: '-5.00' }

function result(text: string): string | null {
  const value = evaluate(parseFormula(text), (name, when) => {
    const found = VALUES[name]
    if (found === undefined) return null
    return when === 'prior' ? fraction(2n) : readDecimal(found)
  })
  return value && state(value, 'usd')
}

test('formulas are read as they are printed: products before sums, brackets first, from left to right', () => {
  for (const [text, expected] of [
    ['a + b * 2', '18.00'],
    ['(a + b) * 2', '28.00'],
    ['a - b - 1', '5.00'],
    ['a / b / 2', '1.25'],
    ['(a - prior(a)) / prior(a) * 100', '400.00'],
    ['a + (nothing or 0)', '10.00'],
    ['a * 12 / 7', '17.14'],
  ] as const)
    assert.equal(result(text), expected, text)
})

test('what is divided by zero or by less has no value, wherever it stands', () => {
  for (const text of ['a / zero', 'a / debt', '1 + a / (b - 4)', '(a / debt) * 0'])
    assert.equal(result(text), null, text)
})

test('a formula names what it needs, each once, and what it can do without', () => {
  assert.deepEqual(namesIn(parseFormula('(a + prior(a)) / (b or 0) + a')), [
    { name: 'a', when: 'now', orZero: false },
    { name: 'a', when: 'prior', orZero: false },
    { name: 'b', when: 'now', orZero: true },
  ])
})

test('what is no formula is refused', () => {
  for (const text of ['', 'a +', '(a', 'a b', 'a ^ b', 'prior(', '(a or 1)', 'A + 1'])
    assert.throws(() => parseFormula(text), Error, text)
})

test('a chain of additions and subtractions is the sum of its signed terms, to the cent', () => {
  const terms = fc.array(fc.tuple(fc.constantFrom('+', '-'), fc.nat(10 ** 9)), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(terms, (signed) => {
      const text = `0 ${signed.map(([sign, cents]) => `${sign} ${state(fraction(BigInt(cents), 100n), 'usd')}`).join(' ')}`
      const sum = signed.reduce((all, [sign, cents]) => all + (sign === '+' ? BigInt(cents) : -BigInt(cents)), 0n)
      assert.equal(result(text), state(fraction(sum, 100n), 'usd'))
    }),
  )
})
