/** Cells of a table to what the extractions are made of. */
import type { TableCell } from '../layout/cell-rows.ts'
import type { Figure, Leftover } from '../model/extraction.ts'

/** Null for a text or a share. */
export function cellToFigure(cell: TableCell): Figure | null {
  if (cell.number === null || cell.number.percent) return null
  return { value: cell.number.cents, decimals: cell.number.decimals, page: cell.page, box: cell.box, text: cell.text }
}

export function cellToLeftover(cell: TableCell, reason: Leftover['reason'], column: string | null): Leftover {
  return { page: cell.page, box: cell.box, text: cell.text, reason, column }
}

/** An amount outside the table that looks like one: a note number or a page number is none. */
export function isLooseAmount(cell: TableCell): boolean {
  const { number } = cell
  return number !== null && number.marked && !number.nil && !number.percent && number.digits >= 3
}
