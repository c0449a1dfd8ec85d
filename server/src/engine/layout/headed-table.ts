/**
 * Tables whose columns are named: agings, debt schedules, schedules of a form. Here the heads decide where the columns
 * are, unlike in a statement, where the amounts do: a column may be empty in every row, hold dates or hold names.
 */
import type { Box, Page } from '../model/page.ts'
import type { CellRow, TableCell } from './cell-rows.ts'
import { joinCells, pageToCellRows } from './cell-rows.ts'
import type { HeadedColumn, HeadTest } from './head-band.ts'
import { findHeads, overlaps } from './head-band.ts'
import { boxAround } from './rows.ts'

export interface HeadedRow extends CellRow {
  /** Position i belongs to column i. */
  readonly columns: readonly (TableCell | null)[]
  /** Cells for which there was no free column. */
  readonly stray: readonly TableCell[]
}

export interface HeadedTable {
  readonly columns: readonly HeadedColumn[]
  /** Rows above the heads of the first page: titles. */
  readonly above: readonly CellRow[]
  readonly rows: readonly HeadedRow[]
}

/** The first table of the pages whose heads pass the test at least `least` times in one band; null without one. */
export function readHeadedTable(pages: readonly Page[], isHead: HeadTest, least: number): HeadedTable | null {
  let heads: readonly HeadedColumn[] | null = null
  let above: readonly CellRow[] = []
  const bodies: { rows: CellRow[]; columns: readonly HeadedColumn[]; sheet: boolean }[] = []
  for (const page of pages) {
    const rows = pageToCellRows(page)
    const band = findHeads(page, rows, isHead, least)
    if (band !== null) {
      if (heads === null) above = rows.slice(0, band.from)
      // A later page repeats the heads; its own positions count, because scans shift.
      heads = heads === null || band.columns.length === heads.length ? band.columns : heads
      bodies.push({ rows: rows.slice(band.to), columns: heads, sheet: page.kind === 'sheet' })
    } else if (heads !== null) bodies.push({ rows, columns: heads, sheet: page.kind === 'sheet' })
  }
  if (heads === null) return null
  const [first] = bodies
  const columns = withCaptionColumn(first?.columns ?? heads, first?.rows ?? [])
  const rows = bodies.flatMap((body) => placeRows(body.rows, withCaptionColumn(body.columns, body.rows), body.sheet))
  return { columns, above, rows }
}

/** Captions often have no head: then they stand left of the first column that has one. */
function withCaptionColumn(columns: readonly HeadedColumn[], rows: readonly CellRow[]): HeadedColumn[] {
  const [first] = columns
  if (first === undefined) return []
  const captions = rows.flatMap((row) => {
    const [cell] = row.cells
    return cell !== undefined && cell.number === null && cell.box[2] < first.box[0] + 1 ? [cell.box] : []
  })
  if (captions.length === 0) return [...columns]
  return [{ head: '', box: boxAround([...captions, [0, first.box[1], 1, first.box[3]]]) }, ...columns]
}

type Edge = 'left' | 'right' | 'middle'
const EDGES: readonly Edge[] = ['right', 'left', 'middle']

interface Ruler {
  readonly edge: Edge
  readonly at: number
}

type Place = (cell: TableCell) => number

function placeRows(rows: readonly CellRow[], columns: readonly HeadedColumn[], sheet: boolean): HeadedRow[] {
  const columnOf = sheet ? byCellBounds(rows, columns) : byRulers(rows, columns)
  return rows.map((row) => {
    const placed: (TableCell | null)[] = columns.map(() => null)
    const stray: TableCell[] = []
    for (const cell of row.cells) {
      const column = columnOf(cell)
      const before = placed[column] ?? null
      if (before === null) placed[column] = cell
      // A caption cut in two by a wide gap is still one caption.
      else if (before.number === null && cell.number === null) placed[column] = joinCells(before, cell)
      else stray.push(cell)
    }
    return { ...row, columns: placed, stray }
  })
}

/** On a sheet the columns have bounds, and nothing stands across them but captions that run over empty cells. */
function byCellBounds(rows: readonly CellRow[], columns: readonly HeadedColumn[]): Place {
  const boxes = [...columns.map((column) => column.box), ...rows.flatMap((row) => row.cells.map((cell) => cell.box))]
  const bounds = columns
    .slice(1)
    .map((column, index) => boundBetween(columns[index]?.box ?? column.box, column.box, boxes))
  return (cell) => {
    const at = cell.number === null ? cell.box[0] : (cell.box[0] + cell.box[2]) / 2
    return bounds.filter((bound) => bound <= at).length
  }
}

/** The place between two heads that fewest cells lie across; the last of them, because numbers end where texts begin. */
function boundBetween(left: Box, right: Box, boxes: readonly Box[]): number {
  const edges = [...new Set([left[2], right[0], ...boxes.flatMap((box) => [box[0], box[2]])])]
    .filter((edge) => edge >= left[2] && edge <= right[0])
    .sort((a, b) => a - b)
  let [best, least] = [(left[2] + right[0]) / 2, Infinity]
  for (const [index, edge] of edges.entries()) {
    const at = (edge + (edges[index + 1] ?? edge)) / 2
    const across = boxes.filter((box) => box[0] < at && box[2] > at).length
    if (across <= least && at > edge) [best, least] = [at, across]
  }
  return best
}

function byRulers(rows: readonly CellRow[], columns: readonly HeadedColumn[]): Place {
  const numbers = columns.map((column) => rulerOf(column, rows, columns, true))
  const texts = columns.map((column) => rulerOf(column, rows, columns, false))
  return (cell) => nearestColumn(cell, columns, cell.number === null ? texts : numbers)
}

/** Which edge the cells of a column keep, and where; the head's own place where no cell says. */
function rulerOf(
  column: HeadedColumn,
  rows: readonly CellRow[],
  columns: readonly HeadedColumn[],
  numbers: boolean,
): Ruler {
  const own = rows.flatMap((row) =>
    row.cells.filter(
      (cell) =>
        (cell.number !== null) === numbers &&
        overlaps(cell.box, column.box) &&
        !columns.some((other) => other !== column && overlaps(cell.box, other.box)),
    ),
  )
  if (own.length === 0) return { edge: numbers ? 'right' : 'left', at: edgeOf(column.box, numbers ? 'right' : 'left') }
  const rulers = EDGES.map((edge) => {
    const places = own.map((cell) => edgeOf(cell.box, edge)).sort((a, b) => a - b)
    const at = places[places.length >> 1] ?? 0
    const spread = places.reduce((sum, place) => sum + Math.abs(place - at), 0) / places.length
    return { edge, at, spread: own.length === 1 ? Math.abs(edgeOf(column.box, edge) - at) : spread }
  })
  return rulers.reduce((best, one) => (one.spread < best.spread - 0.5 ? one : best))
}

function edgeOf(box: Box, edge: Edge): number {
  return edge === 'left' ? box[0] : edge === 'right' ? box[2] : (box[0] + box[2]) / 2
}

function nearestColumn(cell: TableCell, columns: readonly HeadedColumn[], rulers: readonly Ruler[]): number {
  let [best, least] = [0, Infinity]
  for (const [index, column] of columns.entries()) {
    const ruler = rulers[index]
    if (ruler === undefined) continue
    const off = Math.abs(edgeOf(cell.box, ruler.edge) - ruler.at)
    // A cell that lies on its head belongs there, whatever its edges do.
    const apart = Math.max(0, Math.max(cell.box[0], column.box[0]) - Math.min(cell.box[2], column.box[2]))
    const distance = off + 2 * apart
    if (distance < least) [best, least] = [index, distance]
  }
  return best
}
