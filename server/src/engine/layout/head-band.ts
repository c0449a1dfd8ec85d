/** Where a table's heads stand on a page, and what they say: cells over one another are one head. */
import type { Box, Page } from '../model/page.ts'
import type { CellRow, TableCell } from './cell-rows.ts'
import { isMoney, pageToCellRows } from './cell-rows.ts'
import { boxAround } from './rows.ts'

export interface HeadedColumn {
  /** As printed, its rows joined; empty over captions that have no head. */
  readonly head: string
  readonly box: Box
}

/** What a head means to the caller; null for a text that is no head of its table. */
export type HeadTest = (text: string) => boolean

/** Heads wrap over at most this many rows. */
const MAX_HEAD_ROWS = 4
/** Rows of one head follow each other closer than this, in letter heights from top to top. */
const HEAD_PITCH = 2.1
/** Heads nearer than this to each other's edges stand over one another, in points. */
const HEAD_OVERLAP_POINTS = 1
/** Amounts of one column end within this of each other, in points: a closing bracket stands outside. */
const SAME_EDGE_POINTS = 4
/** A head may reach this far beyond the amounts below it, in points. */
const BEYOND_EDGE_POINTS = 1
/** Two parts of one head stand nearer than this, in letter heights. */
const SAME_HEAD_GAP = 1.2

export interface HeadBand {
  readonly from: number
  readonly to: number
  readonly columns: readonly HeadedColumn[]
}

/** The heads of a page's table, with the table's rows as witnesses; null without a band that passes `least` times. */
export function findHeads(page: Page, rows: readonly CellRow[], isHead: HeadTest, least: number): HeadBand | null {
  const band = findHeadBand(rows, isHead, least)
  if (band === null || page.kind === 'sheet') return band
  const edges = amountEdges(rows.slice(band.to))
  return { ...band, columns: rejoined(cutAtEdges(page, band, edges, isHead), edges, isHead) }
}

/** Where the columns of amounts end, from left to right. */
function amountEdges(rows: readonly CellRow[]): number[] {
  const ends = rows
    .flatMap((row) => row.cells.filter((cell) => isMoney(cell)).map((cell) => cell.box[2]))
    .sort((a, b) => a - b)
  return ends.filter((end, index) => (ends[index + 1] ?? Infinity) - end > SAME_EDGE_POINTS)
}

/** Heads of neighbours that nearly touch look like one; the amounts below end in two places, and both halves are heads. */
function cutAtEdges(page: Page, band: HeadBand, edges: readonly number[], isHead: HeadTest): readonly HeadedColumn[] {
  const cuts = edges.map((edge) => edge + BEYOND_EDGE_POINTS)
  const columns = joinHeads(pageToCellRows(page, { from: band.from, to: band.to, cuts }))
  const heads = (of: readonly HeadedColumn[]): number => of.filter(({ head }) => isHead(head)).length
  return heads(columns) > heads(band.columns) ? columns : band.columns
}

/** A head whose words stand far apart looks like two, of which neither says anything, over one column of amounts. */
function rejoined(columns: readonly HeadedColumn[], edges: readonly number[], isHead: HeadTest): HeadedColumn[] {
  const joined: HeadedColumn[] = []
  for (const column of columns) {
    const last = joined.at(-1)
    const whole = last && { head: `${last.head} ${column.head}`, box: boxAround([last.box, column.box]) }
    const isOne =
      last !== undefined &&
      whole !== undefined &&
      !isHead(last.head) &&
      !isHead(column.head) &&
      isHead(whole.head) &&
      column.box[0] - last.box[2] < SAME_HEAD_GAP * (column.box[3] - column.box[1]) &&
      edges.filter((edge) => edge > last.box[0] && edge < column.box[2] + SAME_EDGE_POINTS).length <= 1
    if (isOne) joined[joined.length - 1] = whole
    else joined.push(column)
  }
  return joined
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

export function overlaps(a: Box, b: Box): boolean {
  return a[0] < b[2] - HEAD_OVERLAP_POINTS && a[2] > b[0] + HEAD_OVERLAP_POINTS
}
