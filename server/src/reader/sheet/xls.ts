/** XLS workbooks of the years before 2007, through SheetJS: everything else that knows SheetJS formats numbers. */
import { read, type CellObject, type WorkBook, type WorkSheet } from '@e965/xlsx'
import type { PageNote } from '../../engine/model/page.ts'
import { ReadFailure } from '../failure.ts'
import type { InputFile } from '../input.ts'
import { Grid, type GridCell, type SheetPages } from './grid.ts'

const POINTS_PER_PIXEL = 0.75

export function readXls(input: InputFile, pages: SheetPages): Promise<void> {
  const workbook = openWorkbook(input.all())
  for (const [index, name] of workbook.SheetNames.entries()) {
    const isHidden = (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0
    const sheet = workbook.Sheets[name]
    if (!isHidden && sheet !== undefined) readSheet(sheet, name, pages)
  }
  return Promise.resolve()
}

function openWorkbook(bytes: Uint8Array): WorkBook {
  try {
    return read(bytes, {
      type: 'array',
      dense: true,
      cellNF: true,
      cellStyles: true,
      cellFormula: false,
      cellHTML: false,
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new ReadFailure(/password|encrypt/i.test(message) ? 'encrypted' : 'unreadable', message)
  }
}

function readSheet(sheet: WorkSheet, name: string, pages: SheetPages): void {
  const columns = sheet['!cols'] ?? []
  const rowsOf = (sheet as { '!data'?: (CellObject | undefined)[][] })['!data'] ?? []
  const spans = new Map((sheet['!merges'] ?? []).map(({ s, e }) => [`${s.r},${s.c}`, e.c - s.c + 1]))
  const widths = columns.map((column) => (column.hidden === true ? 0 : (column.wpx ?? 64) * POINTS_PER_PIXEL))
  let hiddenCells = 0
  const rows = rowsOf.flatMap((values, index) => {
    const isRowHidden = sheet['!rows']?.[index]?.hidden === true
    const cells: GridCell[] = []
    for (const [column, cell] of values.entries()) {
      if (cell === undefined) continue
      const made = gridCell(cell, column, spans.get(`${index},${column}`))
      if (made === null) continue
      if (isRowHidden || columns[column]?.hidden === true) hiddenCells += 1
      else cells.push(made)
    }
    return cells.length === 0 ? [] : [{ index, cells }]
  })
  const notes: PageNote[] = hiddenCells > 0 ? [{ code: 'hidden_cells', count: hiddenCells }] : []
  const grid = new Grid(pages, { title: name, columnWidths: widths, notes })
  for (const row of rows) grid.add(row)
  grid.finish()
}

function gridCell(cell: CellObject, column: number, span: number | undefined): GridCell | null {
  const text = cell.w ?? (cell.v === undefined ? '' : String(cell.v))
  if (text.trim() === '') return null
  const indent = (text.length - text.trimStart().length) / 3
  return {
    column,
    text,
    align: cell.t === 'n' || cell.t === 'd' ? 'right' : 'left',
    indent: cell.t === 's' ? indent : 0,
    ...(span === undefined ? {} : { span }),
  }
}
