import assert from 'node:assert/strict'
import test from 'node:test'
import { printedPage } from '../../../test/support/printed-page.ts'
import type { DocumentClass } from '../model/classification.ts'
import { classifyPage } from './classify-page.ts'

const PAPERS: readonly (readonly [of: DocumentClass, page: string])[] = [
  [
    'profit-loss',
    `Harbor Foods LLC
     Profit and Loss
     January - December 2024
     Sales               120,400.00
     Gross Profit         80,100.00
     Net Income           12,345.00`,
  ],
  [
    'balance-sheet',
    `Harbor Foods LLC
     Statement of Financial Position
     Current assets       88,000.00
     Total assets        220,400.00
     Total liabilities    80,100.00`,
  ],
  [
    'cash-flow',
    `Tableau des flux de trésorerie
     Exercice clos le 31 décembre 2024
     Résultat net         12 345,00
     Amortissements        8 000,00`,
  ],
  [
    'bank-statement',
    `First Harbor Bank
     Checking Account Statement
     Account number 4821
     Beginning balance     1,200.00
     Deposits                300.00
     Ending balance        1,500.00`,
  ],
  [
    'tax-return',
    `Form 1120-S
     U.S. Income Tax Return for an S Corporation
     Internal Revenue Service
     1a Gross receipts   120,400.00`,
  ],
  [
    'personal-financial-statement',
    `PERSONAL FINANCIAL STATEMENT
     Life insurance       20,400.00
     Net worth           220,400.00`,
  ],
  [
    'debt-schedule',
    `Schedule of Business Debt
     Creditor      Original amount   Maturity
     Harbor Bank        120,400.00   2031`,
  ],
  [
    'ar-aging',
    `A/R Aging Summary
     Customer    Current   1 - 30   31 - 60
     Alder        200.00    10.00     11.00`,
  ],
  [
    'ap-aging',
    `A/P Aging Summary
     Vendor      Current   1 - 30   31 - 60
     Alder        200.00    10.00     11.00`,
  ],
  [
    'other',
    `Trial Balance
     Account             Debit      Credit
     Sales                       120,400.00
     Cost of goods sold  80,100.00
     Rent expense        20,000.00`,
  ],
  [
    'other',
    `Investment Account Statement
     Beginning account value  120,400.00
     Market value              80,100.00`,
  ],
  [
    'other',
    `Form W-2 Wage and Tax Statement 2024
     1 Wages, tips        80,100.00
     2 Federal income tax  8,100.00`,
  ],
  [
    'other',
    `Card Account Statement
     Previous balance                 8,892.23
     Payments and credits              -567.94
     Purchases                        1,701.23
     New balance                      1,886.44
     Credit limit                    15,000.00
     02/22   Hardware Store             871.86`,
  ],
  [
    'debt-schedule',
    `Schedule of Debts
     Payee             Balance     Security    Payment   Due Date
     Cedar Bank       40,000.00    Equipment    1,200.00  3/14/2029`,
  ],
  [
    'other',
    `INVOICE
     Invoice number 20417
     Consulting            8,100.00
     Amount due            8,100.00`,
  ],
]

for (const [index, [of, page]] of PAPERS.entries())
  test(`paper ${index + 1}, '${page.split('\n')[0]?.trim() ?? ''}', is ${of}`, () => {
    assert.equal(classifyPage(printedPage(page), 'month-first').class, of)
  })

test('a verdict names the words that decided, with their place', () => {
  const { evidence, title } = classifyPage(printedPage(PAPERS[0]?.[1] ?? ''), 'month-first')
  assert.equal(title, 'Profit and Loss')
  assert.deepEqual(evidence[0], { kind: 'title', page: 1, box: [40, 54, 115, 63], text: 'Profit and Loss' })
  assert.ok(evidence.some((one) => one.kind === 'content' && one.text === 'Gross Profit'))
})

test('a letter that speaks of statements is none', () => {
  const letter = printedPage(`
    Dear Credit Committee,
    please find enclosed our balance sheet and income statement.
    Sales grew to $4,210,000 and gross profit to $1,600,000.
  `)
  const verdict = classifyPage(letter, 'month-first')
  assert.equal(verdict.class, 'other')
  assert.deepEqual(verdict.evidence, [])
})

test('a title without figures is the cover of a statement, not the statement', () => {
  assert.equal(
    classifyPage(printedPage('Balance Sheet\nTotal assets\nTotal liabilities'), 'month-first').class,
    'other',
  )
})

test('an empty page is other and says nothing', () => {
  const verdict = classifyPage(printedPage(''), 'month-first')
  assert.deepEqual([verdict.class, verdict.confidence, verdict.leanings], ['other', 0, []])
})
