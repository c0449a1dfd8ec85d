/** A generated statement as a workbook: real numbers under number formats, captions indented as programs do it. */
import { writeXlsx } from 'hucre'
import type { Cell, CellValue } from 'hucre'
import type { Generated, PrintedRow } from './generate.ts'

export async function statementToWorkbook(document: Generated): Promise<Uint8Array> {
  const rows: CellValue[][] = document.head.map((line) => [line])
  const cells = new Map<string, Partial<Cell>>()
  const headRows = Math.max(...document.columns.map((column) => column.heads.length))
  for (let row = 0; row < headRows; row += 1)
    rows.push(['', ...document.columns.map((column) => column.heads[row] ?? '')])
  for (const row of document.rows) {
    const at = rows.length
    rows.push([row.label, ...row.cells.map((cell, index) => cellValue(row, cell, index, document))])
    cells.set(`${at},0`, { style: { font: { bold: row.bold }, alignment: { indent: row.depth } } })
    for (const [index, column] of document.columns.entries())
      cells.set(`${at},${index + 1}`, {
        style: { font: { bold: row.bold }, numFmt: column.kind === 'percent' ? '0.0%' : formatOf(document) },
      })
  }
  const columns = [{ width: 46 }, ...document.columns.map(() => ({ width: 16 }))]
  return writeXlsx({
    sheets: [
      {
        name:
          document.class === 'balance-sheet' ? 'Balance Sheet' : document.class === 'cash-flow' ? 'Cash Flow' : 'P&L',
        columns,
        rows,
        cells,
      },
    ],
  })
}

function cellValue(row: PrintedRow, cell: string | null, index: number, document: Generated): CellValue {
  if (cell === null) return null
  const number = row.numbers[index] ?? null
  if (document.columns[index]?.kind === 'percent') return Number(cell.replace('%', '')) / 100
  return number === null ? null : Number(number) / 100
}

function formatOf({ style }: Generated): string {
  const digits = style.decimals ? '#,##0.00' : '#,##0'
  const zero = style.zero === 'dash' ? '"-"' : digits
  return style.negative === 'brackets' ? `${digits};(${digits});${zero}` : `${digits};-${digits};${zero}`
}
