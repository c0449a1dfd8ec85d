/** What a statement says, before anyone decides how it looks: lines that add up, in every column at once. */
import type { StatementClass } from '../../server/src/engine/model/extraction.ts'
import type { Random } from './random.ts'

export type Kind = 'business' | 'rental' | 'non-profit'

export interface ContentLine {
  readonly label: string
  readonly depth: number
  readonly role: 'heading' | 'line' | 'total' | 'result'
  /** One per period, in cents; empty on a heading, null where nothing is printed. */
  readonly values: readonly (bigint | null)[]
  /** In which half of a two-sided sheet it stands. */
  readonly side: 'left' | 'right'
  /** Printed with cents in a statement of whole units. */
  readonly cents?: boolean
  /** A row of percents: printed, and no figures. */
  readonly percents?: readonly (number | null)[]
}

export interface Content {
  readonly class: StatementClass
  readonly kind: Kind
  readonly lines: readonly ContentLine[]
}

const REVENUE = [
  'Product sales',
  'Service revenue',
  'Consulting income',
  'Installation revenue',
  'Maintenance contracts',
  'Freight income',
  'Sales - online',
  'Sales discounts',
]
const RENT = ['Gross potential rent', 'Vacancy loss', 'Late fees', 'Laundry income', 'Parking income', 'Pet fees']
const GIFTS = [
  'Contributions',
  'Government grants',
  'Foundation grants',
  'Special events, net',
  'Program service fees',
  'Membership dues',
]
const COSTS = ['Materials', 'Direct labor', 'Subcontractors', 'Freight in', 'Shop supplies', 'Equipment rental']
const EXPENSES = [
  'Advertising and promotion',
  'Automobile expense',
  'Bank service charges',
  'Computer and internet expenses',
  'Depreciation expense',
  'Dues and subscriptions',
  'Insurance expense',
  'Janitorial',
  'Legal and accounting fees',
  'Licenses and permits',
  'Meals and entertainment',
  'Office supplies',
  'Officer compensation',
  'Payroll taxes',
  'Postage and delivery',
  'Printing and reproduction',
  'Rent expense',
  'Repairs and maintenance',
  'Retirement plan contributions for eligible employees',
  'Salaries and wages',
  'Telephone',
  'Travel',
  'Uniforms',
  'Utilities',
]
const PROPERTY_EXPENSES = [
  'Property taxes',
  'Insurance',
  'Management fees',
  'Repairs',
  'Landscaping',
  'Water and sewer',
  'Electricity',
  'Trash removal',
  'Pest control',
  'Legal',
  'Turnover cost',
  'Advertising',
]
const CURRENT_ASSETS = [
  'Accounts receivable',
  'Inventory',
  'Prepaid expenses',
  'Employee advances',
  'Undeposited funds',
  'Other current assets',
]
const FIXED = [
  'Machinery and equipment',
  'Vehicles',
  'Furniture and fixtures',
  'Leasehold improvements',
  'Buildings',
  'Land',
]
const OTHER_ASSETS = [
  'Security deposits',
  'Goodwill',
  'Loan costs, net of accumulated amortization',
  'Due from affiliates',
]
const CURRENT_DEBTS = [
  'Accounts payable',
  'Accrued expenses',
  'Credit card payable',
  'Payroll liabilities',
  'Sales tax payable',
  'Line of credit',
  'Current portion of long-term debt',
  'Customer deposits',
]
const LONG_DEBTS = [
  'Note payable - bank',
  'Note payable - equipment',
  'Note payable - shareholder',
  'SBA loan',
  'Deferred income taxes',
]
const ADJUSTMENTS = [
  'Depreciation and amortization',
  'Gain on sale of equipment',
  'Accounts receivable',
  'Inventory',
  'Prepaid expenses',
  'Accounts payable',
  'Accrued expenses',
  'Sales tax payable',
]
const INVESTING = [
  'Purchase of equipment',
  'Proceeds from sale of vehicles',
  'Leasehold improvements',
  'Loans to affiliates',
]
const FINANCING = [
  'Proceeds from long-term debt',
  'Principal payments on long-term debt',
  'Owner distributions',
  'Capital contributions',
  'Net change in line of credit',
]

/** Builds lines one after the other and keeps the sums. */
class Builder {
  readonly lines: ContentLine[] = []
  side: 'left' | 'right' = 'left'
  readonly #random: Random
  readonly periods: number
  readonly #unit: bigint
  readonly #totalForm: (name: string) => string

  constructor(random: Random, periods: number, whole: boolean) {
    this.#random = random
    this.periods = periods
    this.#unit = whole ? 100n : 1n
    const form = random.pick([
      (name: string) => `Total ${name}`,
      (name: string) => `Total ${name}`,
      (name: string) => `Total for ${name}`,
      (name: string) => `Total ${name.toLowerCase()}`,
    ])
    this.#totalForm = form
  }

  heading(label: string, depth: number): void {
    this.lines.push({ label, depth, role: 'heading', values: [], side: this.side })
  }

  amounts(low: number, high: number): bigint[] {
    const base = this.#random.between(low, high)
    return Array.from({ length: this.periods }, () => {
      const cents =
        BigInt(Math.round(base * (0.7 + 0.6 * this.#random.next()) * 100)) + BigInt(this.#random.between(0, 99))
      return (cents / this.#unit) * this.#unit
    })
  }

  line(label: string, depth: number, values: readonly bigint[]): bigint[] {
    const shown = values.map((value) => (this.#random.chance(0.03) ? 0n : value))
    this.lines.push({ label, depth, role: 'line', values: shown, side: this.side })
    return shown
  }

  exact(label: string, depth: number, values: readonly bigint[], role: 'line' | 'total' | 'result' = 'line'): bigint[] {
    this.lines.push({ label, depth, role, values, side: this.side })
    return [...values]
  }

  total(name: string, depth: number, parts: readonly (readonly bigint[])[]): bigint[] {
    return this.exact(this.#totalForm(name), depth, this.sum(parts), 'total')
  }

  result(label: string, depth: number, values: readonly bigint[]): bigint[] {
    return this.exact(label, depth, values, 'result')
  }

  sum(parts: readonly (readonly bigint[])[]): bigint[] {
    return Array.from({ length: this.periods }, (_, period) =>
      parts.reduce((sum, part) => sum + (part[period] ?? 0n), 0n),
    )
  }

  minus(a: readonly bigint[], b: readonly bigint[]): bigint[] {
    return a.map((value, period) => value - (b[period] ?? 0n))
  }

  section(name: string, depth: number, captions: readonly string[], range: readonly [number, number]): bigint[] {
    this.heading(name, depth)
    return this.total(
      name,
      depth,
      captions.map((caption) => this.line(caption, depth + 1, this.amounts(...range))),
    )
  }
}

export interface ContentOptions {
  readonly periods: number
  readonly whole: boolean
  readonly kind: Kind
}

export function makeContent(random: Random, of: StatementClass, options: ContentOptions): Content {
  const builder = new Builder(random, options.periods, options.whole)
  if (of === 'profit-loss') profitAndLoss(builder, random, options.kind)
  else if (of === 'balance-sheet') balanceSheet(builder, random, options.kind)
  else cashFlow(builder, random)
  return { class: of, kind: options.kind, lines: builder.lines }
}

function profitAndLoss(b: Builder, random: Random, kind: Kind): void {
  const names = {
    business: {
      income: random.pick(['Income', 'Revenue', 'Sales']),
      expenses: random.pick(['Expenses', 'Operating Expenses']),
      net: random.pick(['Net Income', 'Net Profit', 'Net Income (Loss)']),
    },
    rental: { income: 'Rental Income', expenses: 'Operating Expenses', net: 'Net Income' },
    'non-profit': { income: 'Support and Revenue', expenses: 'Expenses', net: 'Change in Net Assets' },
  }[kind]
  const sources = { business: REVENUE, rental: RENT, 'non-profit': GIFTS }[kind]
  const income = b.section(names.income, 0, random.some(sources, random.between(2, 5)), [20_000, 900_000])
  let left = income
  if (kind === 'business' && random.chance(0.75)) {
    const cost = b.section(
      random.pick(['Cost of Goods Sold', 'Cost of Sales']),
      0,
      random.some(COSTS, random.between(1, 4)),
      [5_000, 120_000],
    )
    left = b.result('Gross Profit', 0, b.minus(income, cost))
  }
  b.heading(names.expenses, 0)
  const parts: bigint[][] = []
  const captions = random.some(
    kind === 'rental' ? PROPERTY_EXPENSES : EXPENSES,
    random.between(6, kind === 'rental' ? 12 : 22),
  )
  for (const caption of captions) parts.push(b.line(caption, 1, b.amounts(300, 60_000)))
  if (random.chance(0.4))
    parts.push(b.section('Payroll Expenses', 1, ['Gross wages', 'Employer taxes', 'Health insurance'], [4_000, 80_000]))
  const expenses = b.total(names.expenses, 0, parts)
  left = b.result(
    kind === 'rental'
      ? 'Net Operating Income'
      : kind === 'non-profit'
        ? names.net
        : random.pick(['Net Operating Income', 'Operating Income', 'Income from Operations']),
    0,
    b.minus(left, expenses),
  )
  if (kind === 'non-profit') return
  if (random.chance(0.5)) {
    b.heading('Other Income', 0)
    const other = b.total('Other Income', 0, [
      b.line('Interest income', 1, b.amounts(50, 5_000)),
      b.line('Miscellaneous income', 1, b.amounts(50, 5_000)),
    ])
    left = b.sum([left, other])
  }
  if (random.chance(0.6)) {
    b.heading('Other Expenses', 0)
    const other = b.total('Other Expenses', 0, [
      b.line('Interest expense', 1, b.amounts(500, 30_000)),
      b.line('Penalties', 1, b.amounts(20, 900)),
    ])
    left = b.minus(left, other)
  }
  b.result(names.net, 0, left)
}

function balanceSheet(b: Builder, random: Random, kind: Kind): void {
  b.heading('ASSETS', 0)
  b.heading('Current Assets', 1)
  const cash = b.section('Bank Accounts', 2, ['Operating checking', 'Payroll account'], [2_000, 300_000])
  const current = b.total('Current Assets', 1, [
    cash,
    ...random.some(CURRENT_ASSETS, random.between(1, 5)).map((caption) => b.line(caption, 2, b.amounts(500, 250_000))),
  ])
  b.heading('Fixed Assets', 1)
  const gross = random
    .some(FIXED, random.between(1, 5))
    .map((caption) => b.line(caption, 2, b.amounts(10_000, 700_000)))
  const depreciation = b.amounts(1_000, 9_000).map((value) => -value)
  const fixed = b.total('Fixed Assets', 1, [...gross, b.exact('Accumulated depreciation', 2, depreciation)])
  const others = random.chance(0.5)
    ? [b.section('Other Assets', 1, random.some(OTHER_ASSETS, random.between(1, 3)), [500, 60_000])]
    : []
  const assets = b.exact(random.pick(['TOTAL ASSETS', 'Total Assets']), 0, b.sum([current, fixed, ...others]), 'total')
  b.side = 'right'
  const equityName =
    kind === 'non-profit' ? 'Net Assets' : random.pick(['Equity', "Stockholders' Equity", "Members' Equity"])
  b.heading(`LIABILITIES AND ${equityName.toUpperCase()}`, 0)
  b.heading('Liabilities', 1)
  const short = b.section('Current Liabilities', 2, random.some(CURRENT_DEBTS, random.between(2, 6)), [500, 60_000])
  const long = random.chance(0.8)
    ? [b.section('Long-Term Liabilities', 2, random.some(LONG_DEBTS, random.between(1, 3)), [5_000, 300_000])]
    : []
  const liabilities = b.total('Liabilities', 1, [short, ...long])
  b.heading(equityName, 1)
  const stock = b.exact(kind === 'non-profit' ? 'With donor restrictions' : 'Common stock', 2, b.amounts(1_000, 50_000))
  const year = b.exact(
    kind === 'non-profit' ? 'Board designated' : random.pick(['Net Income', 'Current year earnings']),
    2,
    b.amounts(1_000, 90_000),
  )
  const retained = b.exact(
    kind === 'non-profit' ? 'Without donor restrictions' : 'Retained earnings',
    2,
    b.minus(assets, b.sum([liabilities, stock, year])),
  )
  const equity = b.total(equityName, 1, [stock, year, retained])
  b.exact(
    random.pick([
      `TOTAL LIABILITIES AND ${equityName.toUpperCase()}`,
      `Total Liabilities and ${equityName}`,
      `Total Liabilities & ${equityName}`,
    ]),
    0,
    b.sum([liabilities, equity]),
    'total',
  )
}

function cashFlow(b: Builder, random: Random): void {
  const signed = (low: number, high: number): bigint[] =>
    b.amounts(low, high).map((value) => (random.chance(0.45) ? -value : value))
  const style = random.pick([
    'Net cash provided by (used in) {} activities',
    'Net cash provided by {} activities',
    'Net Cash from {} Activities',
  ])
  const heading = random.pick([
    'CASH FLOWS FROM {} ACTIVITIES',
    'Cash flows from {} activities:',
    '{} ACTIVITIES',
    'Cash Flows from {} Activities',
  ])
  const name = (form: string, word: string): string =>
    form.replace(
      '{}',
      form === form.toUpperCase()
        ? word.toUpperCase()
        : form.includes('{} Activities')
          ? word.charAt(0).toUpperCase() + word.slice(1)
          : word,
    )
  b.heading(name(heading, 'operating'), 0)
  const income = b.exact('Net income', 1, b.amounts(5_000, 200_000))
  b.heading('Adjustments to reconcile net income to net cash provided by operations:', 1)
  const adjustments = random
    .some(ADJUSTMENTS, random.between(3, 8))
    .map((caption) => b.line(caption, 2, signed(200, 60_000)))
  const operating = b.result(name(style, 'operating'), 0, b.sum([income, ...adjustments]))
  const sections = (['investing', 'financing'] as const).map((word) => {
    b.heading(name(heading, word), 0)
    const captions = word === 'investing' ? INVESTING : FINANCING
    return b.result(
      name(style, word),
      0,
      b.sum(random.some(captions, random.between(1, 4)).map((caption) => b.line(caption, 1, signed(500, 90_000)))),
    )
  })
  const change = b.result(
    random.pick(['Net increase (decrease) in cash', 'NET CASH INCREASE FOR PERIOD', 'Net change in cash']),
    0,
    b.sum([operating, ...sections]),
  )
  const opening = b.exact(
    random.pick([
      'Cash at beginning of period',
      'Cash and cash equivalents, beginning of year',
      'Cash, beginning of year',
    ]),
    0,
    b.amounts(5_000, 300_000),
  )
  b.result(
    random.pick(['Cash at end of period', 'Cash and cash equivalents, end of year', 'CASH, END OF YEAR']),
    0,
    b.sum([change, opening]),
  )
}
