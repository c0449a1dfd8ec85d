/**
 * Four years of a company's statements, as two reviewed packages of two years each: enough for trends, ratios, a bridge
 * from net income to EBITDA and tables that are longer than a page.
 */
import { COMPANY } from './loan-package.ts'
import type { PrintedRow, PrintedStatement } from './loan-package.ts'
import { statementsPdf } from './loan-package.ts'

/** What one year comes to; all else follows. */
interface Year {
  readonly year: number
  readonly service: number
  readonly products: number
  readonly materials: number
  readonly labor: number
  readonly operating: Readonly<Record<string, number>>
  readonly interest: number
  readonly taxes: number
  readonly cash: number
  readonly receivables: number
  readonly inventory: number
  readonly fixed: number
  readonly payables: number
  readonly accrued: number
  readonly line: number
  readonly currentPortion: number
  readonly longTerm: number
}

const OPERATING = [
  'Salaries and wages', 'Officer compensation', 'Payroll taxes', 'Rent', 'Insurance', 'Utilities', 'Repairs and maintenance',
  'Vehicle expense', 'Office expense', 'Professional fees', 'Advertising', 'Depreciation', 'Amortization',
] as const // prettier-ignore

const costs = (...amounts: number[]): Record<string, number> =>
  Object.fromEntries(OPERATING.map((name, at) => [name, amounts[at] ?? 0]))

const YEARS: readonly Year[] = [
  {
    ...{ year: 2021, service: 3_180_400, products: 642_150, materials: 1_174_320, labor: 806_410 },
    operating: costs(
      512_300,
      180_000,
      55_640,
      96_000,
      48_720,
      21_340,
      33_180,
      61_450,
      18_230,
      24_500,
      15_900,
      96_400,
      12_000,
    ),
    ...{ interest: 74_120, taxes: 38_200, cash: 212_640, receivables: 448_310, inventory: 166_240, fixed: 812_500 },
    ...{ payables: 214_880, accrued: 71_430, line: 150_000, currentPortion: 96_000, longTerm: 684_000 },
  },
  {
    ...{ year: 2022, service: 3_412_870, products: 701_930, materials: 1_268_540, labor: 861_720 },
    operating: costs(
      548_900,
      186_000,
      59_120,
      98_400,
      51_080,
      23_010,
      35_640,
      66_280,
      19_470,
      27_850,
      17_200,
      104_800,
      12_000,
    ),
    ...{ interest: 70_940, taxes: 44_610, cash: 268_190, receivables: 481_720, inventory: 178_600, fixed: 846_200 },
    ...{ payables: 226_450, accrued: 76_910, line: 120_000, currentPortion: 96_000, longTerm: 642_000 },
  },
  {
    ...{ year: 2023, service: 3_298_640, products: 688_420, materials: 1_291_300, labor: 884_950 },
    operating: costs(
      571_600,
      192_000,
      61_870,
      100_800,
      54_960,
      24_780,
      38_120,
      70_940,
      20_160,
      46_300,
      16_450,
      112_600,
      12_000,
    ),
    ...{ interest: 66_380, taxes: 27_940, cash: 231_470, receivables: 502_880, inventory: 191_350, fixed: 871_900 },
    ...{ payables: 241_200, accrued: 80_640, line: 180_000, currentPortion: 96_000, longTerm: 598_000 },
  },
  {
    ...{ year: 2024, service: 3_864_210, products: 795_380, materials: 1_402_760, labor: 948_330 },
    operating: costs(
      602_400,
      198_000,
      65_210,
      103_200,
      57_840,
      26_150,
      40_980,
      74_610,
      21_890,
      31_200,
      19_750,
      118_300,
      12_000,
    ),
    ...{ interest: 61_270, taxes: 71_850, cash: 341_920, receivables: 541_260, inventory: 204_710, fixed: 904_300 },
    ...{ payables: 258_730, accrued: 86_120, line: 100_000, currentPortion: 96_000, longTerm: 553_000 },
  },
]

const money = (dollars: number): string => dollars.toLocaleString('en-US', { minimumFractionDigits: 2 })

type Line = readonly [caption: string, depth: number, of?: (year: Year) => number]

function printed(lines: readonly Line[], years: readonly Year[]): PrintedRow[] {
  return lines.map(([caption, depth, of]) => [caption, depth, ...(of ? years.map((year) => money(of(year))) : [])])
}

const revenue = (y: Year): number => y.service + y.products
const gross = (y: Year): number => revenue(y) - y.materials - y.labor
const operating = (y: Year): number => Object.values(y.operating).reduce((sum, one) => sum + one, 0)
const pretax = (y: Year): number => gross(y) - operating(y) - y.interest
const net = (y: Year): number => pretax(y) - y.taxes
const currentAssets = (y: Year): number => y.cash + y.receivables + y.inventory
const assets = (y: Year): number => currentAssets(y) + y.fixed
const currentDebts = (y: Year): number => y.payables + y.accrued + y.line + y.currentPortion
const debts = (y: Year): number => currentDebts(y) + y.longTerm

const INCOME: readonly Line[] = [
  ['Revenue', 0],
  ['Service revenue', 1, (y) => y.service],
  ['Product sales', 1, (y) => y.products],
  ['Total revenue', 0, revenue],
  ['Cost of goods sold', 0],
  ['Materials', 1, (y) => y.materials],
  ['Direct labor', 1, (y) => y.labor],
  ['Total cost of goods sold', 0, (y) => y.materials + y.labor],
  ['Gross profit', 0, gross],
  ['Operating expenses', 0],
  ...OPERATING.map((name): Line => [name, 1, (y) => y.operating[name] ?? 0]),
  ['Total operating expenses', 0, operating],
  ['Operating income', 0, (y) => gross(y) - operating(y)],
  ['Interest expense', 0, (y) => y.interest],
  ['Income before income taxes', 0, pretax],
  ['Income taxes', 0, (y) => y.taxes],
  ['Net income', 0, net],
]

const BALANCE: readonly Line[] = [
  ['Assets', 0],
  ['Cash', 1, (y) => y.cash],
  ['Accounts receivable', 1, (y) => y.receivables],
  ['Inventory', 1, (y) => y.inventory],
  ['Total current assets', 0, currentAssets],
  ['Property and equipment, net', 0, (y) => y.fixed],
  ['Total assets', 0, assets],
  ['Liabilities', 0],
  ['Accounts payable', 1, (y) => y.payables],
  ['Accrued liabilities', 1, (y) => y.accrued],
  ['Line of credit', 1, (y) => y.line],
  ['Current portion of long-term debt', 1, (y) => y.currentPortion],
  ['Total current liabilities', 0, currentDebts],
  ['Long-term debt', 0, (y) => y.longTerm],
  ['Total liabilities', 0, debts],
  ["Members' equity", 0, (y) => assets(y) - debts(y)],
  ["Total liabilities and members' equity", 0, assets],
]

function statement(title: string, span: string, lines: readonly Line[], years: readonly Year[]): PrintedStatement {
  const columns = years.map(({ year }) => String(year))
  return { heads: [COMPANY, title, `${span} ${columns.join(' and ')}`], columns, rows: printed(lines, years) }
}

/** The two years that end with this one: page 1 the profit and loss, page 2 the balance sheet. */
export function twoYears(last: 2022 | 2024): Buffer {
  const years = YEARS.filter(({ year }) => year === last || year === last - 1).toReversed()
  return statementsPdf([
    statement('Profit and Loss', 'For the years ended December 31,', INCOME, years),
    statement('Balance Sheet', 'December 31,', BALANCE, years),
  ])
}

/** A year to date whose expenses do not come to the printed total. */
export function unfootedInterim(): Buffer {
  return statementsPdf([
    {
      heads: [COMPANY, 'Profit and Loss', 'For the three months ended March 31, 2025'],
      columns: ['2025'],
      rows: [
        ['Service revenue', 0, '1,012,400.00'],
        ['Total revenue', 0, '1,012,400.00'],
        ['Cost of goods sold', 0, '531,200.00'],
        ['Gross profit', 0, '481,200.00'],
        ['Salaries and wages', 1, '214,300.00'],
        ['Rent', 1, '25,800.00'],
        ['Total operating expenses', 0, '262,100.00'],
        ['Net income', 0, '219,100.00'],
      ],
    },
  ])
}
