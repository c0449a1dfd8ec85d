/** The time a statement is about, as its own words say it. */
import type { DateMention, DateOrder } from '../../layout/dates.ts'
import { findDates, isoDate, lastDayOf } from '../../layout/dates.ts'

export interface StatementPeriod {
  readonly start: string | null
  readonly end: string
}

const RANGE = /^[\s,)]*(?:to|-|–|—|through|thru|until|till|bis|t\/m|tot|au|al|and|hasta|do)[\s(]*$/i
const END_CAPTION =
  /\b(?:statement (?:date|ending|closing)|period end(?:ing|ed)?|closing date|issue date|as (?:at|of)|ending|end date|statement produced)\b/i
const MONTH_CAPTION = /\b(?:month of|statement for|period)\b/i
const MAX_DAYS = 400
const DAY_MS = 86_400_000

/** A range of two whole days; null when the text holds none. */
export function periodInText(text: string, order: DateOrder): StatementPeriod | null {
  if (!/\d/.test(text) || text.length > 240) return null
  const dates = findDates(text, order)
  for (const [index, end] of dates.entries()) {
    const start = dates[index - 1]
    if (start === undefined || !RANGE.test(text.slice(start.end, end.start))) continue
    const period = rangeOf(start, end)
    if (period !== null) return period
  }
  const [only] = dates
  if (only?.day === null && only.month !== null && only.year !== null && MONTH_CAPTION.test(text))
    return {
      start: isoDate(only.year, only.month, 1),
      end: isoDate(only.year, only.month, lastDayOf(only.year, only.month)),
    }
  return null
}

/** The day a statement closes, where it names no range. */
export function endInText(text: string, order: DateOrder): string | null {
  if (!END_CAPTION.test(text) || text.length > 160) return null
  for (const { year, month, day } of findDates(text, order))
    if (year !== null && month !== null && day !== null) return isoDate(year, month, day)
  return null
}

function rangeOf(start: DateMention, end: DateMention): StatementPeriod | null {
  if (end.year === null || end.month === null || end.day === null || start.month === null || start.day === null)
    return null
  const year = start.year ?? (start.month > end.month ? end.year - 1 : end.year)
  const [from, to] = [isoDate(year, start.month, start.day), isoDate(end.year, end.month, end.day)]
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  return days >= 0 && days <= MAX_DAYS ? { start: from, end: to } : null
}
