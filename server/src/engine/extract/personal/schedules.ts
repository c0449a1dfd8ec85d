/** The tables behind the face: a row for each note, security or policy, or a column for each property. */
import type { TableCell } from '../../layout/cell-rows.ts'
import type { HeadedRow, HeadedTable } from '../../layout/headed-table.ts'
import { readHeadedTable } from '../../layout/headed-table.ts'
import { slicePage } from '../../layout/page-slice.ts'
import type { Leftover } from '../../model/extraction.ts'
import type { Page } from '../../model/page.ts'
import type { PersonalSchedule, ScheduleCell, ScheduleRow } from '../../model/personal.ts'
import { cellToFigure, cellToLeftover, isLooseAmount } from '../cells.ts'
import type { Block } from './blocks.ts'

type ScheduleBlock = Extract<Block, { kind: 'schedule' }>

const HEAD =
  /\b(?:names?|noteholders?|creditors?|lenders?|institution|address|original|balance|payments?|frequency|secured|collateral|shares|securit(?:y|ies)|cost|value|date|property|type|title|mortgage|polic(?:y|ies)|insured|insurer|beneficiar(?:y|ies)|amount|rate|account|owner|description|maturity|terms|company|loan|purchase|price|owed|held)\b/i
const MONEY =
  /\b(?:amount|balance|value|cost|price|payments?|owed|owing|cash surrender|income|due|loans?)\b(?!.*\b(?:date|number|no\.?|frequency|status|holder|terms|exchange)\b)/i
const PROPERTY = /^(?:property|parcel|unit)\s+(?:[a-z]|\d{1,2})$/i
const TOTAL = /^(?:sub-?|grand )?totals?\b|\btotals?:?$/i
const LEAST_HEADS = 2
/** The second line of a cell is nearer than this, in letter heights. */
const WRAP_GAP = 0.7

export interface ReadSchedules {
  readonly schedule: PersonalSchedule | null
  readonly leftovers: readonly Leftover[]
}

export function readSchedule(block: ScheduleBlock, pages: readonly Page[]): ReadSchedules {
  const { heading } = block
  const title = (heading.cells[0]?.text ?? '').replace(/\s*\(.*$/, '').replace(/[\s.:]+$/, '')
  const slices = slicesOf(block, pages)
  const table =
    readHeadedTable(slices, (text) => PROPERTY.test(text), 1) ??
    readHeadedTable(slices, (text) => HEAD.test(text) && text.split(' ').length < 9, LEAST_HEADS)
  if (table === null) return { schedule: null, leftovers: loose(block) }
  const source = { page: heading.page, box: heading.box, text: title }
  const { rows, leftovers } = new TableRows(table).read()
  const isTotal = (row: ScheduleRow): boolean => TOTAL.test(row.label)
  const columns = table.columns.map((column) => column.head)
  const schedule = { title, source, columns, rows: rows.filter((row) => !isTotal(row)), totals: rows.filter(isTotal) }
  return rows.length === 0 ? { schedule: null, leftovers } : { schedule, leftovers }
}

/** The part of each page that the block's rows take up. */
function slicesOf(block: ScheduleBlock, pages: readonly Page[]): Page[] {
  const numbers = [...new Set(block.rows.map((row) => row.page))]
  return numbers.flatMap((number) => {
    const page = pages.find((one) => one.number === number)
    const rows = block.rows.filter((row) => row.page === number)
    const [top, bottom] = [Math.min(...rows.map((row) => row.box[1])), Math.max(...rows.map((row) => row.box[3]))]
    return page === undefined ? [] : [slicePage(page, top - 0.5, bottom + 0.5)]
  })
}

function loose(block: ScheduleBlock): Leftover[] {
  return block.rows.flatMap((row) =>
    row.cells.filter(isLooseAmount).map((cell) => cellToLeftover(cell, 'outside', null)),
  )
}

class TableRows {
  readonly #table: HeadedTable
  /** A column for each property: then the caption of a row says what its cells are. */
  readonly #turned: boolean
  readonly #rows: { row: HeadedRow; label: string; cells: (ScheduleCell | null)[] }[] = []
  readonly #leftovers: Leftover[] = []

  constructor(table: HeadedTable) {
    this.#table = table
    this.#turned = table.columns.filter((column) => PROPERTY.test(column.head)).length > 0
  }

  read(): { rows: ScheduleRow[]; leftovers: Leftover[] } {
    for (const row of this.#table.rows) this.#take(row)
    return { rows: this.#rows.map(({ label, cells }) => ({ label, cells })), leftovers: this.#leftovers }
  }

  #take(row: HeadedRow): void {
    const last = this.#rows.at(-1)
    if (last !== undefined && isWrap(row, last.row)) {
      last.cells = last.cells.map((cell, index) => joined(cell, row.columns[index] ?? null))
      last.label = this.#labelOf(row) === '' ? last.label : `${last.label} ${this.#labelOf(row)}`
      last.row = row
      return
    }
    const label = this.#labelOf(row)
    const cells = row.columns.map((cell, index) => cell && this.#toCell(cell, index, label))
    // A heading between rows, or a sentence of the form.
    if (row.cells.length > 1 || cells.some((cell) => cell?.figure)) this.#rows.push({ row, label, cells })
    for (const cell of row.stray) if (isLooseAmount(cell)) this.#leftovers.push(cellToLeftover(cell, 'unplaced', null))
  }

  #labelOf(row: HeadedRow): string {
    const own = row.columns.find((cell) => cell !== null && cell.number === null && /\p{L}{2,}/u.test(cell.text))
    return own?.text ?? ''
  }

  #toCell(cell: TableCell, index: number, label: string): ScheduleCell {
    const head = this.#table.columns[index]?.head ?? ''
    const money = MONEY.test(this.#turned ? label : head) || (TOTAL.test(label) && cell.number?.marked === true)
    return { page: cell.page, box: cell.box, text: cell.text, figure: money ? cellToFigure(cell) : null }
  }
}

/** Texts only, close below, in fewer cells than the row above: second lines. */
function isWrap(row: HeadedRow, above: HeadedRow): boolean {
  if (row.page !== above.page || row.cells.some((cell) => cell.number !== null)) return false
  const size = Math.max(...row.cells.map((cell) => cell.size), 1)
  return row.box[1] - above.box[3] < WRAP_GAP * size && row.cells.length < above.cells.length
}

function joined(cell: ScheduleCell | null, below: TableCell | null): ScheduleCell | null {
  if (cell === null || below === null) return cell
  return cell.figure === null ? { ...cell, text: `${cell.text} ${below.text}` } : cell
}
