/**
 * A statement written down as it would print: statement`…` with one line per line, two spaces of indentation a level,
 * and figures set off from the caption by two spaces or more. The first period is 2024, the next the year before.
 */
import { parsePrintedNumber } from '../../src/engine/layout/printed-number.ts'
import type { Amounts } from '../../src/engine/model/mapping.ts'
import type { Statement } from '../../src/engine/model/statement.ts'

export function statement(page: TemplateStringsArray): Statement {
  const printed = (page[0] ?? '').split('\n').filter((line) => line.trim() !== '')
  const margin = Math.min(...printed.map(indentation))
  const rows = printed.map((line) => {
    const [label = '', ...cells] = line.trim().split(/\s{2,}/)
    return { label, depth: (indentation(line) - margin) / 2, cells }
  })
  const periods = Math.max(1, ...rows.map((row) => row.cells.length))
  const lines = rows.map(({ label, depth, cells }, index) => {
    const values: Amounts = Array.from({ length: periods }, (_, period) => amountIn(cells[period] ?? ''))
    const sources = values.map((value, period) =>
      value === null
        ? null
        : ({ kind: 'printed', pages: [1], documentId: 'doc', address: `lines.${index}.${period}` } as const),
    )
    return { key: label, label, depth, values, sources }
  })
  const years = Array.from({ length: periods }, (_, at) => 2024 - at)
  return {
    documentId: 'doc',
    periods: years.map((year) => ({
      fiscalYear: year,
      periodEnd: `${year}-12-31`,
      label: String(year),
      monthsCovered: 12,
    })),
    lines,
    scale: 1,
  }
}

function indentation(line: string): number {
  return line.length - line.trimStart().length
}

function amountIn(cell: string): Amounts[number] {
  const number = parsePrintedNumber(cell)
  return number.is === 'amount' ? number.cents : null
}
