/** How whoever filled in a return writes amounts: one habit per return. */
import type { Random } from '../random.ts'

export interface AmountStyle {
  readonly grouped: boolean
  /** Behind whole dollars: nothing, a point, or cents. */
  readonly tail: '' | '.' | '.00'
  readonly negative: 'brackets' | 'minus'
}

export function pickStyle(random: Random, fields: boolean): AmountStyle {
  return {
    grouped: !fields || random.chance(0.7),
    tail: random.pick(['', '', '', '.', '.00']),
    negative: random.pick(['brackets', 'minus']),
  }
}

/** `bracketed`: the form prints brackets around the box, so that no sign is needed. */
export function writeAmount(value: bigint, style: AmountStyle, bracketed: boolean): string {
  const dollars = ((value < 0n ? -value : value) / 100n).toString()
  const digits = `${style.grouped ? dollars.replace(/\B(?=(\d{3})+(?!\d))/g, ',') : dollars}${style.tail}`
  if (value >= 0n || bracketed) return digits
  return style.negative === 'brackets' ? `(${digits})` : `-${digits}`
}
