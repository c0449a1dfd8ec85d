/** What stands on papers that are none of the classes: titles, heads and rows, by kind. others.ts puts it on paper. */
import { ENGLISH_MONTHS } from './languages.ts'
import { CITIES, NAME_ENDS, NAME_STARTS } from './names.ts'
import type { Random } from './random.ts'

/** Titles, heads and rows; a head of two words may wrap. */
export interface Content {
  readonly titles: readonly string[]
  readonly heads: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
  /** Programs export it as a sheet, too. */
  readonly sheet?: boolean
}

type Make = (of: Chance) => Content

/** Words and numbers by chance, under one roof. */
export class Chance {
  readonly random: Random
  readonly year: number

  constructor(random: Random) {
    this.random = random
    this.year = random.between(2019, 2025)
  }

  pick<T>(list: readonly T[]): T {
    return this.random.pick(list)
  }

  amount(high = 60_000): string {
    const whole = this.random
      .between(12, high)
      .toString()
      .replace(/\B(?=(\d{3})+$)/g, ',')
    return `${whole}.${String(this.random.between(0, 99)).padStart(2, '0')}`
  }

  firm(): string {
    return `${this.pick(NAME_STARTS)} ${this.pick(NAME_ENDS)} ${this.pick(['LLC', 'Inc.', 'Co.', ''])}`.trim()
  }

  day(): string {
    const [month, day] = [this.random.between(1, 12), this.random.between(1, 28)]
    return `${String(month).padStart(2, '0')}/${String(day).padStart(2, '0')}/${this.year}`
  }

  asOf(): string {
    return `As of ${this.pick(ENGLISH_MONTHS)} ${this.random.between(1, 28)}, ${this.year}`
  }

  span(): string {
    return this.pick([
      `January 1 - December 31, ${this.year}`,
      `For the period ${this.day()} to ${this.day()}`,
      `${this.pick(ENGLISH_MONTHS)} ${this.year}`,
    ])
  }

  rows<T>(low: number, high: number, make: (index: number) => T): T[] {
    return Array.from({ length: this.random.between(low, high) }, (_, index) => make(index))
  }
}

const ACCOUNTS = [
  'Operating checking',
  'Accounts receivable',
  'Inventory',
  'Prepaid insurance',
  'Equipment',
  'Accumulated depreciation',
  'Accounts payable',
  'Sales tax payable',
  'Note payable',
  'Retained earnings',
  'Sales',
  'Cost of goods sold',
  'Rent expense',
  'Payroll expenses',
  'Insurance expense',
  'Utilities',
]
const ITEMS = [
  'Freight',
  'Labor',
  'Steel plate',
  'Site visit',
  'Design work',
  'Fasteners',
  'Paint',
  'Consulting hours',
  'Pallets',
]
const SHOPS = [
  'Corner Cafe',
  'City Parking',
  'Harbor Fuel',
  'Airline Tickets',
  'Office Depot',
  'Grocery Mart',
  'Hotel Plaza',
  'Hardware Store',
]
const CURRENT = ['Date', 'Description', 'Amount'] as const

export const KINDS: Readonly<Record<string, Make>> = {
  'trial-balance': (of) => ({
    titles: [
      of.firm(),
      of.pick(['Trial Balance', 'Adjusted Trial Balance', 'TRIAL BALANCE', 'Working Trial Balance']),
      of.asOf(),
    ],
    heads: of.pick([
      ['Account', 'Debit', 'Credit'],
      ['Account No.', 'Account', 'Debit', 'Credit'].slice(1),
      ['Account Description', 'Debits', 'Credits'],
    ]),
    rows: [
      ...ACCOUNTS.map((name, index) => (index % 2 ? [name, null, of.amount()] : [name, of.amount(), null])),
      ['TOTAL', '812,441.20', '812,441.20'],
    ],
    sheet: true,
  }),
  'general-ledger': (of) => ({
    titles: [
      of.firm(),
      of.pick(['General Ledger', 'General Ledger Detail', 'GENERAL LEDGER', 'Account Ledger']),
      of.span(),
    ],
    heads: of.pick([
      ['Date', 'Account', 'Memo', 'Debit', 'Credit', 'Balance'],
      ['Date', 'Reference', 'Description', 'Debit', 'Credit', 'Balance'],
    ]),
    rows: of.rows(10, 30, (index) => [
      of.day(),
      of.pick(ACCOUNTS),
      of.pick(ITEMS),
      index % 2 ? of.amount() : null,
      index % 2 ? null : of.amount(),
      of.amount(),
    ]),
    sheet: true,
  }),
  journal: (of) => ({
    titles: [of.firm(), of.pick(['General Journal', 'Journal Entries', 'Journal Report', 'Journal']), of.span()],
    heads: ['Date', 'Entry', 'Account', 'Debit', 'Credit'],
    rows: of.rows(10, 26, (index) => [
      of.day(),
      `JE-${100 + index}`,
      of.pick(ACCOUNTS),
      index % 2 ? of.amount() : null,
      index % 2 ? null : of.amount(),
    ]),
    sheet: true,
  }),
  'transaction-list': (of) => ({
    titles: [
      of.firm(),
      of.pick(['Transaction List by Date', 'Transaction Detail by Account', 'Transaction Report']),
      of.span(),
    ],
    heads: ['Date', 'Transaction Type', 'Num', 'Name', 'Account', 'Split', 'Amount'],
    rows: of.rows(10, 26, (index) => [
      of.day(),
      of.pick(['Invoice', 'Bill', 'Check', 'Expense']),
      String(1000 + index),
      of.firm(),
      of.pick(ACCOUNTS),
      of.pick(ACCOUNTS),
      of.amount(),
    ]),
    sheet: true,
  }),
  'credit-card': (of) => ({
    titles: [
      `${of.pick(NAME_STARTS)} ${of.pick(['Rewards Visa', 'Platinum Mastercard', 'Business Card'])}`,
      of.pick(['Credit Card Statement', 'Card Account Statement', 'Account Summary']),
      `Statement closing date ${of.day()}`,
      `Account ending in ${of.random.between(1000, 9999)}`,
    ],
    heads: [...CURRENT],
    rows: [
      [null, 'Previous balance', of.amount(9000)],
      [null, 'Payments and credits', `-${of.amount(4000)}`],
      [null, 'Purchases', of.amount(6000)],
      [null, of.pick(['Interest charged', 'Finance charges']), of.amount(200)],
      [null, 'New balance', of.amount(9000)],
      [null, 'Credit limit', '15,000.00'],
      [null, of.pick(['Minimum payment due', 'Minimum amount due']), of.amount(200)],
      ['Payment due date', of.day(), null],
      ...of.rows(6, 24, () => [of.day().slice(0, 5), of.pick(SHOPS), of.amount(900)]),
    ],
  }),
  brokerage: (of) => ({
    titles: [
      `${of.pick(NAME_STARTS)} Securities`,
      of.pick([
        'Investment Account Statement',
        'Brokerage Statement',
        'Portfolio Summary',
        'Retirement Account Statement',
      ]),
      of.span(),
    ],
    heads: of.pick([
      ['Security', 'Quantity', 'Price', 'Market Value'],
      ['Holding', 'Shares', 'Unit price', 'Value'],
    ]),
    rows: [
      ['Beginning account value', null, null, of.amount(400_000)],
      ['Deposits and withdrawals', null, null, of.amount(9000)],
      ['Dividends and interest', null, null, of.amount(4000)],
      ['Ending account value', null, null, of.amount(400_000)],
      ...of.rows(5, 18, () => [
        `${of.firm()} common stock`,
        String(of.random.between(5, 900)),
        of.amount(300),
        of.amount(80_000),
      ]),
    ],
  }),
  mortgage: (of) => ({
    titles: [
      `${of.pick(NAME_STARTS)} ${of.pick(['Home Lending', 'Mortgage Services', 'Savings'])}`,
      of.pick(['Mortgage Statement', 'Home Loan Statement', 'Loan Statement', 'Mortgage Account Statement']),
      `Statement date: ${of.day()}`,
      `Loan number: ${of.random.between(100_000, 999_999)}`,
    ],
    heads: ['Description', 'Amount'],
    rows: [
      ['Outstanding principal balance', of.amount(400_000)],
      ['Interest rate', '5.125%'],
      ['Principal', of.amount(900)],
      ['Interest', of.amount(1900)],
      ['Escrow (taxes and insurance)', of.amount(800)],
      ['Total amount due', of.amount(3500)],
      ['Payment due date', of.day()],
      ...of.rows(0, 6, () => [`Payment received ${of.day()}`, of.amount(3000)]),
    ],
  }),
  'w-2': (of) => ({
    titles: [
      of.pick([`Form W-2 Wage and Tax Statement ${of.year}`, `${of.year} W-2 Wage and Tax Statement`]),
      of.firm(),
    ],
    heads: ['Box', 'Amount'],
    rows: [
      ["a Employee's social security number", 'XXX-XX-4411'],
      ['b Employer identification number (EIN)', '12-3456789'],
      ['1 Wages, tips, other compensation', of.amount()],
      ['2 Federal income tax withheld', of.amount(9000)],
      ['3 Social security wages', of.amount()],
      ['4 Social security tax withheld', of.amount(5000)],
      ['5 Medicare wages and tips', of.amount()],
      ['6 Medicare tax withheld', of.amount(2000)],
      ['16 State wages, tips, etc.', of.amount()],
    ],
  }),
  'form-1099': (of) => ({
    titles: [
      of.pick([
        `Form 1099-INT Interest Income ${of.year}`,
        `Form 1099-NEC Nonemployee Compensation ${of.year}`,
        `Form 1099-DIV Dividends and Distributions ${of.year}`,
      ]),
      of.firm(),
    ],
    heads: ['Box', 'Amount'],
    rows: [
      ["Payer's TIN", '98-7654321'],
      ["Recipient's TIN", 'XXX-XX-7710'],
      ['1 Nonemployee compensation', of.amount()],
      ['4 Federal income tax withheld', of.amount(3000)],
    ],
  }),
  invoice: (of) => ({
    titles: [
      of.pick(['INVOICE', 'Invoice', 'Tax Invoice', 'Sales Invoice']),
      of.firm(),
      `Invoice date: ${of.day()}`,
      `Invoice number: ${of.random.between(1000, 99_999)}`,
      `Bill to: ${of.firm()}`,
    ],
    heads: of.pick([
      ['Description', 'Qty', 'Rate', 'Amount'],
      ['Item', 'Quantity', 'Unit Price', 'Total'],
    ]),
    rows: [
      ...of.rows(2, 12, () => [of.pick(ITEMS), String(of.random.between(1, 40)), of.amount(300), of.amount(4000)]),
      ['Subtotal', null, null, of.amount(20_000)],
      ['Sales tax', null, null, of.amount(900)],
      [of.pick(['Amount due', 'Balance due', 'Total due']), null, null, of.amount(20_000)],
    ],
  }),
  'purchase-order': (of) => ({
    titles: ['PURCHASE ORDER', of.firm(), `PO number: ${of.random.between(1000, 9999)}`, `Vendor: ${of.firm()}`],
    heads: ['Item', 'Quantity', 'Unit Price', 'Total'],
    rows: [
      ...of.rows(2, 12, () => [of.pick(ITEMS), String(of.random.between(1, 90)), of.amount(300), of.amount(4000)]),
      ['Total', null, null, of.amount(30_000)],
    ],
  }),
  'pay-stub': (of) => ({
    titles: [of.firm(), of.pick(['Pay Stub', 'Earnings Statement', 'Payslip']), `Pay period ${of.day()} - ${of.day()}`],
    heads: ['Earnings', 'Hours', 'Current', 'Year to date'],
    rows: [
      ['Regular', '80.00', of.amount(4000), of.amount()],
      ['Overtime', '6.00', of.amount(400), of.amount(3000)],
      ['Gross pay', null, of.amount(4500), of.amount()],
      ['Federal income tax', null, of.amount(700), of.amount(9000)],
      ['Medicare', null, of.amount(90), of.amount(900)],
      ['Net pay', null, of.amount(3500), of.amount()],
    ],
  }),
  'utility-bill': (of) => ({
    titles: [
      `${of.pick(CITIES)} ${of.pick(['Power & Light', 'Electric', 'Water Works'])}`,
      of.pick(['Your electric bill', 'Utility Bill', 'Service statement']),
      `Billing period ${of.day()} - ${of.day()}`,
    ],
    heads: ['Charge', 'Usage', 'Amount'],
    rows: [
      ['Previous balance', null, of.amount(300)],
      ['Payment received - thank you', null, `-${of.amount(300)}`],
      ['Energy charge', '812 kWh', of.amount(200)],
      ['Delivery charge', null, of.amount(90)],
      ['Amount due', null, of.amount(400)],
      ['Payment due date', null, of.day()],
    ],
  }),
  'supplier-statement': (of) => ({
    titles: [of.firm(), of.pick(['Customer Statement', 'Statement']), `To: ${of.firm()}`, `Date: ${of.day()}`],
    heads: ['Invoice Date', 'Invoice No.', 'Due Date', 'Charges', 'Payments', 'Amount Due'],
    rows: [
      ...of.rows(4, 16, (index) => [of.day(), `INV-${200 + index}`, of.day(), of.amount(4000), null, of.amount(4000)]),
      ['Total amount due', null, null, null, null, of.amount(20_000)],
    ],
  }),
  'fixed-assets': (of) => ({
    titles: [
      of.firm(),
      of.pick(['Fixed Asset Register', 'Depreciation Schedule', 'Schedule of Fixed Assets']),
      of.asOf(),
    ],
    heads: ['Asset', 'Date Acquired', 'Cost', 'Method', 'Life', 'Accumulated Depreciation', 'Net Book Value'],
    rows: [
      ...of.rows(4, 16, () => [
        of.pick(['Truck', 'Lathe', 'Forklift', 'Server', 'Desk']),
        of.day(),
        of.amount(),
        'SL',
        '5',
        of.amount(20_000),
        of.amount(30_000),
      ]),
      ['Total', null, of.amount(400_000), null, null, of.amount(200_000), of.amount(200_000)],
    ],
    sheet: true,
  }),
  inventory: (of) => ({
    titles: [of.firm(), of.pick(['Inventory Valuation Summary', 'Inventory List', 'Stock on hand']), of.asOf()],
    heads: ['Item', 'SKU', 'On Hand', 'Unit Cost', 'Asset Value'],
    rows: [
      ...of.rows(5, 20, (index) => [
        of.pick(ITEMS),
        `SKU-${index}`,
        String(of.random.between(1, 400)),
        of.amount(90),
        of.amount(9000),
      ]),
      ['Total', null, null, null, of.amount(90_000)],
    ],
    sheet: true,
  }),
  'sales-report': (of) => ({
    titles: [
      of.firm(),
      of.pick([
        'Sales by Customer Summary',
        'Sales by Product',
        'Expenses by Vendor Summary',
        'Customer Balance Summary',
      ]),
      of.span(),
    ],
    heads: ['Name', 'Total'],
    rows: [...of.rows(5, 20, () => [of.firm(), of.amount()]), ['TOTAL', of.amount(900_000)]],
    sheet: true,
  }),
  'payroll-register': (of) => ({
    titles: [of.firm(), of.pick(['Payroll Register', 'Payroll Summary']), of.span()],
    heads: ['Employee', 'Hours', 'Gross Pay', 'Taxes', 'Deductions', 'Net Pay'],
    rows: [
      ...of.rows(4, 14, (index) => [
        `Employee ${index + 1}`,
        '80.00',
        of.amount(4000),
        of.amount(900),
        of.amount(300),
        of.amount(3000),
      ]),
      ['Total', null, of.amount(40_000), of.amount(9000), of.amount(3000), of.amount(30_000)],
    ],
    sheet: true,
  }),
  'chart-of-accounts': (of) => ({
    titles: [of.firm(), of.pick(['Chart of Accounts', 'Account List'])],
    heads: ['Number', 'Account', 'Type', 'Detail Type'],
    rows: ACCOUNTS.map((name, index) => [
      String(1000 + index * 100),
      name,
      of.pick(['Asset', 'Liability', 'Equity', 'Income', 'Expense']),
      'Other',
    ]),
    sheet: true,
  }),
  insurance: (of) => ({
    titles: [
      `${of.pick(NAME_STARTS)} Mutual Insurance`,
      of.pick(['Policy Declarations', 'Insurance Declarations Page', 'Certificate of Insurance']),
      `Policy number ${of.random.between(10_000, 99_999)}`,
      `Policy period ${of.day()} to ${of.day()}`,
    ],
    heads: ['Coverage', 'Limit', 'Deductible', 'Premium'],
    rows: [
      ['General liability', '1,000,000', '5,000', of.amount(4000)],
      ['Property', '500,000', '2,500', of.amount(3000)],
      ['Umbrella', '2,000,000', '10,000', of.amount(900)],
      ['Total premium', null, null, of.amount(9000)],
    ],
  }),
  'rent-roll': (of) => ({
    titles: [of.firm(), of.pick(['Rent Roll', 'Tenant Rent Roll', 'Lease Schedule']), of.asOf()],
    heads: ['Unit', 'Tenant', 'Lease Start', 'Lease End', 'Square Feet', 'Monthly Rent'],
    rows: [
      ...of.rows(4, 20, (index) => [
        String(100 + index),
        of.firm(),
        of.day(),
        of.day(),
        String(of.random.between(600, 4000)),
        of.amount(6000),
      ]),
      ['Total', null, null, null, null, of.amount(40_000)],
    ],
    sheet: true,
  }),
  'equity-statement': (of) => ({
    titles: [
      of.firm(),
      of.pick([
        "Statement of Changes in Owners' Equity",
        'Statement of Retained Earnings',
        "Statement of Members' Equity",
      ]),
      `For the year ended December 31, ${of.year}`,
    ],
    heads: ['Description', 'Amount'],
    rows: [
      ['Balance, beginning of year', of.amount()],
      ['Net income', of.amount()],
      ['Contributions', of.amount(9000)],
      ['Distributions', `(${of.amount(9000)})`],
      ['Balance, end of year', of.amount()],
    ],
  }),
}
