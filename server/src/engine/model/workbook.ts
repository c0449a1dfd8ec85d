/**
 * A workbook as values: sheets of cells that say what they hold and what they are, not how they look. An adapter makes
 * the bytes; nothing that a document or a customer has named can be anything but text in it.
 */

/** How a number is written. */
export type CellFormat = 'text' | 'money' | 'ratio' | 'percent' | 'days' | 'integer'

/**
 * What a cell is. `printed` stands in a document, `derived` is a formula, `given` came from a person or is a part that
 * no printed line accounts for: an analyst tells them apart by colour.
 */
export type CellRole =
  'plain' | 'printed' | 'derived' | 'given' | 'title' | 'subtitle' | 'head' | 'section' | 'quiet' | 'state'

export interface CellStyle {
  readonly role: CellRole
  readonly format: CellFormat
  readonly bold?: boolean
  readonly indent?: number
  /** A line above it: the end of a sum. */
  readonly ruled?: boolean
  readonly wrap?: boolean
  readonly align?: 'left' | 'center' | 'right'
}

export type CellContent =
  | { readonly kind: 'text'; readonly text: string }
  /** Decimal text; few enough digits that a spreadsheet's number holds all of them. */
  | { readonly kind: 'number'; readonly value: string }
  /** The result is written beside the formula, for programs that show a workbook without computing it. */
  | { readonly kind: 'formula'; readonly formula: string; readonly result: string; readonly isText: boolean }

export type CellLink =
  | { readonly kind: 'outside'; readonly url: string }
  | { readonly kind: 'inside'; readonly sheet: string; readonly cell: string }

export interface Cell {
  readonly content: CellContent
  readonly style: CellStyle
  readonly note: string | null
  readonly link: CellLink | null
}

/** A list of checks whose rows turn red, amber or green with the words in one of their columns. Rows count from 1. */
export interface StateColumn {
  readonly column: number
  readonly firstRow: number
  readonly lastRow: number
}

/** What the states of checks are called; the formulas of a workbook write the same words. */
export const CHECK_WORDS = { proved: 'proved', failed: 'FAILED', open: 'not proved' } as const

export interface Sheet {
  readonly name: string
  /** In characters. */
  readonly widths: readonly number[]
  readonly rows: readonly (readonly (Cell | null)[])[]
  /** How many rows and columns stay in sight; the rows are repeated on every printed page. */
  readonly frozen: { readonly rows: number; readonly columns: number }
  /** Printed at the top of each page. */
  readonly heading: string
  readonly states: StateColumn | null
  /** Whether the row above the first that moves is a head that filters. */
  readonly hasFilter: boolean
}

export interface DefinedName {
  readonly name: string
  readonly sheet: string
  readonly cell: string
}

export interface Workbook {
  readonly title: string
  readonly madeAt: Date
  readonly sheets: readonly Sheet[]
  readonly names: readonly DefinedName[]
}
