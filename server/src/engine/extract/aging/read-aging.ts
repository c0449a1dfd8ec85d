/**
 * Agings: a table of parties by how late they are, or of their open items. The heads say which columns are buckets; a
 * detail report may name its buckets in rows instead, between which the items stand.
 */
import { isArtefactRow } from '../../layout/artefacts.ts'
import type { HeadedTable } from '../../layout/headed-table.ts'
import { readHeadedTable } from '../../layout/headed-table.ts'
import { periodEndOf } from '../../layout/period-heading.ts'
import { pageToRows } from '../../layout/rows.ts'
import type { AgingClass, AgingReading } from '../../model/aging.ts'
import type { Leftover } from '../../model/extraction.ts'
import type { Page } from '../../model/page.ts'
import { cellToLeftover, isLooseAmount } from '../cells.ts'
import { readReportHeader } from '../statement/report-header.ts'
import { columnsOf, readAgingRows } from './rows.ts'
import { roleOfHead } from './heads.ts'

/** Heads of these roles make a band of heads. */
const LEAST_HEADS = 2

export function readAging(pages: readonly Page[], of: AgingClass): AgingReading {
  const table = readHeadedTable(pages, (text) => roleOfHead(text) !== 'other', LEAST_HEADS)
  const top = table?.columns.reduce((least, column) => Math.min(least, column.box[1]), Infinity) ?? Infinity
  const [first] = pages
  const head = first === undefined ? [] : pageToRows(first).filter((row) => row.box[1] < top)
  const header = readReportHeader(pages, [head])
  const date = header.period === null ? null : periodEndOf(header.period.heading)
  const common = {
    class: of,
    kind: pages.find((page) => page.kind === 'ocr')?.kind ?? first?.kind ?? 'digital',
    pages: [...new Set(pages.map((page) => page.number))],
    currency: header.currency,
    scale: header.scale,
    asOf: header.period === null || date === null ? null : { date, source: header.period.source },
  }
  if (table === null) return { ...common, buckets: [], rows: [], partyTotals: [], totals: null, leftovers: [] }
  const columns = columnsOf(table)
  const { leftovers, ...read } = readAgingRows(table.rows, columns)
  return { ...common, ...read, leftovers: [...titleLeftovers(table), ...leftovers] }
}

/** Amounts above the table that stand apart from any sentence. */
function titleLeftovers(table: HeadedTable): Leftover[] {
  return table.above.flatMap((row) => {
    if (isArtefactRow(row.cells.map((cell) => cell.text).join(' '))) return []
    return row.cells.filter(isLooseAmount).map((cell) => cellToLeftover(cell, 'unplaced', null))
  })
}
