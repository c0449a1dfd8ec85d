/**
 * The checks of a bank statement, each a function, all of them values. A statement counts as proved only when every
 * account closes from its opening balance by its movements, every sum that the bank printed agrees, every movement
 * has a day, and no row of a list was left unread.
 */
import type { Cents } from '../../lib/money.ts'
import { centsOf, formatCents } from '../../lib/money.ts'
import type { BankAccount, BankReading, BankTotal, Direction } from '../model/bank.ts'
import type { Proof } from '../model/extraction.ts'
import type { ChainBreak } from './bank-chain.ts'
import { balanceChain } from './bank-chain.ts'
import { hintFor } from './hints.ts'
import { note } from './prove-statement.ts'

/** Breaks of a chain that are told one by one; the rest is counted. */
const MAX_BREAKS = 20
/** Movements among which a single culprit is looked for. */
const MAX_SUSPECTS = 20_000
/** Banks book a few days outside of the period they print. */
const PERIOD_SLACK_DAYS = 20
const DAY_MS = 86_400_000

export function proveBankStatement(reading: BankReading): Proof[] {
  const accounts = reading.accounts.flatMap((account, index) => [
    accountCheck(account, index),
    ...chainChecks(account, index),
    ...totalChecks(account, index),
    ...summaryChecks(account, index),
    ...dailyChecks(account, index),
    ...carriedChecks(account, index),
    datesCheck(reading, account, index),
  ])
  return [...accounts, conservationCheck(reading)]
}

function result(
  name: string,
  expected: bigint,
  actual: bigint,
  addresses: readonly string[],
  hint: string | null,
): Proof {
  const residual = expected - actual
  return {
    name,
    state: residual === 0n ? 'proved' : 'failed',
    expected: centsOf(expected),
    actual: centsOf(actual),
    residual: centsOf(residual),
    addresses,
    hint: residual === 0n ? null : hint,
  }
}

/** Opening balance and movements make the closing balance. */
function accountCheck(account: BankAccount, index: number): Proof {
  const { opening, closing, transactions } = account
  const at = `accounts.${index}`
  const addresses = [`${at}.closing`, `${at}.opening`, `${at}.transactions`]
  if (opening === null || closing === null || transactions.length === 0)
    return note('account_balance', false, addresses, [
      opening === null ? 'no opening balance is printed' : null,
      closing === null ? 'no closing balance is printed' : null,
      transactions.length === 0 ? 'no movements were read' : null,
    ])
  const made = opening.value + sum(transactions.map((one) => one.amount.value))
  return result(
    'account_balance',
    closing.value,
    made,
    addresses,
    culprit(account, closing.value - made, transactions.keys()),
  )
}

/** Which single movement would close a gap if it were otherwise. */
function culprit(account: BankAccount, residual: bigint, rows: Iterable<number>): string | null {
  const members: { label: string; value: bigint }[] = []
  for (const row of rows) {
    const transaction = account.transactions[row]
    if (transaction === undefined || members.length >= MAX_SUSPECTS) break
    members.push({ label: rowLabel(account, row), value: transaction.amount.value })
  }
  const total = { label: 'the printed balance', value: account.closing?.value ?? 0n }
  return hintFor(residual, members, total) ?? `${formatCents(centsOf(residual))} is missing: no single row explains it`
}

function rowLabel({ transactions }: BankAccount, row: number): string {
  const transaction = transactions[row]
  const description = transaction?.description.slice(0, 40) ?? ''
  return `row ${row + 1} of ${transaction?.date ?? 'no date'}${description === '' ? '' : `, ${description}`}`
}

function chainChecks(account: BankAccount, index: number): Proof[] {
  if (account.transactions.every((one) => one.balance === null)) return []
  const { tested, breaks } = balanceChain(account)
  const at = `accounts.${index}.transactions`
  if (tested === 0) return [note('running_balance', false, [at], ['only one balance is printed: nothing follows it'])]
  if (breaks.length === 0) return [{ ...note('running_balance', true, [at], []) }]
  const told = breaks.slice(0, MAX_BREAKS).map((one) => brokenRow(account, one, index))
  if (breaks.length <= MAX_BREAKS) return told
  return [
    ...told,
    { ...note('running_balance', false, [at], [`${breaks.length - MAX_BREAKS} further rows break`]), state: 'failed' },
  ]
}

function brokenRow(account: BankAccount, { row, expected, actual, rows }: ChainBreak, index: number): Proof {
  const at = `accounts.${index}.transactions`
  const members = rows.map((one) => ({
    label: rowLabel(account, one),
    value: account.transactions[one]?.amount.value ?? 0n,
  }))
  const hint = hintFor(actual - expected, members, { label: 'the printed balance', value: actual })
  return result(
    'running_balance',
    actual,
    expected,
    [`${at}.${row}.balance`, ...rows.map((one) => `${at}.${one}.amount`)],
    `breaks at ${rowLabel(account, row)}${hint === null ? '' : `; ${hint}`}`,
  )
}

/** A printed sum under a list against the movements of the list. */
function totalChecks(account: BankAccount, index: number): Proof[] {
  return account.totals.flatMap((total, position) => {
    const { sums, figure, direction, label } = total
    if (sums === 'summary') return []
    const address = `accounts.${index}.totals.${position}`
    const rows = account.transactions.slice(sums.from, sums.to + 1)
    const own = rows.filter((one) => direction === null || one.amount.value < 0n === (direction === 'out'))
    if (own.length === 0 && figure.value !== 0n)
      return [note('section_total', false, [address], [`no movements were read above '${label}'`])]
    const made = sum(own.map((one) => one.amount.value))
    const range = Array.from({ length: sums.to - sums.from + 1 }, (_, at) => sums.from + at)
    return [
      result(
        'section_total',
        figure.value,
        made,
        [address, `accounts.${index}.transactions`],
        `'${label}' breaks; ${culprit(account, figure.value - made, range) ?? ''}`,
      ),
    ]
  })
}

/** The lines between opening and closing balance: against each other, and against the movements. */
function summaryChecks(account: BankAccount, index: number): Proof[] {
  const lines = account.totals.flatMap((total, position) => (total.sums === 'summary' ? [{ total, position }] : []))
  if (lines.length === 0) return []
  const addresses = lines.map(({ position }) => `accounts.${index}.totals.${position}`)
  const proofs: Proof[] = []
  const { opening, closing } = account
  const directions = new Set(lines.map(({ total }) => total.direction))
  if (
    opening !== null &&
    closing !== null &&
    (directions.size > 1 || sum(lines.map(({ total }) => total.figure.value)) === closing.value - opening.value)
  ) {
    const made = opening.value + sum(lines.map(({ total }) => total.figure.value))
    proofs.push(
      result(
        'summary',
        closing.value,
        made,
        [`accounts.${index}.closing`, ...addresses],
        'the lines of the summary do not lead from its opening to its closing balance',
      ),
    )
  }
  for (const direction of ['in', 'out'] as const) {
    const own = lines.filter(({ total }) => total.direction === direction)
    if (own.length > 0) proofs.push(directionCheck(account, index, direction, own))
  }
  return proofs
}

function directionCheck(
  account: BankAccount,
  index: number,
  direction: Direction,
  lines: readonly { total: BankTotal; position: number }[],
): Proof {
  const expected = sum(lines.map(({ total }) => total.figure.value))
  const made = sum(
    account.transactions.map((one) => one.amount.value).filter((value) => value < 0n === (direction === 'out')),
  )
  const rows = account.transactions.flatMap((one, row) =>
    one.amount.value < 0n === (direction === 'out') ? [row] : [],
  )
  return result(
    direction === 'in' ? 'money_in' : 'money_out',
    expected,
    made,
    [...lines.map(({ position }) => `accounts.${index}.totals.${position}`), `accounts.${index}.transactions`],
    culprit(account, expected - made, rows),
  )
}

/** Every listed end-of-day balance; the first that breaks is named. */
function dailyChecks(account: BankAccount, index: number): Proof[] {
  const { daily, opening, transactions } = account
  if (daily.length === 0) return []
  const at = `accounts.${index}.daily`
  if (opening === null || transactions.some((one) => one.date === null) || daily.some((one) => one.date === null))
    return [note('daily_balance', false, [at], ['without an opening balance and all days nothing can be tested'])]
  const moves = [...transactions].sort((a, b) => (a.date ?? '').localeCompare(b.date ?? ''))
  const days = daily
    .map((one, position) => ({ ...one, position }))
    .sort((a, b) => (a.date ?? '').localeCompare(b.date ?? ''))
  let balance: bigint = opening.value
  let next = 0
  for (const { date, figure, position } of days) {
    for (; next < moves.length && (moves[next]?.date ?? '') <= (date ?? ''); next += 1)
      balance += moves[next]?.amount.value ?? 0n
    if (balance !== figure.value)
      return [
        result('daily_balance', figure.value, balance, [`${at}.${position}`], `breaks at the balance of ${date ?? ''}`),
      ]
  }
  return [note('daily_balance', true, [at], [])]
}

/** A balance carried to the next page is the one that the movements before it make. */
function carriedChecks(account: BankAccount, index: number): Proof[] {
  const { opening, carried, transactions } = account
  if (opening === null) return []
  // A busy account carries a balance over thousands of pages: each goes on from the one before it.
  let [made, counted]: [bigint, number] = [opening.value, 0]
  return carried.map(({ after, figure }, position) => {
    if (after < counted) [made, counted] = [opening.value, 0]
    made += sum(transactions.slice(counted, after).map((one) => one.amount.value))
    counted = Math.min(after, transactions.length)
    return result(
      'carried_balance',
      figure.value,
      made,
      [`accounts.${index}.carried.${position}`],
      `breaks within the first ${after} rows`,
    )
  })
}

/** Days are tested by nothing but their order and the period; a recognised one could be any other. */
function datesCheck(reading: BankReading, account: BankAccount, index: number): Proof {
  const dates = account.transactions.map((one) => one.date)
  const undated = dates.filter((date) => date === null).length
  const outside = dates.filter((date) => date !== null && !isNear(date, account)).length
  return note(
    'dates',
    dates.length > 0 && undated === 0 && outside === 0 && reading.kind !== 'ocr',
    [`accounts.${index}.transactions`],
    [
      undated > 0 ? `${undated} movements have no day` : null,
      outside > 0 ? `${outside} movements lie outside of the period` : null,
      reading.kind === 'ocr' ? 'recognised days have nothing to test them' : null,
    ],
  )
}

function isNear(date: string, { periodStart, periodEnd }: BankAccount): boolean {
  const slack = PERIOD_SLACK_DAYS * DAY_MS
  const time = Date.parse(date)
  return (
    (periodStart === null || time >= Date.parse(periodStart) - slack) &&
    (periodEnd === null || time <= Date.parse(periodEnd) + slack)
  )
}

function conservationCheck(reading: BankReading): Proof {
  const unplaced = reading.leftovers.filter((one) => one.reason === 'unplaced')
  const moves = reading.accounts.some((account) => account.transactions.length > 0)
  return note(
    'conservation',
    moves && unplaced.length === 0,
    [],
    [
      moves ? null : 'no movements were read',
      unplaced.length > 0
        ? `${unplaced.length} numbers in lists have no place, the first is ${unplaced[0]?.text ?? ''} on page ${unplaced[0]?.page ?? 0}`
        : null,
    ],
  )
}

function sum(values: readonly Cents[]): bigint {
  let total = 0n
  for (const value of values) total += value
  return total
}
