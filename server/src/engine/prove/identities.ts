/** What must hold in every statement of its kind: assets equal claims, cash ties out, the walk ends at the bottom line. */
import { centsOf } from '../../lib/money.ts'
import type { CashRole } from '../chart/statement-captions.ts'
import { balanceRoleOf, cashRoleOf, incomeRoleOf } from '../chart/statement-captions.ts'
import type { Proof, StatementReading } from '../model/extraction.ts'
import type { Arithmetic } from './sums.ts'

interface Term {
  readonly line: number
  readonly value: bigint
}

/** Of whole units on both sides, added by different people: half a unit for each term. */
const ROUNDING_CENTS = 200n

export function balanceChecks(reading: StatementReading, { sums }: Arithmetic): Proof[] {
  return reading.periods.map((_, period) => {
    const of = (role: string): Term | null => lastWith(reading, period, (label) => balanceRoleOf(label) === role)
    const assets = of('total_assets')
    const claims = of('total_liabilities_and_equity')
    const [liabilities, equity] = [of('total_liabilities'), of('total_equity')]
    if (assets && claims) return identity('balance', reading, period, assets, [claims])
    if (assets && liabilities && equity) return identity('balance', reading, period, assets, [liabilities, equity])
    if (assets && equity) return identity('balance', reading, period, assets, [equity])
    const grand = grandTotals(
      reading,
      period,
      sums.map((sum) => sum.total),
    )
    return grand ? identity('balance', reading, period, grand[0], [grand[1]]) : nothingToTest('balance')
  })
}

/** Two unnamed totals of the same size, each the last and largest of its side: how sheets without captions close. */
function grandTotals(reading: StatementReading, period: number, totals: readonly number[]): [Term, Term] | null {
  const unnamed = totals.flatMap((line) => {
    const value = reading.lines[line]?.figures[period]?.value ?? null
    return value === null || reading.lines[line]?.label !== '' ? [] : [{ line, value }]
  })
  const largest = unnamed.reduce((most, term) => (term.value > most ? term.value : most), 0n)
  const [first, second] = unnamed.filter((term) => term.value === largest)
  return first && second && largest > 0n ? [first, second] : null
}

export function cashChecks(reading: StatementReading): Proof[] {
  return reading.periods.flatMap((_, period) => {
    const of = (role: CashRole): Term | null => lastWith(reading, period, (label) => cashRoleOf(label) === role)
    const change = of('net_change')
    const [opening, closing] = [of('opening_cash'), of('closing_cash')]
    const tie =
      change && opening && closing
        ? identity('cash_tie_out', reading, period, closing, [opening, change])
        : nothingToTest('cash_tie_out')
    return [tie]
  })
}

/** The bottom line is the end of a chain of sums that closes. */
export function bottomLineChecks(reading: StatementReading, { sums }: Arithmetic): Proof[] {
  return reading.periods.map((_, period) => {
    const bottom = lastWith(reading, period, (label) => incomeRoleOf(label) === 'net_income')
    const sum = bottom && sums.find((one) => one.total === bottom.line)
    if (!bottom || !sum) return nothingToTest('bottom_line')
    const parts = sum.parts.map((part) => `lines.${part.line}.${period}`)
    const residual = sum.residuals[period] ?? 0n
    return {
      name: 'bottom_line',
      state: residual !== 0n && reading.kind === 'ocr' ? 'not_proved' : 'proved',
      expected: centsOf(bottom.value),
      actual: centsOf(bottom.value - residual),
      residual: centsOf(residual),
      addresses: [`lines.${bottom.line}.${period}`, ...parts],
      hint: null,
    }
  })
}

function identity(
  name: string,
  reading: StatementReading,
  period: number,
  tested: Term,
  terms: readonly Term[],
): Proof {
  const made = terms.reduce((sum, term) => sum + term.value, 0n)
  const residual = tested.value - made
  const whole = [tested, ...terms].every((term) => (reading.lines[term.line]?.figures[period]?.decimals ?? 0) === 0)
  const rounding = whole && residual !== 0n && residual <= ROUNDING_CENTS && residual >= -ROUNDING_CENTS
  const state = residual === 0n || (rounding && reading.kind !== 'ocr') ? 'proved' : rounding ? 'not_proved' : 'failed'
  return {
    name,
    state,
    expected: centsOf(tested.value),
    actual: centsOf(made),
    residual: centsOf(residual),
    addresses: [tested, ...terms].map((term) => `lines.${term.line}.${period}`),
    hint: state === 'failed' ? `the two sides differ; look first at the parts of the side whose totals fail` : null,
  }
}

function nothingToTest(name: string): Proof {
  return {
    name,
    state: 'not_proved',
    expected: null,
    actual: null,
    residual: null,
    addresses: [],
    hint: 'the page prints nothing to test it with',
  }
}

function lastWith(reading: StatementReading, period: number, fits: (label: string) => boolean): Term | null {
  for (let line = reading.lines.length - 1; line >= 0; line -= 1) {
    const value = reading.lines[line]?.figures[period]?.value ?? null
    if (value !== null && fits(reading.lines[line]?.label ?? '')) return { line, value }
  }
  return null
}
