/** Exact arithmetic for attributes: fractions of whole numbers inside, decimals of a stated precision outside. */

/** `numerator / denominator`, the denominator above zero. */
export interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** How many digits behind the mark a value of each unit is stated with. */
export const PLACES = { usd: 2, ratio: 4, percent: 2, days: 1 } as const
export type Unit = keyof typeof PLACES

export function fraction(numerator: bigint, denominator = 1n): Fraction {
  return denominator < 0n ? { numerator: -numerator, denominator: -denominator } : { numerator, denominator }
}

export function plus(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)
}

export function minus(a: Fraction, b: Fraction): Fraction {
  return plus(a, fraction(-b.numerator, b.denominator))
}

export function times(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.numerator, a.denominator * b.denominator)
}

export function over(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.denominator, a.denominator * b.numerator)
}

/** As it is stated: rounded to the places of the unit, a half away from zero. */
export function state(value: Fraction, unit: Unit): string {
  const scale = 10n ** BigInt(PLACES[unit])
  const doubled = 2n * magnitude(value.numerator) * scale
  const whole = (doubled + value.denominator) / (2n * value.denominator)
  const digits = whole.toString().padStart(PLACES[unit] + 1, '0')
  const sign = value.numerator < 0n && whole !== 0n ? '-' : ''
  return `${sign}${digits.slice(0, -PLACES[unit])}.${digits.slice(-PLACES[unit])}`
}

/** A stated value, or a number in a formula, as a fraction. */
export function readDecimal(text: string): Fraction {
  const [whole = '', behind = ''] = text.split('.')
  return fraction(BigInt(whole + behind), 10n ** BigInt(behind.length))
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}
