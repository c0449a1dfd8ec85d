import assert from 'node:assert/strict'
import test from 'node:test'
import { formatCents } from '../../../lib/money.ts'
import { printedPages } from '../../../../test/support/printed-page.ts'
import type { StatementReading } from '../../model/extraction.ts'
import { readStatement } from './read-statement.ts'

function read(text: string): StatementReading {
  return readStatement(printedPages(text), 'profit-loss')
}

/** Lines as `caption: figures`, a figure per period. */
function lines(reading: StatementReading): string[] {
  return reading.lines.map(({ label, figures }) =>
    `${label}: ${figures.map((figure) => (figure ? formatCents(figure.value) : '·')).join(' ')}`.trim(),
  )
}

const TITLE = `
  Harbor Foods LLC
  Profit and Loss
  January - December 2024
`

const GUARANTEES: readonly (readonly [guarantee: string, table: string, lines: readonly string[]])[] = [
  [
    'an account number in a column of its own is no part of the caption',
    `
    Code     Account                      Total
    4000     Sales                     1,200.00
    4100     Service income              300.00
    4200     Freight                      50.00
             Total income              1,550.00`,
    ['Sales: 1200.00', 'Service income: 300.00', 'Freight: 50.00', 'Total income: 1550.00'],
  ],
  [
    'a repeated row of heads does not hide the column of account numbers',
    `
    Code     Account            March 31, 2024
    4000     Sales                    1,200.00
    4100     Service income             300.00
    ---
    Code     Account            March 31, 2024
    4200     Freight                     50.00
             Total income             1,550.00
    ---
    Code     Account            March 31, 2024
             Net income               1,550.00`,
    ['Sales: 1200.00', 'Service income: 300.00', 'Freight: 50.00', 'Total income: 1550.00', 'Net income: 1550.00'],
  ],
  [
    'a minus before the currency counts, wherever its digits stand',
    `
                                         2024          2023
    Sales                          $ 1,200.00   - $   90.00
    Service income                     300.00         40.00`,
    ['Sales: 1200.00 -90.00', 'Service income: 300.00 40.00'],
  ],
  [
    'an account number within the caption stays there',
    `
    4000 · Sales                       1,200.00
    4100 · Service income                300.00
    Total income                       1,500.00`,
    ['4000 · Sales: 1200.00', '4100 · Service income: 300.00', 'Total income: 1500.00'],
  ],
  [
    'an account number alone in a row belongs to the caption under it',
    `
    4000 · Sales                       1,200.00
    4118 ·
    Inventory sold                       300.00
    4120 ·
    Freight                               50.00
    Total income                       1,550.00`,
    ['4000 · Sales: 1200.00', '4118 · Inventory sold: 300.00', '4120 · Freight: 50.00', 'Total income: 1550.00'],
  ],
  [
    'references to notes are neither captions nor figures',
    `
                              Notes        2024        2023
    Sales                         5    1,200.00    1,100.00
    Service income             7(a)      300.00      200.00
    Freight                                50.00       40.00`,
    ['Sales: 1200.00 1100.00', 'Service income: 300.00 200.00', 'Freight: 50.00 40.00'],
  ],
  [
    'a reference that says it is a note needs no head',
    `
    Sales                    Note 5    1,200.00
    Service income           Note 7      300.00`,
    ['Sales: 1200.00', 'Service income: 300.00'],
  ],
  [
    'signs are read however they are printed',
    `
    Sales                              1,200.00
    Returns                              (30.00)
    Discounts                            - 20.00
    Allowances                             10.00-
    Rebates                               <5.00>
    Refunds                              ( 4.00 )
    Credits                             $( 3.00 )`,
    [
      'Sales: 1200.00',
      'Returns: -30.00',
      'Discounts: -20.00',
      'Allowances: -10.00',
      'Rebates: -5.00',
      'Refunds: -4.00',
      'Credits: -3.00',
    ],
  ],
  [
    'a printed dash is a zero, and a blank is nothing',
    `
                                           2024        2023
    Sales                              1,200.00    1,100.00
    Freight                                   -       40.00
    Travel                                            60.00`,
    ['Sales: 1200.00 1100.00', 'Freight: 0.00 40.00', 'Travel: · 60.00'],
  ],
  [
    'a caption that wraps is one line',
    `
    Retirement plan contributions for
    eligible employees                 1,200.00
    Sales                                300.00`,
    ['Retirement plan contributions for eligible employees: 1200.00', 'Sales: 300.00'],
  ],
  [
    'dotted leaders are no part of a caption',
    `
    Sales . . . . . . . . . . . . .    1,200.00
    Freight . . . . . . . . . . . .      300.00`,
    ['Sales: 1200.00', 'Freight: 300.00'],
  ],
]

for (const [guarantee, table, expected] of GUARANTEES)
  test(guarantee, () => {
    const reading = read(TITLE + table)
    assert.deepEqual(lines(reading), expected)
    assert.deepEqual(reading.leftovers, [])
  })

test('a budget, its variance and percents are no periods, and their amounts are kept as leftovers', () => {
  const reading = read(`${TITLE}
                         Actual      Budget    Variance   % of Budget
    Sales              1,200.00    1,000.00      200.00        120.0%
    Freight              300.00      250.00       50.00        120.0%`)
  assert.deepEqual(lines(reading), ['Sales: 1200.00', 'Freight: 300.00'])
  assert.deepEqual(
    reading.leftovers.map(({ text, reason }) => `${text} ${reason}`),
    ['1,000.00 column', '200.00 column', '250.00 column', '50.00 column'],
  )
})

test('of columns by store only their total is a period', () => {
  const reading = read(`${TITLE}
                       Downtown     Airport       Total
    Sales              1,200.00    1,000.00    2,200.00
    Freight              300.00      250.00      550.00`)
  assert.deepEqual(lines(reading), ['Sales: 2200.00', 'Freight: 550.00'])
  assert.equal(reading.leftovers.length, 4)
})

test('a page without heads goes on in the columns of the page before it', () => {
  const reading = read(`${TITLE}
                           2024        2023
    Sales              1,200.00    1,100.00
    Freight              300.00      200.00
  ---
    Travel                70.00       60.00
    Total              1,570.00    1,360.00`)
  assert.deepEqual(lines(reading).slice(2), ['Travel: 70.00 60.00', 'Total: 1570.00 1360.00'])
  assert.deepEqual(
    reading.periods.map((period) => period.periodEnd),
    ['2024-12-31', '2023-12-31'],
  )
})

test('a figure is born with its page, its box and its text', () => {
  const figure = read(`${TITLE}\n  Sales            1,200.00\n  Freight            300.00`).lines[0]?.figures[0]
  assert.deepEqual(figure, { value: 120000n, decimals: 2, page: 1, box: [125, 96, 165, 105], text: '1,200.00' })
})

test('a company name at the end of the title is no line of the statement', () => {
  const reading = read(`
    Profit and Loss
    January - December 2024
    Harbor Foods LLC


    Sales              1,200.00
    Freight              300.00`)
  assert.deepEqual(lines(reading), ['Sales: 1200.00', 'Freight: 300.00'])
})

test('a title over a year leaves columns of one month each unproved, unless they make up the year', () => {
  const dated = (heads: string, cells: string): boolean[] =>
    read(`${TITLE}
                    ${heads}
    Sales           ${cells}
    Service income  ${cells}`).periods.map((period) => period.dated)
  assert.deepEqual(dated('    Dec 2024    Dec 2023', '    1,200.00    1,100.00'), [false, false])
  assert.deepEqual(dated('    Jan - Dec 2024', '          1,200.00'), [true])
  assert.deepEqual(dated('    Dec 2024         YTD', '    1,200.00    1,100.00'), [true, true])
})
