/** Printed days → dates. A document is consistent with itself: all of its days together settle order and year. */
import type { DateOrder } from '../../layout/dates.ts'
import { isoDate, lastDayOf } from '../../layout/dates.ts'
import type { PrintedDay } from '../../layout/printed-day.ts'

export interface DayContext {
  readonly order: DateOrder
  readonly start: string | null
  /** The last day of the period, or any day that the statement was made on. */
  readonly end: string | null
}

/** Banks book a few days outside of the period they print. */
const SLACK_DAYS = 20
const DAY_MS = 86_400_000

/** `isMonthFirst` is the habit of the place, for documents that never give themselves away. */
export function orderOfDays(
  days: Iterable<PrintedDay>,
  isMonthFirst: boolean,
  context: Omit<DayContext, 'order'>,
): DateOrder {
  let [dayFirst, monthFirst] = [0, 0]
  let [dayFits, monthFits] = [0, 0]
  let [dayBack, monthBack] = [0, 0]
  let before: PrintedDay | null = null
  const [asDayFirst, asMonthFirst] = [
    { ...context, order: 'day-first' },
    { ...context, order: 'month-first' },
  ] as const
  for (const day of days) {
    if (day.order !== null) continue
    const [first, second] = day.numbers
    if (first > 12) dayFirst += 1
    else if (second > 12) monthFirst += 1
    if (isInside(resolveDay(day, asDayFirst), context)) dayFits += 1
    if (isInside(resolveDay(day, asMonthFirst), context)) monthFits += 1
    if (before !== null) {
      if (second < before.numbers[1] || (second === before.numbers[1] && first < before.numbers[0])) dayBack += 1
      if (first < before.numbers[0] || (first === before.numbers[0] && second < before.numbers[1])) monthBack += 1
    }
    before = day
  }
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? 'day-first' : 'month-first'
  if (dayFits !== monthFits) return dayFits > monthFits ? 'day-first' : 'month-first'
  if (dayBack !== monthBack) return dayBack < monthBack ? 'day-first' : 'month-first'
  return isMonthFirst ? 'month-first' : 'day-first'
}

function isInside(date: string | null, { start, end }: Omit<DayContext, 'order'>): boolean {
  return date !== null && start !== null && end !== null && date >= start && date <= end
}

/** `YYYY-MM-DD`; null when the day is impossible or nothing says its year. */
export function resolveDay(day: PrintedDay, context: DayContext): string | null {
  const isMonthFirst = (day.order ?? context.order) === 'month-first'
  const [month, number] = isMonthFirst ? day.numbers : [day.numbers[1], day.numbers[0]]
  if (month < 1 || month > 12 || number < 1) return null
  const year = day.year ?? yearOf(month, number, context)
  if (year === null || number > lastDayOf(year, month)) return null
  return isoDate(year, month, number)
}

/** A statement has many movements and few days: what was found for one day holds for the next movement of it. */
const knownYears = new WeakMap<DayContext, Map<number, number | null>>()

function yearOf(month: number, day: number, context: DayContext): number | null {
  const known = knownYears.get(context) ?? new Map<number, number | null>()
  knownYears.set(context, known)
  const key = month * 100 + day
  const before = known.get(key)
  if (before !== undefined) return before
  const year = nearestYear(month, day, context)
  known.set(key, year)
  return year
}

function nearestYear(month: number, day: number, { start, end }: DayContext): number | null {
  if (end === null) return null
  const last = Number(end.slice(0, 4))
  const first = start === null ? last - 1 : Number(start.slice(0, 4))
  let best: { year: number; distance: number } | null = null
  for (let year = last; year >= first; year -= 1) {
    const distance = daysOutside(isoDate(year, month, Math.min(day, lastDayOf(year, month))), start, end)
    if (best === null || distance < best.distance) best = { year, distance }
  }
  return best?.year ?? null
}

function daysOutside(date: string, start: string | null, end: string): number {
  const time = Date.parse(date)
  if (time > Date.parse(end)) return Math.max(0, (time - Date.parse(end)) / DAY_MS - (start === null ? SLACK_DAYS : 0))
  if (start === null) return 0
  return Math.max(0, (Date.parse(start) - time) / DAY_MS)
}
