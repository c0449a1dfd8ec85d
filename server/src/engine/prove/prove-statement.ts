/**
 * The checks of a statement, each a function, all of them values. Together they are meant to be hard to satisfy by
 * accident: a document counts as proved only when every figure stands in a sum that closes, every number on the
 * pages is accounted for, every column knows its date, and the statement's own identity holds.
 */
import type { Cents } from '../../lib/money.ts'
import { centsOf } from '../../lib/money.ts'
import type { StatementRole } from '../chart/statement-captions.ts'
import type { Proof, ReadLine, StatementReading } from '../model/extraction.ts'
import { hintFor } from './hints.ts'
import { balanceChecks, bottomLineChecks, cashChecks } from './identities.ts'
import type { Arithmetic } from './sums.ts'
import { findArithmetic } from './sums.ts'

/** Of a sum of printed whole units, the parts may each be rounded by half of one; more than this is no rounding. */
const MAX_ROUNDING_UNITS = 2n
const UNIT = 100n

export function proveStatement(reading: StatementReading): Proof[] {
  const arithmetic = findArithmetic(reading, (parts) => roundingOf(reading, parts))
  return [
    ...subtotalChecks(reading, arithmetic),
    ...identityChecks(reading, arithmetic),
    coverageCheck(reading, arithmetic),
    conservationCheck(reading),
    periodsCheck(reading),
  ]
}

export type RoleOf = (label: string) => StatementRole | null

export function addressOf(line: number, period: number): string {
  return `lines.${line}.${period}`
}

/** Only figures printed without decimals are rounded, and never more than two units. */
function roundingOf(reading: StatementReading, parts: number): bigint {
  const whole = reading.lines.every((line) => line.figures.every((figure) => figure === null || figure.decimals === 0))
  if (!whole) return 0n
  const units = BigInt(Math.floor((parts + 1) / 2))
  return (units < MAX_ROUNDING_UNITS ? units : MAX_ROUNDING_UNITS) * UNIT
}

function identityChecks(reading: StatementReading, arithmetic: Arithmetic): Proof[] {
  switch (reading.class) {
    case 'balance-sheet':
      return balanceChecks(reading, arithmetic)
    case 'cash-flow':
      return cashChecks(reading)
    case 'profit-loss':
      return bottomLineChecks(reading, arithmetic)
  }
}

function subtotalChecks(reading: StatementReading, { sums, broken }: Arithmetic): Proof[] {
  const proofs: Proof[] = []
  for (const sum of sums)
    for (const [period, residual] of sum.residuals.entries()) {
      const figure = reading.lines[sum.total]?.figures[period] ?? null
      if (figure === null) continue
      // On a scan a miss of one unit may be a misread digit as well as rounding: nobody can tell.
      const doubtful = residual !== 0n && reading.kind === 'ocr'
      proofs.push({
        name: 'subtotal',
        state: doubtful ? 'not_proved' : 'proved',
        expected: figure.value,
        actual: centsOf(figure.value - residual),
        residual: centsOf(residual),
        addresses: [addressOf(sum.total, period), ...sum.parts.map((part) => addressOf(part.line, period))],
        hint: residual === 0n ? null : 'within the rounding of printed whole units',
      })
    }
  for (const { total, parts } of broken)
    for (const period of reading.periods.keys()) {
      const proof = brokenCheck(reading, total, parts, period)
      if (proof) proofs.push(proof)
    }
  return proofs
}

function brokenCheck(reading: StatementReading, total: number, parts: readonly number[], period: number): Proof | null {
  const line = reading.lines[total]
  const figure = line?.figures[period] ?? null
  if (line === undefined || figure === null) return null
  const members = parts.flatMap((part) => {
    const value = reading.lines[part]?.figures[period]?.value ?? null
    return value === null ? [] : [{ part, value, label: reading.lines[part]?.label ?? '' }]
  })
  const addresses = [addressOf(total, period), ...members.map(({ part }) => addressOf(part, period))]
  if (members.length === 0)
    return {
      name: 'subtotal',
      state: 'not_proved',
      expected: figure.value,
      actual: null,
      residual: null,
      addresses,
      hint: 'no printed lines to add up',
    }
  const made = members.reduce((sum, { value }) => sum + value, 0n)
  const residual = figure.value - made
  const hint = hintFor(residual, members, { label: line.label, value: figure.value })
  return {
    name: 'subtotal',
    state: residual === 0n ? 'proved' : 'failed',
    expected: figure.value,
    actual: centsOf(made),
    residual: centsOf(residual),
    addresses,
    hint: residual === 0n ? null : `'${line.label}' is the first that breaks${hint === null ? '' : `; ${hint}`}`,
  }
}

/** Every figure stands in a sum that closes. One that stands in none could be anything. */
function coverageCheck(reading: StatementReading, { sums }: Arithmetic): Proof {
  const covered = new Set<string>()
  for (const sum of sums)
    for (const [period, residual] of sum.residuals.entries()) {
      if (residual !== 0n && reading.kind === 'ocr') continue
      for (const line of [sum.total, ...sum.parts.map((part) => part.line)]) covered.add(addressOf(line, period))
    }
  const open: string[] = []
  let figures = 0
  for (const [index, line] of reading.lines.entries())
    for (const [period, figure] of line.figures.entries()) {
      if (figure === null) continue
      figures += 1
      if (!covered.has(addressOf(index, period))) open.push(addressOf(index, period))
    }
  const unread =
    reading.kind === 'ocr' ? reading.lines.filter((line, index) => maybeUnread(reading.lines, line, index)) : []
  const halves = reading.lines.filter((line) => isHalfCaption(line))
  const proved = figures > 0 && open.length === 0 && unread.length === 0 && halves.length === 0
  return note('coverage', proved, open, [
    figures === 0 ? 'no figures were read' : null,
    open.length > 0 ? `${open.length} figures stand in no sum that closes` : null,
    halves.length > 0 ? `'${halves[0]?.label ?? ''}' seems to be half a caption` : null,
    unread.length > 0 ? `a dash may have gone unread beside '${unread[0]?.label ?? ''}'` : null,
  ])
}

/** A line without figures whose caption promises some, or breaks off: the rest of it may stand on another line. */
function isHalfCaption(line: ReadLine): boolean {
  if (line.figures.some((figure) => figure !== null)) return false
  return (
    /^(?:total|net cash|net income)\b/i.test(line.label) ||
    /(?:,|['’]|\b(?:and|of|the|for|from|to|or|by|in))$/i.test(line.label)
  )
}

/**
 * On a scan a faint dash is easily lost, and then a line of nils looks like a heading, or a figure like a blank. A
 * heading shows what it is: it ends on a colon, stands in capitals, or has deeper lines under it.
 */
function maybeUnread(lines: readonly ReadLine[], line: ReadLine, index: number): boolean {
  const filled = line.figures.filter((figure) => figure !== null).length
  if (filled > 0) return filled < line.figures.length
  const next = lines[index + 1]
  const headingLike =
    /:$/.test(line.label) || line.label === line.label.toUpperCase() || (next !== undefined && next.depth > line.depth)
  return !headingLike
}

function conservationCheck(reading: StatementReading): Proof {
  const unplaced = reading.leftovers.filter((one) => one.reason === 'unplaced')
  const figures = reading.lines.some((line) => line.figures.some((figure) => figure !== null))
  return note(
    'conservation',
    figures && unplaced.length === 0,
    [],
    [
      unplaced.length > 0
        ? `${unplaced.length} numbers have no place, the first is ${unplaced[0]?.text ?? ''} on page ${unplaced[0]?.page ?? 0}`
        : null,
    ],
  )
}

function periodsCheck(reading: StatementReading): Proof {
  const undated = reading.periods.filter((period) => !period.dated || period.source === null)
  const known = new Set(
    reading.periods.map((period) => `${period.periodEnd ?? period.label ?? ''} ${period.monthsCovered ?? ''}`),
  )
  const distinct = known.size === reading.periods.length
  return note(
    'periods',
    reading.periods.length > 0 && undated.length === 0 && distinct,
    [],
    [
      reading.periods.length === 0 ? 'no period was found' : null,
      undated.length > 0 ? 'a column does not say clearly which period it is of' : null,
      distinct ? null : 'two columns name the same period',
    ],
  )
}

export function note(
  name: string,
  proved: boolean,
  addresses: readonly string[],
  hints: readonly (string | null)[],
): Proof {
  const nothing: { expected: Cents | null; actual: Cents | null; residual: Cents | null } = {
    expected: null,
    actual: null,
    residual: null,
  }
  const hint = hints.filter((one) => one !== null).join('; ')
  return {
    name,
    state: proved ? 'proved' : 'not_proved',
    ...nothing,
    addresses,
    hint: proved || hint === '' ? null : hint,
  }
}
