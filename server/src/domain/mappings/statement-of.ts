/** What was read from a statement, as the mapping takes it: in dollars, whatever the unit of print. */
import type { Statement, StatementLine } from '../../engine/model/statement.ts'
import { centsOf, parseCents } from '../../lib/money.ts'
import type { Cents } from '../../lib/money.ts'
import type { StatementPayload } from '../extractions/statement-payload.ts'

export function statementOf(
  document: { readonly id: string; readonly createdAt: Date },
  payload: StatementPayload,
): Statement {
  const scales = payload.periods.map((period) => BigInt(period.scale))
  return {
    documentId: document.id,
    periods: payload.periods.map((period) => ({
      // A statement that prints no year is of the year it was handed in; its other members say that nothing is printed.
      fiscalYear: period.fiscal_year ?? document.createdAt.getUTCFullYear(),
      periodEnd: period.period_end,
      label: period.label,
      monthsCovered: period.months_covered,
    })),
    lines: payload.lines.map((line): StatementLine => {
      const values = line.values.map((value, period) => scaled(value, scales[period] ?? 1n))
      const sources = line.sources.map((source) =>
        source === null
          ? null
          : { kind: 'printed' as const, pages: [source.page], documentId: document.id, address: source.address },
      )
      return { key: line.key, label: line.label, depth: line.depth, values, sources }
    }),
    scale: payload.scale.factor,
  }
}

function scaled(value: string | null, scale: bigint): Cents | null {
  const cents = value === null ? null : parseCents(value)
  return cents === null ? null : centsOf(cents * scale)
}
