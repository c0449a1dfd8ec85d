/** What a heading says about time: where the period ends, how many months it covers, or only a piece of that. */
import type { DateMention, DateOrder } from './dates.ts'
import { findDates, isoDate, lastDayOf } from './dates.ts'

export interface PeriodHeading {
  readonly year: number | null
  readonly month: number | null
  /** Null where the heading names no day; the last of the month is meant. */
  readonly day: number | null
  readonly months: number | null
  /** `as of` and its like: a date, not a stretch of time. */
  readonly instant: boolean
}

const NUMBER_WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const DURATION = new RegExp(`\\b(\\d{1,2}|${NUMBER_WORDS.join('|')})[\\s-]+months?\\b`, 'i')
const WHOLE_YEAR =
  /\byears?[\s-]*(?:then\s+)?end(?:ed|ing)\b|\bfor the (?:fiscal |calendar )?years?\b|\bfiscal year\b|\bfull year\b|\bFY\s?['’]?\d/i
const QUARTER = /\bquarters?[\s-]*end(?:ed|ing)\b|\bQ[1-4]\b/i
const ONE_MONTH = /\bmonths?[\s-]*end(?:ed|ing)\b|\bcurrent month\b|\bthis month\b/i
const TO_DATE = /\by(?:ea)?r?[\s-]*to[\s-]*date\b|\bYTD\b/i
const INSTANT = /\bas (?:of|at)\b|\bas on\b|\bper\b|\bzum\b|\bau\b/i
const RANGE_MARK = /^[\s,]*(?:[-–—]|to|thru|through|until|till|bis|t\/m|tot(?: en met)?|au|al?)[\s,]*$/i
const QUARTER_OF = /\bQ([1-4])\b|\b([1-4])Q\b/i
/** Retailers close on a weekday: 52 or 53 weeks are their year, 13 or 14 their quarter. */
const WEEKS = /\b(\d{2})[\s-]+weeks?\b/i
const MONTHS_OF_WEEKS: Readonly<Record<string, number>> = {
  '52': 12,
  '53': 12,
  '39': 9,
  '40': 9,
  '26': 6,
  '27': 6,
  '13': 3,
  '14': 3,
}

/** Null when the text says nothing about time. */
export function readPeriodHeading(text: string, order: DateOrder): PeriodHeading | null {
  const dates = findDates(text, order)
  const end = rangeEnd(text, dates)
  const duration = monthsNamed(text)
  const quarter = QUARTER_OF.exec(text)
  if (end === null && duration === null && quarter === null) return TO_DATE.test(text) ? nothing() : null
  const date = end?.date ?? null
  const named = date?.month ?? (quarter === null ? null : Number(quarter[1] ?? quarter[2]) * 3)
  return {
    year: date?.year ?? null,
    month: named,
    day: date?.day ?? null,
    months: end?.months ?? duration ?? (quarter === null ? null : 3),
    instant: INSTANT.test(text) && duration === null && (end?.months ?? null) === null,
  }
}

function nothing(): PeriodHeading {
  return { year: null, month: null, day: null, months: null, instant: false }
}

/** The last date of a range, or the first date of a text that has none. Pieces borrow the year of their partner. */
function rangeEnd(text: string, dates: readonly DateMention[]): { date: DateMention; months: number | null } | null {
  const [first, second] = dates
  if (first === undefined) return null
  if (second === undefined) return { date: first, months: null }
  if (!RANGE_MARK.test(text.slice(first.end, second.start))) {
    // `December 31` and `2024` apart from each other are one date.
    const pieces = first.month !== null && first.year === null && second.month === null
    return { date: pieces ? { ...first, year: second.year } : first, months: null }
  }
  const end: DateMention = { ...second, month: second.month ?? first.month }
  // `Nov - Jan 2024` began in the year before.
  const earlier = first.month !== null && end.month !== null && first.month > end.month ? 1 : 0
  const year = first.year ?? (end.year === null ? null : end.year - earlier)
  return { date: end, months: monthsBetween({ ...first, year }, end) }
}

/** Whole months from the first of a month to the last of one; null when the range is not made of whole months. */
function monthsBetween(start: DateMention, end: DateMention): number | null {
  if (start.year === null || end.year === null || end.month === null || start.month === null) return null
  if (start.day !== null && start.day !== 1) return null
  if (end.day !== null && end.day !== lastDayOf(end.year, end.month)) return null
  const months = (end.year - start.year) * 12 + end.month - start.month + 1
  return months >= 1 && months <= 24 ? months : null
}

function monthsNamed(text: string): number | null {
  const named = DURATION.exec(text)?.[1]?.toLowerCase()
  if (named !== undefined) return /^\d/.test(named) ? Number(named) : NUMBER_WORDS.indexOf(named) + 1
  const weeks = WEEKS.exec(text)?.[1]
  if (weeks !== undefined) return MONTHS_OF_WEEKS[weeks] ?? null
  if (WHOLE_YEAR.test(text)) return 12
  if (QUARTER.test(text)) return 3
  return ONE_MONTH.test(text) ? 1 : null
}

export function isToDate(text: string): boolean {
  return TO_DATE.test(text)
}

/** `YYYY-MM-DD`, or null when year or month are not stated. */
export function periodEndOf(heading: PeriodHeading): string | null {
  const { year, month, day } = heading
  if (year === null || month === null) return null
  return isoDate(year, month, Math.min(day ?? 31, lastDayOf(year, month)))
}
