/** A loan's documents and spread to a workbook of one of two kinds, the statements for reading or the tables for tools. */
import { checksSheet } from './checks-sheet.ts'
import { settle } from './draft.ts'
import type { DraftSheet, Settled } from './draft.ts'
import type { WorkbookInput } from './input.ts'
import { companySheet, givenSheet, yearsSheet } from './measure-sheets.ts'
import { SheetNames } from './sheet-parts.ts'
import { linesSheet, mappedSheet, titleOf } from './statement-sheets.ts'
import { COUNT_ROWS, summarySheet } from './summary-sheet.ts'
import type { SheetIndex } from './summary-sheet.ts'
import { tableSheets } from './tables.ts'

/** Changes whenever the same input may give another workbook. */
export const WORKBOOK_VERSION = '1'

export const WORKBOOK_KINDS = ['statements', 'tables'] as const
export type WorkbookKind = (typeof WORKBOOK_KINDS)[number]

interface Listed {
  readonly sheet: DraftSheet
  readonly about: string
}

export function loanToWorkbook(kind: WorkbookKind, input: WorkbookInput): Settled {
  const names = new SheetNames()
  const [summary, checks] = [names.take('Summary'), names.take('Checks')]
  const listed: Listed[] = [
    { sheet: checksSheet(input.checks, checks), about: 'every proof, red where one fails' },
    ...(kind === 'tables' ? tableSheets(input, names) : statementSheets(input, names)),
  ]
  const index = listed.map(({ sheet, about }): SheetIndex => ({ name: sheet.name, about }))
  const first = summarySheet(input, { name: summary, checks, index })
  return settle({
    title: first.heading,
    madeAt: input.madeAt,
    sheets: [first, ...listed.map(({ sheet }) => sheet)],
    names: Object.entries(COUNT_ROWS).map(([name, row]) => ({ name, sheet: summary, cell: `$B$${row}` })),
  })
}

/** Every statement line with its derivation, document by document; then every measure, company by company. */
function statementSheets(input: WorkbookInput, names: SheetNames): Listed[] {
  const documents = input.documents.flatMap((document): Listed[] => {
    const lines = linesSheet(document, names.take(document.kind))
    const { mapping } = document
    return [
      { sheet: lines, about: `${titleOf(document)}: lines as printed` },
      ...(mapping
        ? [
            {
              sheet: mappedSheet(document, mapping, names.take(`${document.kind} mapped`)),
              about: `${titleOf(document)}: on the chart of accounts`,
            },
          ]
        : []),
    ]
  })
  const companies = input.companies.map((company): Listed => ({
    sheet: companySheet(company, names.take(`Spread ${company.name}`)),
    about: `${company.name}: statements side by side and every measure`,
  }))
  return [
    ...documents,
    ...companies,
    ...(input.years.headings.length > 0
      ? [
          {
            sheet: yearsSheet(input.years, names.take('Global cash flow')),
            about: 'all who answer for the loan together',
          },
        ]
      : []),
    ...(input.given.length > 0
      ? [
          {
            sheet: givenSheet(input.given, names.take('Given figures')),
            about: 'addbacks, terms and an analyst’s figures',
          },
        ]
      : []),
  ]
}
