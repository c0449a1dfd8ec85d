/** Rows as a table for a terminal: a head, columns as wide as their widest cell, figures to the right. */

export interface Column<Row> {
  readonly head: string
  readonly cell: (row: Row) => string
  readonly right?: boolean
}

export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const cells = [
    columns.map((column) => column.head),
    ...rows.map((row) => columns.map((column) => plain(column.cell(row)))),
  ]
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)))
  const lines = cells.map((line) =>
    line
      .map((cell, index) =>
        columns[index]?.right ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
  return lines.join('\n')
}

/** Names come from documents and customers: a control character in one must not reach the terminal. */
export function plain(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}

const UNITS = ['B', 'kB', 'MB', 'GB']

/** 1536 → '1.5 kB'. */
export function bytes(count: number): string {
  const power = count < 1000 ? 0 : Math.min(Math.floor(Math.log10(count) / 3), UNITS.length - 1)
  return `${power === 0 ? count : (count / 1000 ** power).toFixed(1)} ${UNITS[power] ?? ''}`
}
