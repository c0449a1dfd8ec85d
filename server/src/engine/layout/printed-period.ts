/** Periods as column heads and statement titles print them. Only what is printed is read: no year end is assumed. */
import type { Period } from '../model/statement.ts'

export type PrintedPeriod = Pick<Period, 'fiscalYear' | 'periodEnd' | 'monthsCovered'>

interface PrintedDate {
  readonly year: number | null
  /** From 1. */
  readonly month: number
  /** Null when only the month is printed. */
  readonly day: number | null
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const MONTH = `(?:${MONTHS.join('|')})[a-z]*`
const WORDY_DATE = new RegExp(`^(${MONTH})(?: (\\d{1,2}))?(?: (\\d{4}|\\d{2}))?$`)

/** No column head or title about a period is longer; anything that is need not be looked at. */
const LONGEST = 120

export function parsePrintedPeriod(printed: string): PrintedPeriod | null {
  if (printed.length > LONGEST) return null
  const text = simplify(printed)
  return endedPeriod(text) ?? rangePeriod(text) ?? namedPeriod(text)
}

function simplify(printed: string): string {
  return printed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[,.'’()]/g, ' ')
    .replace(/\b(?:for|the|period|fiscal)\b/g, ' ')
    .replace(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

/** 'Year ended December 31, 2024', 'Nine months ended …', '13 weeks ended …'. */
function endedPeriod(text: string): PrintedPeriod | null {
  const [, length = '', date = ''] = /^(.*?) ?\b(?:ended|ending)\b (.+)$/.exec(text) ?? []
  const end = readDate(date)
  if (length === '' || !end || end.year === null) return null
  return { fiscalYear: end.year, periodEnd: isoDate(lastDayOf(end)), monthsCovered: monthsIn(length) }
}

function monthsIn(length: string): number | null {
  const [, count = 'one', unit] = /^(?:(\w+) )?(years?|quarters?|months?|weeks?)$/.exec(length) ?? []
  const number = NUMBERS.indexOf(count) + 1 || Number(count)
  if (!unit || !Number.isInteger(number)) return null
  if (unit.startsWith('year')) return 12 * number
  if (unit.startsWith('quarter')) return 3 * number
  if (unit.startsWith('month')) return number
  // Retailers close on a weekday: 52 or 53 weeks are their year, 13 or 14 their quarter.
  const weeks: Readonly<Record<number, number>> = { 52: 12, 53: 12, 39: 9, 40: 9, 26: 6, 27: 6, 13: 3, 14: 3 }
  return weeks[number] ?? null
}

/** 'Jan - Dec 2024', 'Jan 1 - Jun 30, 2024', 'Jul 2023 through Jun 2024'. */
function rangePeriod(text: string): PrintedPeriod | null {
  const [, from = '', to = ''] = /^(.+?) ?(?: - | to | through | thru |(?<=[a-z])-(?=[a-z])) ?(.+)$/.exec(text) ?? []
  const end = readDate(to)
  if (!end || end.year === null) return null
  const start = end.day === null ? readDate(from) : readDate(from, 'day')
  if (!start) return null
  const closed = lastDayOf(end)
  const fromYear = start.year ?? (start.month > end.month ? end.year - 1 : end.year)
  const opened = { year: fromYear, month: start.month, day: start.day ?? 1 }
  return { fiscalYear: end.year, periodEnd: isoDate(closed), monthsCovered: wholeMonths(opened, closed) }
}

interface FullDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** The months between two dates, both included; null when they are not whole ones. */
function wholeMonths(from: FullDate, to: FullDate): number | null {
  const next = new Date(Date.UTC(to.year, to.month - 1, to.day + 1))
  if (next.getUTCDate() !== from.day) return null
  const months = (next.getUTCFullYear() - from.year) * 12 + next.getUTCMonth() + 1 - from.month
  return months > 0 ? months : null
}

function namedPeriod(text: string): PrintedPeriod | null {
  const quarter = /^q([1-4]) ?(\d{4}|\d{2})$/.exec(text) ?? /^([1-4])q ?(\d{4}|\d{2})$/.exec(text)
  if (quarter) {
    const end = lastDayOf({ year: fullYear(quarter[2] ?? ''), month: 3 * Number(quarter[1]), day: null })
    return { fiscalYear: end.year, periodEnd: isoDate(end), monthsCovered: 3 }
  }
  const fiscal = /^(?:fy ?|year )(\d{4}|\d{2})$/.exec(text)
  if (fiscal) return { fiscalYear: fullYear(fiscal[1] ?? ''), periodEnd: null, monthsCovered: 12 }
  if (/^(?:19|20)\d\d$/.test(text)) return { fiscalYear: Number(text), periodEnd: null, monthsCovered: null }
  const date = readDate(text)
  if (!date || date.year === null) return null
  return { fiscalYear: date.year, periodEnd: isoDate(lastDayOf(date)), monthsCovered: date.day === null ? 1 : null }
}

/** `loneNumber` says what the number in 'Dec 23' is: a year in a column head, a day where the other end has one. */
function readDate(text: string, loneNumber: 'year' | 'day' = 'year'): PrintedDate | null {
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})$/.exec(text)
  if (slashed) return checked(Number(slashed[1]), Number(slashed[2]), fullYear(slashed[3] ?? ''))
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (iso) return checked(Number(iso[2]), Number(iso[3]), Number(iso[1]))
  const wordy = WORDY_DATE.exec(text.replace(/(?<=[a-z])[-/](?=\d)/, ' '))
  if (!wordy) return dayFirst(text)
  const month = MONTHS.indexOf(wordy[1]?.slice(0, 3) ?? '') + 1
  const [, , day, year] = wordy
  if (year !== undefined && day !== undefined) return checked(month, Number(day), fullYear(year))
  const number = day ?? year
  if (number === undefined) return { year: null, month, day: null }
  if (loneNumber === 'day' && number.length <= 2) return checked(month, Number(number), null)
  return { year: fullYear(number.padStart(2, '0')), month, day: null }
}

/** '31 December 2024', as it is written outside the United States. */
function dayFirst(text: string): PrintedDate | null {
  const match = new RegExp(`^(\\d{1,2}) (${MONTH})(?: (\\d{4}|\\d{2}))?$`).exec(text)
  if (!match) return null
  const month = MONTHS.indexOf(match[2]?.slice(0, 3) ?? '') + 1
  return checked(month, Number(match[1]), match[3] === undefined ? null : fullYear(match[3]))
}

function checked(month: number, day: number, year: number | null): PrintedDate | null {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year ?? 2000, month) ? { year, month, day } : null
}

/** Two digits mean this century up to 69 and the last one from 70. */
function fullYear(text: string): number {
  const year = Number(text)
  return text.length > 2 ? year : year < 70 ? 2000 + year : 1900 + year
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function lastDayOf({ year, month, day }: PrintedDate): FullDate {
  const known = year ?? 2000
  return { year: known, month, day: day ?? daysIn(known, month) }
}

function isoDate({ year, month, day }: FullDate): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
