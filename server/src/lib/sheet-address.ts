/** Where cells of a spreadsheet stand, in its own way of writing. Rows and columns count from 0 here. */

export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26) - 1
  return `${rest >= 0 ? columnLetters(rest) : ''}${String.fromCharCode(65 + (column % 26))}`
}

export function cellAddress(row: number, column: number): string {
  return `${columnLetters(column)}${row + 1}`
}

/** In quotation marks always: a name may hold spaces, or look like a cell. */
export const quotedSheet = (name: string): string => `'${name.replaceAll("'", "''")}'`
