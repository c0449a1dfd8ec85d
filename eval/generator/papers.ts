/** What else lies in a loan file: papers of the other classes, and papers that only look like statements. */
import type { DocumentClass } from '../../server/src/engine/model/classification.ts'
import type { Random } from './random.ts'

/** A page of text: a letter, a report, notes. Paragraphs; an empty one is a gap. */
export interface Prose {
  readonly paragraphs: readonly string[]
}

/** A page of rows in columns. */
export interface Paper {
  readonly name: string
  readonly class: DocumentClass
  readonly head: readonly string[]
  /** Where each column stands, in points from the left; from the second on they are ranged right. */
  readonly columns: readonly number[]
  readonly table: readonly (readonly string[])[]
}

type Amount = (high?: number) => string

const NAMES = [
  'Alder Supply',
  'Brightwater Farms',
  'Corner Hardware',
  'Delta Freight',
  'Elm Street Dental',
  'Foxglove Inc.',
]
const ACCOUNTS = [
  'Operating checking',
  'Accounts receivable',
  'Inventory',
  'Accounts payable',
  'Sales',
  'Cost of goods sold',
  'Rent expense',
  'Payroll expenses',
  'Insurance expense',
  'Retained earnings',
]
const BUCKETS = ['Current', '1 - 30', '31 - 60', '61 - 90', '91 and over', 'Total']
const WIDE = [48, 190, 250, 320, 390, 460, 560]

const PAPERS: readonly ((random: Random, amount: Amount, year: number) => Paper)[] = [
  (_, amount, year) =>
    paper(
      'trial-balance',
      'other',
      ['Summit Foods, LLC', 'Trial Balance', `As of December 31, ${year}`],
      [48, 420, 560],
      [
        ['Account', 'Debit', 'Credit'],
        ...ACCOUNTS.map((name, index) => (index % 2 === 0 ? [name, amount(), ''] : [name, '', amount()])),
        ['Total', '412,881.20', '412,881.20'],
      ],
    ),
  (random, amount, year) =>
    paper(
      'general-ledger',
      'other',
      ['Summit Foods, LLC', 'General Ledger', `January 1 - December 31, ${year}`],
      [48, 130, 400, 480, 560],
      [
        ['Date', 'Account', 'Debit', 'Credit', 'Balance'],
        ...Array.from({ length: 14 }, (_, index) => [
          `0${(index % 9) + 1}/12/${year}`,
          random.pick(ACCOUNTS),
          amount(),
          '',
          amount(),
        ]),
      ],
    ),
  (random, amount, year) =>
    aging('ar-aging', random.pick(['A/R Aging Summary', 'Accounts Receivable Aging']), amount, year),
  (random, amount, year) =>
    aging('ap-aging', random.pick(['A/P Aging Summary', 'Accounts Payable Aging Detail']), amount, year),
  (_, amount, year) =>
    paper(
      'bank-statement',
      'bank-statement',
      [
        'First Harbor Bank',
        'Checking Account Statement',
        `Statement Period: 03/01/${year} through 03/31/${year}`,
        'Account number: XXXXXX4821',
      ],
      [48, 120, 470, 560],
      [
        ['Beginning balance', '', '', amount()],
        ['Deposits and credits', '', '', amount()],
        ['Withdrawals and debits', '', '', amount()],
        ['Ending balance', '', '', amount()],
        ['Date', 'Description', 'Amount', 'Balance'],
        ...Array.from({ length: 15 }, (_, index) => [
          `03/${String(index + 1).padStart(2, '0')}`,
          NAMES[index % NAMES.length] ?? '',
          amount(4000),
          amount(),
        ]),
      ],
    ),
  (random, amount, year) =>
    paper(
      'debt-schedule',
      'debt-schedule',
      ['Summit Foods, LLC', 'Schedule of Business Debt', `As of June 30, ${year}`],
      [48, 190, 260, 330, 390, 460, 560],
      [
        ['Creditor', 'Original Amount', 'Date', 'Balance', 'Interest Rate', 'Maturity', 'Monthly Payment'],
        ...NAMES.slice(0, random.between(3, 6)).map((name) => [
          `${name} Bank`,
          amount(),
          '2/15/2021',
          amount(),
          '6.25%',
          '2/15/2031',
          amount(3000),
        ]),
        ['Total', '', '', amount(), '', '', amount(9000)],
      ],
    ),
  (_, amount, year) =>
    paper(
      'personal-financial-statement',
      'personal-financial-statement',
      ['PERSONAL FINANCIAL STATEMENT', `As of December 31, ${year}`],
      [48, 280, 560],
      [
        ['Cash on hand and in banks', amount(), ''],
        ['Savings accounts', amount(), ''],
        ['IRA or other retirement account', amount(), ''],
        ['Life insurance - cash surrender value', amount(), ''],
        ['Real estate', amount(), ''],
        ['Total assets', amount(), ''],
        ['Notes payable to banks and others', amount(), ''],
        ['Mortgages on real estate', amount(), ''],
        ['Total liabilities', amount(), ''],
        ['Net worth', amount(), ''],
        ['Contingent liabilities', '', ''],
      ],
    ),
  (_, amount, year) =>
    paper(
      'tax-return',
      'tax-return',
      [
        'Form 1120-S',
        'U.S. Income Tax Return for an S Corporation',
        'Department of the Treasury   Internal Revenue Service',
        `For calendar year ${year}   OMB No. 1545-0123`,
      ],
      [48, 560],
      [
        ['A Employer identification number 12-3456789', ''],
        ['1a Gross receipts or sales', amount()],
        ['2 Cost of goods sold (attach Form 1125-A)', amount()],
        ['3 Gross profit', amount()],
        ['7 Compensation of officers (see instructions)', amount()],
        ['8 Salaries and wages', amount()],
        ['11 Rents', amount()],
        ['20 Total deductions', amount()],
        ['21 Ordinary business income (loss)', amount()],
      ],
    ),
  (_, amount, year) =>
    paper(
      'w-2',
      'other',
      [`Form W-2 Wage and Tax Statement ${year}`],
      [48, 560],
      [
        ["a Employee's social security number", 'XXX-XX-1234'],
        ['b Employer identification number', '12-3456789'],
        ['1 Wages, tips, other compensation', amount()],
        ['2 Federal income tax withheld', amount(9000)],
        ['3 Social security wages', amount()],
        ['5 Medicare wages and tips', amount()],
      ],
    ),
  (_, amount, year) =>
    paper(
      'invoice',
      'other',
      ['INVOICE', 'Delta Freight', `Invoice date: 04/11/${year}`, 'Invoice number: 20417'],
      [48, 400, 480, 560],
      [
        ['Description', 'Qty', 'Rate', 'Amount'],
        ...NAMES.map((name) => [`Service for ${name}`, '2', amount(300), amount(900)]),
        ['Subtotal', '', '', amount(6000)],
        ['Sales tax', '', '', amount(500)],
        ['Amount due', '', '', amount(6500)],
      ],
    ),
  (_, amount, year) =>
    paper(
      'credit-card',
      'other',
      [
        'Harbor Rewards Visa',
        'Credit Card Statement',
        `Statement closing date 05/20/${year}`,
        'Account ending in 7719',
      ],
      [48, 120, 560],
      [
        ['Previous balance', '', amount()],
        ['Payments and other credits', '', amount()],
        ['Purchases', '', amount()],
        ['New balance', '', amount()],
        ['Minimum payment due', '', amount(200)],
        ['Payment due date', '', `06/15/${year}`],
        ...NAMES.map((name, index) => [`05/0${index + 1}`, name, amount(700)]),
      ],
    ),
  (_, amount, year) =>
    paper(
      'brokerage',
      'other',
      ['Northwind Securities', 'Investment Account Statement', `January 1 - March 31, ${year}`],
      [48, 320, 440, 560],
      [
        ['Beginning account value', '', '', amount()],
        ['Dividends and interest', '', '', amount(3000)],
        ['Change in market value', '', '', amount()],
        ['Ending account value', '', '', amount()],
        ['Security', 'Shares', 'Price', 'Market value'],
        ...NAMES.map((name) => [`${name} common stock`, '120', amount(90), amount()]),
      ],
    ),
  (_, amount, year) =>
    paper(
      'mortgage',
      'other',
      ['Prairie Home Lending', 'Mortgage Statement', `Statement date: 07/01/${year}`],
      [48, 560],
      [
        ['Outstanding principal balance', amount()],
        ['Interest rate', '4.875%'],
        ['Principal', amount(900)],
        ['Interest', amount(1400)],
        ['Escrow for taxes and insurance', amount(600)],
        ['Amount due', amount(3000)],
        ['Payment due date', `08/01/${year}`],
      ],
    ),
]

/** A paper that is no statement of the three classes. */
export function otherPaper(random: Random): Paper {
  const amount: Amount = (high = 250_000) => {
    const [whole, cents] = [random.between(20, high), random.between(0, 99)]
    return `${whole.toString().replace(/\B(?=(\d{3})+$)/g, ',')}.${String(cents).padStart(2, '0')}`
  }
  return random.pick(PAPERS)(random, amount, random.between(2020, 2025))
}

/** Pages of text that speak of statements without being one. */
export function prosePage(random: Random): Prose {
  return random.pick([
    {
      paragraphs: [
        'March 14, 2025',
        'Harbor Community Bank',
        'Dear Credit Committee,',
        'Please find enclosed our balance sheet, income statement and statement of cash flows for the year ended December 31, 2024, together with the accounts receivable aging.',
        'Sales grew by 12% to $4,210,000 while gross profit held at 38%. We request a term loan of $750,000 to refinance the note payable to the equipment lender.',
        'Sincerely,',
      ],
    },
    {
      paragraphs: [
        "Independent Accountant's Compilation Report",
        'To the Board of Directors',
        'Management is responsible for the accompanying financial statements, which comprise the balance sheet as of December 31, 2024 and the related statements of income and cash flows for the year then ended. We have performed a compilation engagement. We did not audit or review the financial statements.',
        'Alder & Pine, CPAs',
        'February 28, 2025',
      ],
    },
    {
      paragraphs: [
        'NOTES TO FINANCIAL STATEMENTS',
        'Note 1 - Summary of significant accounting policies',
        'Property and equipment are stated at cost less accumulated depreciation. Depreciation expense was $48,211 for the year. Revenue is recognized when goods are delivered.',
        'Note 2 - Long-term debt',
        'The note payable to bank bears interest at 6.5% and matures in 2031. Current liabilities include the current portion of $60,000.',
        'Note 3 - Income taxes. The Company is taxed as a partnership; no provision for income taxes is made.',
      ],
    },
  ])
}

function aging(of: 'ar-aging' | 'ap-aging', title: string, amount: Amount, year: number): Paper {
  return paper(of, of, ['Summit Foods, LLC', title, `As of December 31, ${year}`], WIDE, [
    ['', ...BUCKETS],
    ...NAMES.map((name) => [name, ...BUCKETS.map(() => amount(9000))]),
    ['TOTAL', ...BUCKETS.map(() => amount(60_000))],
  ])
}

function paper(
  name: string,
  of: DocumentClass,
  head: readonly string[],
  columns: readonly number[],
  table: Paper['table'],
): Paper {
  return { name, class: of, head, columns, table }
}
