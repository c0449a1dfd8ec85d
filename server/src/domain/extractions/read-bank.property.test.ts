import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { drawnPage } from '../../../test/support/drawn-page.ts'
import { effort, SEED } from '../../../test/support/effort.ts'
import { centsOf, formatCents } from '../../lib/money.ts'
import type { Page } from '../../engine/model/page.ts'
import { readProvedBankStatement } from './read-bank.ts'
import { proofSummary } from './payload.ts'

interface Row {
  readonly day: number
  readonly amount: bigint
  readonly text: string
}

const ROWS_PER_PAGE = 30
const row: fc.Arbitrary<Row> = fc.record({
  day: fc.integer({ min: 1, max: 31 }),
  amount: fc.oneof(fc.bigInt(1n, 99_999_999n), fc.bigInt(-99_999_999n, -1n)),
  text: fc.constantFrom('Deposit', 'Rent', 'TOTAL WINE', 'POS 12.50 EUR', 'Transfer 0015', 'Check 1001', 'Fee'),
})
const account = fc.record({
  opening: fc.bigInt(-500_000n, 99_999_999n),
  rows: fc.array(row, { minLength: 1, maxLength: 80 }).map((rows) => [...rows].sort((a, b) => a.day - b.day)),
})

function money(cents: bigint): string {
  return formatCents(centsOf(cents)).replace(/\B(?=(\d{3})+\.)/g, ',')
}

/** Pages of an account, with one printed figure changed where `wrong` says so. */
function draw(
  { opening, rows }: { opening: bigint; rows: readonly Row[] },
  wrong?: { at: number; by: bigint; balance: boolean },
): Page[] {
  let balance = opening
  const lines = rows.map(({ day, amount, text }, at) => {
    balance += amount
    const shown = amount + (wrong?.at === at && !wrong.balance ? wrong.by : 0n)
    const printed = balance + (wrong?.at === at && wrong.balance ? wrong.by : 0n)
    const size = money(shown < 0n ? -shown : shown).padStart(14)
    const [out, into] = shown < 0n ? [size, ' '.repeat(14)] : [' '.repeat(14), size]
    return `${`03/${String(day).padStart(2, '0')}`.padEnd(9)}${text.padEnd(24)}${out} ${into} ${money(printed).padStart(16)}`
  })
  const head = `${'Date'.padEnd(9)}${'Description'.padEnd(24)}${'Withdrawals'.padStart(14)} ${'Deposits'.padStart(14)} ${'Balance'.padStart(16)}`
  const open = `${' '.repeat(9)}${'Opening balance'.padEnd(24)}${' '.repeat(30)}${money(opening).padStart(16)}`
  const close = `${' '.repeat(9)}${'Closing balance'.padEnd(24)}${' '.repeat(30)}${money(balance).padStart(16)}`
  const pages: Page[] = []
  for (let at = 0; at < lines.length; at += ROWS_PER_PAGE) {
    const isLast = at + ROWS_PER_PAGE >= lines.length
    const body = [head, ...(at === 0 ? [open] : []), ...lines.slice(at, at + ROWS_PER_PAGE), ...(isLast ? [close] : [])]
    pages.push(
      drawnPage(
        `Account number: 1234567890\nMarch 1, 2024 through March 31, 2024\n\n${body.join('\n')}`,
        pages.length + 1,
      ),
    )
  }
  return pages
}

test('whatever an account holds, its drawn pages are read back as they are, and proved', () => {
  fc.assert(
    fc.property(account, (drawn) => {
      const { reading, proofs } = readProvedBankStatement(draw(drawn))
      const read = reading.accounts.flatMap((one) => one.transactions.map(({ date, amount }) => [date, amount.value]))
      const printed = drawn.rows.map(({ day, amount }) => [`2024-03-${String(day).padStart(2, '0')}`, amount])
      assert.deepEqual(read, printed)
      assert.equal(proofSummary(proofs).state, 'proved')
    }),
    { numRuns: effort(100), seed: SEED },
  )
})

test('any single wrong cent, in an amount or in a balance, is never proved', () => {
  const wrong = fc.record({ at: fc.nat(), by: fc.constantFrom(1n, -1n, 9n, 900n, 12_345n), balance: fc.boolean() })
  fc.assert(
    fc.property(account, wrong, (drawn, { at, by, balance }) => {
      const place = { at: at % drawn.rows.length, by, balance }
      const amount = drawn.rows[place.at]?.amount ?? 0n
      // A changed amount keeps its side of the page, and stays an amount.
      fc.pre(balance || (amount < 0n ? amount + by < 0n : amount + by > 0n))
      assert.notEqual(proofSummary(readProvedBankStatement(draw(drawn, place)).proofs).state, 'proved')
    }),
    { numRuns: effort(200), seed: SEED },
  )
})
