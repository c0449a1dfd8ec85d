/** One seed → one export as banks write them: separated values in any dialect, encoding and order. */
import { centsOf, formatCents } from '../../../server/src/lib/money.ts'
import type { BankTruth } from '../../bank/truth.ts'
import { Random } from '../random.ts'
import type { Movement } from './content.ts'
import { makeBankContent } from './content.ts'
import type { DayForm } from './print.ts'
import { printDay } from './print.ts'

type Field =
  'date' | 'valued' | 'text' | 'amount' | 'out' | 'in' | 'flag' | 'balance' | 'currency' | 'account' | 'reference'

interface Dialect {
  readonly name: string
  readonly heads: readonly string[] | null
  readonly fields: readonly Field[]
  readonly delimiter: ',' | ';' | '\t'
  readonly comma: boolean
  readonly day: DayForm
  readonly encoding: 'utf8' | 'bom' | 'latin1' | 'utf16le'
  readonly preamble: boolean
  readonly newestFirst: boolean
  readonly signed: boolean
  readonly flags: readonly [string, string]
}

const BASE: Dialect = {
  name: '',
  heads: null,
  fields: [],
  delimiter: ',',
  comma: false,
  day: 'YYYY-MM-DD',
  encoding: 'utf8',
  preamble: false,
  newestFirst: false,
  signed: true,
  flags: ['D', 'C'],
}

export const DIALECTS: readonly Dialect[] = [
  {
    ...BASE,
    name: 'us-register',
    heads: ['Posting Date', 'Description', 'Amount (USD)', 'Running Balance'],
    fields: ['date', 'text', 'amount', 'balance'],
  },
  {
    ...BASE,
    name: 'us-debit-credit',
    heads: ['Date', 'Description', 'Debit', 'Credit', 'Balance'],
    fields: ['date', 'text', 'out', 'in', 'balance'],
    day: 'MM/DD/YYYY',
    newestFirst: true,
    preamble: true,
  },
  {
    ...BASE,
    name: 'nl-comma',
    heads: ['Datum', 'Bedrag', 'Rekening', 'Naam', 'Omschrijving'],
    fields: ['date', 'amount', 'account', 'reference', 'text'],
    comma: true,
  },
  {
    ...BASE,
    name: 'de-semicolon',
    heads: ['Buchungstag', 'Wertstellung', 'Buchungstext', 'Betrag', 'Währung'],
    fields: ['date', 'valued', 'text', 'amount', 'currency'],
    delimiter: ';',
    comma: true,
    day: 'DD.MM.YYYY',
    encoding: 'latin1',
  },
  {
    ...BASE,
    name: 'headless',
    fields: ['date', 'text', 'valued', 'amount', 'currency'],
    delimiter: ';',
    comma: true,
    day: 'DD.MM.YYYY',
  },
  {
    ...BASE,
    name: 'headless-flag',
    fields: ['date', 'text', 'valued', 'amount', 'flag'],
    delimiter: ';',
    comma: true,
    day: 'DD.MM.YYYY',
    signed: false,
    flags: ['O', 'I'],
  },
  {
    ...BASE,
    name: 'headless-balance',
    fields: ['date', 'text', 'amount', 'balance'],
    delimiter: '\t',
    day: 'DD/MM/YYYY',
  },
  {
    ...BASE,
    name: 'flag-column',
    heads: ['Date', 'Reference', 'Details', 'Amount', 'D/K', 'Balance'],
    fields: ['date', 'reference', 'text', 'amount', 'flag', 'balance'],
    delimiter: ';',
    day: 'DD-Mon-YY',
    signed: false,
    flags: ['D', 'K'],
    encoding: 'bom',
  },
  {
    ...BASE,
    name: 'af-bij',
    heads: ['Datum', 'Naam / Omschrijving', 'Rekening', 'Af Bij', 'Bedrag (EUR)', 'Mededelingen'],
    fields: ['date', 'text', 'account', 'flag', 'amount', 'reference'],
    delimiter: ';',
    comma: true,
    day: 'YYYYMMDD',
    signed: false,
    flags: ['Af', 'Bij'],
  },
  {
    ...BASE,
    name: 'uk-paid',
    heads: ['Date', 'Type', 'Description', 'Paid out', 'Paid in', 'Balance'],
    fields: ['date', 'reference', 'text', 'out', 'in', 'balance'],
    day: 'DD/MM/YYYY',
    encoding: 'utf16le',
    preamble: true,
  },
]

export function exportBank(seed: number): { bytes: Buffer; truth: BankTruth } {
  const random = new Random(seed * 29 + 11)
  const dialect = DIALECTS[seed % DIALECTS.length] as Dialect
  const content = makeBankContent(random, { accounts: 1, movements: [4, 60], wrap: 0.4, checks: false })
  const account = content.accounts[0] as (typeof content.accounts)[number]
  let balance = account.opening
  const rows = account.movements.map((movement) => ({ movement, balance: (balance += movement.amount) }))
  if (dialect.newestFirst) rows.reverse()
  const lines = rows.map((row) => dialect.fields.map((field) => cell(field, row, account.number, dialect)))
  const table = dialect.heads === null ? lines : [[...dialect.heads], ...lines]
  const preamble = dialect.preamble
    ? [['Account number', account.number], ['Ledger Balance', amount(balance, dialect)], []]
    : []
  const text = [...preamble, ...table]
    .map((one) => one.map((part) => quoted(part, dialect.delimiter)).join(dialect.delimiter))
    .join('\r\n')
  const named = dialect.fields.includes('account') || dialect.preamble
  const shows = dialect.fields.includes('balance')
  return {
    bytes: encoded(text, dialect.encoding),
    truth: {
      name: `export-${dialect.name}-${seed}`,
      isBankStatement: true,
      misprinted: false,
      accounts: [
        {
          number_last4: named ? account.number.slice(-4) : null,
          holder: null,
          bank: null,
          period_start: null,
          period_end: null,
          opening: null,
          closing: shows || dialect.preamble ? wire(balance) : null,
          transactions: rows.map((row) => ({
            date: row.movement.date,
            amount: wire(row.movement.amount),
            balance: shows ? wire(row.balance) : null,
            page: 1,
          })),
        },
      ],
    },
  }
}

function wire(value: bigint): string {
  return formatCents(centsOf(value))
}

function amount(value: bigint, { comma }: Dialect): string {
  return comma ? wire(value).replace('.', ',') : wire(value)
}

function cell(field: Field, row: { movement: Movement; balance: bigint }, account: string, dialect: Dialect): string {
  const { movement } = row
  const magnitude = movement.amount < 0n ? -movement.amount : movement.amount
  switch (field) {
    case 'date':
    case 'valued':
      return printDay(movement.date, dialect.day)
    case 'text':
      return movement.lines.join(' ')
    case 'amount':
      return amount(dialect.signed ? movement.amount : magnitude, dialect)
    case 'out':
      return movement.amount < 0n ? amount(magnitude, dialect) : ''
    case 'in':
      return movement.amount > 0n ? amount(magnitude, dialect) : ''
    case 'flag':
      return dialect.flags[movement.amount < 0n ? 0 : 1]
    case 'balance':
      return amount(row.balance, dialect)
    case 'currency':
      return 'EUR'
    case 'account':
      return `NL47BANK${account}`
    case 'reference':
      return movement.lines[0]?.split(' ')[0] ?? ''
  }
}

function quoted(text: string, delimiter: string): string {
  return text.includes(delimiter) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text
}

function encoded(text: string, encoding: Dialect['encoding']): Buffer {
  if (encoding === 'bom') return Buffer.from(`\ufeff${text}`, 'utf8')
  if (encoding === 'utf16le') return Buffer.from(`\ufeff${text}`, 'utf16le')
  return Buffer.from(text, encoding)
}
