import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statement } from '../../../test/support/statement.ts'
import { formatCents } from '../../lib/money.ts'
import { platformChart } from '../chart/chart.ts'
import type { Mapping } from '../model/mapping.ts'
import type { Statement } from '../model/statement.ts'
import { mapStatement } from './map-statement.ts'

function map(page: Statement): Mapping {
  const result = mapStatement({ statement: page, chart: platformChart(), rules: [], exportMap: null })
  assert.equal(result.status, 'ready')
  return result.mapping
}

/** The sections that have a figure, by name, first period only. */
function sections(page: Statement): Record<string, string> {
  const { state, tree } = map(page)
  assert.equal(state, 'mapped')
  const folders = (tree ?? []).filter(({ kind, values }) => kind === 'folder' && values[0] !== null)
  return Object.fromEntries(
    folders.map(({ key, values }) => [key.replace(/^(?:pl|grp)\./, ''), formatCents(values[0] ?? assert.fail())]),
  )
}

test('a group of expenses called Other does not end the expenses with its total', () => {
  assert.deepEqual(
    sections(statement`
      Sales               1,000
      Expenses
      Wages                 300
      Other
      Postage                10
      Travel                 20
      Total Other            30
      Rent                  100
      Total Expenses        430
      Net Income            570
    `),
    { revenue: '1000.00', opex: '430.00' },
  )
})

test('a group called Rental income inside Income does not end the income with its total', () => {
  assert.deepEqual(
    sections(statement`
      Income
        Rental Income
          Unit 1             500
          Unit 2             400
        Total Rental Income  900
        Late fees             50
      Total Income           950
      Expenses
        Insurance            100
      Total Expenses         100
      Net Income             850
    `),
    { revenue: '950.00', opex: '100.00' },
  )
})

test('a month in which ending inventory exceeds what was bought has a negative cost of goods', () => {
  assert.deepEqual(
    sections(statement`
      Sales                        1,000
      Cost of Goods Sold
        Beginning inventory          200
        Purchases                    300
        Less: Ending inventory       700
      Total Cost of Goods Sold      (200)
      Gross Profit                 1,200
      Expenses
        Wages                        400
      Total Expenses                 400
      Net Income                     800
    `),
    { revenue: '1000.00', cogs: '-200.00', opex: '400.00' },
  )
})

test('refunds that exceed sales make revenue negative, and no ledger of the statement', () => {
  assert.deepEqual(
    sections(statement`
      Sales                 100
      Refunds              (300)
      Total Revenue        (200)
      Expenses
        Wages               400
      Total Expenses        400
      Net Income           (600)
    `),
    { revenue: '-200.00', opex: '400.00' },
  )
})

test('comprehensive income stands outside, and the bottom line is the result after tax', () => {
  const page = statement`
    Revenue                                  1,000
    Cost of sales                              600
    Gross profit                               400
    Net income before tax                      400
    Income tax expense                         100
    Net income (loss) after income tax         300
    Gain on fair value of assets                50
    Total comprehensive income (loss)          350
  `
  assert.deepEqual(sections(page), { revenue: '1000.00', cogs: '600.00', taxes: '100.00' })
  assert.deepEqual(
    map(page).unmappedLines.map(({ key }) => key),
    ['Gain on fair value of assets', 'Total comprehensive income (loss)'],
  )
})

test('on a page without indentation, gains behind an open block of costs are gains', () => {
  assert.deepEqual(
    sections(statement`
      Sales                        1,000
      Expenses
      Wages                          400
      Total Expenses                 400
      Operating Income               600
      Other Expenses
      Penalties                       50
      Gain on sale of assets          30
      Gain on sale of investments     20
      Net Income                     600
    `),
    { revenue: '1000.00', opex: '400.00', other_expenses: '50.00', dispositions: '50.00' },
  )
})

test('an item nobody knows behind income taxes leaves pretax income as printed', () => {
  const page = statement`
    Revenue                             1,000
    Operating expenses
      Wages                               400
    Total operating expenses              400
    Income before income taxes            600
    Provision for income taxes            150
    Zylor participation, net of tax         5
    Net income                            455
  `
  assert.deepEqual(sections(page), { revenue: '1000.00', opex: '400.00', taxes: '150.00', net_of_tax: '5.00' })
  assert.equal(formatCents(map(page).measures.pretaxIncome?.[0] ?? assert.fail()), '600.00')
})

test('two blocks of expenses with totals of their own are one section', () => {
  assert.deepEqual(
    sections(statement`
      Sales                              1,000
      Selling expenses
        Advertising                        100
        Commissions                         50
      Total selling expenses               150
      Administrative expenses
        Office salaries                    200
      Total administrative expenses        200
      Income from operations               650
      Net income                           650
    `),
    { revenue: '1000.00', opex: '350.00' },
  )
})

test('other revenue printed before total revenue is revenue', () => {
  assert.deepEqual(
    sections(statement`
      Revenue
        Sales                  900
      Other revenue
        Interest income         50
        Scrap sales             50
      Total other revenue      100
      Total revenue          1,000
      Expenses
        Wages                  400
      Total expenses           400
      Net income               600
    `),
    { revenue: '1000.00', opex: '400.00' },
  )
})

test('a statement of nothing, or of nothing but zeros, is answered', () => {
  const empty = { documentId: 'doc', periods: [], lines: [], scale: 1 }
  const result = mapStatement({ statement: empty, chart: platformChart(), rules: [], exportMap: null })
  assert.deepEqual(result, { status: 'unmappable' })
  assert.deepEqual(
    sections(statement`
      Sales             -
      Wages             -
      Net income        -
    `),
    { revenue: '0.00', opex: '0.00' },
  )
})

test('a hostile statement is answered in the time of an ordinary one', () => {
  const nested = Array.from({ length: 3000 }, (_, at) => ({ label: at % 2 ? 'Total' : `Zylor ${at}`, depth: at }))
  const flat = Array.from({ length: 3000 }, (_, at) => ({
    label: at % 3 ? 'Interest expense' : 'Total Zylor',
    depth: 0,
  }))
  const runs = Array.from({ length: 3000 }, (_, at) => ({ label: at % 2 ? '' : 'Sales', depth: at % 7 }))
  const headings = Array.from({ length: 3000 }, (_, at) => ({
    label: at % 2 ? 'Other income' : 'Total Expenses',
    depth: 0,
  }))
  for (const lines of [nested, flat, runs, headings]) {
    const page: Statement = {
      documentId: 'doc',
      periods: [{ fiscalYear: 2024, periodEnd: null, label: null, monthsCovered: null }],
      lines: [...lines, { label: 'Net income', depth: 0 }].map((line, index) => ({
        key: String(index),
        ...line,
        values:
          statement`
          Any   7
        `.lines[0]?.values ?? [],
        sources: [null],
      })),
      scale: 1,
    }
    const started = performance.now()
    map(page)
    assert.ok(performance.now() - started < 10_000, 'a statement made to be slow is')
  }
})
