/**
 * A profit and loss statement placed on a chart of accounts, in the engine's own terms. `engine/map` makes it, its
 * payload module writes it in wire form, and the later stages (spread, workbook, memo) read it.
 */
import type { Cents } from '../../lib/money.ts'
import type { Period, Source } from './statement.ts'

export const SECTIONS = [
  'revenue',
  'cogs',
  'opex',
  'other_income',
  'other_expenses',
  'dispositions',
  'interest',
  'taxes',
] as const
export type Section = (typeof SECTIONS)[number]

/** How a figure counts toward net income. */
export type Effect = 'adds' | 'subtracts'

export type MeasureName =
  | 'gross_profit'
  | 'operating_income'
  | 'pretax_income'
  | 'net_income'
  | 'ebit'
  | 'adjusted_ebit'
  | 'ebitda'
  | 'adjusted_ebitda'
  | 'ebita'
  | 'adjusted_ebita'

/** One entry per period; null where the statement gives no figure. */
export type Amounts = readonly (Cents | null)[]
export type Sources = readonly (Source | null)[]

export interface MappedLine {
  readonly key: string
  readonly label: string
  readonly depth: number
  readonly isTotal: boolean
  readonly values: Amounts
  readonly sources: Sources
  /** Key of the node that holds the line; null when none does. */
  readonly filedUnder: string | null
  /** As that node counts it: positive in the direction of its effect. */
  readonly filedValues: Amounts | null
}

export interface MappingNode {
  readonly kind: 'folder' | 'leaf' | 'measure'
  readonly key: string
  readonly label: string
  readonly values: Amounts
  /** The part of each figure that no printed line accounts for. */
  readonly unitemized: Amounts
  readonly sources: Sources
  readonly memberKeys: readonly string[]
  readonly directMemberKeys: readonly string[]
  readonly flaggedKeys: readonly string[]
  readonly children: readonly MappingNode[]
  readonly accountId: string | null
  readonly section: Section | null
  readonly role: Section | null
  readonly measure: MeasureName | null
  readonly externalCode: string | null
  readonly externalLabel: string | null
  readonly effect: Effect | null
}

export interface Foot {
  readonly printedBottomLineSource: Source | null
  readonly printedBottomLine: Cents | null
  readonly lineSum: Cents | null
  readonly residual: Cents | null
  readonly tolerance: Cents | null
}

export interface HeadlineMeasures {
  readonly revenue: Amounts | null
  readonly grossProfit: Amounts | null
  readonly operatingExpenses: Amounts | null
  readonly operatingIncome: Amounts | null
  readonly pretaxIncome: Amounts | null
  readonly netIncome: Amounts | null
  readonly ebitda: Amounts | null
  readonly noi: Amounts | null
}

export interface UnmappedLine {
  readonly key: string
  readonly section: Section | null
}

export interface Mapping {
  readonly documentId: string
  readonly state: 'mapped' | 'unfooted'
  readonly periods: readonly Period[]
  readonly foot: readonly Foot[]
  readonly lines: readonly MappedLine[]
  readonly measures: HeadlineMeasures
  readonly unmappedLines: readonly UnmappedLine[]
  readonly unmappedExportAccountIds: readonly string[]
  readonly exportSystem: string | null
  /** Null on an unfooted statement: a tree that does not walk to the bottom line would claim a proof there is none of. */
  readonly tree: readonly MappingNode[] | null
}
