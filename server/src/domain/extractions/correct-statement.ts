/** Corrections of a statement: a figure, or the caption of a line. */
import type { ReadLine, StatementClass, StatementReading } from '../../engine/model/extraction.ts'
import { proveStatement } from '../../engine/prove/prove-statement.ts'
import { classOf } from '../documents/categories.ts'
import type { Correctable, Reworded, Rewording } from './corrections.ts'
import { restoredFigureOrNull, rowAt } from './corrections.ts'
import { proofWire } from './payload.ts'
import type { StatementPayload } from './statement-payload.ts'

export const correctableStatement: Correctable<StatementPayload> = {
  figuresIn: ['lines'],
  reword,
  settle: (payload) => {
    const lines = payload.lines.map((line) => ({
      ...line,
      values: line.sources.map((source) => source?.value ?? null),
    }))
    const settled = { ...payload, lines }
    return { ...settled, proofs: proveStatement(readingOf(settled)).map(proofWire) }
  },
}

function reword(payload: StatementPayload, { address, label }: Rewording): Reworded<StatementPayload> | null {
  const at = rowAt(payload.lines, 'lines', address)
  if (at === null || label === undefined) return null
  return { payload: { ...payload, lines: at.with({ ...at.row, label }) }, from: at.row.label }
}

/** The stored payload as the checks want it. What they don't look at (letters, places of captions) is not restored. */
function readingOf(payload: StatementPayload): StatementReading {
  return {
    class: classOf(payload.report_type) as StatementClass,
    kind: payload.reading.kind,
    pages: payload.reading.pages,
    currency: payload.currency,
    scale: payload.scale,
    periods: payload.periods.map((period) => ({
      fiscalYear: period.fiscal_year ?? 0,
      periodEnd: period.period_end,
      label: period.label,
      monthsCovered: period.months_covered,
      scale: period.scale,
      source: period.source,
      dated: period.fiscal_year !== null,
    })),
    lines: payload.lines.map((line): ReadLine => ({
      label: line.label,
      depth: line.depth,
      isTotal: line.is_total,
      section: line.section,
      figures: line.sources.map(restoredFigureOrNull),
      page: line.sources.find((source) => source !== null)?.page ?? 0,
      box: [0, 0, 0, 0],
      bold: false,
    })),
    leftovers: payload.leftovers,
  }
}
