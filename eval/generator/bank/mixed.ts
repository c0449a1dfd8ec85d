/** A house style put together by chance: captions, order and places that no list of styles foresaw. */
import type { Random } from '../random.ts'
import type { DayForm, Separators } from './print.ts'
import type { BankStyle, PrintedColumn, Role } from './styles.ts'
import { BANK_STYLES } from './styles.ts'

const DATE = ['Date', 'DATE', 'Trans Date', 'Posting Date', 'Transaction Date', 'Date Posted', 'Day']
const TEXT = [
  'Description',
  'Details',
  'Particulars',
  'Narrative',
  'Transaction Description',
  'Memo',
  'Payee / Details',
]
const OUT = [
  'Debit',
  'Debits',
  'Withdrawals',
  'Money Out',
  'Paid Out',
  'Payments',
  'Charges',
  'Debit Amount',
  'Withdrawals / Debits',
]
const IN = [
  'Credit',
  'Credits',
  'Deposits',
  'Money In',
  'Paid In',
  'Receipts',
  'Additions',
  'Credit Amount',
  'Deposits / Credits',
]
const AMOUNT = ['Amount', 'Transaction Amount', 'Amount ($)', 'AMOUNT', 'Amt']
const BALANCE = ['Balance', 'Running Balance', 'Ledger Balance', 'BALANCE', 'Account Balance', 'Bal.']
const OPENING = [
  'Opening Balance',
  'Balance Brought Forward',
  'Previous Balance',
  'Beginning balance',
  'Starting Balance',
  'Balance B/F',
  'BALANCE FORWARD',
]
const CLOSING = ['Closing Balance', 'Ending Balance', 'New balance', 'Balance C/F', 'Final balance']
const US_DAYS: readonly DayForm[] = ['MM/DD', 'MM/DD/YYYY', 'MM/DD/YY', 'Mon DD', 'MM-DD', 'Mon DD, YYYY', 'DD-Mon-YY']
const OTHER_DAYS: readonly DayForm[] = ['DD/MM/YYYY', 'DD.MM.YYYY', 'DD Mon', 'DD Mon YYYY', 'YYYY-MM-DD', 'DDth Mon']

export function mixedStyle(random: Random): BankStyle {
  const base = BANK_STYLES[0] as BankStyle
  const isUs = random.chance(0.5)
  const balance = random.pick(['every', 'every', 'per-day', 'none'] as const)
  const apart = random.chance(0.55)
  // An unsigned amount needs a balance in its row, or nobody could tell its direction.
  const sign = apart
    ? 'columns'
    : random.pick([
        'minus',
        'trailing',
        'brackets',
        'suffix',
        ...(balance === 'every' ? (['none'] as const) : []),
      ] as const)
  const separators: Separators = isUs ? 'us' : random.pick(['us', 'european', 'indian', 'swiss'] as const)
  return {
    ...base,
    name: 'mixed',
    layout: 'table',
    columns: columnsOf(random, apart, balance !== 'none'),
    day: random.pick(isUs ? US_DAYS : OTHER_DAYS),
    oncePerDay: random.chance(0.3),
    balance,
    sign,
    flags: random.pick([
      ['DR', 'CR'],
      ['D', 'C'],
      ['Dr', 'Cr'],
      ['D', 'K'],
    ] as const),
    separators,
    currency: isUs ? 'USD' : random.pick(['EUR', 'GBP', 'INR', 'CHF']),
    symbol: random.pick(['none', 'none', 'first', 'all'] as const),
    wrap: random.next() * 0.7,
    wrapBefore: random.chance(0.1),
    summary: random.pick(['list', 'stacked', 'none'] as const),
    openingRow: random.pick(OPENING),
    closingRow: random.chance(0.8) ? random.pick(CLOSING) : null,
    totalsRow: apart && random.chance(0.3) ? random.pick(['Total', 'Totals', 'Total for period']) : null,
    carried: false,
    period: random.pick(isUs ? (['long-range', 'range'] as const) : (['range', 'iso-range'] as const)),
    daily: random.chance(0.2) ? 2 : 0,
    checks: 'none',
    repeatHead: random.chance(0.75),
    pageCount: random.pick(['of', 'slash', 'none'] as const),
    headAlign: random.pick(['column', 'left', 'centre'] as const),
    font: random.pick(['Helvetica', 'Times-Roman', 'Courier'] as const),
    size: random.pick([7, 7.5, 8, 8.5, 9]),
    leading: random.pick([1.3, 1.5, 1.7]),
    accounts: [1, random.pick([1, 1, 2])],
    rules: random.chance(0.6),
  }
}

/** Places shift from house to house; the order of the money columns does as well. */
function columnsOf(random: Random, apart: boolean, hasBalance: boolean): PrintedColumn[] {
  const shift = (random.next() - 0.5) * 0.03
  const one = (role: Role, heads: readonly string[], at: number): PrintedColumn => ({
    role,
    head: random.pick(heads),
    at: at + shift,
  })
  const money = apart
    ? random.chance(0.5)
      ? [one('out', OUT, 0.62), one('in', IN, 0.77)]
      : [one('in', IN, 0.62), one('out', OUT, 0.77)]
    : [one('amount', AMOUNT, hasBalance ? 0.75 : 0.92)]
  const text = one('text', TEXT, random.pick([0.18, 0.21, 0.24]))
  return [one('date', DATE, 0.075), text, ...money, ...(hasBalance ? [one('balance', BALANCE, 0.93)] : [])]
}
