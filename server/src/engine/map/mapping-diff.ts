/** What changed from one mapping of a statement to another: lines that moved, measures that differ, to the cent. */
import { centsOf, formatCents, parseCents } from '../../lib/money.ts'
import type { StatementMappingPayload, WireAmounts, WireLine, WirePeriod } from './payload.ts'

export interface LineChange {
  readonly key: string
  readonly label: string
  /** `moved`: to another account. `changed`: other figures, or another sign. The rest is there in one of the two only. */
  readonly change: 'moved' | 'changed' | 'added' | 'removed'
  readonly from: string | null
  readonly to: string | null
  readonly from_values: WireAmounts | null
  readonly to_values: WireAmounts | null
}

export interface MeasureChange {
  readonly measure: string
  readonly fiscal_year: number
  readonly period_end: string | null
  readonly from: string | null
  readonly to: string | null
  /** Null where one of them has no figure. */
  readonly difference: string | null
}

export interface MappingDiff {
  readonly lines: readonly LineChange[]
  readonly measures: readonly MeasureChange[]
}

/** A mapping without a payload, of a statement that could not be read as one, has nothing. */
export function mappingDiff(from: StatementMappingPayload | null, to: StatementMappingPayload | null): MappingDiff {
  return { lines: lineChanges(from?.lines ?? [], to?.lines ?? []), measures: measureChanges(from, to) }
}

/** The same line: the same caption, for the same time in print order. A reading anew may have numbered lines otherwise. */
function named(lines: readonly WireLine[]): Map<string, WireLine> {
  const seen = new Map<string, number>()
  return new Map(
    lines.map((line) => {
      const times = (seen.get(line.label) ?? 0) + 1
      seen.set(line.label, times)
      return [`${line.label} ${times}`, line]
    }),
  )
}

function lineChanges(from: readonly WireLine[], to: readonly WireLine[]): LineChange[] {
  const [before, after] = [named(from), named(to)]
  const kept = [...after].flatMap(([name, line]) => {
    const old = before.get(name)
    if (!old) return [lineChange('added', null, line)]
    if (old.filed_under !== line.filed_under) return [lineChange('moved', old, line)]
    return isSame(counted(old), counted(line)) ? [] : [lineChange('changed', old, line)]
  })
  const gone = [...before].flatMap(([name, line]) => (after.has(name) ? [] : [lineChange('removed', line, null)]))
  return [...kept, ...gone]
}

const counted = (line: WireLine): WireAmounts => line.filed_values ?? line.values

function isSame(one: WireAmounts, other: WireAmounts): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at])
}

function lineChange(change: LineChange['change'], from: WireLine | null, to: WireLine | null): LineChange {
  const line = to ?? from
  if (!line) throw new Error('a change is of a line')
  return {
    key: line.key,
    label: line.label,
    change,
    from: from?.filed_under ?? null,
    to: to?.filed_under ?? null,
    from_values: from && counted(from),
    to_values: to && counted(to),
  }
}

function measureChanges(from: StatementMappingPayload | null, to: StatementMappingPayload | null): MeasureChange[] {
  const periods = new Map<string, WirePeriod>()
  for (const period of [...(to?.periods ?? []), ...(from?.periods ?? [])]) periods.set(nameOf(period), period)
  const names = Object.keys({ ...to?.measures, ...from?.measures })
  return names.flatMap((measure) =>
    [...periods].flatMap(([name, { fiscal_year, period_end }]): MeasureChange[] => {
      const [before, after] = [figure(from, measure, name), figure(to, measure, name)]
      if (before === after) return []
      const both = before !== null && after !== null
      const difference = both ? formatCents(centsOf((parseCents(after) ?? 0n) - (parseCents(before) ?? 0n))) : null
      return [{ measure, fiscal_year, period_end, from: before, to: after, difference }]
    }),
  )
}

/** Columns are told apart by what they are of, not by where they stand. */
function nameOf({ fiscal_year, period_end, months_covered, label }: WirePeriod): string {
  return JSON.stringify([fiscal_year, period_end, months_covered, label])
}

function figure(payload: StatementMappingPayload | null, measure: string, period: string): string | null {
  const measures: Readonly<Record<string, WireAmounts | null>> = { ...payload?.measures }
  const at = payload?.periods.findIndex((one) => nameOf(one) === period) ?? -1
  return measures[measure]?.[at] ?? null
}
