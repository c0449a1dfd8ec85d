/** A cash flow statement to attributes: what went to the owners and came from them, what was bought, tax that was paid. */
import { foldText } from '../../lib/fold.ts'
import { negate } from '../../lib/money.ts'
import type { PrintedStatement, SpreadDocumentFacts } from '../model/spread.ts'
import { figureInput } from './from-balance-sheet.ts'
import { addUp, assuranceRank, readingsOf } from './readings.ts'
import type { PeriodReadings } from './readings.ts'

/** What flows out is printed negative and counts as paid. */
const ENTRIES: readonly (readonly [key: string, line: RegExp, flow: 'in' | 'out'])[] = [
  ['distributions', /\bdistributions?\b|\bdividends? paid\b|\bowners? (?:draws?|withdrawals?)\b|^draws?\b/, 'out'],
  ['contributions', /\b(?:capital|owners?|members?|partners?|shareholders?) contribut|\bcontributions? from\b|^contributions?\b/, 'in'],
  ['capital_expenditures', /\b(?:purchases?|acquisitions?|additions?)\b.*\b(?:property|plant|equipment|fixed assets|vehicles?)\b|\bcapital expenditures?\b/, 'out'],
  ['cash_taxes', /\bincome taxes paid\b|\bcash paid for (?:income )?taxes\b/, 'out'],
] // prettier-ignore

export function cashFlowToReadings(document: SpreadDocumentFacts & PrintedStatement, order: number): PeriodReadings[] {
  const { periods, lines } = document.statement
  return periods.map((period, at) => ({
    documentId: document.id,
    kind: 'cash-flow',
    entityKey: document.entityKey,
    basis: 'financial_statement',
    isInstant: false,
    period,
    rank: [assuranceRank(document.assurance), order],
    readings: readingsOf(
      ENTRIES.map(([key, pattern, flow]) => {
        const found = lines.filter(({ label }) => pattern.test(foldText(label)) && !/^(?:total|net)\b/i.test(label))
        const parts = found.flatMap((line) => {
          const value = line.values[at] ?? null
          const address = line.sources[at]?.address ?? null
          if (value === null || address === null) return []
          const input = figureInput(document.id, address, value)
          // Disclosed below the statement, tax that was paid is printed as what it is: an amount.
          const isPaid = flow === 'out' && !(key === 'cash_taxes' && value > 0n)
          return [{ value: isPaid ? negate(value) : value, input }]
        })
        return [key, addUp(parts)] as const
      }),
    ),
    statement: null,
  }))
}
