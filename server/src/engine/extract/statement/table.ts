/** One panel of a page as a table: where its body begins, what each column is, which atom stands in which cell. */
import type { Atom } from '../../layout/atoms.ts'
import type { Column, GridRow } from '../../layout/columns.ts'
import { digitsEnd, isPartOfText } from '../../layout/columns.ts'
import type { HeadCell } from '../../layout/column-heads.ts'
import { columnHeads, rowToCells } from '../../layout/column-heads.ts'
import type { DateOrder } from '../../layout/dates.ts'
import type { Panel } from '../../layout/panels.ts'
import { readPeriodHeading } from '../../layout/period-heading.ts'
import { isHeaderText, isReportTitle } from './report-header.ts'
import type { SideColumns } from './side-columns.ts'
import { isAside } from './side-columns.ts'

export interface TableRow {
  readonly page: number
  readonly top: number
  readonly bottom: number
  readonly caption: readonly Atom[]
  /** Position i belongs to column i. */
  readonly cells: readonly (Atom | null)[]
  /** Numbers that stand in no column and in no caption. */
  readonly stray: readonly Atom[]
}

export interface Table {
  readonly page: number
  readonly columns: readonly Column[]
  readonly heads: readonly (readonly HeadCell[])[]
  /** Rows above the body that belong to the head of the report. */
  readonly headerRows: readonly GridRow[]
  readonly body: readonly TableRow[]
  /** Rows below the last figure. */
  readonly footerRows: readonly GridRow[]
}

/** An amount ends within this many letter heights of its column's edge. */
const EDGE_REACH = 1.1
/** A gap of this many letter heights sets a cell apart from the caption. */
const CELL_GAP = 1.6
/** `(2,5,23)` beside a caption. */
const NOTE_REFERENCE = /^[({[]?\d{1,2}[a-z]?(?:[,&]\s?\d{1,2}[a-z]?)*[)}\]]?$/i
/** `- 9 -`, `Page 2 of 3`. */
const FOLIO = /^[-–—]\s*\d{1,4}\s*[-–—]$|^page\s+\d/i
const YEAR = /^(?:19|20)\d\d$/
/** Rows of a title are closer to each other than this share of the gap below it. */
const TITLE_GAP_SHARE = 0.6
/** Headings that open a statement; never the name of a company. */
const SECTION =
  /^(?:[\p{L}\d]{1,3}[.)] )?(?:(?:current |fixed |non-?current )?assets|liabilities\b.*|equity|(?:operating |rental |ordinary )?(?:income|revenues?|expenses?)\b.*|sales|cash flows?\b.*|operating activities.*|support and revenue)$/iu
/** What stands over the captions, and is no caption itself. */
const CAPTION_HEAD =
  /^(?:distribution )?accounts?(?: (?:name|code))?$|^description$|^particulars$|^(?:line )?items?$|^captions?$|^notes?$|^details$|^(?:account )?code$|^anhang$|^category$|^classification$/i

export interface TableContext {
  readonly dateOrder: DateOrder
  /** Another page follows, so that a heading may stand below the last figure. */
  readonly continues: boolean
  readonly sides: SideColumns
}

export function panelToTable(panel: Panel, { dateOrder, continues, sides }: TableContext): Table {
  const { rows, columns } = panel
  const read = rows.map((row) => readRow(row, columns, sides))
  const isFigureRow = (index: number): boolean =>
    !FOLIO.test(textOf(rows[index])) &&
    read[index]?.cells.some((atom) => atom !== null && !isYear(atom)) === true &&
    !isHeadRow(rows[index], dateOrder)
  const indexes = rows.map((_, index) => index)
  const first = indexes.find(isFigureRow) ?? rows.length
  const lastFigure = indexes.findLast(isFigureRow) ?? -1
  const last = continues ? lastFigure + trailingHeadings(rows, lastFigure, dateOrder) : lastFigure
  const named = indexes.slice(0, first).findLast((index) => isHeader(rows[index], columns, dateOrder)) ?? -1
  const lastHead = named >= 0 && named + 1 < first && isEndOfTitle(rows, named + 1) ? named + 1 : named
  const openings = rows.slice(0, lastHead + 1).flatMap((row) => captionOfHeadRow(row, columns, dateOrder) ?? [])
  const units = rows.slice(first, first + 2).filter((row) => row.atoms.some((atom) => isUnitOver(atom, columns)))
  return {
    page: panel.page,
    columns,
    heads: columnHeads(
      [
        ...rows.slice(0, lastHead + 1).filter((row) => !isReportTitle(textOf(row)) && !namesAllYears(row)),
        ...units.map((row) => onlyUnits(row, columns)),
      ],
      columns,
    ),
    headerRows: rows.slice(0, lastHead + 1),
    body: [...openings, ...read.slice(lastHead + 1, last + 1)],
    footerRows: rows.slice(Math.max(last, lastHead) + 1),
  }
}

/**
 * The name of the company may stand last in the title, where nothing tells it from a heading but its place: in line
 * with the rows above it, close to them, and well apart from the table.
 */
function isEndOfTitle(rows: readonly GridRow[], index: number): boolean {
  const [above, row, below] = [rows[index - 1], rows[index], rows[index + 1]]
  if (!above || !row || !below || row.sheet || SECTION.test(textOf(row))) return false
  const span = ({ atoms }: GridRow): readonly [number, number] => [atoms[0]?.box[0] ?? 0, atoms.at(-1)?.box[2] ?? 0]
  const [[left, right], [from, to]] = [span(row), span(above)]
  const inLine = Math.abs(left - from) < 2 || Math.abs(left + right - from - to) < 4
  return inLine && row.top - above.bottom < TITLE_GAP_SHARE * (below.top - row.bottom)
}

/** `December 31, 2024 and 2023` speaks for the report; the head of a column names one year. */
function namesAllYears(row: GridRow): boolean {
  const cells = rowToCells(row)
  const years = new Set(cells[0]?.text.match(/\b(?:19|20)\d\d\b/g))
  return cells.length === 1 && years.size > 1 && !/\p{L}\s*[-–—]\s*\p{L}|\bto\b|\bthrough\b/u.test(cells[0]?.text ?? '')
}

/** How many rows right below the last figure are headings of what the next page goes on with. */
function trailingHeadings(rows: readonly GridRow[], last: number, order: DateOrder): number {
  let count = 0
  for (const row of rows.slice(last + 1)) {
    const [first] = row.atoms
    const above = rows[last + count]
    const text = textOf(row)
    const aligned = rows
      .slice(0, last + 1)
      .some((other) => Math.abs((other.atoms[0]?.box[0] ?? 0) - (first?.box[0] ?? 0)) < 3)
    const near = above !== undefined && row.top - above.bottom < 2.5 * (row.bottom - row.top)
    if (
      !aligned ||
      !near ||
      isHeaderText(text, order) ||
      /\d|\*|\bsee\b|\bnotes?\b|\bpage\b/i.test(text) ||
      text.split(' ').length > 6
    )
      break
    count += 1
  }
  return count
}

function textOf(row: GridRow | undefined): string {
  return (row?.atoms ?? []).flatMap((atom) => atom.words.map((word) => word.text)).join(' ')
}

/** A date over a column is made of numbers too; a row of nothing but dates is a head. */
function isHeadRow(row: GridRow | undefined, order: DateOrder): boolean {
  if (row === undefined) return false
  const cells = rowToCells(row).filter((cell) => /\d/.test(cell.text))
  return (
    cells.length > 0 &&
    cells.every((cell) => /\p{L}{3,}|\/|^\(?(?:19|20)\d\d\)?$/u.test(cell.text) && hasDate(cell.text, order)) &&
    !row.atoms.some((atom) => atom.number !== null && atom.number.marked && !/[,.]$|\//.test(atom.text))
  )
}

function hasDate(text: string, order: DateOrder): boolean {
  const heading = readPeriodHeading(text, order)
  return heading !== null && (heading.year !== null || heading.month !== null)
}

function isYear(atom: Atom): boolean {
  return YEAR.test(atom.text)
}

function isHeader(row: GridRow | undefined, columns: readonly Column[], order: DateOrder): boolean {
  if (row === undefined) return false
  const text = textOf(row)
  if (isHeaderText(text, order)) return true
  const left = Math.min(...columns.map((column) => column.left))
  return row.atoms.some(
    (atom) =>
      atom.box[2] > left &&
      // A long caption of a sheet runs over into the next cells; a head begins in its own.
      (!row.sheet || atom.box[0] > left - atom.size) &&
      overColumn(atom, columns) &&
      !/^[({[]?\d{1,2}[a-z]?[,)}\]]/i.test(atom.text),
  )
}

function overColumn(atom: Atom, columns: readonly Column[]): boolean {
  return columns.some((column) => atom.box[0] < column.right + atom.size && atom.box[2] > column.left - atom.size)
}

/** `ASSETS   2024   2023`: the head of the columns on the same row as the first heading of the body. */
function captionOfHeadRow(row: GridRow, columns: readonly Column[], order: DateOrder): TableRow | null {
  const left = Math.min(...columns.map((column) => column.left))
  const [first, ...others] = rowToCells(row)
  if (first === undefined || first.box[2] > left || left - first.box[0] < 6 * (first.box[3] - first.box[1])) return null
  const headed = others.some((cell) => UNIT.test(cell.text) || hasDate(cell.text, order))
  if (!headed || CAPTION_HEAD.test(first.text) || !/\p{L}{2,}/u.test(first.text) || isHeaderText(first.text, order))
    return null
  const caption = row.atoms.filter((atom) => atom.box[2] <= first.box[2])
  return { page: row.page, top: row.top, bottom: row.bottom, caption, cells: columns.map(() => null), stray: [] }
}

const UNIT = /^(?:[€£₹₱¥]|T?EUR|USD|INR|PHP|Rs\.?|T€|Php|\$?['’]?000['’]?s?)$/

function isUnitOver(atom: Atom, columns: readonly Column[]): boolean {
  return atom.number === null && UNIT.test(atom.text) && overColumn(atom, columns)
}

function onlyUnits(row: GridRow, columns: readonly Column[]): GridRow {
  return { ...row, atoms: row.atoms.filter((atom) => isUnitOver(atom, columns)) }
}

function readRow(row: GridRow, columns: readonly Column[], sides: SideColumns): TableRow {
  const cells: (Atom | null)[] = columns.map(() => null)
  const caption: Atom[] = []
  const stray: Atom[] = []
  let inCells = false
  for (const [index, atom] of row.atoms.entries()) {
    if (isAside(row.atoms, index, sides)) continue
    const place = atom.number === null ? -1 : columnOf(row, index, columns)
    if (place >= 0 && cells[place] === null) {
      cells[place] = atom
      inCells = true
    } else if (isUnitOver(atom, columns)) continue
    else if (!inCells) caption.push(atom)
    else if (atom.number !== null || /\d/.test(atom.text)) stray.push(atom)
  }
  return { page: row.page, top: row.top, bottom: row.bottom, caption: dropMargins(caption, columns), cells, stray }
}

/** The column that an amount stands in; -1 when it is part of a text or stands nowhere. */
function columnOf(row: GridRow, index: number, columns: readonly Column[]): number {
  const atom = row.atoms[index]
  if (atom === undefined) return -1
  if (isPartOfText(row.atoms, index)) return -1
  const before = row.atoms[index - 1]
  const clear = before === undefined || atom.box[0] - before.box[2] > CELL_GAP * atom.size
  let best = -1
  let bestDistance = Infinity
  for (const [place, column] of columns.entries()) {
    const distance = Math.min(Math.abs(atom.box[2] - column.right), Math.abs(digitsEnd(atom) - column.right))
    const within = atom.box[0] >= column.left - 1 && atom.box[2] <= column.right + EDGE_REACH * atom.size
    if (distance > EDGE_REACH * atom.size && !(clear && within)) continue
    if (distance < bestDistance) [best, bestDistance] = [place, distance]
  }
  return best
}

/** Specks that recognition made of dust and note signs, far right of the caption and without a word in them. */
function dropMargins(caption: readonly Atom[], columns: readonly Column[]): Atom[] {
  const kept: Atom[] = []
  for (const atom of caption) {
    const last = kept.at(-1)
    const apart = last !== undefined && atom.box[0] - last.box[2] > 2 * CELL_GAP * atom.size
    const reference =
      last !== undefined && atom.box[0] - last.box[2] > CELL_GAP * atom.size && NOTE_REFERENCE.test(atom.text)
    if ((reference || (apart && atom.text.length <= 2)) && overColumn(atom, columns)) continue
    kept.push(atom)
  }
  return kept
}
