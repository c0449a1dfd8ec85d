/** Which of the numbers beside captions are the amounts that count, where more than one column of them is printed. */
import type { CellRow, TableCell } from '../../layout/cell-rows.ts'

export interface Band {
  readonly holds: (cell: TableCell) => boolean
  /** The head of the other column that a number stands in; null for a number that stands in none. */
  readonly columnOf: (cell: TableCell) => string | null
}

interface Column {
  left: number
  right: number
  readonly rows: Set<number>
  head: string
}

/** Columns that share fewer of their rows than this are one: items stand further in than their totals. */
const BESIDE_SHARE = 0.15
/** A column has at least this share of the rows of the fullest. */
const LEAST_SHARE = 0.3
/** Of several columns, what a lender counts: what it is worth now, for everybody together. */
const COUNTED = /\btotal\b|\bmarket\b|\bcurrent\b|\bpresent\b|\bcombined\b|\bjoint total\b/i

/** A lone digit or two point to a schedule or a note; a nought is an amount. */
export function holdsAmount(cell: TableCell): boolean {
  const { number } = cell
  if (number === null || number.percent) return false
  return number.marked || number.nil || number.digits > 2 || number.cents === 0n
}

export function amountBand(rows: readonly CellRow[]): Band {
  const columns = columnsOf(rows)
  const fullest = Math.max(0, ...columns.map((column) => column.rows.size))
  // A lone number beside an amount is no column; one that stands alone in its row is an amount set apart.
  const likely = columns.filter(
    (column) =>
      column.rows.size >= LEAST_SHARE * fullest ||
      columns.every((other) => other === column || [...column.rows].every((row) => !other.rows.has(row))),
  )
  const main = likely.reduce<Column[]>((chosen, column) => choose(chosen, column), [])
  const within = (cell: TableCell, column: Column): boolean =>
    Math.min(cell.box[2], column.right) - Math.max(cell.box[0], column.left) > 0
  return {
    holds: (cell) => holdsOrSmall(cell) && main.some((column) => within(cell, column)),
    columnOf: (cell) => likely.find((column) => !main.includes(column) && within(cell, column))?.head ?? null,
  }
}

/** In the column itself even a lone digit is an amount. */
function holdsOrSmall(cell: TableCell): boolean {
  return cell.number !== null && !cell.number.percent
}

function columnsOf(rows: readonly CellRow[]): Column[] {
  const columns: Column[] = []
  for (const [index, row] of rows.entries())
    for (const cell of row.cells.filter(holdsAmount)) {
      const [left, , right] = cell.box
      const own = columns.find((column) => column.left < right && column.right > left)
      if (own === undefined) columns.push({ left, right, rows: new Set([index]), head: '' })
      else {
        own.left = Math.min(own.left, left)
        own.right = Math.max(own.right, right)
        own.rows.add(index)
      }
    }
  const first = Math.min(Infinity, ...columns.flatMap((column) => [...column.rows]))
  for (const column of columns)
    column.head = rows
      .slice(0, first)
      .flatMap((row) => row.cells.filter((cell) => cell.box[0] < column.right && cell.box[2] > column.left))
      .map((cell) => cell.text)
      .join(' ')
  return columns.sort((a, b) => a.left - b.left)
}

/** The column to the right, unless it stands beside the one before it and the heads speak for that. */
function choose(chosen: Column[], next: Column): Column[] {
  const beside = chosen.some(
    (column) => [...next.rows].filter((row) => column.rows.has(row)).length > BESIDE_SHARE * next.rows.size,
  )
  if (!beside) return [...chosen, next]
  const counted = (column: Column): number => (COUNTED.test(column.head) ? 10_000 : 0) + yearOf(column)
  const best = Math.max(...chosen.map(counted))
  return counted(next) >= best ? [next] : chosen
}

function yearOf(column: Column): number {
  return Number(/\b(?:19|20)\d\d\b/.exec(column.head)?.[0] ?? 0)
}
