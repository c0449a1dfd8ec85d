/** What was read from a statement, as the mapping takes it: in dollars, whatever the unit of print. */
import type { Statement, StatementLine } from '../../engine/model/statement.ts'
import { centsOf, parseCents } from '../../lib/money.ts'
import type { Cents } from '../../lib/money.ts'
import { lineScales } from '../extractions/line-scales.ts'
import type { StatementPayload } from '../extractions/statement-payload.ts'

export function statementOf(
  document: { readonly id: string; readonly createdAt: Date },
  payload: StatementPayload,
): Statement {
  const scales = lineScales(payload)
  return {
    documentId: document.id,
    periods: payload.periods.map((period) => ({
      // A statement that prints no year is of the year it was handed in; its other members say that nothing is printed.
      fiscalYear: period.fiscal_year ?? document.createdAt.getUTCFullYear(),
      periodEnd: period.period_end,
      label: period.label,
      monthsCovered: period.months_covered,
    })),
    lines: payload.lines.map((line, at): StatementLine => {
      const values = line.values.map((value, period) => scaled(value, BigInt(scales[at]?.[period] ?? 1)))
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
