/** A personal financial statement to attributes: what a person owns and owes on its day. */
import { isGrandTotal } from '../model/personal-captions.ts'
import type { PersonalStatement, PersonalStatementLine, SpreadDocumentFacts } from '../model/spread.ts'
import { figureInput } from './from-balance-sheet.ts'
import { addUp, readingsOf } from './readings.ts'
import type { PeriodReadings, Reading } from './readings.ts'

type Document = SpreadDocumentFacts & PersonalStatement

const PARTS = {
  personal_assets: 'assets',
  personal_liabilities: 'liabilities',
  personal_contingent_liabilities: 'contingent_liabilities',
} as const

/** None when the statement has no day: nobody knows what it is of. */
export function personalToReadings(document: Document, order: number): PeriodReadings[] {
  const { asOf } = document
  if (asOf === null) return []
  return [
    {
      documentId: document.id,
      kind: 'personal-statement',
      entityKey: document.entityKey,
      basis: 'financial_statement',
      isInstant: true,
      period: { fiscalYear: Number(asOf.slice(0, 4)), periodEnd: asOf, monthsCovered: null },
      rank: [order],
      readings: readingsOf([
        ...Object.entries(PARTS).map(([key, part]) => [key, totalOf(document, part)] as const),
        ['personal_net_worth', netWorth(document)],
      ]),
      statement: null,
    },
  ]
}

/** The total as printed; the lines added up where none is. */
function totalOf(document: Document, part: (typeof PARTS)[keyof typeof PARTS]): Reading | null {
  const lines = document.lines.filter((line) => line.part === part)
  const total = lines.find(({ role, label }) => role === 'total' && isGrandTotal(label, part))
  return read(document, total ? [total] : lines.filter(({ role }) => role === 'item'))
}

function netWorth(document: Document): Reading | null {
  return read(document, document.lines.filter(({ role }) => role === 'net_worth').slice(0, 1))
}

function read(document: Document, lines: readonly PersonalStatementLine[]): Reading | null {
  return addUp(lines.map(({ value, address }) => ({ value, input: figureInput(document.id, address, value) })))
}
