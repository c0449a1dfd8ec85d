/**
 * Which columns of a table are periods, and which. A statement also prints note numbers, account codes, percents,
 * budgets, variances and stores; taking one of those for a period would be the worst kind of mistake: right digits
 * under a wrong date.
 */
import type { Column } from '../../layout/columns.ts'
import type { HeadCell } from '../../layout/column-heads.ts'
import { BUDGET_HEAD, CHANGE_HEAD, PERCENT_HEAD } from '../../layout/column-words.ts'
import type { PeriodHeading } from '../../layout/period-heading.ts'
import { isToDate, periodEndOf, readPeriodHeading } from '../../layout/period-heading.ts'
import { readScale } from '../../layout/scale.ts'
import { boxAround } from '../../layout/rows.ts'
import type { ReadPeriod, StatementClass } from '../../model/extraction.ts'
import type { Atom } from '../../layout/atoms.ts'
import type { ReportHeader } from './report-header.ts'

export type ColumnRole =
  | { readonly kind: 'period'; readonly period: ReadPeriod; readonly named: boolean }
  | { readonly kind: 'notes' }
  | { readonly kind: 'percent' }
  | { readonly kind: 'other'; readonly head: string | null }

export interface ColumnFacts {
  readonly column: Column
  readonly heads: readonly HeadCell[]
  readonly atoms: readonly Atom[]
  /** Has a column with larger amounts to its right. */
  readonly leftmost: boolean
  readonly page: number
}

export const NOTES_HEAD =
  /^(?:foot)?notes?\.?$|^notes? (?:no|ref)|^ref(?:erence)?s?\.?$|^anhang|^anlage$|^toelichting$|^sch(?:edule|\.)?$/i
export const CODE_HEAD = /\baccount (?:code|no|number)\b|\bacct\b|^code$|^gl\b|^#$/i
const TOTAL_HEAD =
  /^(?:grand )?totals?$|^amounts?$|^balance$|^actual$|^current (?:period|year)$|^this (?:period|year)$/i
/** What may stand under a date without being a name of its own. */
const QUALIFIER_HEAD =
  /\brestated\b|\b(?:un)?audited\b|\breclassified\b|\bactual\b|\bconsolidated\b|\bcompany\b|\(?note/i
const PRIOR_HEAD = /\b(?:prior|previous|last) (?:year|period)\b|\b(?:PY|PP)\b/i
const UNIT_HEAD = /^(?:[$€£₹₱¥]|T?EUR|USD|INR|PHP|P|Rs\.?|T€|US\$|Php|CAD|\$?['’]?000['’]?s?)$/i
/** `5`, `(2,13)`, `7 & 9`: what a column of note references holds. */
const NOTE_REFERENCE = /^[({[]?\d{1,2}[a-z]?(?:\s?[,&-]\s?\d{1,2}[a-z]?)*[)}\]]?$/i
const NOTE_SHARE = 0.8
const PERCENT_SHARE = 0.6

export function columnRoles(facts: readonly ColumnFacts[], header: ReportHeader, of: StatementClass): ColumnRole[] {
  const roles = facts.map((fact) => roleOf(fact, header, of))
  const periods = roles.filter((role) => role.kind === 'period')
  const named = periods.filter((role) => role.named)
  // Stores or classes side by side: only their total is the statement of the whole entity.
  const foreign = facts.map((fact, index) => roles[index]?.kind === 'other' && isName(ownHead(fact)))
  if (named.length === 0 && foreign.filter(Boolean).length > 0 && periods.length === 0)
    return firstAsPeriod(facts, roles, header, of)
  return roles
}

/** A single column under a head that says nothing known is still the statement's one column. */
function firstAsPeriod(
  facts: readonly ColumnFacts[],
  roles: ColumnRole[],
  header: ReportHeader,
  of: StatementClass,
): ColumnRole[] {
  const others = roles.flatMap((role, index) => (role.kind === 'other' ? [index] : []))
  const [only] = others
  const fact = only === undefined ? undefined : facts[only]
  if (others.length !== 1 || only === undefined || fact === undefined) return roles
  return roles.map((role, index) =>
    index === only ? { kind: 'period', named: false, period: reportPeriod(fact, header, of) } : role,
  )
}

function ownHead(fact: ColumnFacts): string {
  const named = fact.heads.filter((cell) => !UNIT_HEAD.test(cell.text.trim()))
  return named.at(-1)?.text.trim() ?? ''
}

function isName(text: string): boolean {
  return /\p{L}{2,}/u.test(text)
}

function roleOf(fact: ColumnFacts, header: ReportHeader, of: StatementClass): ColumnRole {
  const texts = fact.heads.map((cell) => cell.text.trim())
  const own = ownHead(fact)
  const joined = texts.join(' ')
  if (isNotes(fact, own)) return { kind: 'notes' }
  if (CODE_HEAD.test(own)) return { kind: 'other', head: own }
  if (isPercent(fact, own)) return { kind: 'percent' }
  if (CHANGE_HEAD.test(own) || BUDGET_HEAD.test(own) || (BUDGET_HEAD.test(joined) && !/\bactual\b/i.test(own)))
    return { kind: 'other', head: joined }
  const nameless =
    own === '' || TOTAL_HEAD.test(own) || QUALIFIER_HEAD.test(own) || PRIOR_HEAD.test(own) || isToDate(own)
  const period = nameless || readPeriodHeading(own, header.dateOrder) !== null ? ownPeriod(fact, header, of) : null
  if (period) return { kind: 'period', period, named: true }
  if (own === '' || TOTAL_HEAD.test(own) || UNIT_HEAD.test(own))
    return { kind: 'period', period: reportPeriod(fact, header, of), named: false }
  return { kind: 'other', head: joined }
}

function isNotes(fact: ColumnFacts, own: string): boolean {
  if (fact.heads.some((cell) => NOTES_HEAD.test(cell.text.trim()))) return true
  if (!fact.leftmost || fact.atoms.length === 0) return false
  // A date that stands right over the column makes its small numbers amounts; one that only reaches over from its neighbours does not.
  const over = fact.heads.at(-1)
  if (over && isPeriodText(own) && over.box[0] < fact.column.right && over.box[2] > fact.column.left) return false
  const references = fact.atoms.filter((atom) => NOTE_REFERENCE.test(atom.text))
  return references.length >= NOTE_SHARE * fact.atoms.length
}

function isPeriodText(text: string): boolean {
  return readPeriodHeading(text, 'month-first') !== null
}

function isPercent(fact: ColumnFacts, own: string): boolean {
  if (PERCENT_HEAD.test(own)) return true
  const signs = fact.atoms.filter((atom) => atom.number?.percent === true)
  return signs.length > PERCENT_SHARE * fact.atoms.length
}

/** The period that the column's own heads name; pieces are completed from the heads above and from the report. */
function ownPeriod(fact: ColumnFacts, header: ReportHeader, of: StatementClass): ReadPeriod | null {
  let heading: PeriodHeading | null = null
  let prior = false
  const cells: HeadCell[] = []
  const named = fact.heads.filter((cell) => !UNIT_HEAD.test(cell.text.trim()))
  for (const cell of named.toReversed()) {
    const text = cell.text.trim()
    const piece = readPeriodHeading(text, header.dateOrder)
    prior ||= PRIOR_HEAD.test(text)
    if (piece === null && !PRIOR_HEAD.test(text)) continue
    if (heading !== null && piece !== null && isWhole(heading, of)) continue
    if (piece !== null) heading = heading === null ? piece : complete(heading, piece)
    cells.unshift(cell)
  }
  if (heading === null && !prior) return null
  const report = header.period?.heading ?? null
  const bare = heading ?? { year: null, month: null, day: null, months: null, instant: false }
  const full = complete(bare, report)
  const toDate = named.some((cell) => isToDate(cell.text))
  const dated = prior && bare.year === null && full.year !== null ? { ...full, year: full.year - 1 } : full
  return toPeriod(dated, monthsOf(bare, full, toDate, of), cells, fact, header)
}

/** Says all there is to say: nothing above it can add to it. */
function isWhole(heading: PeriodHeading, of: StatementClass): boolean {
  return (
    heading.year !== null &&
    heading.month !== null &&
    (of === 'balance-sheet' || heading.months !== null || heading.day === null)
  )
}

/** Takes from `other` what `heading` leaves open, and nothing that would contradict it. */
function complete(heading: PeriodHeading, other: PeriodHeading | null): PeriodHeading {
  if (other === null) return heading
  const month = heading.month ?? other.month
  return {
    year: heading.year ?? other.year,
    month,
    day: heading.day ?? (heading.month === null || heading.month === other.month ? other.day : null),
    months: heading.months ?? (heading.month === null || heading.day !== null ? other.months : null),
    instant: heading.instant || other.instant,
  }
}

function monthsOf(own: PeriodHeading, full: PeriodHeading, toDate: boolean, of: StatementClass): number | null {
  if (of === 'balance-sheet') return null
  if (own.months !== null) return own.months
  if (toDate) return null
  // A column headed by a month alone is that month.
  if (own.month !== null && own.day === null) return full.months ?? 1
  return full.months
}

function reportPeriod(fact: ColumnFacts, header: ReportHeader, of: StatementClass): ReadPeriod {
  const report = header.period
  const heading = report?.heading ?? { year: null, month: null, day: null, months: null, instant: false }
  const months = of === 'balance-sheet' ? null : heading.months
  const period = toPeriod(heading, months, [], fact, header)
  return { ...period, label: report?.source.text ?? null, source: report?.source ?? null }
}

function toPeriod(
  heading: PeriodHeading,
  months: number | null,
  cells: readonly HeadCell[],
  fact: ColumnFacts,
  header: ReportHeader,
): ReadPeriod {
  const label = cells.map((cell) => cell.text.trim()).join(' ')
  const scale = fact.heads.map((cell) => readScale(cell.text)).find((found) => found !== null)
  const unit = fact.heads.some((cell) => UNIT_HEAD.test(cell.text.trim()))
  const source =
    cells.length === 0 ? null : { page: fact.page, box: boxAround(cells.map((cell) => cell.box)), text: label }
  return {
    fiscalYear: heading.year ?? 0,
    periodEnd: periodEndOf(heading),
    label: label === '' ? null : label,
    monthsCovered: months,
    source,
    scale: scale?.factor ?? (unit && header.scale.source === null ? 1 : header.scale.factor),
    dated: heading.year !== null,
  }
}
