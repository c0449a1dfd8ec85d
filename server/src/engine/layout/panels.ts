/**
 * A page as tables. Most pages are one; a two-sided balance sheet or a spread with income on the left and costs on
 * the right is two, side by side, whose rows need not stand at the same height.
 */
import type { Page, Word } from '../model/page.ts'
import { rowToAtoms } from './atoms.ts'
import type { Column, GridRow } from './columns.ts'
import { findColumns } from './columns.ts'
import { readAmountWord } from './amount-word.ts'
import { pageToRows } from './rows.ts'

export interface Panel {
  readonly page: number
  readonly kind: Page['kind']
  /** Where it lies across the page, in points. */
  readonly left: number
  readonly right: number
  readonly rows: readonly GridRow[]
  readonly columns: readonly Column[]
}

/** Captions between two columns make a second table when they stand on this share of its rows, and on this many. */
const CAPTION_SHARE = 0.5
const MIN_CAPTION_ROWS = 3
/** A table on the left has amounts too: at least this share of those on the right. */
const MIN_SUPPORT_SHARE = 0.2
/** Words nearer than this, in letter heights, belong together. */
const CELL_GAP = 0.9
/** The usual width of a sheet's cell that is left free by its amount, in points. */
const SHEET_CELL_POINTS = 60
const WORDS = /\p{L}{2,}/u

export function pageToPanels(page: Page): Panel[] {
  const whole = toPanel(page, 0, page.width)
  const cuts = panelCuts(whole)
  if (cuts.length === 0) return [whole]
  const edges = [0, ...cuts, page.width]
  return edges.slice(1).map((right, index) => toPanel(page, edges[index] ?? 0, right))
}

function toPanel(page: Page, left: number, right: number): Panel {
  const across = left === 0 && right === page.width ? new Set<Word>() : wordsAcross(page, [left, right])
  const words = page.words.filter((word) => {
    const middle = (word.box[0] + word.box[2]) / 2
    return middle >= left && middle < right && !across.has(word)
  })
  const rows = pageToRows(words.length === page.words.length ? page : { ...page, words }).map((row) => ({
    page: page.number,
    top: row.box[1],
    bottom: row.box[3],
    atoms: rowToAtoms(row),
    sheet: page.kind === 'sheet',
  }))
  return {
    page: page.number,
    kind: page.kind,
    left,
    right,
    rows,
    columns: page.kind === 'sheet' ? toCellEdges(findColumns(rows)) : findColumns(rows),
  }
}

/** On a sheet, heads stand at the left edge of their cells and amounts at the right: a column is as wide as its cells. */
function toCellEdges(columns: readonly Column[]): Column[] {
  return columns.map((column, index) => {
    const before = columns[index - 1]?.right ?? -Infinity
    return { ...column, left: Math.min(column.left, Math.max(before + 2, column.left - SHEET_CELL_POINTS)) }
  })
}

/** Titles go across both tables and belong to neither. */
function wordsAcross(page: Page, edges: readonly number[]): Set<Word> {
  const across = new Set<Word>()
  for (const row of pageToRows(page))
    for (const cell of wordsToCells(row.words)) {
      const [from, to] = [cell[0]?.box[0] ?? 0, cell.at(-1)?.box[2] ?? 0]
      const holdsAmount = cell.some((word) => readAmountWord(word.text)?.marked === true)
      if (!holdsAmount && edges.some((edge) => from < edge && to > edge)) for (const word of cell) across.add(word)
    }
  return across
}

function wordsToCells(words: readonly Word[]): Word[][] {
  const cells: Word[][] = []
  for (const word of words) {
    const cell = cells.at(-1)
    const last = cell?.at(-1)
    if (cell && last && word.box[0] - last.box[2] < CELL_GAP * last.size) cell.push(word)
    else cells.push([word])
  }
  return cells
}

/** Where, across the page, a new table begins. */
function panelCuts(whole: Panel): number[] {
  const cuts: number[] = []
  for (const [index, column] of whole.columns.entries()) {
    const next = whole.columns[index + 1]
    if (next === undefined) break
    if (column.support < Math.max(MIN_CAPTION_ROWS, MIN_SUPPORT_SHARE * next.support)) continue
    const starts: number[] = []
    let rowsBeyond = 0
    for (const row of whole.rows) {
      if (!row.atoms.some((atom) => atom.number !== null && atom.box[2] > next.left)) continue
      const caption = row.atoms.find(
        (atom) =>
          atom.number === null && atom.box[0] > column.right && atom.box[0] < next.left && WORDS.test(atom.text),
      )
      rowsBeyond += 1
      if (caption) starts.push(caption.box[0])
    }
    if (starts.length >= MIN_CAPTION_ROWS && starts.length >= CAPTION_SHARE * rowsBeyond)
      cuts.push((column.right + Math.min(...starts)) / 2)
  }
  return cuts
}
