/** Debt schedules: a row for every loan under heads in any order, and totals below some of them. */
import { isArtefactRow } from '../../layout/artefacts.ts'
import type { TableCell } from '../../layout/cell-rows.ts'
import type { HeadedRow, HeadedTable } from '../../layout/headed-table.ts'
import { readHeadedTable } from '../../layout/headed-table.ts'
import { periodEndOf } from '../../layout/period-heading.ts'
import { boxAround, pageToRows } from '../../layout/rows.ts'
import type { DebtCell, DebtColumn, DebtReading, DebtRow } from '../../model/debt.ts'
import type { Leftover } from '../../model/extraction.ts'
import type { Page } from '../../model/page.ts'
import { cellToFigure, cellToLeftover, isLooseAmount } from '../cells.ts'
import { readReportHeader } from '../statement/report-header.ts'
import { debtRoleOf } from '../../layout/debt-heads.ts'

const LEAST_HEADS = 2
/** A row with so many words in one cell is a sentence below the table. */
const SENTENCE_WORDS = 14
/** A second line of a cell is nearer than this, in letter heights. */
const WRAP_GAP = 0.9
const CLOSING =
  /^(?:grand |sub-?)?totals?\b|\btotals?:?$|^less\b|^(?:plus|add)\b:?|^unamortized\b|^long-term debt\b|^net (?:debt|long)|^current (?:portion|maturities)\b/i

export function readDebtSchedule(pages: readonly Page[]): DebtReading {
  const table = readHeadedTable(pages, (text) => debtRoleOf(text) !== 'other', LEAST_HEADS)
  const top = table?.columns.reduce((least, column) => Math.min(least, column.box[1]), Infinity) ?? Infinity
  const [first] = pages
  const header = readReportHeader(pages, [
    first === undefined ? [] : pageToRows(first).filter((row) => row.box[1] < top),
  ])
  const date = header.period === null ? null : periodEndOf(header.period.heading)
  const common = {
    kind: pages.find((page) => page.kind === 'ocr')?.kind ?? first?.kind ?? 'digital',
    pages: [...new Set(pages.map((page) => page.number))],
    currency: header.currency,
    scale: header.scale,
    asOf: header.period === null || date === null ? null : { date, source: header.period.source },
  }
  if (table === null) return { ...common, columns: [], debts: [], totals: [], leftovers: [] }
  const columns = columnsOf(table)
  return { ...common, columns, ...readRows(table, columns, first?.kind === 'sheet') }
}

function columnsOf(table: HeadedTable): DebtColumn[] {
  const heads = withSpannedHeads(table.columns.map((column) => column.head))
  const roles = heads.map(debtRoleOf)
  // Without a head that says creditor, the first column names the debts when it holds names.
  const named = table.rows.filter((row) => row.columns[0]?.number === null).length
  if (!roles.includes('creditor') && named * 2 > table.rows.length) roles[0] = 'creditor'
  return table.columns.map((column, index) => ({
    head: heads[index] ?? '',
    role: roles[index] ?? 'other',
    source: { page: table.rows[0]?.page ?? 1, box: column.box, text: column.head },
  }))
}

/** `Carrying value` over 2024 and 2023 stands over the first of them only, and is meant for both. */
function withSpannedHeads(heads: readonly string[]): string[] {
  const shown: string[] = []
  for (const head of heads) {
    const before = /^(.*\D)\s(?:19|20)\d\d$/.exec(shown.at(-1) ?? '')?.[1]
    shown.push(before !== undefined && /^(?:19|20)\d\d$/.test(head) ? `${before} ${head}` : head)
  }
  return shown
}

function readRows(
  table: HeadedTable,
  columns: readonly DebtColumn[],
  sheet: boolean,
): Pick<DebtReading, 'debts' | 'totals' | 'leftovers'> {
  const debts: DebtRow[] = []
  const totals: DebtRow[] = []
  const leftovers: Leftover[] = []
  const name = Math.max(
    0,
    columns.findIndex((column) => column.role === 'creditor'),
  )
  let previous: HeadedRow | null = null
  let over = false
  for (const row of table.rows) {
    const text = row.cells.map((cell) => cell.text).join(' ')
    over ||=
      row.cells.some((cell) => cell.text.split(' ').length >= SENTENCE_WORDS) ||
      (previous !== null && previous.page === row.page && row.box[1] - previous.box[3] > 6 * sizeOf(row))
    if (over || isFolio(row, text)) {
      if (!isArtefactRow(text))
        for (const cell of row.cells.filter(isLooseAmount))
          if (row.cells.length < 4) leftovers.push(cellToLeftover(cell, 'unplaced', null))
      continue
    }
    const caption = row.columns[name] ?? row.cells[0] ?? null
    const closing = caption !== null && CLOSING.test(caption.text)
    const list = closing || totals.length > 0 ? totals : debts
    const last = list.at(-1)
    if (!sheet && isWrap(row, previous) && last !== undefined) list[list.length - 1] = joined(last, row, columns, name)
    else if (row.cells.length > 1)
      list.push(toRow(row, columns, closing && row.columns[name] === null ? caption : (row.columns[name] ?? null)))
    for (const cell of row.stray) if (cell.number) leftovers.push(cellToLeftover(cell, 'unplaced', null))
    previous = row
  }
  return { debts, totals, leftovers }
}

function isFolio(row: HeadedRow, text: string): boolean {
  return row.cells.length === 1 && /^(?:page )?\d{1,4}(?: of \d{1,4})?$/i.test(text)
}

function sizeOf(row: HeadedRow): number {
  return Math.max(...row.cells.map((cell) => cell.size), 1)
}

/** Texts only, close below: second lines of the cells above. */
function isWrap(row: HeadedRow, previous: HeadedRow | null): boolean {
  if (previous?.page !== row.page || row.cells.some((cell) => isLooseAmount(cell))) return false
  const gap = row.box[1] - previous.box[3]
  return (
    gap < WRAP_GAP * sizeOf(row) &&
    row.cells.length < previous.cells.length &&
    row.cells.every((cell) => cell.number === null) &&
    !CLOSING.test(row.cells[0]?.text ?? '')
  )
}

function toRow(row: HeadedRow, columns: readonly DebtColumn[], caption: TableCell | null): DebtRow {
  // A number that stands first is a year or a count, and nobody's name.
  const label = caption?.number === null ? caption.text : ''
  const source = { page: row.page, box: caption?.box ?? row.box, text: label }
  const cells = row.columns.map((cell, index) => cell && toCell(cell, columns[index]))
  return { label, source, cells }
}

/** Rates, dates and pledges are texts, even where they look like amounts; so are years and counts of unnamed columns. */
function toCell(cell: TableCell, column: DebtColumn | undefined): DebtCell {
  const role = column?.role ?? 'other'
  const isText =
    ['rate', 'date', 'maturity', 'collateral', 'creditor'].includes(role) ||
    (role === 'other' && cell.number?.marked !== true)
  return { page: cell.page, box: cell.box, text: cell.text, figure: isText ? null : cellToFigure(cell) }
}

function joined(last: DebtRow, row: HeadedRow, columns: readonly DebtColumn[], name: number): DebtRow {
  const cells = last.cells.map((cell, index): DebtCell | null => {
    const below = row.columns[index] ?? null
    if (below === null) return cell
    if (cell === null) return toCell(below, columns[index])
    return { ...cell, text: `${cell.text} ${below.text}`, box: boxAround([cell.box, below.box]), figure: null }
  })
  const own = cells[name] ?? null
  return { label: own?.text ?? last.label, source: own ?? last.source, cells }
}
