/** The columns of a statement: what stands over each, which period it is, and what is no period at all. */
import { ENGLISH_MONTHS, LANGUAGES, type Language } from './languages.ts'
import type { Random } from './random.ts'
import type { HeadForm, Style } from './styles.ts'

export interface PrintedColumn {
  /** Head rows, top to bottom; empty where nothing stands over the column. */
  readonly heads: readonly string[]
  /** `part`: a store or a fund, whose total is another column. */
  readonly kind: 'period' | 'percent' | 'budget' | 'variance' | 'part'
  /** Index of its values in the content. */
  readonly from: number
  readonly period: { readonly label: string; readonly period_end: string; readonly months: number | null } | null
}

export interface PrintedPeriod {
  readonly line: string
  readonly columns: readonly PrintedColumn[]
  /** How many columns of values the content needs. */
  readonly values: number
  /** Columns of the content that are the sum of the ones before them. */
  readonly summed: boolean
}

/** A statement's own time: everything that its heads are made of. */
class Calendar {
  readonly year: number
  readonly month: number
  readonly instant: boolean
  readonly language: Language

  constructor(year: number, month: number, instant: boolean, language: Language) {
    this.year = year
    this.month = month
    this.instant = instant
    this.language = language
  }

  name(month = this.month): string {
    const names = this.language === 'en' ? ENGLISH_MONTHS : LANGUAGES[this.language].months
    return names[month - 1] ?? ''
  }

  end(year = this.year, month = this.month): string {
    return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  }

  day(year = this.year, month = this.month): number {
    return Number(this.end(year, month).slice(-2))
  }

  short(month = this.month): string {
    return this.name(month).slice(0, 3)
  }

  long(year = this.year, month = this.month): string {
    if (this.language === 'en') return `${this.name(month)} ${this.day(year, month)}, ${year}`
    const point = this.language === 'de' ? '.' : ''
    const of = this.language === 'es' ? ' de' : ''
    return `${this.day(year, month)}${point}${of} ${this.name(month)}${of} ${year}`
  }

  get months(): number | null {
    return this.instant ? null : this.month
  }
}

export function printPeriods(random: Random, style: Style, instant: boolean): PrintedPeriod {
  const whole = ['months', 'two-years', 'three-years', 'quarters'].includes(style.columns)
  const month = whole ? 12 : random.pick([12, 12, 12, 6, 9, 3])
  const calendar = new Calendar(random.between(2019, 2025), month, instant, style.language)
  return { summed: false, ...columnsOf(random, style, calendar, reportLine(random, calendar)) }
}

function reportLine(random: Random, at: Calendar): string {
  if (at.language !== 'en') {
    const { instant, span } = LANGUAGES[at.language]
    return (at.instant ? instant : span)(at.day(), at.name(), at.year)
  }
  if (at.instant)
    return random.pick([
      `As of ${at.long()}`,
      `As at ${at.day()} ${at.name()} ${at.year}`,
      at.long(),
      `As at ${slashed(at, at.year)}`,
    ])
  return random.pick([
    `For the ${at.month === 12 ? 'Year' : `${at.month} Months`} Ended ${at.long()}`,
    `January through ${at.name()} ${at.year}`,
    `January 1 - ${at.long()}`,
    `From 01/01/${at.year} to ${slashed(at, at.year)}`,
    `Period: 1 January ${at.year} to ${at.day()} ${at.name()} ${at.year}`,
  ])
}

function slashed(at: Calendar, year: number, month = at.month): string {
  return `${String(month).padStart(2, '0')}/${String(at.day(year, month)).padStart(2, '0')}/${year}`
}

function dashed(at: Calendar, year: number): string {
  return `${at.day(year)}-${at.short()}-${String(year).slice(-2)}`
}

/** What stands over the column of a year. */
function yearHead(form: HeadForm, at: Calendar, year: number, unit: string): readonly string[] {
  switch (form) {
    case 'year':
      return [String(year)]
    case 'date':
      return [at.language === 'en' ? `${at.short()} ${at.day(year)}, ${year}` : at.long(year)]
    case 'slashed':
      return [at.language === 'en' ? slashed(at, year) : `${at.day(year)}.${at.month}.${year}`]
    case 'dashed':
      return [at.language === 'en' ? dashed(at, year) : String(year)]
    case 'two-rows':
      return at.language === 'en'
        ? [`${at.name()} ${at.day(year)},`, String(year)]
        : [`${at.day(year)} ${at.name()}`, String(year)]
    case 'fiscal':
      return [`FY ${year}`]
    case 'unit':
      return [String(year), unit]
    case 'remark':
      return [String(year), at.language === 'en' ? '(Audited)' : unit]
  }
}

type Laid = Omit<PrintedPeriod, 'summed'> & { readonly summed?: boolean }

function columnsOf(random: Random, style: Style, at: Calendar, line: string): Laid {
  const { year } = at
  const column = (heads: readonly string[], from: number, y = year, months = at.months): PrintedColumn => ({
    heads,
    kind: 'period',
    from,
    period: { label: heads.join(' '), period_end: at.end(y), months },
  })
  const aside = (head: string, kind: PrintedColumn['kind'], from: number): PrintedColumn => ({
    heads: [head],
    kind,
    from,
    period: null,
  })
  const unit = style.language === 'en' ? (style.scale === 1000 ? "$'000" : '$') : '€'
  switch (style.columns) {
    case 'one':
      return { line, values: 1, columns: [column(random.pick([['TOTAL'], ['Total'], []]), 0)] }
    case 'two-years':
    case 'three-years': {
      const count = style.columns === 'two-years' ? 2 : 3
      const years = Array.from({ length: count }, (_, index) => year - index)
      if (random.chance(0.25)) years.reverse()
      const columns = years.map((y, index) => column(yearHead(style.headForm, at, y, unit), index, y))
      return {
        line: yearsLine(
          at,
          line,
          [...years].sort((a, b) => b - a),
        ),
        values: count,
        columns,
      }
    }
    case 'quarters': {
      const columns = [1, 2, 3, 4].map((quarter, index) => ({
        heads: [`Q${quarter} ${year}`],
        kind: 'period' as const,
        from: index,
        period: { label: `Q${quarter} ${year}`, period_end: at.end(year, quarter * 3), months: 3 },
      }))
      return {
        line: `January through December ${year}`,
        values: 5,
        summed: true,
        columns: [...columns, column(['Total'], 4)],
      }
    }
    case 'months': {
      const heads = random.pick([
        (m: number) => `${at.short(m)} ${year}`,
        (m: number) => `${at.short(m)}-${String(year).slice(-2)}`,
      ])
      const columns = Array.from({ length: 12 }, (_, index) => ({
        heads: [heads(index + 1)],
        kind: 'period' as const,
        from: index,
        period: { label: heads(index + 1), period_end: at.end(year, index + 1), months: 1 },
      }))
      return {
        line: `January through December ${year}`,
        values: 13,
        summed: true,
        columns: [...columns, column(['TOTAL'], 12)],
      }
    }
    case 'month-and-ytd':
    case 'ytd-first':
      return monthAndYear(random, style, at)
    case 'percent':
      return {
        line,
        values: 1,
        columns: [column([`Jan - ${at.short()} ${year}`], 0), aside('% of Income', 'percent', 0)],
      }
    case 'percent-each':
      return {
        line,
        values: 2,
        columns: [
          column([String(year)], 0),
          aside('%', 'percent', 0),
          column([String(year - 1)], 1, year - 1),
          aside('%', 'percent', 1),
        ],
      }
    case 'budget':
      return {
        line,
        values: 2,
        columns: [
          column(['Actual'], 0),
          aside('Budget', 'budget', 1),
          aside('Over Budget', 'variance', 0),
          aside('% of Budget', 'percent', 0),
        ],
      }
    case 'budget-first':
      return {
        line,
        values: 2,
        columns: [aside('Budget', 'budget', 1), column(['Actual'], 0), aside('Variance', 'variance', 0)],
      }
    case 'change': {
      const head = (y: number): readonly string[] =>
        at.instant ? [`${at.short()} ${at.day(y)}, ${y}`] : [`Jan - ${at.short()} ${y}`]
      return {
        line,
        values: 2,
        columns: [
          column(head(year), 0, year),
          column(head(year - 1), 1, year - 1),
          aside('$ Change', 'variance', 0),
          aside('% Change', 'percent', 0),
        ],
      }
    }
    case 'stores': {
      const names = random.some(['Downtown', 'Airport', 'Westside', 'Harbor', 'Online'], random.between(2, 3))
      const parts = names.map((name, index) => aside(name, 'part', index))
      return { line, values: names.length + 1, summed: true, columns: [...parts, column(['Total'], names.length)] }
    }
    case 'prior-period': {
      const now = at.instant ? `${at.short()} ${at.day()}, ${year}` : `Jan - ${at.short()} ${year}`
      const before = at.instant
        ? `${at.short()} ${at.day(year - 1)}, ${year - 1} (PP)`
        : `Jan - ${at.short()} ${year - 1} (PP)`
      return { line, values: 2, columns: [column([now], 0), column([before], 1, year - 1)] }
    }
  }
}

/** The line under the title names the years that the columns only number. */
function yearsLine(at: Calendar, line: string, years: readonly number[]): string {
  if (at.language !== 'en') return line
  const named = years.length === 2 ? years.join(' and ') : `${years.slice(0, -1).join(', ')} and ${years.at(-1) ?? ''}`
  const date = `${at.name()} ${at.day()}, ${named}`
  return at.instant ? date : `For the Years Ended ${date}`
}

function monthAndYear(random: Random, style: Style, at: Calendar): Laid {
  const month = random.between(2, 11)
  const column = (heads: readonly string[], from: number, months: number): PrintedColumn => ({
    heads,
    kind: 'period',
    from,
    period: { label: heads.join(' '), period_end: at.end(at.year, month), months },
  })
  const long = at.long(at.year, month)
  const columns = [column(['Month Ended', long], 0, 1), column([`${month} Months Ended`, long], 1, month)]
  return {
    line: `For the Period Ending ${long}`,
    values: 2,
    columns: style.columns === 'ytd-first' ? columns.reverse() : columns,
  }
}
