/**
 * Tables whose columns are named: agings, debt schedules, schedules of a form. Here the heads decide where the columns
 * are, unlike in a statement, where the amounts do: a column may be empty in every row, hold dates or hold names.
 */
import type { Box, Page, Word } from '../model/page.ts'
import type { AmountWord } from './amount-word.ts'
import { readAmountWord } from './amount-word.ts'
import type { Atom } from './atoms.ts'
import { isTypewritten, rowToAtoms } from './atoms.ts'
import type { Row } from './rows.ts'
import { boxAround, pageToRows } from './rows.ts'

export interface TableCell {
  readonly page: number
  readonly text: string
  readonly box: Box
  readonly bold: boolean
  /** Letter height, in points. */
  readonly size: number
  /** Null for a text. */
  readonly number: AmountWord | null
}

export interface HeadedColumn {
  /** As printed, its rows joined; empty over captions that have no head. */
  readonly head: string
  readonly box: Box
}

export interface CellRow {
  readonly page: number
  readonly box: Box
  readonly cells: readonly TableCell[]
}

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

/** Words nearer than this, in letter heights, are one cell. */
const CELL_GAP = 0.55
/** In letters of equal width a space is as wide as a letter. */
const CELL_GAP_TYPEWRITER = 0.75
/** Heads wrap over at most this many rows. */
const MAX_HEAD_ROWS = 4
/** Rows of one head follow each other closer than this, in letter heights from top to top. */
const HEAD_PITCH = 2.1
/** Heads nearer than this to each other's edges stand over one another, in points. */
const HEAD_OVERLAP_POINTS = 1

/** What a head means to the caller; null for a text that is no head of its table. */
export type HeadTest = (text: string) => boolean

/** The first table of the pages whose heads pass the test at least `least` times in one band; null without one. */
export function readHeadedTable(pages: readonly Page[], isHead: HeadTest, least: number): HeadedTable | null {
  let heads: readonly HeadedColumn[] | null = null
  let above: readonly CellRow[] = []
  const bodies: { rows: CellRow[]; columns: readonly HeadedColumn[]; sheet: boolean }[] = []
  for (const page of pages) {
    const rows = pageToCellRows(page)
    const band = findHeadBand(rows, isHead, least)
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

export function pageToCellRows(page: Page): CellRow[] {
  return pageToRows(page).map((row) => ({
    page: row.page,
    box: row.box,
    cells: rowToCells(row, page.kind === 'sheet'),
  }))
}

function rowToCells(row: Row, sheet: boolean): TableCell[] {
  if (sheet) return row.words.map((word) => wordToCell(word, row.page))
  const groups: ReturnType<typeof rowToAtoms>[] = []
  for (const atom of rowToAtoms(row)) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const near = last !== undefined && isNear(last, atom)
    // Two amounts side by side are two cells, however near; two rates are a range.
    const twoAmounts = isAmount(last?.number ?? null) && isAmount(atom.number)
    if (group && near && !twoAmounts) group.push(atom)
    else groups.push([atom])
  }
  return groups.map((group) => {
    const text = group.flatMap((atom) => atom.words.map((word) => word.text)).join(' ')
    const [only] = group
    return {
      page: row.page,
      text,
      box: boxAround(group.map((atom) => atom.box)),
      bold: group.every((atom) => atom.bold),
      size: Math.max(...group.map((atom) => atom.size)),
      number: group.length === 1 ? (only?.number ?? null) : readAmountWord(text),
    }
  })
}

/** What was typed into one form field is one cell, and ends where the field ends, however near the next word is. */
function isNear(last: Atom, atom: Atom): boolean {
  const [before, after] = [last.words.at(-1)?.field, atom.words[0]?.field]
  if (before !== after) return false
  const gap = isTypewritten(atom.words[0]) ? CELL_GAP_TYPEWRITER : CELL_GAP
  return before !== undefined || atom.box[0] - last.box[2] < gap * Math.min(atom.size, last.size)
}

function isAmount(number: AmountWord | null): boolean {
  return number !== null && number.marked && !number.percent
}

/** On a sheet a word is a cell, and a sign in one cell says nothing about the number in the next. */
function wordToCell({ text, box, bold, size }: Word, page: number): TableCell {
  return { page, text, box, bold, size, number: readAmountWord(text) }
}

interface HeadBand {
  readonly from: number
  readonly to: number
  readonly columns: readonly HeadedColumn[]
}

/** The rows whose cells, joined where they stand over one another, hold most heads; the fewest rows that do. */
function findHeadBand(rows: readonly CellRow[], isHead: HeadTest, least: number): HeadBand | null {
  let best: (HeadBand & { score: number }) | null = null
  for (let from = 0; from < rows.length; from += 1)
    for (let to = from + 1; to <= Math.min(rows.length, from + MAX_HEAD_ROWS); to += 1) {
      const band = rows.slice(from, to)
      if (to > from + 1 && !isTight(band)) break
      if (band.some((row) => row.cells.some((cell) => isMoney(cell) || cell.number?.nil === true))) break
      // A title above the first column is no head of it.
      if (band.length > 1 && band.some((row) => isOverCaptions(row, band))) continue
      const columns = joinHeads(band)
      const score = columns.filter((column) => isHead(column.head)).length
      if (score >= least && score > (best?.score ?? 0)) best = { from, to, columns, score }
    }
  return best === null ? null : withWrappedHeads(rows, best, isHead)
}

/** A single cell that stands over no head but the first. */
function isOverCaptions(row: CellRow, band: readonly CellRow[]): boolean {
  const [only, ...more] = row.cells
  if (only === undefined || more.length > 0) return false
  const others = band.flatMap((one) => (one === row ? [] : one.cells.slice(1)))
  return (
    !others.some((cell) => overlaps(cell.box, only.box)) ||
    row.cells.length === Math.max(...band.map((one) => one.cells.length))
  )
}

function isTight(band: readonly CellRow[]): boolean {
  const [above, below] = [band.at(-2), band.at(-1)]
  if (above === undefined || below === undefined) return true
  const size = Math.max(...below.cells.map((cell) => cell.size), ...above.cells.map((cell) => cell.size), 1)
  return below.box[1] - above.box[1] < HEAD_PITCH * size
}

/** Rows below the band that only go on with its heads: `Past Due` under `1 - 30 Days`, `Name` under `Vendor`. */
function withWrappedHeads(rows: readonly CellRow[], band: HeadBand, isHead: HeadTest): HeadBand {
  const next = rows[band.to]
  const last = rows[band.to - 1]
  if (next === undefined || last === undefined || band.to - band.from >= MAX_HEAD_ROWS) return band
  const size = Math.max(...last.cells.map((cell) => cell.size), 1)
  const close = next.box[1] - last.box[3] < 0.7 * size && next.box[1] - last.box[1] > 0.5 * size
  const columns = joinHeads([...rows.slice(band.from, band.to), next])
  const goesOn =
    close &&
    columns.length === band.columns.length &&
    next.cells.every((cell) => !/\d/.test(cell.text) && !/^(?:grand )?total\b/i.test(cell.text)) &&
    (next.cells.length > 1 || next.cells.every((cell) => cell.text.split(' ').length === 1)) &&
    columns.filter((column) => isHead(column.head)).length >= band.columns.filter((one) => isHead(one.head)).length
  return goesOn ? withWrappedHeads(rows, { from: band.from, to: band.to + 1, columns }, isHead) : band
}

/** Digits under a head are no money by themselves: `1 - 30`, `90`. */
export function isMoney(cell: TableCell): boolean {
  return cell.number !== null && cell.number.marked && !cell.number.nil && !/^[<>+-]?\s?\d{1,3}\+?$/.test(cell.text)
}

/** Cells that stand over one another are one head. A cell over several heads names none of them alone. */
function joinHeads(band: readonly CellRow[]): HeadedColumn[] {
  const bottom = band.at(-1)
  const widest = [...band].sort((a, b) => b.cells.length - a.cells.length)[0] ?? bottom
  const columns: { cells: TableCell[]; box: Box }[] = (widest?.cells ?? []).map((cell) => ({
    cells: [cell],
    box: cell.box,
  }))
  for (const row of band) {
    if (row === widest) continue
    for (const cell of row.cells) {
      const over = columns.filter((column) => overlaps(column.box, cell.box))
      const [one] = over
      if (over.length > 1) continue
      if (one === undefined) columns.push({ cells: [cell], box: cell.box })
      else {
        one.cells.push(cell)
        one.box = boxAround([one.box, cell.box])
      }
    }
  }
  return columns
    .map(({ cells, box }) => ({
      head: [...cells]
        .sort((a, b) => a.box[1] - b.box[1])
        .map((cell) => cell.text)
        .join(' '),
      box,
    }))
    .sort((a, b) => a.box[0] - b.box[0])
}

function overlaps(a: Box, b: Box): boolean {
  return a[0] < b[2] - HEAD_OVERLAP_POINTS && a[2] > b[0] + HEAD_OVERLAP_POINTS
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

export function joinCells(a: TableCell, b: TableCell): TableCell {
  return { ...a, text: `${a.text} ${b.text}`, box: boxAround([a.box, b.box]), bold: a.bold && b.bold, number: null }
}
