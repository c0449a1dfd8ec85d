/**
 * A loan package in print: an accountant's report, a profit and loss statement, a balance sheet and a cash flow
 * statement in one file, small and legible, so that a test can say what must come of it.
 */
import type { Page, Word } from '../../../src/engine/model/page.ts'
import { PdfFile, printText } from './pdf.ts'

/** A row of a statement: its caption, how far it is indented, and its figures as printed. */
export type PrintedRow = readonly [caption: string, depth: number, ...figures: string[]]

export interface PrintedStatement {
  readonly heads: readonly string[]
  readonly columns: readonly string[]
  readonly rows: readonly PrintedRow[]
}

export const COMPANY = 'Harbor Mechanical, LLC'

export const PROFIT_AND_LOSS: PrintedStatement = {
  heads: [COMPANY, 'Profit and Loss', 'For the years ended December 31, 2024 and 2023'],
  columns: ['2024', '2023'],
  rows: [
    ['Revenue', 0],
    ['Service revenue', 1, '880,000.00', '790,000.00'],
    ['Product sales', 1, '120,000.00', '110,000.00'],
    ['Total revenue', 0, '1,000,000.00', '900,000.00'],
    ['Cost of goods sold', 0, '400,000.00', '380,000.00'],
    ['Gross profit', 0, '600,000.00', '520,000.00'],
    ['Operating expenses', 0],
    ['Salaries and wages', 1, '250,000.00', '240,000.00'],
    ['Rent', 1, '60,000.00', '60,000.00'],
    ['Insurance', 1, '12,500.50', '11,000.00'],
    ['Total operating expenses', 0, '322,500.50', '311,000.00'],
    ['Net income', 0, '277,499.50', '209,000.00'],
  ],
}

export const BALANCE_SHEET: PrintedStatement = {
  heads: [COMPANY, 'Balance Sheet', 'December 31, 2024 and 2023'],
  columns: ['2024', '2023'],
  rows: [
    ['Assets', 0],
    ['Cash', 1, '150,000.00', '100,000.00'],
    ['Accounts receivable', 1, '90,000.00', '85,000.00'],
    ['Total assets', 0, '240,000.00', '185,000.00'],
    ['Liabilities', 0],
    ['Accounts payable', 1, '40,000.00', '35,000.00'],
    ['Total liabilities', 0, '40,000.00', '35,000.00'],
    ["Members' equity", 0, '200,000.00', '150,000.00'],
    ["Total liabilities and members' equity", 0, '240,000.00', '185,000.00'],
  ],
}

export const CASH_FLOW: PrintedStatement = {
  heads: [COMPANY, 'Statement of Cash Flows', 'For the years ended December 31, 2024 and 2023'],
  columns: ['2024', '2023'],
  rows: [
    ['Operating activities', 0],
    ['Net income', 1, '277,499.50', '209,000.00'],
    ['Change in receivables', 1, '(5,000.00)', '(4,000.00)'],
    ['Net cash provided by operating activities', 0, '272,499.50', '205,000.00'],
    ['Financing activities', 0],
    ['Distributions to members', 1, '(222,499.50)', '(185,000.00)'],
    ['Net cash used in financing activities', 0, '(222,499.50)', '(185,000.00)'],
    ['Net increase in cash', 0, '50,000.00', '20,000.00'],
    ['Cash at beginning of year', 0, '100,000.00', '80,000.00'],
    ['Cash at end of year', 0, '150,000.00', '100,000.00'],
  ],
}

const REPORT: readonly string[] = [
  "Independent Accountant's Review Report",
  `To the Members of ${COMPANY}`,
  'We have reviewed the accompanying financial statements, which comprise the balance sheet,',
  'the related statements of income and cash flows, and the related notes.',
  'A review includes primarily applying analytical procedures to management data.',
  'Lindgren Ohara & Associates, CPAs',
  'March 14, 2025',
]

const TOP = 740
const LEADING = 20
const RIGHT_EDGES = [430, 540] as const
/** Mean width of a digit of the font, as a share of its size; marks are half as wide. */
const FIGURE_SIZE = 10
const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (/\d/.test(letter) ? 0.556 : /[()]/.test(letter) ? 0.333 : 0.278), 0) *
  FIGURE_SIZE

function drawStatement(statement: PrintedStatement, top = TOP): string {
  let y = top
  let content = ''
  for (const head of statement.heads) {
    content += printText(200, y, head, { font: 'F2', size: 12 })
    y -= LEADING
  }
  const atRight = (text: string, column: number): string =>
    printText((RIGHT_EDGES[column] ?? 0) - widthOf(text), y, text, { size: FIGURE_SIZE })
  content += statement.columns.map(atRight).join('')
  for (const [caption, depth, ...figures] of statement.rows) {
    y -= LEADING
    content += printText(72 + depth * 14, y, caption, { size: FIGURE_SIZE })
    content += figures.map(atRight).join('')
  }
  return content
}

/** The same print as the reader gives it, for tests that need no file. */
export function printedPage(statement: PrintedStatement): Page {
  const words: Word[] = []
  let y = 60
  const print = (x: number, text: string, size: number, bold = false): void => {
    let left = x
    for (const word of text.split(' ')) {
      const width = (word.length * size) / 2
      words.push({ text: word, box: [left, y, left + width, y + size], font: 'Helvetica', size, bold })
      left += width + size / 3
    }
  }
  for (const head of statement.heads) {
    print(200, head, 12, true)
    y += LEADING
  }
  const atRight = (text: string, column: number): void =>
    print((RIGHT_EDGES[column] ?? 0) - (text.length * FIGURE_SIZE) / 2, text, FIGURE_SIZE)
  statement.columns.forEach(atRight)
  for (const [caption, depth, ...figures] of statement.rows) {
    y += LEADING
    print(72 + depth * 14, caption, FIGURE_SIZE)
    figures.forEach(atRight)
  }
  return { number: 1, width: 612, height: 792, kind: 'digital', words, rules: [], turned: 0, title: null, notes: [] }
}

export function statementsPdf(statements: readonly PrintedStatement[]): Buffer {
  const file = new PdfFile()
  for (const statement of statements) file.addPage({ content: drawStatement(statement) })
  return file.bytes()
}

/** Page 1 the report, page 2 the profit and loss, page 3 the balance sheet, page 4 the cash flow. */
export function loanPackage(): Buffer {
  const file = new PdfFile()
  file.addPage({
    content: REPORT.map((line, index) => printText(72, TOP - index * 24, line, { size: 11 })).join(''),
  })
  for (const statement of [PROFIT_AND_LOSS, BALANCE_SHEET, CASH_FLOW])
    file.addPage({ content: drawStatement(statement) })
  return file.bytes()
}
