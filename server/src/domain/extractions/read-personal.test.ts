/** Personal financial statements as they are printed: what is read from them, and what their arithmetic proves. */
import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import type { Page } from '../../engine/model/page.ts'
import { formatCents } from '../../lib/money.ts'
import { printedPage, printedPages } from '../../../test/support/printed-page.ts'
import { readProvedPersonal } from './read-personal.ts'
import { pagesToDocuments } from './read-package.ts'

const TYPED = { font: 'Courier' }
const OFFICIAL = `
  PERSONAL FINANCIAL STATEMENT                       OMB APPROVAL NO. 3245-0188
  U.S. SMALL BUSINESS ADMINISTRATION                 EXPIRATION DATE: 05/31/2024
                                                     As of  March 14, 2023
  Name   Alice T. Walker                             Business Phone
  Business Name of Applicant/Borrower   Harbor Foods LLC

  ASSETS (Omit Cents)                                LIABILITIES (Omit Cents)
  Cash on Hand & in banks ........  $    5,000       Accounts Payable ..........  $      500
  Savings Accounts ...............  $   15,000       Notes Payable to Banks ....  $    2,000
  Real Estate ....................  $  100,000       Installment Account (Auto)   $    1,000
  (Describe in Section 4)                              Mo. Payments  $  120
  Automobiles ....................  $        0       Mortgages on Real Estate     $   60,000
  Other Assets                                       Total Liabilities            $   63,500
                                                     Net Worth                    $   56,500
  Total                             $  120,000       Total                        $  120,000

  Section 1. Source of Income                        Contingent Liabilities
  Salary .........................  $   45,000       As Endorser or Co-Maker      $        0
  ---
  Section 2. Notes Payable to Banks and Others. (Use attachments if necessary.)
  Name of Noteholder      Original Balance    Current Balance    Payment Amount    Frequency
  Cedar Savings Bank                 9,000              2,000               250    Monthly

  Section 4. Real Estate Owned.
                               Property A       Property B
  Type of Real Estate          Residence        Land
  Date Purchased               5/2014           7/2019
  Present Market Value         80,000           20,000
  Mortgage Balance             45,000           15,000
`

function figuresOf(pages: readonly Page[]): string[] {
  const { reading } = readProvedPersonal(pages)
  return Object.entries(reading.parts).flatMap(([part, lines]) =>
    lines.map((line) => `${part}: ${line.label} ${formatCents(line.figure.value)} ${line.role}`),
  )
}

test('the official form is read from both sides, with payments apart from what is owed', () => {
  const pages = printedPages(OFFICIAL, TYPED)
  assert.deepEqual(figuresOf(pages), [
    'assets: Cash on Hand & in banks 5000.00 item',
    'assets: Savings Accounts 15000.00 item',
    'assets: Real Estate 100000.00 item',
    'assets: Automobiles 0.00 item',
    'assets: Total 120000.00 total',
    'liabilities: Accounts Payable 500.00 item',
    'liabilities: Notes Payable to Banks 2000.00 item',
    'liabilities: Installment Account (Auto) 1000.00 item',
    'liabilities: Mo. Payments 120.00 memo',
    'liabilities: Mortgages on Real Estate 60000.00 item',
    'liabilities: Total Liabilities 63500.00 total',
    'liabilities: Net Worth 56500.00 net_worth',
    'liabilities: Total 120000.00 balance',
    'income: Salary 45000.00 item',
    'contingent_liabilities: As Endorser or Co-Maker 0.00 item',
  ])
  const { reading } = readProvedPersonal(pages)
  assert.equal(reading.asOf?.date, '2023-03-14')
  assert.deepEqual(
    reading.blank.map(({ text }) => text),
    ['Other Assets'],
  )
})

test('totals, net worth, both sides and schedules are proved; income without a total is not', () => {
  const { proofs } = readProvedPersonal(printedPages(OFFICIAL, TYPED))
  assert.deepEqual(
    proofs.map(({ name, state }) => `${name} ${state}`),
    [
      'lines_to_total proved',
      'lines_to_total proved',
      'net_worth proved',
      'liabilities_and_net_worth proved',
      'both_sides proved',
      'schedule_to_face proved',
      'schedule_to_face proved',
      'schedule_to_face proved',
      'coverage not_proved',
      'conservation proved',
    ],
  )
})

test('both pages are one document, about the person and not about the business', () => {
  const documents = pagesToDocuments(printedPages(OFFICIAL, TYPED))
  assert.deepEqual(
    documents.map((document) => [document.class, document.pageNumbers, document.entity?.name]),
    [['personal-financial-statement', [1, 2], 'Alice T. Walker']],
  )
})

test('a schedule that comes to something else than the face says fails, and names both', () => {
  const pages = printedPages(OFFICIAL.replace('45,000           15,000', '45,000           16,000'), TYPED)
  const failed = readProvedPersonal(pages).proofs.filter((proof) => proof.state === 'failed')
  assert.deepEqual(
    failed.map(({ name, addresses, residual }) => [name, addresses[0], residual]),
    [['schedule_to_face', 'liabilities.4', -100_000n]],
  )
})

const FREE = (cash: string, worth: string): string => `
  Robert and Linda Becker
  Statement of Financial Condition
  June 30, 2024
                                       Cost      Market Value
  Assets
  Liquid assets
    Cash                             ${cash.padStart(7)}           ${cash.padStart(7)}
    Marketable securities             9,000            12,000
  Total liquid assets                13,500            16,500
  Personal residence                150,000           240,000
  Total assets                      163,500           256,500
  Liabilities
    Mortgage on residence                             110,000
  Total liabilities                                   110,000
  Net worth                                       ${worth.padStart(11)}
`

test('an accountant’s statement is proved by its market values; what things cost is left over', () => {
  const { reading, proofs } = readProvedPersonal([printedPage(FREE('4,500', '146,500'), TYPED)])
  assert.ok(
    proofs.every((proof) => proof.state === 'proved'),
    JSON.stringify(proofs.map((one) => one.hint)),
  )
  assert.deepEqual([...new Set(reading.leftovers.map((one) => one.reason))], ['column'])
})

test('a net worth that is not assets less liabilities is never proved, whatever it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999 }), (worth) => {
      fc.pre(worth !== 146)
      const { proofs } = readProvedPersonal([printedPage(FREE('4,500', `${worth},500`), TYPED)])
      assert.equal(proofs.find((proof) => proof.name === 'net_worth')?.state, 'failed')
    }),
  )
})

test('a statement without a net worth says that nothing tests it', () => {
  const { proofs } = readProvedPersonal([
    printedPage(`Personal Financial Statement
    Assets
    Cash                4,500
    Vehicles            9,000
    Total assets       13,500`),
  ])
  assert.equal(proofs.find((proof) => proof.name === 'net_worth')?.state, 'not_proved')
})

test('a caption without an amount keeps a recognised page from being proved: the amount may have been lost', () => {
  const page = printedPage(FREE('4,500', '146,500').replace('Assets\n', 'Assets\n    Savings accounts\n'), {
    ...TYPED,
    kind: 'ocr',
  })
  assert.equal(readProvedPersonal([page]).proofs.find((proof) => proof.name === 'conservation')?.state, 'not_proved')
})
