/** House styles of banks: how the same movements are laid out from country to country and from program to program. */
import type { DayForm, Separators } from './print.ts'

export type Role = 'date' | 'valued' | 'text' | 'out' | 'in' | 'amount' | 'balance' | 'flag' | 'number'

export interface PrintedColumn {
  readonly role: Role
  readonly head: string
  /** Where it ends (money) or begins (all else), as a share of the page's width. */
  readonly at: number
}

export interface BankStyle {
  readonly name: string
  readonly layout: 'table' | 'sections'
  readonly columns: readonly PrintedColumn[]
  readonly day: DayForm
  readonly oncePerDay: boolean
  readonly balance: 'every' | 'per-day' | 'none'
  /** How an amount says its direction when its column does not. */
  readonly sign: 'columns' | 'minus' | 'trailing' | 'brackets' | 'suffix' | 'flag' | 'none' | 'plus-minus'
  /** Out, in. */
  readonly flags: readonly [string, string]
  readonly separators: Separators
  readonly currency: string
  readonly symbol: 'none' | 'first' | 'all' | 'apart'
  readonly wrap: number
  readonly wrapBefore: boolean
  readonly summary: 'list' | 'stacked' | 'none' | 'dated'
  readonly openingRow: string | null
  readonly closingRow: string | null
  readonly totalsRow: string | null
  readonly carried: boolean
  readonly period: 'range' | 'long-range' | 'month-end' | 'iso-range'
  readonly daily: 0 | 1 | 2 | 3
  readonly checks: 'list' | 'beside' | 'none'
  readonly repeatHead: boolean
  readonly pageCount: 'of' | 'slash' | 'none'
  readonly headAlign: 'column' | 'left' | 'centre'
  readonly font: 'Helvetica' | 'Times-Roman' | 'Courier'
  readonly size: number
  readonly leading: number
  readonly accounts: readonly [least: number, most: number]
  readonly rules: boolean
}

const BASE: BankStyle = {
  name: '',
  layout: 'table',
  columns: [],
  day: 'MM/DD',
  oncePerDay: false,
  balance: 'every',
  sign: 'columns',
  flags: ['D', 'C'],
  separators: 'us',
  currency: 'USD',
  symbol: 'none',
  wrap: 0.3,
  wrapBefore: false,
  summary: 'list',
  openingRow: null,
  closingRow: null,
  totalsRow: null,
  carried: false,
  period: 'long-range',
  daily: 0,
  checks: 'none',
  repeatHead: true,
  pageCount: 'of',
  headAlign: 'column',
  font: 'Helvetica',
  size: 8.5,
  leading: 1.5,
  accounts: [1, 1],
  rules: true,
}

const column = (role: Role, head: string, at: number): PrintedColumn => ({ role, head, at })

export const BANK_STYLES: readonly BankStyle[] = [
  {
    ...BASE,
    name: 'us-sections',
    layout: 'sections',
    columns: [column('date', 'DATE', 0.07), column('text', 'DESCRIPTION', 0.2), column('amount', 'AMOUNT', 0.92)],
    balance: 'none',
    sign: 'none',
    symbol: 'first',
    daily: 2,
    checks: 'list',
    wrap: 0.25,
  },
  {
    ...BASE,
    name: 'us-sections-beside',
    layout: 'sections',
    columns: [column('date', 'Date', 0.07), column('text', 'Description', 0.17), column('amount', 'Amount', 0.9)],
    balance: 'none',
    sign: 'minus',
    daily: 3,
    checks: 'beside',
    day: 'MM/DD/YY',
    accounts: [1, 2],
    headAlign: 'left',
    font: 'Times-Roman',
    size: 9,
  },
  {
    ...BASE,
    name: 'us-regional',
    layout: 'sections',
    columns: [
      column('text', 'Description', 0.1),
      column('date', 'Date Credited', 0.62),
      column('amount', 'Amount', 0.9),
    ],
    balance: 'none',
    sign: 'none',
    day: 'MM-DD',
    symbol: 'all',
    wrap: 0.4,
    wrapBefore: true,
    period: 'long-range',
    pageCount: 'none',
    daily: 1,
  },
  {
    ...BASE,
    name: 'us-combined',
    columns: [
      column('date', 'Date', 0.07),
      column('text', 'Transaction', 0.17),
      column('in', 'Deposits', 0.64),
      column('out', 'Withdrawals', 0.78),
      column('balance', 'Balance', 0.93),
    ],
    accounts: [2, 3],
    openingRow: 'Beginning Balance',
    closingRow: 'Ending Balance',
    totalsRow: 'Totals',
  },
  {
    ...BASE,
    name: 'ca-chequing',
    columns: [
      column('date', 'Date', 0.06),
      column('text', 'Description', 0.14),
      column('out', 'Withdrawals ($)', 0.6),
      column('in', 'Deposits ($)', 0.76),
      column('balance', 'Balance ($)', 0.94),
    ],
    day: 'DD Mon',
    oncePerDay: true,
    balance: 'per-day',
    openingRow: 'Opening balance',
    closingRow: 'Closing balance',
    sign: 'columns',
    period: 'long-range',
    currency: 'CAD',
    wrap: 0.1,
  },
  {
    ...BASE,
    name: 'uk-current',
    columns: [
      column('date', 'Date', 0.08),
      column('text', 'Description', 0.17),
      column('in', 'Money in', 0.68),
      column('out', 'Money out', 0.8),
      column('balance', '£ Balance', 0.93),
    ],
    day: 'DDth Mon',
    openingRow: 'Balance brought forward from previous statement',
    closingRow: 'Balance carried forward to next statement',
    currency: 'GBP',
    period: 'range',
    separators: 'us',
    wrap: 0.5,
    carried: false,
  },
  {
    ...BASE,
    name: 'uk-paid',
    columns: [
      column('date', 'Date', 0.08),
      column('text', 'Details', 0.22),
      column('out', 'Paid out (£)', 0.62),
      column('in', 'Paid in (£)', 0.76),
      column('balance', 'Balance (£)', 0.92),
    ],
    day: 'DD Mon YYYY',
    oncePerDay: true,
    balance: 'per-day',
    openingRow: 'BALANCE BROUGHT FORWARD',
    closingRow: 'BALANCE CARRIED FORWARD',
    carried: true,
    currency: 'GBP',
    period: 'range',
    summary: 'none',
    wrap: 0.3,
    rules: false,
  },
  {
    ...BASE,
    name: 'de-kontoauszug',
    columns: [
      column('date', 'Buchung', 0.08),
      column('valued', 'Valuta', 0.18),
      column('text', 'Verwendungszweck', 0.28),
      column('amount', 'Betrag EUR', 0.92),
    ],
    day: 'DD.MM.YYYY',
    balance: 'none',
    sign: 'minus',
    separators: 'european',
    currency: 'EUR',
    openingRow: 'Alter Kontostand',
    closingRow: 'Neuer Kontostand',
    summary: 'none',
    period: 'iso-range',
    wrap: 0.6,
  },
  {
    ...BASE,
    name: 'de-soll-haben',
    columns: [
      column('date', 'Datum', 0.08),
      column('text', 'Buchungstext', 0.2),
      column('amount', 'Betrag', 0.74),
      column('balance', 'Saldo', 0.92),
    ],
    day: 'DD.MM.',
    sign: 'suffix',
    flags: ['S', 'H'],
    separators: 'european',
    currency: 'EUR',
    openingRow: 'Alter Saldo',
    closingRow: 'Neuer Saldo',
    summary: 'none',
    period: 'iso-range',
  },
  {
    ...BASE,
    name: 'nl-overview',
    columns: [
      column('date', 'Date', 0.07),
      column('valued', 'Interest Date', 0.16),
      column('text', 'Description', 0.3),
      column('amount', 'Amount', 0.92),
    ],
    day: 'D okt',
    balance: 'none',
    sign: 'minus',
    separators: 'european',
    currency: 'EUR',
    symbol: 'apart',
    summary: 'dated',
    period: 'month-end',
    pageCount: 'slash',
    wrap: 0.5,
  },
  {
    ...BASE,
    name: 'in-passbook',
    columns: [
      column('date', 'Txn Date', 0.06),
      column('text', 'Particulars', 0.17),
      column('number', 'Chq No.', 0.44),
      column('out', 'Debit', 0.62),
      column('in', 'Credit', 0.76),
      column('balance', 'Balance', 0.93),
    ],
    day: 'DD-Mon-YY',
    separators: 'indian',
    currency: 'INR',
    openingRow: 'B/F',
    closingRow: 'Closing Balance',
    summary: 'stacked',
    period: 'range',
    wrap: 0.4,
    totalsRow: 'Total',
  },
  {
    ...BASE,
    name: 'in-flagged',
    columns: [
      column('date', 'Date', 0.06),
      column('text', 'Narration', 0.18),
      column('amount', 'Amount', 0.68),
      column('balance', 'Balance', 0.88),
    ],
    day: 'DD/MM/YYYY',
    sign: 'suffix',
    flags: ['Dr', 'Cr'],
    separators: 'indian',
    currency: 'INR',
    summary: 'stacked',
    period: 'range',
  },
  {
    ...BASE,
    name: 'sg-savings',
    columns: [
      column('date', 'Date', 0.07),
      column('text', 'Description', 0.19),
      column('out', 'Withdrawal (-)', 0.6),
      column('in', 'Deposit (+)', 0.74),
      column('balance', 'Balance', 0.9),
    ],
    day: 'DD/MM/YYYY',
    currency: 'SGD',
    openingRow: 'Balance Brought Forward',
    closingRow: 'Balance Carried Forward',
    summary: 'none',
    period: 'month-end',
    wrap: 0.9,
  },
  {
    ...BASE,
    name: 'eu-flag-column',
    columns: [
      column('date', 'Date', 0.07),
      column('text', 'Details', 0.2),
      column('amount', 'Amount', 0.7),
      column('flag', 'D/K', 0.74),
      column('balance', 'Balance', 0.92),
    ],
    day: 'DD.MM.YYYY',
    sign: 'flag',
    flags: ['D', 'K'],
    separators: 'space',
    currency: 'EUR',
    summary: 'list',
    period: 'iso-range',
    wrap: 0.2,
  },
  {
    ...BASE,
    name: 'plain-running',
    columns: [
      column('date', 'Posting Date', 0.06),
      column('text', 'Description', 0.2),
      column('amount', 'Amount', 0.76),
      column('balance', 'Running Balance', 0.93),
    ],
    day: 'MM/DD/YYYY',
    sign: 'none',
    summary: 'list',
    font: 'Courier',
    size: 7.5,
    repeatHead: false,
    wrap: 0.15,
    rules: false,
  },
  {
    ...BASE,
    name: 'brackets',
    columns: [
      column('date', 'Date', 0.07),
      column('text', 'Transaction details', 0.2),
      column('amount', 'Amount', 0.74),
      column('balance', 'Balance', 0.92),
    ],
    day: 'Mon DD',
    sign: 'brackets',
    symbol: 'all',
    openingRow: 'Opening Balance',
    closingRow: 'Closing Balance',
    headAlign: 'centre',
    period: 'range',
    wrap: 0.3,
  },
  {
    ...BASE,
    name: 'trailing-minus',
    columns: [
      column('date', 'Date', 0.07),
      column('text', 'Activity', 0.2),
      column('amount', 'Amount', 0.74),
      column('balance', 'Balance', 0.92),
    ],
    day: 'Mon DD, YYYY',
    sign: 'trailing',
    summary: 'list',
    period: 'long-range',
    repeatHead: true,
    wrap: 0.2,
    font: 'Times-Roman',
    size: 9.5,
  },
  {
    ...BASE,
    name: 'swiss',
    columns: [
      column('date', 'Datum', 0.07),
      column('text', 'Text', 0.2),
      column('out', 'Belastung', 0.6),
      column('in', 'Gutschrift', 0.74),
      column('valued', 'Valuta', 0.77),
      column('balance', 'Saldo', 0.94),
    ],
    day: 'DD.MM.YYYY',
    separators: 'swiss',
    currency: 'CHF',
    openingRow: 'Saldo anterior',
    closingRow: 'Neuer Saldo',
    summary: 'none',
    period: 'iso-range',
    wrap: 0.4,
  },
  {
    ...BASE,
    name: 'mistyped',
    columns: [
      column('date', 'Date', 0.08),
      column('text', 'Particulars', 0.2),
      column('out', 'Debit', 0.6),
      column('in', 'Credit', 0.76),
      column('balance', 'Balance', 0.93),
    ],
    day: 'DD/MM/YYYY',
    separators: 'mistyped',
    currency: 'GBP',
    openingRow: 'Opening Balance',
    closingRow: 'Closing Balance',
    period: 'range',
  },
  {
    ...BASE,
    name: 'credit-first',
    columns: [
      column('date', 'Date', 0.1),
      column('text', 'Description', 0.24),
      column('in', 'Credit', 0.64),
      column('out', 'Debit', 0.76),
      column('balance', 'Balance', 0.91),
    ],
    day: 'YYYY-MM-DD',
    symbol: 'none',
    headAlign: 'left',
    summary: 'list',
    period: 'iso-range',
    leading: 1.8,
    wrap: 0,
  },
]
