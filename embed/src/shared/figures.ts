/** Figures are decimal texts from the service; they are shown, never computed with. */

/** `-1234567.80` as `(1,234,567.80)`: a lender's way to print a negative. */
export function printed(value: string | null | undefined): string {
  if (value === null || value === undefined) return '–'
  const negative = value.startsWith('-')
  const [whole = '', cents = ''] = (negative ? value.slice(1) : value).split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  const text = cents === '' ? grouped : `${grouped}.${cents}`
  return negative ? `(${text})` : text
}

export const isZero = (value: string | null | undefined): boolean =>
  value === null || value === undefined || /^-?0*\.?0*$/.test(value)

export interface PeriodFacts {
  readonly fiscal_year: number
  readonly period_end: string | null
  readonly months_covered: number | null
}

/** `FY 2024`, or `9 mo. to 2025-09-30`. */
export function periodName(period: PeriodFacts): string {
  const { months_covered: months, period_end: end } = period
  if (months === null || months === 12 || end === null) return `FY ${period.fiscal_year}`
  return `${months} mo. to ${end}`
}

const UNITS = ['bytes', 'KB', 'MB', 'GB']
export function size(bytes: number): string {
  let rest = bytes
  let unit = 0
  while (rest >= 1000 && unit < UNITS.length - 1) {
    rest /= 1000
    unit += 1
  }
  return `${unit === 0 ? rest : rest.toFixed(1)} ${UNITS[unit] ?? ''}`
}
