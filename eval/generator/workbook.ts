/** A generated statement as a workbook: real numbers under number formats, captions indented as programs do it. */
import { writeXlsx } from 'hucre'
import type { Cell, CellValue } from 'hucre'
import type { Generated, PrintedRow } from './generate.ts'

export async function statementToWorkbook(document: Generated): Promise<Uint8Array> {
  const rows: CellValue[][] = document.head.map((line) => [line])
  const cells = new Map<string, Partial<Cell>>()
  const nested = isNested(document)
  const captions = nested ? 1 + Math.max(...document.rows.map((row) => row.depth)) : 1
  const headRows = Math.max(...document.columns.map((column) => column.heads.length))
  const blanks = Array.from({ length: captions }, () => '')
  for (let row = 0; row < headRows; row += 1)
    rows.push([
      ...blanks,
      ...document.columns.map((column) => column.heads[column.heads.length - headRows + row] ?? ''),
    ])
  for (const row of document.rows) {
    const at = rows.length
    const label = blanks.map((blank, depth) => (depth === (nested ? row.depth : 0) ? row.label : blank))
    rows.push([...label, ...row.cells.map((cell, index) => cellValue(row, cell, index, document))])
    cells.set(`${at},0`, { style: { font: { bold: row.bold }, alignment: { indent: nested ? 0 : row.depth } } })
    for (const [index, column] of document.columns.entries())
      cells.set(`${at},${index + captions}`, {
        style: { font: { bold: row.bold }, numFmt: column.kind === 'percent' ? '0.0%' : formatOf(document) },
      })
  }
  const columns = [
    ...blanks.map((_, index) => ({ width: nested && index + 1 < captions ? 3 : 46 })),
    ...document.columns.map(() => ({ width: 16 })),
  ]
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

/** Some programs put each level of captions in a column of its own. */
function isNested({ style }: Generated): boolean {
  return style.name === 'quickbooks-desktop' || style.name === 'numbered-accounts'
}

function cellValue(row: PrintedRow, cell: string | null, index: number, document: Generated): CellValue {
  if (cell === null) return null
  const number = row.numbers[index] ?? null
  if (document.columns[index]?.kind === 'percent' || cell.endsWith('%')) return Number(cell.replace('%', '')) / 100
  return number === null ? null : Number(number) / 100
}

function formatOf({ style }: Generated): string {
  const digits = style.decimals ? '#,##0.00' : '#,##0'
  const zero = style.zero === 'digits' || style.zero === 'blank' ? digits : '"-"'
  return style.negative.includes('brackets') ? `${digits};(${digits});${zero}` : `${digits};-${digits};${zero}`
}
