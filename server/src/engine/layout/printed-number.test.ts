import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { centsOf, formatCents } from '../../lib/money.ts'
import { parsePrintedNumber, parsePrintedScale } from './printed-number.ts'

function read(printed: string): string {
  const number = parsePrintedNumber(printed)
  return number.is === 'amount' ? formatCents(number.cents) : number.is
}

test('every way a page prints an amount is read to the cent', () => {
  const table: [printed: string, amount: string][] = [
    ['1,234', '1234.00'],
    ['1,234.50', '1234.50'],
    ['$1,234.50', '1234.50'],
    ['$ 1,234', '1234.00'],
    ['(1,234)', '-1234.00'],
    ['($1,234.50)', '-1234.50'],
    ['$(1,234.50)', '-1234.50'],
    ['1,234.50-', '-1234.50'],
    ['-1,234.50', '-1234.50'],
    ['−1,234', '-1234.00'],
    ['- 500', '-500.00'],
    ['$ -19.68', '-19.68'],
    ['(   20,057)', '-20057.00'],
    ['<500>', '-500.00'],
    ['500.00 CR', '-500.00'],
    ['500.00cr', '-500.00'],
    ['500.00 DR', '500.00'],
    ['+500', '500.00'],
    ['-', '0.00'],
    ['—', '0.00'],
    ['---', '0.00'],
    ['$ -', '0.00'],
    ['0', '0.00'],
    ['(0.00)', '0.00'],
    ['nil', '0.00'],
    ['12,345*', '12345.00'],
    ['.50', '0.50'],
    ['1.234,56', '1234.56'],
    ['1 234,50', '1234.50'],
    ['6,00,000.00', '600000.00'],
    ['44.079.83', '44079.83'],
  ]
  for (const [printed, amount] of table) assert.equal(read(printed), amount, printed)
})

test('a blank is not a zero, a percentage is not an amount, and a smudge is neither', () => {
  for (const printed of ['', '   ', 'N/A', 'n.a.']) assert.equal(read(printed), 'blank', printed)
  for (const printed of ['12.5%', '(3.2%)', '100 %']) assert.equal(read(printed), 'percent', printed)
  for (const printed of ['abc', '12.5x', '0.125', '1..2', '12,', 'Jan 2024', '9'.repeat(65)])
    assert.equal(read(printed), 'not_a_number', printed)
})

test('an amount printed with commas, with or without parentheses, is read back', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.boolean(), (whole, parentheses) => {
      const cents = centsOf(whole)
      const [units = '', fraction = ''] = formatCents(cents).replace('-', '').split('.')
      const printed = `${units.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${fraction}`
      const signed = whole >= 0n ? printed : parentheses ? `(${printed})` : `-${printed}`
      assert.equal(read(signed), formatCents(cents))
    }),
  )
})

test('a heading that states the unit is read', () => {
  for (const heading of ['(in thousands)', "$000's", '$000', "(000's)", 'Amounts in thousands of dollars'])
    assert.equal(parsePrintedScale(heading), 1000, heading)
  for (const heading of ['(in millions)', 'USD mm']) assert.equal(parsePrintedScale(heading), 1_000_000, heading)
  for (const heading of ['Profit and Loss', 'Year ended December 31, 2000'])
    assert.equal(parsePrintedScale(heading), null)
})
