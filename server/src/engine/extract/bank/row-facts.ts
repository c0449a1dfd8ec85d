/** A row of a page, looked at once: its cells, the days in it, and which amounts stand in columns. */
import type { Row } from '../../layout/rows.ts'
import { boxAround } from '../../layout/rows.ts'
import type { Cell } from './amount.ts'
import { rowToCells } from './amount.ts'
import type { ColumnRole } from './captions.ts'
import type { Cluster } from './columns.ts'
import { clusterAmounts, rolesByHead } from './columns.ts'
import { inferRoles } from './infer-roles.ts'
import type { RowDay } from './row-days.ts'
import { daysInColumns, daysInRow } from './row-days.ts'
import type { HeadColumn, Panel } from './table-head.ts'

export interface RowFacts {
  readonly row: Row
  readonly cells: readonly Cell[]
  /** Those that stand where the list has its days. */
  readonly days: readonly RowDay[]
  /** Amounts by their column; an amount that stands in none is part of a text. */
  readonly roles: ReadonlyMap<Cell, ColumnRole>
  readonly size: number
}

/** A text nearer than this, in letter heights, holds the amount beside it as one of its words. */
const WORD_GAP = 0.6

/** The rows of one stretch under one head, or under none. */
export function factsOf(rows: readonly Row[], panel: Panel | null): RowFacts[] {
  const heads = panel?.columns ?? []
  const drafts = rows.map((row) => {
    const cells = rowToCells(row)
    return { row, cells, days: daysInColumns(daysInRow(row.words, row.page), heads, row.words) }
  })
  const candidates = drafts.map((draft) =>
    panel === null && draft.days.length === 0 ? [] : columnCandidates(draft.cells, draft.days),
  )
  const clusters = clusterAmounts(candidates)
  const roles = panel === null ? rolesByArithmetic(clusters, rows.length) : rolesByHead(clusters, heads)
  return drafts.map((draft) => ({ ...draft, roles, size: draft.row.words[0]?.size ?? 8 }))
}

function columnCandidates(cells: readonly Cell[], days: readonly RowDay[]): Cell[] {
  const dated = new Set(days.flatMap((day) => day.words))
  return cells.filter((cell, index) => {
    if (cell.amount === null || cell.words.some((word) => dated.has(word))) return false
    if (!cell.amount.marked && !cell.mended) return false
    const [before, next] = [cells[index - 1], cells[index + 1]]
    const touchesBefore = before?.amount === null && cell.box[0] - before.box[2] < WORD_GAP * cell.size
    const touchesNext =
      next?.amount === null && /\p{L}/u.test(next.text) && next.box[0] - cell.box[2] < WORD_GAP * cell.size
    return !touchesNext && !(touchesBefore && cell.amount.decimals === 0)
  })
}

function rolesByArithmetic(clusters: readonly Cluster[], rows: number): Map<Cell, ColumnRole> {
  const table = Array.from({ length: rows }, (_, row) =>
    clusters.map((cluster) => cluster.rows.get(row)?.amount ?? null),
  ).filter((row) => row.some((amount) => amount !== null))
  const roles = inferRoles(table, clusters.length)
  return new Map(
    clusters.flatMap((cluster, index) => cluster.cells.map((cell) => [cell, roles[index] ?? 'other'] as const)),
  )
}

/** The words of a row that lie in a panel. */
export function rowInPanel(row: Row, panel: Panel): Row | null {
  const words = row.words.filter((word) => {
    const middle = (word.box[0] + word.box[2]) / 2
    return middle >= panel.left && middle < panel.right
  })
  return words.length === 0 ? null : { page: row.page, words, box: boxAround(words.map((word) => word.box)) }
}

/** The row's text without its days and its columns of money. */
export function textOf({ cells, days, roles }: RowFacts): string {
  const dated = new Set(days.flatMap((day) => day.words))
  return cells
    .filter((cell) => !roles.has(cell) && !cell.words.every((word) => dated.has(word)))
    .map((cell) => cell.text)
    .join(' ')
    .trim()
}

export function leftOfText(heads: readonly HeadColumn[]): number | null {
  const text = heads.find((head) => head.role === 'text')
  return text === undefined ? null : text.box[0]
}
