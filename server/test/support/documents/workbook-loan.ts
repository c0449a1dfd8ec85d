/**
 * The documents of a loan that fill a workbook: two companies, full years and a half, everything between revenue and
 * net income, a statement in thousands, a schedule of debts, and captions that mean harm to spreadsheets.
 */
import { COMPANY, statementsPdf } from './loan-package.ts'
import type { PrintedStatement } from './loan-package.ts'

export const HOSTILE_CAPTIONS = ['=HYPERLINK("http://x";"pay")', '+2+5+cmd|calc', '@SUM(1+9)'] as const

const PROFIT_AND_LOSS: PrintedStatement = {
  heads: [COMPANY, 'Profit and Loss', 'For the years ended December 31, 2024 and 2023'],
  columns: ['2024', '2023'],
  rows: [
    ['Revenue', 0],
    ['Service revenue', 1, '1,880,412.35', '1,590,118.10'],
    ['Product sales', 1, '320,087.65', '310,500.00'],
    ['Returns and allowances', 1, '(12,400.10)', '(9,800.40)'],
    ['Total revenue', 0, '2,188,099.90', '1,890,817.70'],
    ['Cost of goods sold', 0],
    ['Materials', 1, '640,220.11', '571,904.12'],
    ['Subcontractors', 1, '210,000.00', '198,000.00'],
    ['Total cost of goods sold', 0, '850,220.11', '769,904.12'],
    ['Gross profit', 0, '1,337,879.79', '1,120,913.58'],
    ['Operating expenses', 0],
    ['Salaries and wages', 1, '512,300.25', '480,020.00'],
    ['Rent', 1, '96,000.00', '96,000.00'],
    ['Insurance', 1, '22,415.80', '20,990.75'],
    ['Depreciation expense', 1, '61,250.00', '58,400.00'],
    ['Amortization expense', 1, '4,800.00', '4,800.00'],
    [HOSTILE_CAPTIONS[0], 1, '1,111.11', '2,222.22'],
    [HOSTILE_CAPTIONS[1], 1, '333.33', '444.44'],
    [HOSTILE_CAPTIONS[2], 1, '55.55', '66.66'],
    ['Miscellaneous', 1, '7,904.44', '6,120.15'],
    ['Total operating expenses', 0, '706,170.48', '669,064.22'],
    ['Operating income', 0, '631,709.31', '451,849.36'],
    ['Other income and expenses', 0],
    ['Interest income', 1, '1,204.18', '998.02'],
    ['Interest expense', 1, '(48,310.77)', '(51,002.90)'],
    ['Total other income and expenses', 0, '(47,106.59)', '(50,004.88)'],
    ['Income before income taxes', 0, '584,602.72', '401,844.48'],
    ['Income tax expense', 0, '122,766.57', '84,387.34'],
    ['Net income', 0, '461,836.15', '317,457.14'],
  ],
}

const INTERIM: PrintedStatement = {
  heads: [COMPANY, 'Profit and Loss', 'For the six months ended June 30, 2025 and 2024'],
  columns: ['2025', '2024'],
  rows: [
    ['Revenue', 0, '1,160,400.00', '1,048,221.10'],
    ['Cost of goods sold', 0, '455,120.50', '409,988.05'],
    ['Gross profit', 0, '705,279.50', '638,233.05'],
    ['Operating expenses', 0],
    ['Salaries and wages', 1, '266,000.00', '251,870.20'],
    ['Depreciation expense', 1, '31,000.00', '30,100.00'],
    ['Total operating expenses', 0, '297,000.00', '281,970.20'],
    ['Net income', 0, '408,279.50', '356,262.85'],
  ],
}

const BALANCE_SHEET: PrintedStatement = {
  heads: [COMPANY, 'Balance Sheet', 'December 31, 2024 and 2023'],
  columns: ['2024', '2023'],
  rows: [
    ['Assets', 0],
    ['Current assets', 0],
    ['Cash', 1, '214,880.40', '163,305.22'],
    ['Accounts receivable', 1, '268,411.09', '241,070.55'],
    ['Inventory', 1, '92,300.00', '88,140.00'],
    ['Total current assets', 0, '575,591.49', '492,515.77'],
    ['Equipment', 1, '640,000.00', '585,000.00'],
    ['Accumulated depreciation', 1, '(301,250.00)', '(240,000.00)'],
    ['Total assets', 0, '914,341.49', '837,515.77'],
    ['Liabilities', 0],
    ['Current liabilities', 0],
    ['Accounts payable', 1, '118,206.31', '109,904.18'],
    ['Line of credit', 1, '75,000.00', '110,000.00'],
    ['Total current liabilities', 0, '193,206.31', '219,904.18'],
    ['Long-term debt', 1, '240,000.00', '300,000.00'],
    ['Total liabilities', 0, '433,206.31', '519,904.18'],
    ["Members' equity", 0, '481,135.18', '317,611.59'],
    ["Total liabilities and members' equity", 0, '914,341.49', '837,515.77'],
  ],
}

const CASH_FLOW: PrintedStatement = {
  heads: [COMPANY, 'Statement of Cash Flows', 'For the years ended December 31, 2024 and 2023'],
  columns: ['2024', '2023'],
  rows: [
    ['Operating activities', 0],
    ['Net income', 1, '461,836.15', '317,457.14'],
    ['Depreciation and amortization', 1, '66,050.00', '63,200.00'],
    ['Change in receivables', 1, '(27,340.54)', '(18,000.00)'],
    ['Net cash provided by operating activities', 0, '500,545.61', '362,657.14'],
    ['Financing activities', 0],
    ['Repayment of long-term debt', 1, '(95,000.00)', '(60,000.00)'],
    ['Distributions to members', 1, '(353,970.43)', '(280,000.00)'],
    ['Net cash used in financing activities', 0, '(448,970.43)', '(340,000.00)'],
    ['Net increase in cash', 0, '51,575.18', '22,657.14'],
    ['Cash at beginning of year', 0, '163,305.22', '140,648.08'],
    ['Cash at end of year', 0, '214,880.40', '163,305.22'],
  ],
}

/** Of another company, in thousands. */
const AFFILIATE: PrintedStatement = {
  heads: ['Harbor Realty, LLC', 'Profit and Loss', 'For the years ended December 31, 2024 and 2023', '(In thousands)'],
  columns: ['2024', '2023'],
  rows: [
    ['Revenue', 0],
    ['Rental income', 1, '4,800', '4,610'],
    ['Parking income', 1, '1,120', '1,090'],
    ['Total revenue', 0, '5,920', '5,700'],
    ['Operating expenses', 0],
    ['Property taxes', 1, '1,640', '1,600'],
    ['Repairs and maintenance', 1, '1,035', '1,188'],
    ['Utilities', 1, '1,021', '1,004'],
    ['Total operating expenses', 0, '3,696', '3,792'],
    ['Net income', 0, '2,224', '1,908'],
  ],
}

const UNFOOTED: PrintedStatement = {
  heads: ['Harbor Supply, Inc.', 'Profit and Loss', 'For the year ended December 31, 2024'],
  columns: ['2024'],
  rows: [
    ['Revenue', 0, '700,000.00'],
    ['Cost of goods sold', 0, '410,000.00'],
    ['Gross profit', 0, '290,000.00'],
    ['Operating expenses', 0],
    ['Salaries and wages', 1, '154,000.00'],
    ['Rent', 1, '30,000.00'],
    ['Total operating expenses', 0, '184,000.00'],
    ['Net income', 0, '152,000.00'],
  ],
}

const DEBTS: PrintedStatement = {
  heads: [COMPANY, 'Schedule of Debts', 'As of December 31, 2024'],
  columns: ['Current Balance', 'Monthly Payment'],
  rows: [
    ['First National Bank', 0, '240,000.00', '5,833.33'],
    ['Equipment Finance Co', 0, '75,000.00', '1,250.00'],
    ['Total', 0, '315,000.00', '7,083.33'],
  ],
}

/** One package for each: a package is one upload. */
export const WORKBOOK_PACKAGES: readonly (() => Buffer)[] = [
  () => statementsPdf([PROFIT_AND_LOSS, BALANCE_SHEET, CASH_FLOW]),
  () => statementsPdf([INTERIM]),
  () => statementsPdf([AFFILIATE]),
  () => statementsPdf([UNFOOTED]),
  () => statementsPdf([DEBTS]),
]

export const WORKBOOK_STATEMENT = (): Buffer => statementsPdf([PROFIT_AND_LOSS])
