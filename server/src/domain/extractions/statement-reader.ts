/** The reader of the three statement classes. */
import type { StatementClass } from '../../engine/model/extraction.ts'
import type { CsvCell } from '../../lib/csv.ts'
import type { DocumentReader, IndexedFigure } from './document-reader.ts'
import { lineScales } from './line-scales.ts'
import { readProvedStatement } from './read-package.ts'
import { correctableStatement } from './correct-statement.ts'
import { statementPayload } from './statement-payload.ts'
import type { StatementPayload } from './statement-payload.ts'

export function statementReader(of: StatementClass): DocumentReader<StatementPayload> {
  return {
    read: (pages, document) => statementPayload(pages, document, readProvedStatement(pages, of)),
    figures: statementFigures,
    lineItems: (payload) => payload.lines.length,
    table: statementTable,
    correctable: correctableStatement,
  }
}

function statementTable(payload: StatementPayload): CsvCell[][] {
  const heads = payload.periods.map(({ label, period_end }, index) => label ?? period_end ?? `period ${index + 1}`)
  return [
    ['label', 'depth', 'is_total', 'section', ...heads],
    ...payload.lines.map((line) => [line.label, line.depth, line.is_total, line.section, ...line.values]),
  ]
}

function statementFigures(payload: StatementPayload): IndexedFigure[] {
  const scales = lineScales(payload)
  return payload.lines.flatMap((line, at) =>
    line.sources.flatMap((figure, index) => {
      const period = payload.periods[index]
      if (figure === null || period === undefined) return []
      return [{ figure, caption: line.label, period, scale: scales[at]?.[index] ?? period.scale }]
    }),
  )
}
