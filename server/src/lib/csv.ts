/**
 * Comma-separated text (RFC 4180) that a spreadsheet may open: a cell that would begin a formula is made text by an
 * apostrophe, as spreadsheets themselves write it. Numbers are none: `-5.00` stays the number it is.
 */
const FORMULA_START = /^[=+\-@\t\r\n|]/
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/
const NEEDS_QUOTES = /[",\r\n]/

export type CsvCell = string | number | boolean | null

export function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  const text = String(cell)
  // Spaces in front do not stop a spreadsheet from seeing the formula behind them.
  const risky = FORMULA_START.test(text.trimStart()) || FORMULA_START.test(text)
  const safe = risky && !PLAIN_NUMBER.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}
