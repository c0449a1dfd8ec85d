import assert from 'node:assert/strict'
import test from 'node:test'
import { drawnPage, drawnSheet } from '../../../test/support/drawn-page.ts'
import type { Proof } from '../../engine/model/extraction.ts'
import type { Page } from '../../engine/model/page.ts'
import { formatCents } from '../../lib/money.ts'
import { bankPayload } from './bank-payload.ts'
import { readProvedBankStatement } from './read-bank.ts'
import type { DocumentFacts } from './payload.ts'
import { proofSummary } from './payload.ts'

const DOCUMENT: DocumentFacts = {
  class: 'bank-statement',
  confidence: 1,
  evidence: [],
  pageNumbers: [1],
  entity: null,
  einLast4: null,
  assurance: null,
  engagement: null,
}

function movementsOf(...pages: Page[]): string[][] {
  return readProvedBankStatement(pages).reading.accounts.map((account) =>
    account.transactions.map(
      ({ date, amount, description }) => `${date ?? '?'} ${formatCents(amount.value)} ${description}`,
    ),
  )
}

function proofsOf(...pages: Page[]): readonly Proof[] {
  return readProvedBankStatement(pages).proofs
}

const RUNNING = `
First Valley Bank                                 Account Statement
Account number: 1234567890          December 5, 2023 through January 4, 2024

Date     Description                 Withdrawals    Deposits     Balance
         Opening balance                                        1,000.00
12/29    Customer payment                             250.00    1,250.00
         INV 10233 66.50 USD
         Interest paid                                   .15    1,250.15
01/02    Rent                             900.00                  350.15
01/03    Transfer                         400.00                  -49.85
         Closing balance                                          -49.85
`

test('a statement with a running balance is read row by row and proved by every check', () => {
  const { reading, proofs } = readProvedBankStatement([drawnPage(RUNNING)])
  assert.deepEqual(movementsOf(drawnPage(RUNNING)), [
    [
      '2023-12-29 250.00 Customer payment INV 10233 66.50 USD',
      '2023-12-29 0.15 Interest paid',
      '2024-01-02 -900.00 Rent',
      '2024-01-03 -400.00 Transfer',
    ],
  ])
  assert.equal(reading.accounts[0]?.numberLast4, '7890')
  assert.equal(proofSummary(proofs).state, 'proved')
})

test('the row whose running balance breaks is named, with the change that would mend it', () => {
  const broken = proofsOf(
    drawnPage(RUNNING.replace('900.00                  350.15', '990.00                  350.15')),
  )
  const [first] = broken.filter((proof) => proof.name === 'running_balance')
  assert.equal(first?.state, 'failed')
  assert.equal(first.addresses[0], 'accounts.0.transactions.2.balance')
  assert.match(first.hint ?? '', /row 3 of 2024-01-02, Rent/)
  const swapped = proofsOf(drawnPage(RUNNING.replace('250.00    1,250.00', '520.00    1,250.00')))
  assert.match(swapped.find((proof) => proof.state === 'failed')?.hint ?? '', /two neighbouring digits/)
})

test('a chain that breaks at exactly one row is a finding, and the finding is no verdict', () => {
  const rows = Array.from(
    { length: 8 },
    (_, row) => `03/0${row + 1}   Deposit                          10.00    ${row === 4 ? 999 : 110 + row * 10}.00`,
  )
  const page = drawnPage(`March 1, 2024 through March 31, 2024
Date    Description                   Deposits    Balance
        Opening balance                            100.00
${rows.join('\n')}`)
  const { findings } = readProvedBankStatement([page])
  assert.deepEqual(
    findings.map(({ code, addresses }) => [code, ...addresses]),
    [['chain_broken_once', 'accounts.0.transactions.4.balance']],
  )
})

const SECTIONS = `
Statement period July 1, 2022 through July 31, 2022      Primary Account: 00000988081483

CHECKING SUMMARY
Beginning Balance                        $1,000.00
Deposits and Additions                      650.00
Checks Paid                               - 125.00
Withdrawals, Fees & Charges                - 40.00
Ending Balance                           $1,485.00

DEPOSITS AND ADDITIONS
DATE       DESCRIPTION                            AMOUNT
07/02      Deposit                               $500.00
07/09      TOTAL WINE & MORE refund               150.00
Total Deposits and Additions                     $650.00

CHECKS PAID
DATE     CHECK #     AMOUNT      DATE     CHECK #     AMOUNT
07/08       1001      75.00      07/14       1002      50.00
Total Checks Paid                                    $125.00

OTHER WITHDRAWALS, FEES & CHARGES
DATE       DESCRIPTION                            AMOUNT
07/11      Online payment                          40.00
Total Other Withdrawals, Fees & Charges           $40.00

DAILY ENDING BALANCE
DATE        AMOUNT          DATE        AMOUNT
07/02     1,500.00          07/11     1,535.00
07/08     1,425.00          07/14     1,485.00
07/09     1,575.00
`

test('sections, lists side by side, their totals and the daily balances are read and proved', () => {
  const page = drawnPage(SECTIONS)
  assert.deepEqual(
    movementsOf(page)[0]?.map((row) => row.split(' ').slice(0, 2).join(' ')),
    ['2022-07-02 500.00', '2022-07-09 150.00', '2022-07-08 -75.00', '2022-07-14 -50.00', '2022-07-11 -40.00'],
  )
  const proofs = proofsOf(page)
  assert.deepEqual(
    proofs.filter((proof) => proof.state !== 'proved'),
    [],
  )
  const names = new Set(proofs.map((proof) => proof.name))
  for (const name of [
    'account_balance',
    'section_total',
    'summary',
    'money_in',
    'money_out',
    'daily_balance',
    'dates',
    'conservation',
  ])
    assert.ok(names.has(name), name)
})

test('a daily balance that leaves the movements is named by its day', () => {
  const proofs = proofsOf(drawnPage(SECTIONS.replace('1,425.00', '1,452.00')))
  const daily = proofs.find((proof) => proof.name === 'daily_balance')
  assert.equal(daily?.state, 'failed')
  assert.match(daily.hint ?? '', /2022-07-08/)
})

const FLAGS: readonly (readonly [string, string, string])[] = [
  ['CR', 'DR', 'letters behind the amount'],
  ['C', 'D', 'single letters'],
  ['K', 'D', 'kredit and debet'],
  ['H', 'S', 'Haben and Soll'],
]
for (const [plus, minus, what] of FLAGS)
  test(`${what} say the direction: ${plus} came in, ${minus} went out`, () => {
    const page = drawnPage(`01.03.2024 - 31.03.2024
Datum        Buchungstext          Betrag            Saldo
01.03.2024   Alter Saldo                        1.000,00 ${plus}
04.03.2024   Lohn                1.234,50 ${plus}    2.234,50 ${plus}
05.03.2024   Miete               3.000,00 ${minus}      765,50 ${minus}`)
    assert.deepEqual(movementsOf(page), [['2024-03-04 1234.50 Lohn', '2024-03-05 -3000.00 Miete']])
    assert.equal(proofSummary(proofsOf(page)).state, 'proved')
  })

test('several accounts in one file are kept apart, each proved by its own balances', () => {
  const page = drawnPage(`May 1, 2024 through May 31, 2024

Business Checking - Account number 1111112222
Beginning Balance              100.00
Ending Balance                 130.00
Date      Description              Amount
05/02     Deposit                   30.00

Premium Savings - Account number 3333334444
Beginning Balance              500.00
Ending Balance                 480.00
Date      Description              Amount
05/09     Withdrawal               -20.00
`)
  const { accounts } = readProvedBankStatement([page]).reading
  assert.deepEqual(
    accounts.map((account) => [
      account.numberLast4,
      account.transactions.length,
      formatCents(account.closing?.value ?? accounts[0]!.closing!.value),
    ]),
    [
      ['2222', 1, '130.00'],
      ['4444', 1, '480.00'],
    ],
  )
  assert.equal(proofSummary(proofsOf(page)).state, 'proved')
})

test('an unsigned amount takes its direction from the balance beside it', () => {
  const page = drawnPage(`March 1, 2024 through March 31, 2024
Beginning Balance     100.00
Date    Description             Amount     Balance
03/02   Payment                  25.00       75.00
03/03   Deposit                  50.00      125.00`)
  assert.deepEqual(movementsOf(page), [['2024-03-02 -25.00 Payment', '2024-03-03 50.00 Deposit']])
})

test('where amount and balance disagree, the balance still says whether it rose or fell', () => {
  const misprinted = drawnPage(`
Account number: 1234567890          January 1, 2024 through January 31, 2024
Date     Description                      Amount     Balance
01/01    Opening balance                            1,000.00
01/02    Deposit                          250.00    1,250.00
01/03    Rent                             900.00      365.00
01/04    Fee                               10.00      355.00
`)
  assert.deepEqual(movementsOf(misprinted), [
    ['2024-01-02 250.00 Deposit', '2024-01-03 -900.00 Rent', '2024-01-04 -10.00 Fee'],
  ])
  assert.notEqual(proofSummary(proofsOf(misprinted)).state, 'proved')
})

test('a minus before the currency, apart from its digits, is money that went out', () => {
  const page = drawnPage(`
Account number: 1234567890          January 1, 2024 through January 31, 2024
Date     Description                      Amount
01/02    Deposit                     CHF 250.00
01/03    Rent                       -CHF 900.00
`)
  assert.deepEqual(movementsOf(page), [['2024-01-02 250.00 Deposit', '2024-01-03 -900.00 Rent']])
})

test('heads without room between them are two, where their capitals tell them apart', () => {
  const page = drawnPage(`
Account number: 1234567890          January 1, 2024 through January 31, 2024
Date     Description                   ReceiptsWithdrawals
01/02    Deposit                         250.00
01/03    Rent                                       900.00
`)
  assert.deepEqual(movementsOf(page), [['2024-01-02 250.00 Deposit', '2024-01-03 -900.00 Rent']])
})

test('a page that goes on in the middle of a day, without a head, loses none of its movements', () => {
  const first = drawnPage(`
Account number: 1234567890          January 1, 2024 through January 31, 2024

Date     Description                 Withdrawals    Deposits     Balance
         Opening balance                                        1,000.00
01/02    Customer payment                             250.00    1,250.00
01/03    Rent                             900.00                  350.00
`)
  const second = drawnPage(
    `
Account number: 1234567890          January 1, 2024 through January 31, 2024
         Card payment                      40.00
         Card payment                      10.00                  300.00
01/05    Fee                                5.00                  295.00
         Closing balance                                          295.00
`,
    2,
  )
  assert.deepEqual(movementsOf(first, second), [
    [
      '2024-01-02 250.00 Customer payment',
      '2024-01-03 -900.00 Rent',
      '2024-01-03 -40.00 Card payment',
      '2024-01-03 -10.00 Card payment',
      '2024-01-05 -5.00 Fee',
    ],
  ])
  assert.equal(proofSummary(proofsOf(first, second)).state, 'proved')
})

test('a balance below its caption is read, and its day bounds the movements even where the opening day contradicts it', () => {
  const page = drawnPage(`
Account number: 1234567890
Your previous balance as of 03/02/2022        1,000.00
Deposits                                        250.00
Your new balance as of 06/17/2020
                                              1,250.00

Date     Description                       Deposits
05/26    Customer payment                    250.00
`)
  const [account] = readProvedBankStatement([page]).reading.accounts
  assert.equal(account?.closing?.text, '1,250.00')
  assert.deepEqual(movementsOf(page), [['2020-05-26 250.00 Customer payment']])
})

test('without an opening balance nothing is proved of the account, and the payload says why', () => {
  const proved = readProvedBankStatement([drawnPage(RUNNING.replace(/.*Opening balance.*\n/, ''))])
  const payload = bankPayload([], DOCUMENT, proved)
  const check = payload.proofs.find((proof) => proof.name === 'account_balance')
  assert.equal(check?.state, 'not_proved')
  assert.equal(check.hint, 'no opening balance is printed')
})

test('a page without movements proves nothing', () => {
  const proofs = proofsOf(drawnPage('Account number: 1234567890\nThis page is left blank'))
  assert.ok(proofs.every((proof) => proof.state === 'not_proved'))
  assert.ok(proofs.length > 0)
})

test('a row of a list that cannot be placed is a leftover, and keeps the statement from being proved', () => {
  const page = drawnPage(RUNNING.replace('         Closing', '01/04    Fee           2,500.00\n         Closing'))
  const { reading, proofs } = readProvedBankStatement([page])
  const isRead = reading.accounts[0]?.transactions.some((one) => one.amount.text.includes('2,500.00')) === true
  const isLeft = reading.leftovers.some((one) => one.text === '2,500.00')
  assert.ok(isRead || isLeft)
  assert.notEqual(proofSummary(proofs).state, 'proved')
})

test('monthly totals add up what came in and went out in every month', () => {
  const payload = bankPayload([], DOCUMENT, readProvedBankStatement([drawnPage(RUNNING)]))
  assert.deepEqual(payload.accounts[0]?.monthly_totals, [
    { month: '2023-12', money_in: '250.15', money_out: '0.00', net: '250.15', count: 2 },
    { month: '2024-01', money_in: '0.00', money_out: '-1300.00', net: '-1300.00', count: 2 },
  ])
})

test('an export without a head is read by what its cells hold', () => {
  const sheet = drawnSheet([
    ['18.09.2017', 'POS 23,55 AT', '16.09.2017', '23,55', 'O'],
    ['20.09.2017', 'Überweisung', '20.09.2017', '24,00', 'I'],
    ['', 'a line that moves nothing', '', '', ''],
    ['21.09.2017', 'BANKOMAT', '21.09.2017', '90,00', 'O'],
  ])
  assert.deepEqual(
    movementsOf(sheet)[0]?.map((row) => row.split(' ').slice(0, 2).join(' ')),
    ['2017-09-18 -23.55', '2017-09-20 24.00', '2017-09-21 -90.00'],
  )
})

test('an export with the newest movement first is followed upwards', () => {
  const sheet = drawnSheet([
    ['Date', 'Description', 'Debit', 'Credit', 'Balance'],
    ['03/15/2024', 'Fee', '5.00', '', '145.00'],
    ['03/10/2024', 'Deposit', '', '50.00', '150.00'],
    ['03/02/2024', 'Payment', '20.00', '', '100.00'],
  ])
  const { reading, proofs } = readProvedBankStatement([sheet])
  assert.equal(formatCents(reading.accounts[0]!.closing!.value), '145.00')
  assert.equal(proofs.find((proof) => proof.name === 'running_balance')?.state, 'proved')
})

test('what a file says of its making is reported, not judged', () => {
  const origin = {
    producer: 'Adobe Photoshop 24',
    creator: null,
    created: '2006-01-01T00:00:00',
    modified: '2025-01-01T00:00:00',
    updates: 2,
  }
  const { findings, proofs } = readProvedBankStatement([{ ...drawnPage(RUNNING), origin }])
  assert.deepEqual(
    findings.map((finding) => finding.code),
    ['made_by_editor', 'modified_later', 'saved_again'],
  )
  assert.equal(proofSummary(proofs).state, 'proved')
})
