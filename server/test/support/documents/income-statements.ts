/** Profit and loss statements in print that between them show everything a mapping can say. */
import type { PrintedRow, PrintedStatement } from './loan-package.ts'

/** Every section of the chart, a contra line, a caption that names no expense, one that names none at all. */
export const EVERY_SECTION: PrintedStatement = {
  heads: ['Quill Foundry, Inc.', 'Income Statement', 'For the years ended December 31, 2024 and 2023'],
  columns: ['2024', '2023'],
  rows: [
    ['Revenue', 0],
    ['Product sales', 1, '900,000.00', '800,000.00'],
    ['Sales returns', 1, '(10,000.00)', '(8,000.00)'],
    ['Total revenue', 0, '890,000.00', '792,000.00'],
    ['Cost of goods sold', 0],
    ['Materials', 1, '300,000.00', '280,000.00'],
    ['Total cost of goods sold', 0, '300,000.00', '280,000.00'],
    ['Gross profit', 0, '590,000.00', '512,000.00'],
    ['Operating expenses', 0],
    ['Salaries and wages', 1, '200,000.00', '190,000.00'],
    ['Depreciation', 1, '40,000.00', '38,000.00'],
    ['Miscellaneous', 1, '2,000.00', '1,000.00'],
    ['Uncategorized expense', 1, '4,000.00', '4,500.00'],
    ["Owner's draw", 1, '8,000.00', '7,000.00'],
    ['Zylor quantum', 1, '1,000.00', '500.00'],
    ['Total operating expenses', 0, '255,000.00', '241,000.00'],
    ['Operating income', 0, '335,000.00', '271,000.00'],
    ['Other income and expenses', 0],
    ['Interest income', 1, '1,000.00', '900.00'],
    ['Interest expense', 1, '(21,000.00)', '(22,000.00)'],
    ['Gain on sale of equipment', 1, '3,000.00', ''],
    ['Income before income taxes', 0, '318,000.00', '249,900.00'],
    ['Income tax expense', 0, '(63,600.00)', '(49,980.00)'],
    ['Net income', 0, '254,400.00', '199,920.00'],
  ],
}

export const RENTAL_PROPERTY: PrintedStatement = {
  heads: ['Alder Court Apartments', 'Profit and Loss', 'January - December 2024'],
  columns: ['2024'],
  rows: [
    ['Income', 0],
    ['Rental income', 1, '240,000.00'],
    ['Total income', 0, '240,000.00'],
    ['Operating expenses', 0],
    ['Property taxes', 1, '30,000.00'],
    ['Repairs and maintenance', 1, '20,000.00'],
    ['Property management fees', 1, '12,000.00'],
    ['Total operating expenses', 0, '62,000.00'],
    ['Net operating income', 0, '178,000.00'],
    ['Mortgage interest', 0, '70,000.00'],
    ['Depreciation', 0, '40,000.00'],
    ['Net income', 0, '68,000.00'],
  ],
}

const WITHOUT_BOTTOM_LINE: readonly PrintedRow[] = [
  ['Revenue', 0],
  ['Sales', 1, '1,000.00'],
  ['Total revenue', 0, '1,000.00'],
  ['Operating expenses', 0],
  ['Rent', 1, '300.00'],
  ['Total operating expenses', 0, '300.00'],
]

/** Nothing to walk to. */
export const NO_BOTTOM_LINE: PrintedStatement = {
  heads: ['Quill Foundry, Inc.', 'Profit and Loss', 'For the year ended December 31, 2024'],
  columns: ['2024'],
  rows: WITHOUT_BOTTOM_LINE,
}

/** The lines give 700.00, the page says 900.00. */
export const MISSED_BOTTOM_LINE: PrintedStatement = {
  ...NO_BOTTOM_LINE,
  rows: [...WITHOUT_BOTTOM_LINE, ['Net income', 0, '900.00']],
}

/** The lines give 700.00, the page says 701.00: as much as whole dollars may be off by. */
export const ROUNDED_BOTTOM_LINE: PrintedStatement = {
  ...NO_BOTTOM_LINE,
  rows: [...WITHOUT_BOTTOM_LINE, ['Net income', 0, '701.00']],
}

/** Says neither when it ends nor how long it lasts. */
export const NO_PERIOD: PrintedStatement = {
  heads: ['Quill Foundry, Inc.', 'Profit and Loss'],
  columns: ['Total'],
  rows: [...WITHOUT_BOTTOM_LINE, ['Net income', 0, '700.00']],
}
