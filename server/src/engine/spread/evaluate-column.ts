/** Readings to attributes: what was read is stated, what has a formula is computed, what can't be says why. */
import { formatCents } from '../../lib/money.ts'
import { INCOME_KEYS } from './attributes.ts'
import type { Attribute } from './attributes.ts'
import { fraction, readDecimal, state } from '../../lib/decimal.ts'
import type { Fraction, Unit } from '../../lib/decimal.ts'
import { evaluate, namesIn } from './formula.ts'
import type { When } from './formula.ts'
import type { Input, Reading } from './readings.ts'

/** Why an attribute has no value. */
export interface Reason {
  readonly code:
    | 'not_stated'
    | 'unfooted'
    | 'missing_input'
    | 'missing_member'
    | 'not_meaningful'
    | 'not_twelve_months'
    | 'unknown_length'
  /** The inputs or members that it lacks. */
  readonly about: readonly string[]
}

export interface StatedAttribute {
  readonly key: string
  readonly unit: Unit
  readonly value: string | null
  readonly formula: string | null
  readonly inputs: readonly Input[]
  readonly note: string | null
  readonly reason: Reason | null
}

/** What has been stated of one column, by key. */
export interface StatedColumn {
  readonly path: string
  readonly attributes: ReadonlyMap<string, StatedAttribute>
}

export interface ColumnToState {
  /** Comes before every attribute's name where another refers to it. */
  readonly path: string
  readonly monthsCovered: number | null
  readonly isUnfooted: boolean
  readonly readings: ReadonlyMap<string, Reading>
  /** Why a reading is not there, where more is known than that. */
  readonly missing: ReadonlyMap<string, Reason>
  readonly prior: StatedColumn | null
  readonly year: StatedColumn | null
}

export function stateColumn(attributes: readonly Attribute[], column: ColumnToState): StatedColumn {
  const stated = new Map<string, StatedAttribute>()
  const own = { path: column.path, attributes: stated }
  for (const attribute of attributes)
    stated.set(
      attribute.key,
      attribute.formula === null ? stateReading(attribute, column) : compute(attribute, column, own),
    )
  return own
}

function stateReading({ key, unit }: Attribute, column: ColumnToState): StatedAttribute {
  const reading = column.readings.get(key)
  if (!reading) {
    const isUnfooted = column.isUnfooted && INCOME_KEYS.has(key)
    const reason = column.missing.get(key) ?? { code: isUnfooted ? 'unfooted' : 'not_stated', about: [] }
    return { key, unit, value: null, formula: null, inputs: [], note: null, reason }
  }
  const { inputs, note } = reading
  return { key, unit, value: formatCents(reading.value), formula: null, inputs, note, reason: null }
}

function compute(attribute: Attribute, column: ColumnToState, own: StatedColumn): StatedAttribute {
  const { key, unit, formula } = attribute
  if (formula === null) throw new Error(`${key} has no formula`)
  const columns: Record<When, StatedColumn | null> = { now: own, prior: column.prior, year: column.year }
  const names = namesIn(formula.program)
  const found = names.map((name) => ({ ...name, at: columns[name.when]?.attributes.get(name.name) ?? null }))
  const nothing = (reason: Reason): StatedAttribute => ({
    key,
    unit,
    value: null,
    formula: formula.text,
    inputs: [],
    note: null,
    reason,
  })
  if (attribute.ofYear && column.monthsCovered !== 12) return nothing({ code: 'not_twelve_months', about: [] })
  const needsLength = names.some(({ name }) => LENGTHS.has(name))
  if (needsLength && column.monthsCovered === null) return nothing({ code: 'unknown_length', about: [] })
  const asked = found.filter(({ name }) => !LENGTHS.has(name))
  const missing = asked.filter(({ at, orZero }) => !orZero && (at?.value ?? null) === null)
  if (missing.length > 0)
    return nothing({ code: 'missing_input', about: missing.map(({ name, when }) => nameOf(name, when)) })
  const inputs = asked.flatMap(({ at, when, name }): Input[] =>
    at === null || at.value === null ? [] : [attributeInput(`${columns[when]?.path ?? ''}/${name}`, at.value)],
  )
  // Every part may be missing, and all of them are: there is nothing to add up.
  if (inputs.length === 0)
    return nothing({ code: 'missing_input', about: asked.map(({ name, when }) => nameOf(name, when)) })
  const value = evaluate(formula.program, (name, when) => {
    const length = lengthOf(name, column.monthsCovered)
    const stated = columns[when]?.attributes.get(name)?.value ?? null
    return length ?? (stated === null ? null : readDecimal(stated))
  })
  if (value === null) return nothing({ code: 'not_meaningful', about: [] })
  return { key, unit, value: state(value, unit), formula: formula.text, inputs, note: null, reason: null }
}

const LENGTHS: ReadonlySet<string> = new Set(['months', 'days'])

/** A month counts as a twelfth of 365 days. */
function lengthOf(name: string, months: number | null): Fraction | null {
  if (months === null || !LENGTHS.has(name)) return null
  return name === 'months' ? fraction(BigInt(months)) : fraction(BigInt(months) * 365n, 12n)
}

function nameOf(name: string, when: When): string {
  return when === 'now' ? name : `${when}(${name})`
}

export function attributeInput(path: string, value: string): Input {
  return { kind: 'attribute', ref: path, documentId: null, mappingId: null, period: null, value }
}
