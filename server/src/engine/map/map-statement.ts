/**
 * Statement in, mapping out. A pure function: the same statement, chart, rules and export map give the same mapping,
 * byte for byte, on any machine. `unfooted` and `unmappable` are answers, not failures.
 */
import type { CaptionRule } from '../chart/caption-rules.ts'
import type { Chart } from '../chart/chart.ts'
import { unlistedAccountIds } from '../chart/export-map.ts'
import type { ExportMap } from '../chart/export-map.ts'
import { sectionOf } from '../chart/places.ts'
import type { Foot, MappedLine, Mapping, MeasureName, UnmappedLine } from '../model/mapping.ts'
import type { Statement } from '../model/statement.ts'
import { at, hasFigure } from './amounts.ts'
import { footingHint } from './hints.ts'
import type { FootingHint } from './hints.ts'
import { headlineMeasures, measureRows } from './measures.ts'
import type { MeasureInput } from './measures.ts'
import { printedMeasures } from './printed-measures.ts'
import { isTotal, readLines } from './printed-lines.ts'
import type { PrintedLine } from './printed-lines.ts'
import { readStatement } from './read-statement.ts'
import type { ReadStatement } from './read-statement.ts'
import { opposite } from './signs.ts'
import type { Detail } from './signs.ts'
import { detailsOf } from './totals.ts'
import { accountValues, buildTree, filedValues } from './tree.ts'
import type { MeasureFigure } from './tree.ts'
import { brokenRules } from './tree-rules.ts'
import { isMappable } from './unmappable.ts'
import { walk } from './walk.ts'
import type { Walked } from './walk.ts'

/** Raised with every change of what this engine answers; the golden test holds it to that. */
export const ENGINE_VERSION = '1.0.0'

export interface MappingInput {
  readonly statement: Statement
  readonly chart: Chart
  readonly rules: readonly CaptionRule[]
  readonly exportMap: ExportMap | null
}

export type MappingResult =
  | { readonly status: 'unmappable' }
  | {
      readonly status: 'ready'
      readonly mapping: Mapping
      /** What would make an unfooted statement foot, for a person to look at; never applied. */
      readonly hint: FootingHint | null
      /** Breaches of the tree's own rules, for the log: always empty unless this engine has a fault. */
      readonly defects: readonly string[]
    }

export function mapStatement(input: MappingInput): MappingResult {
  const lines = readLines(input.statement)
  if (!isMappable(lines, input)) return { status: 'unmappable' }
  const { read, walked } = readAndWalk(lines, input)
  if (!walked.foots)
    return {
      status: 'ready',
      mapping: unfooted(read, walked, input),
      hint: footingHint(read.walkInput, walked),
      defects: [],
    }
  for (const item of walked.choice.turned) for (const detail of detailsOf(item)) detail.sign = opposite(detail.sign)
  const mapping = mapped(read, walked, input)
  const defects = brokenRules(mapping)
  if (defects.length === 0) return { status: 'ready', mapping, hint: null, defects }
  return { status: 'ready', mapping: unfooted(read, walked, input), hint: null, defects }
}

const MEMO_MEASURES: readonly [stem: string, measure: MeasureName][] = [
  ['ebitda', 'ebitda'],
  ['adjusted ebitda', 'adjusted_ebitda'],
  ['ebit', 'ebit'],
  ['adjusted ebit', 'adjusted_ebit'],
  ['ebita', 'ebita'],
  ['adjusted ebita', 'adjusted_ebita'],
]

/** Negative sales look like a ledger's; when that reading does not foot, they are read as what they say. */
function readAndWalk(lines: readonly PrintedLine[], input: MappingInput): { read: ReadStatement; walked: Walked } {
  const read = readStatement(lines, input)
  const walked = walk(read.walkInput)
  if (walked.foots || !read.presentation.ledger) return { read, walked }
  const other = readStatement(lines, input, false)
  const otherWalked = walk(other.walkInput)
  return otherWalked.foots ? { read: other, walked: otherWalked } : { read, walked }
}

/** Rows that the statement prints for a measure of the tree. */
function printedRows(read: ReadStatement): Map<MeasureName, MeasureFigure[]> {
  const memo = MEMO_MEASURES.map(([stem, measure]): [MeasureName, MeasureFigure[]] => [
    measure,
    read.reading.lines
      .filter((line) => line.kind.is === 'aside' && line.caption.stem === stem)
      .map(({ line }) => ({ values: line.values, sources: line.sources })),
  ])
  return new Map<MeasureName, MeasureFigure[]>([
    ['gross_profit', read.results('gross_profit')],
    ['operating_income', read.results('operating_income')],
    ['pretax_income', read.results('pretax_income')],
    ...memo,
  ])
}

function mapped(read: ReadStatement, walked: Walked, input: MappingInput): Mapping {
  const { chart, exportMap, statement } = input
  const filed = read.details.filter((detail) => detail.placement.nodeKey !== null)
  const periods = statement.periods.length
  const measureInput: MeasureInput = {
    chart,
    figures: walked.figures,
    accounts: accountValues(filed, periods),
    bottom: read.bottom ?? { values: [], sources: [] },
    printed: printedRows(read),
    stated: read.walkInput.stated,
    documentId: statement.documentId,
  }
  const rows = measureRows(measureInput)
  const { documentId } = statement
  const tree = buildTree({ chart, exportMap, filed, figures: walked.figures, measures: rows, periods, documentId })
  return {
    ...common(read, walked, input),
    state: 'mapped',
    lines: mappedLines(read, filed, chart),
    measures: headlineMeasures(measureInput, rows),
    unmappedLines: unmappedLines(read, (detail) => detail.placement.nodeKey === null),
    tree,
  }
}

function unfooted(read: ReadStatement, walked: Walked, input: MappingInput): Mapping {
  return {
    ...common(read, walked, input),
    state: 'unfooted',
    lines: mappedLines(read, [], input.chart),
    measures: printedMeasures(read),
    unmappedLines: unmappedLines(read, () => true),
    tree: null,
  }
}

function common(read: ReadStatement, walked: Walked, { statement, chart, exportMap }: MappingInput) {
  return {
    documentId: statement.documentId,
    periods: statement.periods,
    foot: footOf(read, walked),
    exportSystem: exportMap?.system ?? null,
    unmappedExportAccountIds: unlistedAccountIds(exportMap, chart),
  }
}

function footOf({ bottom }: ReadStatement, walked: Walked): Foot[] {
  return walked.lineSum.map((lineSum, period) => ({
    printedBottomLineSource: at(bottom?.values, period) === null ? null : (bottom?.sources[period] ?? null),
    printedBottomLine: bottom?.values[period] ?? null,
    lineSum,
    residual: walked.residual[period] ?? null,
    tolerance: walked.tolerance[period] ?? null,
  }))
}

function mappedLines({ reading }: ReadStatement, filed: readonly Detail[], chart: Chart): MappedLine[] {
  const byIndex = new Map(filed.map((detail) => [detail.line.index, detail]))
  const folderEffects = new Map(chart.folders.map((folder) => [folder.key, folder.effect]))
  return reading.lines.map(({ line, kind, index }) => {
    const detail = byIndex.get(index)
    const key = detail?.placement.nodeKey ?? null
    const effect = detail?.placement.account?.effect ?? (key === null ? undefined : folderEffects.get(key))
    return {
      key: line.key,
      label: line.label,
      depth: line.depth,
      isTotal: isTotal(kind),
      values: line.values,
      sources: line.sources,
      filedUnder: key,
      filedValues: detail && effect ? filedValues(detail, effect) : null,
    }
  })
}

/** Lines with a figure that no account received, in print order. */
function unmappedLines({ reading, details }: ReadStatement, isUnmapped: (detail: Detail) => boolean): UnmappedLine[] {
  const byIndex = new Map(details.map((detail) => [detail.line.index, detail]))
  return reading.lines.flatMap(({ line, kind, index }) => {
    if (isTotal(kind) || !hasFigure(line.values)) return []
    const detail = byIndex.get(index)
    if (detail && !isUnmapped(detail)) return []
    const place = detail?.placement.place ?? null
    return [{ key: line.key, section: place && sectionOf(place) }]
  })
}
