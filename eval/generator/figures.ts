/** Amounts and dates as a style prints them. */
import type { Random } from './random.ts'
import type { Style } from './styles.ts'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

export interface PrintedColumn {
  /** Head rows, top to bottom; empty where nothing stands over the column. */
  readonly heads: readonly string[]
  readonly kind: 'period' | 'percent' | 'budget' | 'variance'
  /** Index of its values in the content. */
  readonly from: number
  readonly period: { readonly label: string; readonly period_end: string; readonly months: number | null } | null
}

export interface PrintedPeriod {
  readonly line: string
  readonly columns: readonly PrintedColumn[]
  /** How many columns of values the content needs. */
  readonly values: number
}

/** Without the `$` that some styles set apart at the column's left edge. */
export function printAmount(value: bigint, style: Style, isTotal: boolean): string {
  const magnitude = value < 0n ? -value : value
  if (value === 0n && style.zero === 'dash') return '-'
  const digits = magnitude.toString().padStart(3, '0')
  const [group, point] = style.european ? ['.', ','] : [',', '.']
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, group)
  const body = style.decimals ? `${whole}${point}${digits.slice(-2)}` : whole
  const dollar = style.dollar === 'all' || (style.dollar === 'totals' && isTotal) ? '$' : ''
  if (value >= 0n) return dollar + body
  switch (style.negative) {
    case 'brackets':
      return `(${dollar}${body})`
    case 'minus':
      return dollar === '' ? `-${body}` : `${dollar} -${body}`
    case 'dollar-minus':
      return `-${dollar}${body}`
    case 'trailing':
      return `${body}-`
  }
}

export function printPeriods(random: Random, style: Style, instant: boolean): PrintedPeriod {
  const year = random.between(2019, 2025)
  const month = style.columns === 'months' || style.columns === 'two-years' ? 12 : random.pick([12, 12, 12, 6, 9, 3])
  const end = (y: number, m: number): string => new Date(Date.UTC(y, m, 0)).toISOString().slice(0, 10)
  const day = (y: number, m: number): number => Number(end(y, m).slice(-2))
  const long = (y: number, m: number): string => `${MONTHS[m - 1] ?? ''} ${day(y, m)}, ${y}`
  const short = (m: number): string => (MONTHS[m - 1] ?? '').slice(0, 3)
  const span = random.pick([
    `For the ${month === 12 ? 'Year' : `${month} Months`} Ended ${long(year, month)}`,
    `January through ${MONTHS[month - 1] ?? ''} ${year}`,
    `January 1 - ${long(year, month)}`,
  ])
  const line = instant
    ? random.pick([
        `As of ${long(year, month)}`,
        `As at ${day(year, month)} ${MONTHS[month - 1] ?? ''} ${year}`,
        long(year, month),
      ])
    : span
  const months = instant ? null : month
  const column = (
    heads: readonly string[],
    from: number,
    y = year,
    m: number | null = months,
    kind: PrintedColumn['kind'] = 'period',
  ): PrintedColumn => ({
    heads,
    kind,
    from,
    period: kind === 'period' ? { label: heads.join(' '), period_end: end(y, month), months: m } : null,
  })
  switch (style.columns) {
    case 'one':
      return { line, values: 1, columns: [column(random.pick([['TOTAL'], ['Total'], []]), 0)] }
    case 'two-years': {
      const [from, to] = random.chance(0.75) ? [year, year - 1] : [year - 1, year]
      const years = (y: number): readonly string[] => [String(y)]
      const title = instant
        ? `${MONTHS[month - 1] ?? ''} ${day(year, month)}, ${year} and ${year - 1}`
        : `For the Years Ended ${MONTHS[month - 1] ?? ''} ${day(year, month)}, ${year} and ${year - 1}`
      const dates = (y: number): readonly string[] => [
        random.chance(0.5) ? `${short(month)} ${day(y, month)}, ${y}` : long(y, month),
      ]
      const heads = instant && style.name === 'xero' ? dates : years
      return { line: title, values: 2, columns: [column(heads(from), 0, from), column(heads(to), 1, to)] }
    }
    case 'months': {
      const list = Array.from({ length: 12 }, (_, index) => ({
        heads: [`${short(index + 1)} ${year}`],
        kind: 'period' as const,
        from: index,
        period: { label: `${short(index + 1)} ${year}`, period_end: end(year, index + 1), months: 1 },
      }))
      return {
        line: `January through December ${year}`,
        values: 13,
        columns: [
          ...list,
          {
            heads: ['TOTAL'],
            kind: 'period',
            from: 12,
            period: { label: 'TOTAL', period_end: end(year, 12), months: 12 },
          },
        ],
      }
    }
    case 'month-and-ytd': {
      const m = random.between(2, 11)
      const period = (heads: readonly string[], from: number, count: number): PrintedColumn => ({
        heads,
        kind: 'period',
        from,
        period: { label: heads.join(' '), period_end: end(year, m), months: count },
      })
      return {
        line: `For the Period Ending ${long(year, m)}`,
        values: 2,
        columns: [period(['Month Ended', long(year, m)], 0, 1), period([`${m} Months Ended`, long(year, m)], 1, m)],
      }
    }
    case 'percent':
      return {
        line,
        values: 1,
        columns: [
          column([`Jan - ${short(month)} ${year}`], 0),
          { heads: ['% of Income'], kind: 'percent', from: 0, period: null },
        ],
      }
    case 'budget':
      return {
        line,
        values: 2,
        columns: [
          column(['Actual'], 0),
          { heads: ['Budget'], kind: 'budget', from: 1, period: null },
          { heads: ['Over Budget'], kind: 'variance', from: 0, period: null },
          { heads: ['% of Budget'], kind: 'percent', from: 0, period: null },
        ],
      }
    case 'change': {
      const head = (y: number): readonly string[] =>
        instant ? [`${short(month)} ${day(y, month)}, ${y}`] : [`Jan - ${short(month)} ${y}`]
      return {
        line,
        values: 2,
        columns: [
          column(head(year), 0, year),
          column(head(year - 1), 1, year - 1),
          { heads: ['$ Change'], kind: 'variance', from: 0, period: null },
          { heads: ['% Change'], kind: 'percent', from: 0, period: null },
        ],
      }
    }
  }
}
