/** Amounts as a style prints them. */
import type { Style } from './styles.ts'

export interface PrintedAmountOptions {
  /** Printed strong: some styles give only those a currency sign. */
  readonly isTotal: boolean
  /** Cents are shown whatever the style says: amounts per share. */
  readonly cents: boolean
}

const MARKS: Readonly<Record<Style['grouping'], readonly [group: string, point: string]>> = {
  comma: [',', '.'],
  point: ['.', ','],
  space: [' ', ','],
  apostrophe: ['’', '.'],
  indian: [',', '.'],
}

const NIL: Readonly<Record<Exclude<Style['zero'], 'digits' | 'blank'>, string>> = {
  dash: '-',
  'en-dash': '–',
  dashes: '---',
  nil: 'Nil',
}

/** Without the `$` that some styles set apart at the column's left edge. */
export function printAmount(value: bigint, style: Style, { isTotal, cents }: PrintedAmountOptions): string {
  if (value === 0n && style.zero !== 'digits' && style.zero !== 'blank') return NIL[style.zero]
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0')
  const [group, point] = MARKS[style.grouping]
  const whole = grouped(digits.slice(0, -2), group, style.grouping === 'indian')
  const body = style.decimals || cents ? `${whole}${point}${digits.slice(-2)}` : whole
  const sign = style.language === 'en' ? '$' : '€'
  if (style.dollar === 'behind') return `${negated(value, body, '', style)} ${sign}`
  if (style.dollar === 'code') return `USD ${negated(value, body, '', style)}`
  const shown = style.dollar === 'all' || (style.dollar === 'totals' && isTotal) ? sign : ''
  return negated(value, body, shown, style)
}

/** `12,34,567` in India, `1,234,567` elsewhere. */
function grouped(whole: string, mark: string, indian: boolean): string {
  if (!indian || whole.length <= 3) return whole.replace(/\B(?=(\d{3})+$)/g, mark)
  return `${whole.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, mark)}${mark}${whole.slice(-3)}`
}

function negated(value: bigint, body: string, sign: string, style: Style): string {
  if (value >= 0n) return sign + body
  switch (style.negative) {
    case 'brackets':
      return `(${sign}${body})`
    case 'spaced-brackets':
      return `( ${sign}${body} )`
    case 'angle':
      return `<${sign}${body}>`
    case 'minus':
      return sign === '' ? `-${body}` : `${sign} -${body}`
    case 'spaced-minus':
      return `- ${sign}${body}`
    case 'dollar-minus':
      return `-${sign}${body}`
    case 'trailing':
      return `${sign}${body}-`
    case 'credit':
      return `${sign}${body} CR`
  }
}
