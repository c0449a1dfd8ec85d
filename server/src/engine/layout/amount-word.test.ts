import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { formatCents } from '../../lib/money.ts'
import { readAmountWord } from './amount-word.ts'

const AMOUNTS: readonly (readonly [string, string])[] = [
  ['1,234.56', '1234.56'],
  ['(1,234)', '-1234.00'],
  ['-$19.68', '-19.68'],
  ['$-19.68', '-19.68'],
  ['1,234-', '-1234.00'],
  ['1.234,56', '1234.56'],
  ['2.442.901', '2442901.00'],
  ['6,00,000.00', '600000.00'],
  ['40,000,00', '40000.00'],
  ['44.079.83', '44079.83'],
  ['(P=39,172,827)', '-39172827.00'],
  ['(=P36,239,987)', '-36239987.00'],
  ['P=2,618,394', '2618394.00'],
  ['16,927,079,.00', '16927079.00'],
  ['+512.00', '512.00'],
  ['=1,000', '1000.00'],
  ['100.00CR', '-100.00'],
  ['100.00 DR', '100.00'],
  ['<500>', '-500.00'],
]

for (const [printed, value] of AMOUNTS)
  test(`the word ${printed} is the amount ${value}`, () => {
    const amount = readAmountWord(printed)
    assert.ok(amount)
    assert.equal(formatCents(amount.cents), value)
  })

for (const printed of ['-', '–', '---', '-0-', '$-', '₱–'])
  test(`the word ${printed} is a nil: a zero that somebody meant`, () => {
    assert.equal(readAmountWord(printed)?.nil, true)
  })

for (const printed of ['202]', 'Note', '12/31/2024', '(a)', '1234567890123456', '0.125', 'A1', '3rd', ''])
  test(`the word '${printed}' is no amount`, () => {
    assert.equal(readAmountWord(printed), null)
  })

test('every amount printed in a common form is read back to the cent', () => {
  const forms: readonly ((whole: string, cents: string, negative: boolean) => string)[] = [
    (whole, cents, negative) => `${negative ? '-' : ''}${grouped(whole, ',')}.${cents}`,
    (whole, cents, negative) => (negative ? `(${grouped(whole, ',')}.${cents})` : `${grouped(whole, ',')}.${cents}`),
    (whole, cents, negative) => `${grouped(whole, '.')},${cents}${negative ? '-' : ''}`,
    (whole, cents, negative) => `${negative ? '-' : ''}$${grouped(whole, ',')}.${cents}`,
  ]
  fc.assert(
    fc.property(fc.bigInt({ min: -99_999_999_999n, max: 99_999_999_999n }), fc.nat(forms.length - 1), (cents, form) => {
      const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
      const printed = forms[form]?.(digits.slice(0, -2), digits.slice(-2), cents < 0n) ?? ''
      assert.equal(readAmountWord(printed)?.cents, cents)
    }),
  )
})

function grouped(whole: string, mark: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, mark)
}
