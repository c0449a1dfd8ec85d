/**
 * Amounts as pages print them, read into whole cents. What is not plainly an amount is said not to be one: a figure
 * guessed from a smudge is worse than a gap.
 */
import type { Cents } from '../../lib/money.ts'
import { centsOf } from '../../lib/money.ts'

export type PrintedNumber =
  | { readonly is: 'amount'; readonly cents: Cents }
  | { readonly is: 'percent' }
  /** Nothing printed, or a word that says there is nothing to print. */
  | { readonly is: 'blank' }
  | { readonly is: 'not_a_number' }

/** Every glyph that pages use for a minus or a dash. */
const DASHES = /[\u002d\u2010-\u2015\u2212\uff0d]/g
const CURRENCY = /[$€£¥₱₹]|\b(?:usd|eur|gbp|php|inr|cad|aud)\b/g
const FOOTNOTE_MARKS = /[*†‡§]+$/
const SPACES = /[\s\u00a0\u2007\u2009\u202f]+/g

/** No printed amount is longer; anything that is need not be looked at. */
const LONGEST = 64

export function parsePrintedNumber(printed: string): PrintedNumber {
  if (printed.length > LONGEST) return { is: 'not_a_number' }
  const text = printed
    .normalize('NFKC')
    .toLowerCase()
    .replace(DASHES, '-')
    .replaceAll('’', "'")
    .replace(SPACES, ' ')
    .trim()
  if (text === '' || text === 'n/a' || text === 'na' || text === 'n.a.') return { is: 'blank' }
  if (text.includes('%')) return { is: 'percent' }
  const bare = text.replace(CURRENCY, '').replace(FOOTNOTE_MARKS, '').trim()
  if (bare === 'nil' || bare === 'none' || /^-+$/.test(bare.replaceAll(' ', ''))) return amount(0n)
  const { digits, negative } = withoutSigns(bare)
  const cents = readDigits(digits)
  if (cents === null) return { is: 'not_a_number' }
  return amount(negative ? -cents : cents)
}

function amount(cents: bigint): PrintedNumber {
  return { is: 'amount', cents: centsOf(cents) }
}

/** Takes off minus, parentheses, angle brackets and CR or DR; a bracket that lost its partner still says negative. */
function withoutSigns(text: string): { digits: string; negative: boolean } {
  const [, body = '', flag] = /^(.*?) ?(cr|dr)?$/.exec(text) ?? []
  const marked = /^[(<-]|[)>-]$/.test(body.trim())
  const digits = body.replace(/^[\s(<+-]+/, '').replace(/[\s)>-]+$/, '')
  return { digits, negative: marked || flag === 'cr' }
}

/**
 * Digits with any grouping: `1,234.50`, `1.234,56`, `6,00,000.00`, `1'234`. The last separator is a decimal point when
 * one or two digits follow it, a grouping when three do.
 */
function readDigits(text: string): bigint | null {
  const match = /^(\d*(?:[.,' ]\d+)*)$/.exec(text)
  if (!match || text === '') return null
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  const fraction = at < 0 ? '' : text.slice(at + 1)
  const isDecimal = at >= 0 && fraction.length <= 2
  const whole = (isDecimal ? text.slice(0, at) : text).replace(/[.,' ]/g, '')
  // '0.125' groups nothing: it is a ratio or a rate, and not an amount of money.
  if (!isDecimal && at >= 0 && (fraction.length !== 3 || /^0/.test(text))) return null
  return BigInt(`${whole}${(isDecimal ? fraction : '').padEnd(2, '0')}`)
}

const THOUSANDS = /\bthousands?\b|\b000'?s\b|\$ ?000\b|\('?000'?s?\)|\b000'?s? omitted\b/
const MILLIONS = /\bmillions?\b|\bmm\b/

/** What one printed unit is worth, as a heading states it; null when it states nothing. */
export function parsePrintedScale(heading: string): 1000 | 1_000_000 | null {
  const text = heading.normalize('NFKC').toLowerCase().replaceAll('’', "'")
  if (MILLIONS.test(text)) return 1_000_000
  return THOUSANDS.test(text) ? 1000 : null
}
