import assert from 'node:assert/strict'
import test from 'node:test'
import { printedPage } from '../../../test/support/printed-page.ts'
import { isDebtTable } from './debt-table.ts'
import { keepsColumns, repeatsHeads } from './same-table.ts'

const FIRST = printedPage(`Customer Aging Detail
  Date         Num      Current       1 - 30      Balance
  01/21/2024   5742      151.70                    151.70
  06/27/2024   6603                    48.10        48.10
  07/25/2024   7888    6,020.66                  6,020.66
  08/25/2024   7889                 1,020.66     1,020.66`)

test('a page that repeats the heads of a table goes on with it, and one that repeats a name does not', () => {
  const next = `Date         Num      Current       1 - 30      Balance
  01/22/2024   5743      151.70                    151.70`
  assert.ok(repeatsHeads(FIRST, printedPage(next)))
  assert.ok(!repeatsHeads(FIRST, printedPage('Customer Aging Detail\n  Something else entirely   12.00')))
})

test('a page whose amounts end where those of the page before end keeps its columns', () => {
  const pages = [
    '  09/21/2024   5742      151.70                    151.70\n  10/21/2024   9999       51.70                     51.70',
  ]
  for (const page of pages) assert.ok(keepsColumns(FIRST, printedPage(`Goes on here\n${page}`)))
  const other = `Goes on here
  Rent         1,200.00
  Payroll      9,800.00
  Insurance      410.00`
  assert.ok(!keepsColumns(FIRST, printedPage(other)))
})

const TABLES: readonly (readonly [isDebt: boolean, name: string, page: string])[] = [
  [
    true,
    'loans with rate and maturity',
    `Lender           Original Amount    Current Balance    Interest Rate    Maturity Date
     Cedar Bank             90,000.00          40,000.00            6.25%       2029-05-01`,
  ],
  [
    true,
    'a plan of repayment',
    `year    opening_balance    interest    principal_repayment    debt_service    closing_balance
     1           13,230.00    2,646.00               1,777.84        4,423.84          11,452.16`,
  ],
  [
    false,
    'a ledger',
    `Date          Account            Debit       Credit      Balance
     01/02/2024    Notes payable                1,200.00     1,200.00`,
  ],
  [
    false,
    'a rent roll',
    `Unit    Tenant          Lease Start    Lease End      Monthly Rent
     101     Delta Freight    01/01/2022    12/31/2026         1,200.00`,
  ],
]

for (const [isDebt, name, page] of TABLES)
  test(`${name} is ${isDebt ? '' : 'no '}table of debts`, () => {
    assert.equal(isDebtTable(printedPage(page, { font: 'Courier' })), isDebt)
  })
