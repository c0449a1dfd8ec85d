/** Workbooks of one table. Amounts become numbers, so that a spreadsheet can add them up; all else stays text. */
import { writeXlsx } from 'hucre'
import type { CellValue } from 'hucre'
import type { SheetWriter } from '../domain/deps.ts'

type Cell = string | number | boolean | null
/** Two decimals and few enough digits that a spreadsheet's number holds every cent. */
const AMOUNT = /^-?\d{1,12}\.\d\d$/
const MAX_WIDTH = 60
const MIN_WIDTH = 10

export class XlsxSheets implements SheetWriter {
  async write(name: string, rows: readonly (readonly Cell[])[]): Promise<Uint8Array> {
    const cells = new Map<string, { style: { numFmt?: string; font?: { bold: boolean } } }>()
    const values = rows.map((row, at) =>
      row.map((cell, column): CellValue => {
        if (at === 0) cells.set(`0,${column}`, { style: { font: { bold: true } } })
        if (typeof cell !== 'string' || !AMOUNT.test(cell)) return cell
        cells.set(`${at},${column}`, { style: { numFmt: '#,##0.00;-#,##0.00' } })
        return Number(cell)
      }),
    )
    const columns = (rows[0] ?? []).map((_, column) => ({ width: widthOf(rows, column) }))
    return writeXlsx({ sheets: [{ name, columns, rows: values, cells, freezePane: { rows: 1 } }] })
  }
}

function widthOf(rows: readonly (readonly Cell[])[], column: number): number {
  let longest = MIN_WIDTH
  for (const row of rows) longest = Math.max(longest, String(row[column] ?? '').length + 2)
  return Math.min(longest, MAX_WIDTH)
}
