/** What a workbook is made of: the loan's documents as printed, their mappings, and the spread, with their formulas. */
import type { Unit } from '../../lib/decimal.ts'
import type { Cents } from '../../lib/money.ts'
import type { Expression } from './expression.ts'

/** A figure as printed, in whole currency whatever the unit of print. */
export interface PrintedFigure {
  readonly address: string
  readonly value: Cents
  readonly page: number
  /** Letter for letter. */
  readonly text: string
  /** Where a person can look at the page; null where no viewer is known. */
  readonly url: string | null
}

/** Where a printed line went on the chart of accounts. */
export interface Filing {
  readonly account: string
  /** As the account counts it; null where nothing is printed. */
  readonly values: readonly (Cents | null)[]
}

export interface PrintedRow {
  readonly label: string
  readonly depth: number
  readonly isTotal: boolean
  /** One for each column. */
  readonly figures: readonly (PrintedFigure | null)[]
  readonly filing: Filing | null
  /** What a reader should know of the line: unmapped, marked for attention. */
  readonly mark: string | null
}

export interface Foot {
  readonly printed: { readonly value: Cents; readonly expression: Expression | null } | null
  readonly lineSum: Cents | null
  readonly residual: Cents | null
  readonly tolerance: Cents | null
}

/** A row of the tree, in its order. */
export interface MappedNode {
  readonly key: string
  readonly label: string
  readonly kind: 'folder' | 'leaf' | 'measure'
  readonly depth: number
  readonly effect: 'adds' | 'subtracts' | null
  readonly values: readonly (Cents | null)[]
  readonly unitemized: readonly (Cents | null)[]
  /** How each value is made of other cells. */
  readonly expressions: readonly (Expression | null)[]
  /** Printed captions that were filed here, for a reader. */
  readonly lines: readonly string[]
  /** Pages of each value, and whether it is printed itself. */
  readonly sources: readonly ({ readonly isPrinted: boolean; readonly pages: readonly number[] } | null)[]
}

export interface MappedStatement {
  readonly mappingId: string
  readonly state: 'mapped' | 'unfooted'
  /** Of the tree, the rows that have a figure; empty when the statement does not foot. */
  readonly nodes: readonly MappedNode[]
  /** One for each period. */
  readonly foot: readonly Foot[]
  /** The rows at the top, by how they count toward net income. */
  readonly walk: readonly { readonly key: string; readonly sign: 1 | -1 }[]
}

export interface PrintedDocument {
  readonly id: string
  /** Its number among the loan's documents and what it is, in few words: the name of its sheet. */
  readonly kind: string
  readonly title: string
  readonly company: string | null
  readonly extractionVersion: number
  readonly pages: readonly number[]
  readonly columns: readonly string[]
  readonly rows: readonly PrintedRow[]
  readonly mapping: MappedStatement | null
  /** In words, where a mapping is expected and there is none. */
  readonly mappingState: string | null
}

/** One value of a measure. */
export interface MeasureValue {
  readonly value: string | null
  readonly expression: Expression | null
  /** Names the cell, for formulas that ask for it. */
  readonly name: string
  /** Why there is none. */
  readonly reason: string | null
  readonly note: string | null
}

export interface Measure {
  readonly key: string
  readonly unit: Unit
  /** In words: what it is computed from; null when it is read. */
  readonly formula: string | null
  readonly values: readonly MeasureValue[]
}

export interface CompanyPeriod {
  readonly id: string
  readonly heading: string
  readonly basis: string
  readonly months: number | null
  readonly assurance: string | null
  readonly mappingState: string | null
}

export interface StatementRow {
  readonly label: string
  readonly kind: 'folder' | 'leaf' | 'measure'
  readonly depth: number
  readonly values: readonly { readonly value: string | null; readonly expression: Expression | null }[]
}

export interface Company {
  readonly key: string
  readonly name: string
  readonly kind: 'business' | 'person'
  readonly standing: string
  readonly periods: readonly CompanyPeriod[]
  readonly statement: readonly StatementRow[]
  readonly measures: readonly Measure[]
}

/** A figure that a person gave: an addback, the loan's own terms, what an analyst knows. */
export interface GivenFigure {
  readonly name: string
  readonly label: string
  readonly about: string
  readonly value: string
  readonly note: string | null
}

export interface CheckSide {
  readonly value: string
  readonly expression: Expression | null
}

export interface Check {
  readonly company: string | null
  readonly document: string | null
  /** The page to look at. */
  readonly page: number | null
  readonly url: string | null
  readonly name: string
  readonly about: string
  readonly expected: CheckSide | null
  readonly actual: CheckSide | null
  /** How far the two may be apart. */
  readonly allowed: string | null
  readonly state: 'proved' | 'failed' | 'not_proved'
  readonly hint: string | null
}

export interface WorkbookInput {
  readonly loanId: string
  readonly loanName: string | null
  readonly borrower: string | null
  readonly amount: Cents | null
  /** What the figures are: those in force, or the final ones of a version. */
  readonly basis: string
  /** Of the manifest that names everything the workbook was made from. */
  readonly fingerprint: string
  readonly madeAt: Date
  readonly documents: readonly PrintedDocument[]
  readonly companies: readonly Company[]
  readonly years: { readonly headings: readonly string[]; readonly measures: readonly Measure[] }
  readonly given: readonly GivenFigure[]
  readonly checks: readonly Check[]
}
