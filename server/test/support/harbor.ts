/** A loan with one statement of two years, mapped, in the spreading surface. */
import type { PrintedStatement } from './documents/loan-package.ts'
import { statementsPdf } from './documents/loan-package.ts'
import { PICTURES, SPREADING_SCOPES, startStage } from './surfaces.ts'

/** What an attacker would write wherever they may; left out of pictures, which are for customers. */
export const XSS = PICTURES === undefined ? ' <img src=x onerror=window.pwned=1>' : ''

export const STATEMENT: PrintedStatement = {
  heads: ['Harbor Mechanical, LLC', 'Profit and Loss', 'For the years ended December 31, 2024 and 2023'],
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
    ['Depreciation', 1, '18,000.00', '17,000.00'],
    ['Uncategorized expense', 1, '4,200.00', '1,150.00'],
    [`Zorblat${XSS}`, 1, '7,300.00', '6,850.00'],
    ['Total operating expenses', 0, '352,000.50', '336,000.00'],
    ['Net income', 0, '247,999.50', '184,000.00'],
  ],
}

/** The surface as an analyst with every right has it. */
export async function harborStage() {
  const stage = await startStage()
  const loan = await stage.loan(`Harbor Mechanical${XSS}`)
  await stage.read(loan, 'harbor-pl.pdf', statementsPdf([STATEMENT]))
  await stage.mapped(loan)
  const options = { loanId: loan.loanId, surface: 'spreading', userId: 'analyst-1', scopes: SPREADING_SCOPES } as const
  return { stage, loan, options, host: await stage.host(options) }
}
