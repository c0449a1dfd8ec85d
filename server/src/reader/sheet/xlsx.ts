/** XLSX workbooks, through hucre: everything that knows hucre is in this file. */
import {
  dateToSerial,
  EncryptedFileError,
  readXlsx,
  streamXlsxRows,
  type Cell,
  type CellStyle,
  type CellValue,
  type Sheet,
  type SheetFilterInfo,
} from 'hucre'
import type { PageNote } from '../../engine/model/page.ts'
import { ReadFailure } from '../failure.ts'
import type { InputFile } from '../input.ts'
import { DEFAULT_COLUMN_POINTS, Grid, type GridCell, type GridRow, type SheetPages } from './grid.ts'
import { formatNumber } from './number-format.ts'
import { zipEntries } from './zip-directory.ts'

/**
 * A sheet with styles takes about 750 bytes of memory to the cell, one without about 270: 24 MB of XML are some
 * 400,000 cells. Nobody reads a larger one as a statement; it is streamed, its numbers plain.
 */
const MAX_STYLED_XML_BYTES = 24 * 1024 * 1024
const WORKSHEET_PART = /^xl\/worksheets\/[^/]+\.xml$/i
/** Excel's column widths count digits of 7 pixels, with 5 of padding; a pixel is three quarters of a point. */
const POINTS_PER_DIGIT = 7 * 0.75
const COLUMN_PADDING_POINTS = 5 * 0.75
/** Columns past this are reported at the default width. */
const MAX_MEASURED_COLUMNS = 2000

export async function readXlsxFile(input: InputFile, pages: SheetPages): Promise<void> {
  const largest = Math.max(
    0,
    ...zipEntries(input)
      .filter((entry) => WORKSHEET_PART.test(entry.name))
      .map((entry) => entry.unpackedBytes),
  )
  const bytes = input.all()
  try {
    for (const { index, name } of await visibleSheets(bytes)) {
      if (largest > MAX_STYLED_XML_BYTES) await streamSheet(bytes, index, name, pages)
      else await readSheet(bytes, index, pages)
    }
  } catch (error) {
    if (error instanceof EncryptedFileError) throw new ReadFailure('encrypted', error.message)
    throw error
  }
}

/** What the workbook shows as tabs; sheets that are hidden are none of what was handed in. */
async function visibleSheets(bytes: Uint8Array): Promise<SheetFilterInfo[]> {
  const infos: SheetFilterInfo[] = []
  await readXlsx(bytes, {
    sheets: (info) => {
      infos.push(info)
      return false
    },
  })
  return infos.filter((info) => info.hidden !== true && info.veryHidden !== true)
}

async function readSheet(bytes: Uint8Array, index: number, pages: SheetPages): Promise<void> {
  const workbook = await readXlsx(bytes, { sheets: [index], readStyles: true })
  const sheet = workbook.sheets[0]
  if (sheet === undefined) return
  const { rows, hiddenCells } = gridRows(sheet, workbook.dateSystem === '1904')
  const notes: PageNote[] = hiddenCells > 0 ? [{ code: 'hidden_cells', count: hiddenCells }] : []
  const grid = new Grid(pages, { title: sheet.name, columnWidths: columnWidths(sheet), notes })
  for (const row of rows) grid.add(row)
  grid.finish()
}

async function streamSheet(bytes: Uint8Array, index: number, name: string, pages: SheetPages): Promise<void> {
  const notes: PageNote[] = [{ code: 'values_unformatted', count: 0 }]
  const grid = new Grid(pages, { title: name, columnWidths: null, notes })
  for await (const row of streamXlsxRows(bytes, { sheet: index })) {
    const cells = row.values.flatMap((value, column): GridCell[] => {
      const text = shownText(value, undefined, false)
      return text === '' ? [] : [{ column, text, align: isRight(value) ? 'right' : 'left' }]
    })
    if (cells.length > 0) grid.add({ index: row.index, cells })
  }
  grid.finish()
}

function columnWidths(sheet: Sheet): number[] {
  return (sheet.columns ?? []).slice(0, MAX_MEASURED_COLUMNS).map((column) => {
    if (column.hidden === true) return 0
    return column.width === undefined ? DEFAULT_COLUMN_POINTS : column.width * POINTS_PER_DIGIT + COLUMN_PADDING_POINTS
  })
}

function gridRows(sheet: Sheet, date1904: boolean): { rows: GridRow[]; hiddenCells: number } {
  const spans = mergedSpans(sheet)
  const hiddenColumns = new Set(
    (sheet.columns ?? []).flatMap((column, index) => (column.hidden === true ? [index] : [])),
  )
  const rows: GridRow[] = []
  let hiddenCells = 0
  for (const [index, values] of sheet.rows.entries()) {
    const definition = sheet.rowDefs?.get(index)
    const cells: GridCell[] = []
    for (const [column, value] of values.entries()) {
      const cell = sheet.cells?.get(`${index},${column}`)
      const made = gridCell(cell ?? { value, type: 'empty' }, column, spans.get(`${index},${column}`), date1904)
      if (made === null) continue
      if (definition?.hidden === true || hiddenColumns.has(column)) hiddenCells += made.text === '' ? 0 : 1
      else cells.push(made)
    }
    if (cells.length > 0)
      rows.push({ index, cells, ...(definition?.height === undefined ? {} : { height: definition.height }) })
  }
  return { rows, hiddenCells }
}

/** How many columns each merged cell takes, by the place of its top left corner. */
function mergedSpans(sheet: Sheet): Map<string, number> {
  const spans = new Map<string, number>()
  for (const { startRow, startCol, endCol } of sheet.merges ?? [])
    spans.set(`${startRow},${startCol}`, endCol - startCol + 1)
  return spans
}

/** Null for a cell that shows nothing: no text and no line. */
function gridCell(cell: Cell, column: number, span: number | undefined, date1904: boolean): GridCell | null {
  const { style } = cell
  const value = cell.value ?? cell.formulaResult ?? null
  const text = shownText(value, style, date1904)
  const lineAbove = style?.border?.top !== undefined
  const lineBelow = style?.border?.bottom !== undefined
  if (text === '' && !lineAbove && !lineBelow) return null
  return {
    column,
    text,
    align: alignment(value, style),
    indent: style?.alignment?.indent ?? leadingSpaces(value),
    bold: style?.font?.bold ?? false,
    font: style?.font?.name ?? null,
    ...(style?.font?.size === undefined ? {} : { size: style.font.size }),
    ...(span === undefined ? {} : { span }),
    ...(lineAbove ? { lineAbove } : {}),
    ...(lineBelow ? { lineBelow } : {}),
  }
}

function shownText(value: CellValue, style: CellStyle | undefined, date1904: boolean): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'number') return formatNumber(style?.numFmt ?? 'General', value, date1904)
  const format = style?.numFmt
  if (format === undefined) return value.toISOString().slice(0, 10)
  return formatNumber(format, dateToSerial(value, date1904), date1904)
}

function alignment(value: CellValue, style: CellStyle | undefined): GridCell['align'] {
  switch (style?.alignment?.horizontal) {
    case 'center':
    case 'centerContinuous':
      return 'center'
    case 'right':
      return 'right'
    case 'left':
      return 'left'
    default:
      return isRight(value) ? 'right' : 'left'
  }
}

function isRight(value: CellValue): boolean {
  return typeof value === 'number' || value instanceof Date
}

/** Accounting programs indent by spaces: three of them look like one step. */
function leadingSpaces(value: CellValue): number {
  return typeof value === 'string' ? (value.length - value.trimStart().length) / 3 : 0
}
