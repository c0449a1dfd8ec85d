/** All that can be known of a statement before asking whether it foots: structure, placement, signs, totals. */
import { prepareRules } from '../chart/caption-rules.ts'
import type { CaptionRule } from '../chart/caption-rules.ts'
import type { Chart } from '../chart/chart.ts'
import type { Statement } from '../model/statement.ts'
import { at, roundingOf, signed } from './amounts.ts'
import { findBottomLine, signOfResult } from './bottom-line.ts'
import { placeLine } from './place.ts'
import type { PrintedLine, RunningSubtotal } from './printed-lines.ts'
import { readSections } from './sections.ts'
import type { Reading } from './sections.ts'
import { guessSigns, readPresentation } from './signs.ts'
import type { Detail, Presentation } from './signs.ts'
import { itemise } from './totals.ts'
import type { ResultRow, WalkInput } from './walk.ts'

/** Everything known of the statement before the walk. */
export interface ReadStatement {
  readonly reading: Reading
  readonly details: readonly Detail[]
  readonly presentation: Presentation
  readonly walkInput: WalkInput
  readonly bottom: ResultRow | null
  readonly results: (of: RunningSubtotal) => ResultRow[]
}

export function readStatement(
  lines: readonly PrintedLine[],
  input: { statement: Statement; chart: Chart; rules: readonly CaptionRule[] },
  mayBeLedger = true,
): ReadStatement {
  const { statement, chart } = input
  const bottomLine = findBottomLine(lines)
  const reading = readSections(lines, bottomLine, chart)
  const placer = { chart, rules: prepareRules(input.rules) }
  const details = lines.flatMap((line): Detail[] => {
    const position = reading.positions[line.index]
    if (line.kind.is !== 'detail' || !position || position.zone === 'outside') return []
    return [{ line, position, placement: placeLine(placer, line.caption, position), sign: 1 }]
  })
  const presentation = readPresentation(reading, details, mayBeLedger)
  guessSigns(details, presentation)
  const values = lines.map(({ line }) => line.values)
  const rounding = roundingOf(values, statement.scale)
  const itemised = itemise(reading, details, { ...presentation, rounding })
  const asRow = (line: PrintedLine): ResultRow => {
    const sign = presentation.ledger ? -1 : signOfResult(line.caption, line.line.values)
    return { line, sign, values: signed(line.line.values, sign), sources: line.line.sources }
  }
  const results = (of: RunningSubtotal) =>
    lines
      .filter((line) => line !== bottomLine && line.kind.is === 'subtotal' && line.kind.of === of)
      .filter((line) => bottomLine === null || line.index < bottomLine.index)
      .map(asRow)
  const bottom = bottomLine && asRow(bottomLine)
  const frame = {
    documentId: statement.documentId,
    periods: statement.periods.length,
    scale: statement.scale,
    rounding,
  }
  const walkInput = {
    itemised,
    frame,
    bottomRow: bottom,
    grossProfit: results('gross_profit'),
    operatingIncome: results('operating_income'),
    pretaxIncome: results('pretax_income'),
    stated: statement.periods.map((_, period) => values.some((amounts) => at(amounts, period) !== null)),
  }
  return { reading, details, presentation, walkInput, bottom, results }
}
