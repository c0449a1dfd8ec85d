/** Arithmetic on one figure per period. A null is no figure: it adds nothing and, alone, stays no figure. */
import type { Cents } from '../../lib/money.ts'
import { centsOf, magnitude, negate, ZERO } from '../../lib/money.ts'
import type { Amounts } from '../model/mapping.ts'

export type Sign = 1 | -1

export function noAmounts(periods: number): Amounts {
  return new Array<null>(periods).fill(null)
}

/** A sum that grows line by line, in place: reading a statement adds every figure several times over. */
export class RunningAmounts {
  readonly #sums: (bigint | null)[]

  constructor(periods: number) {
    this.#sums = new Array<null>(periods).fill(null)
  }

  add(amounts: Amounts, sign: Sign = 1): void {
    for (let period = 0; period < amounts.length; period += 1) {
      const amount = amounts[period] ?? null
      if (amount === null) continue
      const sum = this.#sums[period] ?? 0n
      this.#sums[period] = sign === 1 ? sum + amount : sum - amount
    }
  }

  get sums(): Amounts {
    return this.#sums as (Cents | null)[]
  }
}

/** The figure of one period. */
export function at(amounts: Amounts | null | undefined, period: number): Cents | null {
  return amounts?.[period] ?? null
}

export function hasFigure(amounts: Amounts): boolean {
  return amounts.some((amount) => amount !== null)
}

export function signed(amounts: Amounts, sign: Sign): Amounts {
  return sign === 1 ? amounts : amounts.map((amount) => (amount === null ? null : negate(amount)))
}

/** The sum per period; null where none of them has a figure. */
export function total(list: Iterable<Amounts>, periods: number): Amounts {
  const running = new RunningAmounts(periods)
  for (const amounts of list) running.add(amounts)
  return running.sums
}

export function plus(a: Amounts, b: Amounts): Amounts {
  return a.map((amount, period) => {
    const other = b[period] ?? null
    return amount === null ? other : other === null ? amount : centsOf(amount + other)
  })
}

export function minus(a: Amounts, b: Amounts): Amounts {
  return plus(a, signed(b, -1))
}

/** Entry by entry, the first that is a figure. */
export function preferring(a: Amounts, b: Amounts): Amounts {
  return a.map((amount, period) => amount ?? b[period] ?? null)
}

/** How many more of the figures are positive than negative. */
export function balanceOfSigns(list: Iterable<Amounts>): number {
  let balance = 0
  for (const amounts of list)
    for (const amount of amounts) if (amount !== null && amount !== ZERO) balance += amount > 0n ? 1 : -1
  return balance
}

/** What printing in whole units can do to a sum: see `roundingOf`. */
export interface Rounding {
  /** The smallest printed step: one dollar where every figure is whole, a cent elsewhere, times the scale. */
  readonly unit: bigint
}

export function roundingOf(list: Iterable<Amounts>, scale: number): Rounding {
  const dollar = BigInt(scale) * 100n
  for (const amounts of list)
    for (const amount of amounts) if (amount !== null && amount % dollar !== 0n) return { unit: BigInt(scale) }
  return { unit: dollar }
}

/**
 * Whether a printed total is the sum of `addends` rounded figures: half a unit each, and one for the total itself,
 * in every period that prints the total. A total that prints nothing agrees with nothing.
 */
export function agrees(sum: Amounts, printed: Amounts, rounding: Rounding & { addends: number }): boolean {
  const allowed = rounding.unit + (rounding.unit * BigInt(rounding.addends)) / 2n
  let compared = false
  for (let period = 0; period < printed.length; period += 1) {
    const stated = printed[period] ?? null
    if (stated === null) continue
    if (magnitude(centsOf(stated - (sum[period] ?? ZERO))) > allowed) return false
    compared = true
  }
  return compared
}
