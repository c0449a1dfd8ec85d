/**
 * Which printed columns are periods. Percentages, budgets and variances stand beside the figures but are not figures
 * of a period, and columns by store or donor are parts of one.
 */
import type { Period } from '../model/statement.ts'
import { BUDGET_HEAD, CHANGE_HEAD, FORECAST_HEAD, PERCENT_HEAD } from './column-words.ts'
import { parsePrintedNumber } from './printed-number.ts'
import { parsePrintedPeriod } from './printed-period.ts'

export type ColumnKind = 'percent' | 'budget' | 'variance' | 'period' | 'total' | 'other'

export interface PrintedTable {
  /** Column heads as printed, '' where there is none. */
  readonly columns: readonly string[]
  readonly rows: readonly { readonly cells: readonly string[] }[]
  /** The statement's own title line about its period; null when it prints none. */
  readonly header: string | null
  /** The year to state when the page prints none at all. */
  readonly fallbackYear: number
}

export interface PeriodColumns {
  readonly kinds: readonly ColumnKind[]
  /** Indexes of the columns that are periods, in print order, and the period of each. */
  readonly kept: readonly number[]
  readonly periods: readonly Period[]
}

export function columnsToPeriods(table: PrintedTable): PeriodColumns {
  const kinds = table.columns.map((head, column) => kindOf(head, cellsOf(table, column)))
  const ofKind = (kind: ColumnKind) => kinds.flatMap((found, column) => (found === kind ? [column] : []))
  const periods = ofKind('period')
  const totals = ofKind('total').filter((total) => !periods.some((period) => sameCells(table, total, period)))
  const others = ofKind('other')
  // One column that says nothing of its own is the statement's; several are its parts, and only a total joins them.
  const alone = periods.length === 0 && ofKind('total').length === 0 && others.length === 1 ? others : []
  const kept = [...periods, ...totals, ...alone].sort((a, b) => a - b)
  return { kinds, kept, periods: kept.map((column) => periodOf(table, column, kinds)) }
}

function kindOf(printed: string, cells: readonly string[]): ColumnKind {
  const head = printed.normalize('NFKC').toLowerCase()
  const figures = cells.map(parsePrintedNumber).filter(({ is }) => is === 'amount' || is === 'percent')
  if (PERCENT_HEAD.test(head) || (figures.length > 0 && figures.every(({ is }) => is === 'percent'))) return 'percent'
  if (BUDGET_HEAD.test(head) || FORECAST_HEAD.test(head)) return 'budget'
  if (CHANGE_HEAD.test(head)) return 'variance'
  if (parsePrintedPeriod(printed) !== null) return 'period'
  return /^totals?$/.test(head.trim()) ? 'total' : 'other'
}

function periodOf(table: PrintedTable, column: number, kinds: readonly ColumnKind[]): Period {
  const head = table.columns[column] ?? ''
  const own = parsePrintedPeriod(head)
  if (own) return { ...own, label: head }
  const joined = kinds.flatMap((kind, index) =>
    kind === 'period' ? [parsePrintedPeriod(table.columns[index] ?? '')] : [],
  )
  const months = joined.filter((period) => period !== null)
  if (months.length === 0) return periodOfHeader(table)
  return {
    fiscalYear: Math.max(...months.map((period) => period.fiscalYear)),
    periodEnd: months.reduce<string | null>((last, { periodEnd }) => latest(last, periodEnd), null),
    label: head,
    monthsCovered: months.reduce<number | null>((sum, { monthsCovered }) => plusOrNull(sum, monthsCovered), 0),
  }
}

function periodOfHeader({ header, fallbackYear }: PrintedTable): Period {
  const stated = header === null ? null : parsePrintedPeriod(header)
  return stated
    ? { ...stated, label: header }
    : { fiscalYear: fallbackYear, periodEnd: null, label: null, monthsCovered: null }
}

function latest(a: string | null, b: string | null): string | null {
  return a === null ? b : b === null || a > b ? a : b
}

function plusOrNull(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b
}

function cellsOf({ rows }: PrintedTable, column: number): string[] {
  return rows.map((row) => row.cells[column] ?? '')
}

function sameCells(table: PrintedTable, a: number, b: number): boolean {
  return table.rows.every((row) => (row.cells[a] ?? '').trim() === (row.cells[b] ?? '').trim())
}
