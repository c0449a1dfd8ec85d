/**
 * Money is whole cents in a bigint, branded so that no other number can be taken for it. Text exists only at the
 * edges of the system; a float never does.
 */
declare const cents: unique symbol
export type Cents = bigint & { readonly [cents]: true }

export const ZERO = 0n as Cents

/** The wire form: an optional minus, digits without superfluous zeros, exactly two decimals. `-0.00` is refused. */
const WIRE_FORM = /^(-?)(0|[1-9]\d*)\.(\d\d)$/

export function centsOf(whole: bigint): Cents {
  return whole as Cents
}

/** Reads the wire form; null when the text is anything else. */
export function parseCents(text: string): Cents | null {
  const match = WIRE_FORM.exec(text)
  if (!match) return null
  const [, sign, whole, fraction] = match
  const magnitude = BigInt(`${whole ?? ''}${fraction ?? ''}`)
  if (sign === '-') return magnitude === 0n ? null : (-magnitude as Cents)
  return magnitude as Cents
}

/** Writes the wire form. */
export function formatCents(amount: Cents): string {
  const magnitude: bigint = amount < 0n ? 0n - amount : amount
  const digits = magnitude.toString().padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export function add(a: Cents, b: Cents): Cents {
  return (a + b) as Cents
}

export function subtract(a: Cents, b: Cents): Cents {
  return (a - b) as Cents
}

export function negate(a: Cents): Cents {
  return (0n - a) as Cents
}

export function magnitude(a: Cents): Cents {
  return a < 0n ? negate(a) : a
}

export function sum(amounts: Iterable<Cents>): Cents {
  let total = 0n
  for (const amount of amounts) total += amount
  return total as Cents
}
