/**
 * Cells on a page. A sheet has no pages and no ink, but everything after the reader works with words in boxes, so each
 * cell becomes one: where Excel would show it, in points, numbers to the right of their column, captions indented.
 */
import type { Box, Page, PageNote, Rule, Word } from '../../engine/model/page.ts'
import { MAX_DOCUMENT_PAGES } from '../../engine/model/reading.ts'
import { ReadFailure } from '../failure.ts'

/** A statement stands on one page; a ledger is cut. */
const MAX_ROWS_PER_PAGE = 1000
const MAX_WORDS_PER_PAGE = 20_000
/** Excel's own limit. */
const MAX_CELLS_PER_ROW = 16_384
export const DEFAULT_ROW_POINTS = 15
export const DEFAULT_COLUMN_POINTS = 48
export const DEFAULT_FONT_POINTS = 11
/** Mean width of a letter, as a share of the font size. */
const LETTER_WIDTH = 0.5
const INDENT_POINTS = 7
const PADDING_POINTS = 2
/** Longer texts in one cell are cut: no caption has as many letters. */
const MAX_CELL_LETTERS = 4000

export interface GridCell {
  readonly column: number
  /** As shown; white space is tidied here. */
  readonly text: string
  readonly align: 'left' | 'right' | 'center'
  /** Steps of indentation. */
  readonly indent?: number
  readonly bold?: boolean
  readonly size?: number
  readonly font?: string | null
  /** Columns that the cell takes when it is merged with its neighbours. */
  readonly span?: number
  readonly lineAbove?: boolean
  readonly lineBelow?: boolean
}

export interface GridRow {
  /** Position in the sheet, from 0; rows that hold nothing may be left out. */
  readonly index: number
  readonly height?: number
  readonly cells: readonly GridCell[]
}

export interface GridOptions {
  readonly title: string | null
  /** Points, by column; null takes them from the texts of the first page. */
  readonly columnWidths: readonly number[] | null
  readonly notes?: readonly PageNote[]
}

/** Numbers pages across all sheets of a file and hands them out as soon as they are full. */
export class SheetPages {
  #count = 0
  readonly #emit: (page: Page) => void

  constructor(emit: (page: Page) => void) {
    this.#emit = emit
  }

  emit(page: Omit<Page, 'number'>): void {
    this.#count += 1
    if (this.#count > MAX_DOCUMENT_PAGES) throw new ReadFailure('too_many_pages', 'the sheets fill too many pages')
    this.#emit({ ...page, number: this.#count })
  }
}

/** One sheet, fed row by row. */
export class Grid {
  readonly #pages: SheetPages
  readonly #options: GridOptions
  #rows: GridRow[] = []
  #words = 0
  #edges: readonly number[] | null

  constructor(pages: SheetPages, options: GridOptions) {
    this.#pages = pages
    this.#options = options
    this.#edges = options.columnWidths === null ? null : edgesOf(options.columnWidths)
  }

  add(row: GridRow): void {
    if (row.cells.length > MAX_CELLS_PER_ROW) throw new ReadFailure('unreadable', `a row of ${row.cells.length} cells`)
    const [first] = this.#rows
    const isFull = first !== undefined && row.index - first.index >= MAX_ROWS_PER_PAGE
    if (isFull || this.#words + row.cells.length > MAX_WORDS_PER_PAGE) this.finish()
    this.#rows.push(row)
    this.#words += row.cells.length
  }

  finish(): void {
    const [first] = this.#rows
    if (first === undefined) return
    this.#edges ??= edgesOf(widthsByText(this.#rows))
    const words: Word[] = []
    const rules: Rule[] = []
    let top = 0
    let next = first.index
    for (const row of this.#rows) {
      top += (row.index - next) * DEFAULT_ROW_POINTS
      const height = row.height ?? DEFAULT_ROW_POINTS
      for (const [position, cell] of row.cells.entries()) {
        const place = placeOf(cell, this.#edges, top, height)
        if (cell.lineAbove === true) rules.push({ box: [place[0], top, place[2], top + 0.5] })
        if (cell.lineBelow === true) rules.push({ box: [place[0], top + height - 0.5, place[2], top + height] })
        const text = cell.text.replace(/\s+/g, ' ').trim().slice(0, MAX_CELL_LETTERS)
        if (text !== '') words.push(wordOf(text, cell, place, leftOfNext(row.cells, position, this.#edges)))
      }
      top += height
      next = row.index + 1
    }
    const width = Math.max(this.#edges.at(-1) ?? 0, ...words.map((word) => word.box[2]))
    this.#pages.emit({
      width: Math.max(1, width),
      height: Math.max(1, top),
      kind: 'sheet',
      words,
      rules,
      turned: 0,
      title: this.#options.title,
      notes: this.#options.notes ?? [],
    })
    this.#rows = []
    this.#words = 0
  }
}

/** Left edges of the columns, and the right edge of the last. */
function edgesOf(widths: readonly number[]): number[] {
  const edges = [0]
  for (const width of widths) edges.push((edges.at(-1) ?? 0) + width)
  return edges
}

function edgeOf(edges: readonly number[], column: number): number {
  const last = edges.length - 1
  return column <= last ? (edges[column] ?? 0) : (edges[last] ?? 0) + (column - last) * DEFAULT_COLUMN_POINTS
}

function widthsByText(rows: readonly GridRow[]): number[] {
  const letters: number[] = []
  for (const { cells } of rows)
    for (const { column, text } of cells) letters[column] = Math.max(letters[column] ?? 0, Math.min(text.length, 60))
  return Array.from(letters, (count) => ((count as number | undefined) ?? 8) * LETTER_WIDTH * DEFAULT_FONT_POINTS + 8)
}

/** The whole place of the cell, all columns that it spans included. */
function placeOf(cell: GridCell, edges: readonly number[], top: number, height: number): Box {
  const left = edgeOf(edges, cell.column)
  const right = Math.max(edgeOf(edges, cell.column + (cell.span ?? 1)), left + 1)
  return [left, top, right, top + height]
}

/** Where the next cell with a text begins: a caption may run over empty neighbours, as it does on the screen. */
function leftOfNext(cells: readonly GridCell[], position: number, edges: readonly number[]): number {
  for (let index = position + 1; index < cells.length; index += 1) {
    const next = cells[index]
    if (next !== undefined && next.text !== '') return edgeOf(edges, next.column)
  }
  return Infinity
}

function wordOf(text: string, cell: GridCell, place: Box, limit: number): Word {
  const size = cell.size ?? DEFAULT_FONT_POINTS
  const wanted = text.length * size * LETTER_WIDTH
  const left = place[0] + PADDING_POINTS
  const right = place[2] - PADDING_POINTS
  const fitting = Math.min(wanted, Math.max(1, right - left))
  const bottom = place[3]
  const top = Math.max(place[1], bottom - size * 1.2)
  let across: readonly [number, number]
  if (cell.align === 'right') across = [right - fitting, right]
  else if (cell.align === 'center') across = [(left + right - fitting) / 2, (left + right + fitting) / 2]
  else {
    const start = Math.min(left + (cell.indent ?? 0) * INDENT_POINTS, right - 1)
    across = [start, Math.max(start + 1, Math.min(start + wanted, Math.max(right, limit - PADDING_POINTS)))]
  }
  const box: Box = [across[0], top, Math.max(across[1], across[0] + 1), bottom]
  return { text, box, font: cell.font ?? null, size, bold: cell.bold ?? false, column: cell.column }
}
