/** What a correction does to a payload of any class: one document of each, read from a page. */
import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { drawnPage } from '../../../test/support/drawn-page.ts'
import { effort, SEED } from '../../../test/support/effort.ts'
import { printedPage } from '../../../test/support/printed-page.ts'
import type { DocumentClass } from '../../engine/model/classification.ts'
import type { Page } from '../../engine/model/page.ts'
import { centsOf, formatCents } from '../../lib/money.ts'
import { Problem } from '../../lib/problem.ts'
import type { BankPayload } from './bank-payload.ts'
import type { Correction } from './corrections.ts'
import type { ExtractionPayload, FigureSource } from './payload.ts'
import type { PersonalPayload } from './personal-payload.ts'
import type { Extraction } from './read-document.ts'
import { correctPayload, readDocument } from './read-document.ts'

/** Each page prints one wrong figure, which `mend` puts right. */
interface Case {
  readonly page: Page
  readonly mend: Correction
  /** A caption that can be corrected, and what it is. */
  readonly caption?: { readonly address: string; readonly printed: string }
}

/** Letters and spaces of one width, as they are typed here. */
const TYPED = { font: 'Courier' }

const CASES: Partial<Record<DocumentClass, Case>> = {
  'bank-statement': {
    page: drawnPage(`
First Valley Bank                                 Account Statement
Account number: 1234567890          January 1, 2024 through January 31, 2024

Date     Description                 Withdrawals    Deposits     Balance
         Opening balance                                        1,000.00
01/02    Customer payment                             250.00    1,250.00
01/03    Deposit                                      100.00    1,350.00
01/05    Rent                             700.00                  450.00
01/08    Transfer                          40.00                  410.00
01/09    Fee                               10.00                  400.00
01/10    Supplies                          30.00                  370.00
         Closing balance                                          370.00
`),
    mend: { address: 'accounts.0.transactions.2.amount', value: '-900.00' },
    caption: { address: 'accounts.0.transactions.2', printed: 'Rent' },
  },
  'ar-aging': {
    page: printedPage(
      `
  Harbor Mechanical LLC
  A/R Aging Detail
  As of December 31, 2024

  Customer              Date         Num        Current      1 - 30     31 - 60       Total
  Alder Supply
                        12/01/2024   1001      5,000.00                            5,000.00
                        10/15/2024   1002                              9,000.00      900.00
  Total Alder Supply                           5,000.00                  900.00    5,900.00
  Delta Freight
                        11/20/2024   1003                  2,000.00                2,000.00
  Total Delta Freight                                      2,000.00                2,000.00
  TOTAL                                        5,000.00    2,000.00      900.00    7,900.00`,
      TYPED,
    ),
    mend: { address: 'rows.1.2', value: '900.00' },
    caption: { address: 'rows.1', printed: 'Alder Supply' },
  },
  'debt-schedule': {
    page: printedPage(
      `
  Harbor Mechanical LLC
  Business Debt Schedule
  As of June 30, 2024

  Creditor          Original Amount    Current Balance    Monthly Payment    Maturity
  Cedar Bank              90,000.00          40,000.00           1,200.00        2029
  Prairie Bank            30,000.00          21,000.00             600.00        2027
  Total                  120,000.00          52,000.00           1,800.00`,
      TYPED,
    ),
    mend: { address: 'debts.1.2', value: '12000.00' },
    caption: { address: 'debts.1', printed: 'Prairie Bank' },
  },
  'personal-financial-statement': {
    page: printedPage(`
  Personal Financial Statement
  Name: Alice T. Walker
  As of March 14, 2024

  Assets                                        Amount
  Cash in banks                                  5,000
  Retirement accounts (IRA)                     45,000
  Real estate owned                            200,000
  Total assets                                 250,000
  Liabilities                                   Amount
  Mortgages on real estate                     110,000
  Credit cards                                   4,000
  Total liabilities                            114,000
  Net worth                                    163,000`),
    mend: { address: 'liabilities.3', value: '136000.00' },
    caption: { address: 'assets.0', printed: 'Cash in banks' },
  },
  'profit-loss': {
    page: printedPage(`
  Harbor Mechanical LLC
  Profit and Loss
  January - December 2024
                                        Total
  Sales                              9,000.00
  Rent                               2,000.00
  Wages                              3,100.00
  Total expenses                     5,000.00
  Net income                         4,000.00`),
    mend: { address: 'lines.2.0', value: '3000.00' },
    caption: { address: 'lines.2', printed: 'Wages' },
  },
  'tax-return': {
    page: printedPage(`
  OMB No. 1545-0074
  Department of the Treasury
  Name(s) shown on return
  1    Gross receipts or sales          1      9,000
  2    Returns and allowances           2      1,000
  3    Subtract line 2 from line 1      3      7,000
  Schedule C (Form 1040) 2023`),
    mend: { address: 'forms.0.1', value: '8000.00' },
  },
}
const CLASSES = Object.keys(CASES) as DocumentClass[]

function read(of: DocumentClass): Extraction {
  const facts = { confidence: 1, evidence: [], pageNumbers: [1], entity: null, einLast4: null }
  const page = CASES[of]?.page
  assert.ok(page)
  const extraction = readDocument([page], { class: of, ...facts, assurance: null, engagement: null })
  assert.ok(extraction)
  return extraction
}

function correct(payload: ExtractionPayload, corrections: readonly Correction[]): Extraction {
  const corrected = correctPayload(payload, corrections)
  assert.ok(corrected)
  return corrected
}

/** Every figure of a payload, wherever it stands. */
function figuresIn(part: unknown): FigureSource[] {
  if (typeof part !== 'object' || part === null) return []
  if ('address' in part && 'value' in part) return [part as FigureSource]
  return Object.values(part).flatMap(figuresIn)
}

const without = (payload: ExtractionPayload): ExtractionPayload => ({ ...payload, corrections: [] })
const failed = ({ payload }: Extraction): string[] =>
  payload.proofs.flatMap(({ name, state }) => (state === 'failed' ? [name] : []))

for (const of of CLASSES) {
  const { mend, caption } = CASES[of] as Case

  test(`${of}: a corrected figure is proved anew, and what was printed stays to be seen`, () => {
    const before = read(of)
    assert.notDeepEqual(failed(before), [])
    const after = correct(before.payload, [mend])
    assert.deepEqual(failed(after), [])
    const [from] = figuresIn(before.payload).filter(({ address }) => address === mend.address)
    const found = figuresIn(after.payload).filter(({ address }) => address === mend.address)
    assert.ok(from)
    assert.notEqual(found.length, 0)
    for (const figure of found) assert.deepEqual(figure, { ...from, value: mend.value })
    assert.deepEqual(after.payload.corrections, [
      { address: mend.address, member: 'value', from: from.value, to: mend.value },
    ])
    assert.equal(before.payload.corrections.length, 0, 'the revision before is as it was')
  })

  test(`${of}: any figure corrected and corrected back leaves the payload that was read`, () => {
    const { payload } = read(of)
    const figures = figuresIn(payload)
    fc.assert(
      fc.property(fc.nat(figures.length - 1), fc.bigInt(-(10n ** 12n), 10n ** 12n), (at, cents) => {
        const { address, value } = figures[at] as FigureSource
        const there = correct(payload, [{ address, value: formatCents(centsOf(cents)) }])
        const back = correct(there.payload, [{ address, value }])
        assert.deepEqual(without(back.payload), payload)
        assert.equal(back.payload.corrections.length, 2)
      }),
      { numRuns: effort(50), seed: SEED },
    )
  })

  test(`${of}: a correction of what is not there, or of one figure twice, is refused`, () => {
    const { payload } = read(of)
    const refused: Correction[][] = [
      [{ address: 'lines.999.0', value: '1.00' }],
      [{ address: 'forms.0.constructor', value: '1.00' }],
      [{ address: 'rows.-1', label: 'Somebody' }],
      [{ address: 'forms.0.1', label: 'Sales' }],
      [{ address: '__proto__', label: 'Sales' }],
      [{ address: 'accounts.9.transactions.0', date: '2024-01-01' }],
      [mend, mend],
    ]
    for (const corrections of refused)
      assert.throws(() => correctPayload(payload, corrections), Problem, corrections[0]?.address)
  })

  if (caption)
    test(`${of}: a caption is corrected under the address of its row`, () => {
      const { payload } = read(of)
      const after = correct(payload, [{ address: caption.address, label: 'Something else' }])
      assert.deepEqual(after.payload.corrections, [
        { address: caption.address, member: 'label', from: caption.printed, to: 'Something else' },
      ])
      assert.ok(!JSON.stringify(payload).includes('Something else'))
      assert.ok(JSON.stringify({ ...after.payload, corrections: [] }).includes('Something else'))
    })
}

test('the day of a movement is corrected, and the months follow it', () => {
  const { payload } = read('bank-statement')
  const after = correct(payload, [{ address: 'accounts.0.transactions.0', date: '2023-12-29' }]).payload as BankPayload
  const [account] = after.accounts
  assert.ok(account)
  assert.equal(account.transactions[0]?.date, '2023-12-29')
  assert.deepEqual(
    account.monthly_totals.map(({ month, money_in }) => [month, money_in]),
    [
      ['2023-12', '250.00'],
      ['2024-01', '100.00'],
    ],
  )
  assert.deepEqual(after.corrections, [
    { address: 'accounts.0.transactions.0', member: 'date', from: '2024-01-02', to: '2023-12-29' },
  ])
})

test('a chain that broke at one row is no finding any more once the row is right', () => {
  const { payload } = read('bank-statement')
  const codes = (of: ExtractionPayload): string[] => (of as BankPayload).findings.map(({ code }) => code)
  assert.ok(codes(payload).includes('chain_broken_once'))
  const { mend } = CASES['bank-statement'] as Case
  assert.ok(!codes(correct(payload, [mend]).payload).includes('chain_broken_once'))
})

test('a caption that says total makes its line one', () => {
  const { payload } = read('personal-financial-statement')
  const after = correct(payload, [{ address: 'assets.3', label: 'Sundry' }]).payload as PersonalPayload
  assert.deepEqual([after.assets[3]?.label, after.assets[3]?.role], ['Sundry', 'item'])
  const again = correct(after, [{ address: 'assets.3', label: 'Total assets' }]).payload as PersonalPayload
  assert.equal(again.assets[3]?.role, 'total')
})
