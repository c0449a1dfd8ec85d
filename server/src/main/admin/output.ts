/** How the operator's commands print. */

export function print(value: unknown, words: string, asJson: boolean): void {
  console.log(
    asJson
      ? JSON.stringify(value, (_name, member: unknown) => (typeof member === 'bigint' ? Number(member) : member), 2)
      : words,
  )
}

/** Rows under heads, columns as wide as they need. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  if (rows.length === 0) return 'None.'
  return [line(heads), ...rows.map(line)].join('\n')
}
