import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isZero, periodName, printed, size } from './figures.ts'

test('figures are grouped, negatives stand in parentheses, nothing is a dash', () => {
  assert.deepEqual(
    ['0.00', '999.10', '1000.00', '-1234567.80', '12.5'].map((value) => printed(value)),
    ['0.00', '999.10', '1,000.00', '(1,234,567.80)', '12.5'],
  )
  assert.equal(printed(null), '–')
})

test('figures longer than a double holds are printed digit by digit', () => {
  assert.equal(printed('9007199254740993.01'), '9,007,199,254,740,993.01')
})

test('zero is zero however it is written', () => {
  assert.deepEqual(['0.00', '-0.00', '0', '0.01', '-10.00', null].map(isZero), [true, true, true, false, false, true])
})

test('a period is named by its year, a part of a year by its length and end', () => {
  const facts = { fiscal_year: 2025, period_end: '2025-09-30', months_covered: 9 }
  assert.equal(periodName(facts), '9 mo. to 2025-09-30')
  assert.equal(periodName({ ...facts, months_covered: 12 }), 'FY 2025')
  assert.equal(periodName({ ...facts, months_covered: null }), 'FY 2025')
})

test('sizes are said in the unit that suits them', () => {
  assert.deepEqual([12, 1500, 12_345_678].map(size), ['12 bytes', '1.5 KB', '12.3 MB'])
})
