/**
 * The columns of an entity's spread. Documents meet in a column when they are of the same basis and the same period;
 * where two of a kind do, one is believed and the other is named beside it. A balance sheet is of a day, and joins
 * every period that ends on it.
 */
import type { NamedPeriod } from '../model/spread.ts'
import type { Basis, PeriodReadings, Reading, StatementColumn } from './readings.ts'

export interface Column {
  /** Names the column within its entity. */
  readonly id: string
  readonly basis: Basis
  readonly fiscalYear: number
  readonly periodEnd: string | null
  readonly monthsCovered: number | null
  readonly statement: StatementColumn | null
  readonly documentIds: readonly string[]
  readonly supersededIds: readonly string[]
  readonly readings: ReadonlyMap<string, Reading>
}

export function readingsToColumns(all: readonly PeriodReadings[]): Column[] {
  const groups = new Map<string, PeriodReadings[]>()
  for (const one of all.filter(({ isInstant }) => !isInstant)) join(groups, columnId(one), one)
  for (const one of all.filter(({ isInstant }) => isInstant)) {
    const ending = [...groups].filter(([, [first]]) => first && !first.isInstant && endsWith(first, one))
    if (ending.length === 0) join(groups, columnId(one), one)
    for (const [id] of ending) join(groups, id, one)
  }
  return [...groups].map(([id, group]) => toColumn(id, group)).sort(byTime)
}

function join(groups: Map<string, PeriodReadings[]>, id: string, one: PeriodReadings): void {
  groups.set(id, [...(groups.get(id) ?? []), one])
}

function columnId({ basis, isInstant, period }: PeriodReadings): string {
  const end = period.periodEnd ?? `FY${period.fiscalYear}`
  const months = period.monthsCovered
  const length = isInstant ? ':day' : months === 12 ? '' : months === null ? ':unknown' : `:${months}m`
  return `${basis === 'tax_return' ? 'tax:' : ''}${end}${length}`
}

function endsWith(column: PeriodReadings, instant: PeriodReadings): boolean {
  const { periodEnd } = column.period
  return column.basis === instant.basis && periodEnd !== null && periodEnd === instant.period.periodEnd
}

function toColumn(id: string, group: readonly PeriodReadings[]): Column {
  const believed = new Map<string, PeriodReadings>()
  for (const one of group) {
    const best = believed.get(one.kind)
    if (!best || outranks(one, best)) believed.set(one.kind, one)
  }
  const used = [...believed.values()]
  // The statement of what was earned says most of the period.
  const lead = believed.get('profit-loss') ?? used.find(({ isInstant }) => !isInstant) ?? used[0]
  if (!lead) throw new Error(`the column ${id} is of no document`)
  const readings = new Map<string, Reading>()
  for (const one of used) for (const [key, reading] of one.readings) if (!readings.has(key)) readings.set(key, reading)
  const usedIds = new Set(used.map(({ documentId }) => documentId))
  const others = group.map(({ documentId }) => documentId).filter((documentId) => !usedIds.has(documentId))
  return {
    id,
    basis: lead.basis,
    fiscalYear: lead.period.fiscalYear,
    periodEnd: lead.period.periodEnd,
    monthsCovered: lead.isInstant ? null : lead.period.monthsCovered,
    statement: lead.statement,
    documentIds: [...usedIds],
    supersededIds: [...new Set(others)],
    readings,
  }
}

function outranks(one: PeriodReadings, other: PeriodReadings): boolean {
  for (const [at, rank] of one.rank.entries()) {
    const difference = rank - (other.rank[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

/** Oldest first, so that a period comes behind those that it is compared with. */
function byTime(one: Column, other: Column): number {
  const key = ({ periodEnd, fiscalYear, monthsCovered, id }: Column): string =>
    `${periodEnd ?? `${fiscalYear}-12-31`} ${String(monthsCovered ?? 0).padStart(3, '0')} ${id}`
  return key(one) < key(other) ? -1 : 1
}

/** Whether a person who names a period means this column: by its last day, or else the full year of that number. */
export function isNamed(column: Column, { fiscalYear, periodEnd }: NamedPeriod): boolean {
  if (periodEnd !== null) return column.periodEnd === periodEnd
  return column.fiscalYear === fiscalYear && (column.monthsCovered === 12 || column.monthsCovered === null)
}

/** The period of the same length that ended a year earlier; a balance sheet of that day where there is none. */
export function priorOf(columns: readonly Column[], column: Column): Column | null {
  const ended = columns.filter((one) => one.basis === column.basis && monthsBetween(one, column) === 12)
  return (
    ended.find(({ monthsCovered }) => monthsCovered === column.monthsCovered) ??
    ended.find(({ statement, monthsCovered }) => statement === null && monthsCovered === null) ??
    null
  )
}

/** The full year that ended when this shorter period began. */
export function yearBefore(columns: readonly Column[], column: Column): Column | null {
  const months = column.monthsCovered
  if (months === null || months >= 12) return null
  return (
    columns.find(
      (one) => one.basis === column.basis && one.monthsCovered === 12 && monthsBetween(one, column) === months,
    ) ?? null
  )
}

/** Null where one of them does not say when it ends; then years must do, and only for periods of unsaid length. */
function monthsBetween(earlier: Column, later: Column): number | null {
  if (earlier.periodEnd === null && later.periodEnd === null) return 12 * (later.fiscalYear - earlier.fiscalYear)
  if (earlier.periodEnd === null || later.periodEnd === null) return null
  const month = (day: string): number => 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7))
  return month(later.periodEnd) - month(earlier.periodEnd)
}
