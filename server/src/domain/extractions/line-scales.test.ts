import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineScales } from './line-scales.ts'
import type { LineWire } from './statement-payload.ts'

const PERIOD = {
  fiscal_year: 2024,
  period_end: '2024-12-31',
  label: '2024',
  months_covered: 12,
  scale: 1000,
  source: null,
}

/** Lines as they are printed: the caption, and a figure unless it is a heading. */
function scalesOf(...printed: readonly (readonly [label: string, value?: string])[]): (number | undefined)[] {
  const lines = printed.map(([label, value = null], at): LineWire => ({
    key: `l${at}`,
    label,
    depth: 0,
    is_total: false,
    section: null,
    values: [value],
    sources: [null],
  }))
  return lineScales({ lines, periods: [PERIOD] }).map(([scale]) => scale)
}

for (const label of [
  'Earnings per share',
  'Basic earnings per share',
  'Diluted earnings per common share',
  'Net income (loss) per share attributable to shareholders',
  'Net loss per share, basic and diluted',
  'Dividends declared per common share',
  'Cash distributions per limited partner unit',
  'Diluted EPS',
])
  test(`'${label}' is money for one share, whatever the scale`, () => {
    assert.deepEqual(scalesOf([label, '1.23']), [1])
  })

for (const label of [
  'Sales',
  'Net income',
  'Weighted average shares outstanding',
  'Shares used in computing earnings per share',
  'Weighted-average common shares used in per share computation, diluted',
  'Gain on sale of shares',
  'Basic materials',
  'Per diem',
  'Personnel expense',
  'Shareholder salaries',
])
  test(`'${label}' is printed in the scale of the statement`, () => {
    assert.deepEqual(scalesOf([label, '1.23']), [1000])
  })

test('rows that say basic and diluted are for one share below a heading that says so, and not below another one', () => {
  assert.deepEqual(
    scalesOf(
      ['Net income', '427596.00'],
      ['Earnings per share:'],
      ['Basic', '0.36'],
      ['Diluted', '0.35'],
      ['Weighted average shares used in computing earnings per share:'],
      ['Basic', '1187.00'],
      ['Diluted', '1220.00'],
    ),
    [1000, 1, 1, 1, 1000, 1000, 1000],
  )
})

test('every period has its own scale', () => {
  const line: LineWire = {
    key: 'l0', label: 'Sales', depth: 0, is_total: false, section: null, values: ['1.00', '1.00'], sources: [null, null],
  } // prettier-ignore
  const periods = [PERIOD, { ...PERIOD, scale: 1 }]
  assert.deepEqual(lineScales({ lines: [line, { ...line, label: 'EPS' }], periods }), [
    [1000, 1],
    [1, 1],
  ])
})
