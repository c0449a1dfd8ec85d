/** What stands over a column: cells of the header band, their texts, and which columns each of them is for. */
import type { Box } from '../model/page.ts'
import type { Atom } from './atoms.ts'
import type { Column, GridRow } from './columns.ts'
import { readPeriodHeading } from './period-heading.ts'
import { boxAround } from './rows.ts'

export interface HeadCell {
  readonly text: string
  readonly box: Box
}

/** Words nearer than this, in letter heights, are one cell of a header. */
const CELL_GAP = 0.9
/** Header rows that are looked at, from the body upwards. */
const MAX_HEAD_ROWS = 7

export function rowToCells(row: GridRow): HeadCell[] {
  const groups: Atom[][] = []
  for (const atom of row.atoms) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (!row.sheet && group && last && isNear(last, atom) && !isNextDate(group, atom)) group.push(atom)
    else groups.push([atom])
  }
  return groups.map((group) => ({
    text: group.flatMap((atom) => atom.words.map((word) => word.text)).join(' '),
    box: boxAround(group.map((atom) => atom.box)),
  }))
}

function isNear(last: Atom, atom: Atom): boolean {
  return atom.box[0] - last.box[2] < CELL_GAP * Math.min(atom.size, last.size)
}

/** Long dates over narrow columns nearly touch: behind a year, a gap wider than any inside the date begins the next. */
function isNextDate(group: readonly Atom[], atom: Atom): boolean {
  if (group.length < 2 || !/^(?:19|20)\d\d$/.test(group.at(-1)?.text ?? '')) return false
  const inner = group.slice(1).map((one, index) => one.box[0] - (group[index]?.box[2] ?? 0))
  return atom.box[0] - (group.at(-1)?.box[2] ?? 0) > 2 * Math.max(...inner)
}

/** For every column its head cells, top to bottom. A cell over several columns belongs to each of them. */
export function columnHeads(rows: readonly GridRow[], columns: readonly Column[]): HeadCell[][] {
  const heads = columns.map((): HeadCell[] => [])
  const [first] = columns
  if (first === undefined) return heads
  for (const row of rows.slice(-MAX_HEAD_ROWS)) {
    const cells = rowToCells(row).filter((cell) => reachesColumns(cell, columns))
    if (cells.length === 0) continue
    for (const [index, column] of columns.entries()) {
      const cell = cellOver(column, cells, columns.length)
      if (cell) heads[index]?.push(cell)
    }
  }
  return heads
}

/** A cell is for the columns when its middle lies over them, not over the captions. */
function reachesColumns(cell: HeadCell, columns: readonly Column[]): boolean {
  const left = Math.min(...columns.map((column) => column.left))
  const right = Math.max(...columns.map((column) => column.right))
  const middle = (cell.box[0] + cell.box[2]) / 2
  const size = cell.box[3] - cell.box[1]
  return middle > left - 2 * size && middle < right + 2 * size
}

function cellOver(column: Column, cells: readonly HeadCell[], columnCount: number): HeadCell | null {
  const over = cells.filter((cell) => cell.box[0] < column.right && cell.box[2] > column.left)
  if (over.length === 1) return over[0] ?? null
  const nearest = (list: readonly HeadCell[]): HeadCell | null => {
    const distance = (cell: HeadCell): number =>
      Math.min(
        Math.abs(cell.box[2] - column.right),
        Math.abs((cell.box[0] + cell.box[2]) / 2 - (column.left + column.right) / 2),
      )
    return [...list].sort((a, b) => distance(a) - distance(b))[0] ?? null
  }
  if (over.length > 1) return nearest(over)
  // Fewer cells than columns: a date is centred over the columns it is for; any other word stands over its own only.
  const dates = cells.filter((cell) => readPeriodHeading(cell.text, 'month-first') !== null)
  return cells.length < columnCount ? nearest(dates) : null
}
