/**
 * Rows to blocks: a heading opens the part below it, two headings side by side open two parts that share their rows,
 * and `Section 4` opens a schedule. What stands before the first heading is the head of the statement.
 */
import type { CellRow } from '../../layout/cell-rows.ts'
import type { PersonalPart } from '../../model/personal.ts'
import { holdsAmount } from './amount-bands.ts'
import { isScheduleHeading, partOfHeading } from '../../model/personal-captions.ts'

export interface Heading {
  readonly part: PersonalPart
  readonly left: number
}

export type Block =
  | { readonly kind: 'parts'; readonly headings: readonly Heading[]; readonly rows: CellRow[] }
  | { readonly kind: 'schedule'; readonly heading: CellRow; readonly rows: CellRow[] }
  | { readonly kind: 'outside'; readonly rows: CellRow[] }

/** Opens a field of free text on most forms. */
const FREE_TEXT = /^(?:description of|describe|please (?:describe|list|explain)|explain|remarks|comments|notes:)/i
/** Behind this line a bare title can be that of a schedule; before it, it is a caption. */
const END_OF_FACE = /^(?:total liabilities|(?:total )?net worth)\b/i
/** Rows looked at to see whether a heading on the left leaves the right side as it is. */
const LOOK_AHEAD = 4

export function rowsToBlocks(rows: readonly CellRow[]): Block[] {
  const blocks: Block[] = [{ kind: 'outside', rows: [] }]
  let behind = false
  for (const [index, row] of rows.entries()) {
    behind ||= row.cells.some((cell) => END_OF_FACE.test(cell.text))
    const current = blocks.at(-1)
    const headings = headingsOf(row)
    const first = row.cells[0]?.text ?? ''
    const filled = row.cells.some(holdsAmount)
    if (headings.length > 1 || (headings.length === 1 && !filled && !staysBeside(current, headings, rows, index)))
      blocks.push({ kind: 'parts', headings, rows: [row] })
    else if (!filled && isScheduleHeading(first, row.cells.length === 1 && behind))
      blocks.push({ kind: 'schedule', heading: row, rows: [] })
    else if (!filled && FREE_TEXT.test(first) && current?.kind !== 'schedule')
      blocks.push({ kind: 'outside', rows: [row] })
    else current?.rows.push(row)
  }
  return blocks
}

export function headingsOf(row: CellRow): Heading[] {
  return row.cells.flatMap((cell) => {
    const part = cell.number === null ? partOfHeading(cell.text) : null
    return part === null ? [] : [{ part, left: cell.box[0] }]
  })
}

/** A single heading between two parts side by side may change one of them: then the other goes on. */
function staysBeside(
  current: Block | undefined,
  [heading]: readonly Heading[],
  rows: readonly CellRow[],
  index: number,
): boolean {
  if (current?.kind !== 'parts' || current.headings.length < 2 || heading === undefined) return false
  const right = current.headings[1]?.left ?? Infinity
  if (heading.left > (current.headings[0]?.left ?? 0) + 0.5 * (right - (current.headings[0]?.left ?? 0))) return true
  const beside = (row: CellRow | undefined): boolean =>
    row?.cells.some((cell) => cell.number === null && cell.box[0] >= right - 60) === true
  return rows.slice(index, index + LOOK_AHEAD).filter(beside).length > 1
}
