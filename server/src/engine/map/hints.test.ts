import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statement } from '../../../test/support/statement.ts'
import { formatCents } from '../../lib/money.ts'
import { platformChart } from '../chart/chart.ts'
import type { Amounts } from '../model/mapping.ts'
import type { Statement } from '../model/statement.ts'
import type { FootingHint } from './hints.ts'
import { mapStatement } from './map-statement.ts'
import { isOneDigitOff, isTransposed } from './misreadings.ts'

function hintOn(page: Statement): FootingHint {
  const result = mapStatement({ statement: page, chart: platformChart(), rules: [], exportMap: null })
  assert.equal(result.status, 'ready')
  assert.equal(result.mapping.state, 'unfooted')
  return result.hint ?? assert.fail('an unfooted statement has a hint')
}

/** A hint in words short enough to compare. */
function described(hint: FootingHint): { at: string | undefined; off: string | undefined; changes: string[] } {
  return {
    at: hint.firstBreak?.label,
    off: hint.firstBreak ? text(hint.firstBreak.difference) : undefined,
    changes: hint.changes.map((change) => {
      if (change.change === 'missing_line') return `missing_line ${text(change.amounts)}`
      if (change.change === 'turn_sign' || change.change === 'drop_line') return `${change.change} ${change.key}`
      return `${change.change} ${change.key}: ${formatCents(change.should)}`
    }),
  }
}

function text(amounts: Amounts): string {
  return amounts.map((amount) => (amount === null ? '-' : formatCents(amount))).join(' ')
}

test('a bottom line with two digits in the wrong order is named with what it should be', () => {
  const hint = hintOn(statement`
    Sales             100,000
    Expenses
      Wages            40,000
      Rent             21,300
    Total Expenses     61,300
    Net Income         37,800
  `)
  assert.deepEqual(described(hint), {
    at: 'Net Income',
    off: '-900.00',
    changes: ['transposed_digits Net Income: 38700.00', 'missing_line -900.00'],
  })
})

test('the break is found at the subtotal where it happens, not at the bottom line', () => {
  const hint = hintOn(statement`
    Sales                 500,000
    Cost of Goods Sold
      Materials           100,000
      Freight              10,000
    Total Cost of Goods Sold   120,000
    Gross Profit          380,000
    Expenses
      Wages                80,000
    Total Expenses         80,000
    Operating Income      300,000
    Interest expense        7,500
    Net Income            291,000
  `)
  assert.equal(hint.firstBreak?.label, 'Total Cost of Goods Sold')
  assert.deepEqual(described(hint).changes, [
    'wrong_digit Materials: 110000.00',
    'wrong_digit Freight: 20000.00',
    'wrong_digit Total Cost of Goods Sold: 110000.00',
    'missing_line -10000.00',
  ])
})

test('a line that is counted twice is named', () => {
  const hint = hintOn(statement`
    Sales              100,000
    Wages               40,000
    Rent                12,345
    Office rent         12,345
    Net Income          47,655
  `)
  const { at, off, changes } = described(hint)
  assert.deepEqual({ at, off }, { at: 'Net Income', off: '12345.00' })
  assert.deepEqual(changes.slice(0, 2), ['drop_line Rent', 'drop_line Office rent'])
})

test('a line above operating income that should count the other way is named, and is not turned', () => {
  const hint = hintOn(statement`
    Income
      Sales            100,000
      Zylor program      5,000
    Expenses
      Wages             40,000
    Net Income          55,000
  `)
  assert.deepEqual(described(hint).changes.slice(0, 1), ['turn_sign Zylor program'])
})

test('a misread digit is looked for only in the column that breaks', () => {
  const hint = hintOn(statement`
    Sales              100,000    95,000
    Wages               40,000    39,000
    Rent                20,000    20,000
    Net Income          40,000    37,000
  `)
  assert.deepEqual(described(hint), {
    at: 'Net Income',
    off: '0.00 1000.00',
    changes: [
      'wrong_digit Sales: 96000.00',
      'wrong_digit Wages: 38000.00',
      'wrong_digit Net Income: 36000.00',
      'missing_line 0.00 1000.00',
    ],
  })
})

test('a statement that prints no bottom line blames no row', () => {
  const hint = hintOn(statement`
    Sales              100,000
    Expenses
      Wages             40,000
    Total Expenses      40,000
  `)
  assert.deepEqual(hint, { firstBreak: null, changes: [] })
})

test('a statement that foots needs no hint', () => {
  const page = statement`
    Sales              100,000
    Wages               40,000
    Net Income          60,000
  `
  const result = mapStatement({ statement: page, chart: platformChart(), rules: [], exportMap: null })
  assert.equal(result.status === 'ready' ? result.hint : 'unmappable', null)
})

test('two digits that changed places and one that is wrong are told apart from figures that just differ', () => {
  const table: [a: bigint, b: bigint, transposed: boolean, oneOff: boolean][] = [
    [1234n, 1243n, true, false],
    [1234n, 2134n, true, false],
    [1234n, 1274n, false, true],
    [1234n, 11234n, false, true],
    [1234n, 4321n, false, false],
    [1234n, 1234n, false, false],
    [1134n, 1134n, false, false],
  ]
  for (const [a, b, transposed, oneOff] of table) {
    assert.equal(isTransposed(a, b), transposed, `${a} ${b}`)
    assert.equal(isOneDigitOff(a, b), oneOff, `${a} ${b}`)
  }
})
