/** A mapping in the wire form of the interface. Text is made of money here and nowhere earlier. */
import { formatCents } from '../../lib/money.ts'
import type { Chart } from '../chart/chart.ts'
import type { ExportMap } from '../chart/export-map.ts'
import type { Amounts, Foot, MappedLine, Mapping, MappingNode, Section, Sources } from '../model/mapping.ts'
import type { Period, Source } from '../model/statement.ts'
import { buildTree } from './tree.ts'

export type WireAmounts = (string | null)[]

export interface WireSource {
  kind: 'printed' | 'derived'
  pages: number[]
  document_id: string | null
  address: string | null
}

export interface WirePeriod {
  fiscal_year: number
  period_end: string | null
  label: string | null
  months_covered: number | null
}

export interface WireFoot {
  printed_bottom_line_source: WireSource | null
  printed_bottom_line: string | null
  line_sum: string | null
  residual: string | null
  tolerance: string | null
}

export interface WireLine {
  key: string
  label: string
  depth: number
  is_total: boolean
  values: WireAmounts
  sources: (WireSource | null)[]
  filed_under: string | null
  filed_values: WireAmounts | null
}

export interface WireNode {
  kind: MappingNode['kind']
  key: string
  label: string
  values: WireAmounts
  unitemized: WireAmounts
  sources: (WireSource | null)[]
  member_keys: string[]
  direct_member_keys: string[]
  flagged_keys: string[]
  reclassified_keys: string[]
  children: WireNode[]
  account_id: string | null
  section: Section | null
  role: Section | null
  measure: string | null
  external_code: string | null
  external_label: string | null
  effect: 'adds' | 'subtracts' | null
}

export interface WireMeasures {
  revenue: WireAmounts | null
  gross_profit: WireAmounts | null
  operating_expenses: WireAmounts | null
  operating_income: WireAmounts | null
  pretax_income: WireAmounts | null
  net_income: WireAmounts | null
  ebitda: WireAmounts | null
  noi: WireAmounts | null
}

export interface StatementMappingPayload {
  schema_version: 1
  statement: 'profit_and_loss'
  document_id: string
  mapping_state: 'mapped' | 'unfooted'
  periods: WirePeriod[]
  foot: WireFoot[]
  lines: WireLine[]
  measures: WireMeasures
  unmapped_lines: { key: string; section: Section | null; suggested_account_id: null }[]
  unmapped_export_account_ids: string[]
  overrides_applied: false
  export_system: string | null
  tree: WireNode[] | null
}

export function mappingToPayload(mapping: Mapping): StatementMappingPayload {
  const { measures } = mapping
  return {
    schema_version: 1,
    statement: 'profit_and_loss',
    document_id: mapping.documentId,
    mapping_state: mapping.state,
    periods: mapping.periods.map(periodToWire),
    foot: mapping.foot.map(footToWire),
    lines: mapping.lines.map(lineToWire),
    measures: {
      revenue: measures.revenue && toText(measures.revenue),
      gross_profit: measures.grossProfit && toText(measures.grossProfit),
      operating_expenses: measures.operatingExpenses && toText(measures.operatingExpenses),
      operating_income: measures.operatingIncome && toText(measures.operatingIncome),
      pretax_income: measures.pretaxIncome && toText(measures.pretaxIncome),
      net_income: measures.netIncome && toText(measures.netIncome),
      ebitda: measures.ebitda && toText(measures.ebitda),
      noi: measures.noi && toText(measures.noi),
    },
    unmapped_lines: mapping.unmappedLines.map(({ key, section }) => ({ key, section, suggested_account_id: null })),
    unmapped_export_account_ids: [...mapping.unmappedExportAccountIds],
    overrides_applied: false,
    export_system: mapping.exportSystem,
    tree: mapping.tree?.map(nodeToWire) ?? null,
  }
}

/** The rows of every tree on this chart, as they are without a statement: no period and no figure. */
export function emptyTree(chart: Chart, exportMap: ExportMap | null): WireNode[] {
  const nothing = { filed: [], figures: new Map(), measures: new Map(), periods: 0, documentId: '' }
  return buildTree({ chart, exportMap, ...nothing }).map(nodeToWire)
}

function periodToWire(period: Period): WirePeriod {
  return {
    fiscal_year: period.fiscalYear,
    period_end: period.periodEnd,
    label: period.label,
    months_covered: period.monthsCovered,
  }
}

function footToWire(foot: Foot): WireFoot {
  return {
    printed_bottom_line_source: sourceToWire(foot.printedBottomLineSource),
    printed_bottom_line: text(foot.printedBottomLine),
    line_sum: text(foot.lineSum),
    residual: text(foot.residual),
    tolerance: text(foot.tolerance),
  }
}

function lineToWire(line: MappedLine): WireLine {
  return {
    key: line.key,
    label: line.label,
    depth: line.depth,
    is_total: line.isTotal,
    values: toText(line.values),
    sources: sourcesToWire(line.sources),
    filed_under: line.filedUnder,
    filed_values: line.filedValues && toText(line.filedValues),
  }
}

function nodeToWire(node: MappingNode): WireNode {
  return {
    kind: node.kind,
    key: node.key,
    label: node.label,
    values: toText(node.values),
    unitemized: toText(node.unitemized),
    sources: sourcesToWire(node.sources),
    member_keys: [...node.memberKeys],
    direct_member_keys: [...node.directMemberKeys],
    flagged_keys: [...node.flaggedKeys],
    reclassified_keys: [],
    children: node.children.map(nodeToWire),
    account_id: node.accountId,
    section: node.section,
    role: node.role,
    measure: node.measure,
    external_code: node.externalCode,
    external_label: node.externalLabel,
    effect: node.effect,
  }
}

function sourceToWire(source: Source | null): WireSource | null {
  return (
    source && { kind: source.kind, pages: [...source.pages], document_id: source.documentId, address: source.address }
  )
}

function sourcesToWire(sources: Sources): (WireSource | null)[] {
  return sources.map(sourceToWire)
}

function toText(amounts: Amounts): WireAmounts {
  return amounts.map(text)
}

function text(amount: Amounts[number]): string | null {
  return amount === null ? null : formatCents(amount)
}
