/**
 * Periods that are complete in themselves, as the heads of a plain table or a title print them. What a heading says
 * about time is read in one place, `period-heading`; this adds that the text speaks of nothing else, and what is meant
 * when nothing beside it can complete it: 'Dec 23' is a month of a year, and a month alone is one month.
 */
import type { Period } from '../model/statement.ts'
import { findDates, lastDayOf } from './dates.ts'
import { periodEndOf, readPeriodHeading } from './period-heading.ts'

export type PrintedPeriod = Pick<Period, 'fiscalYear' | 'periodEnd' | 'monthsCovered'>

/** No column head or title about a period is longer; anything that is need not be looked at. */
const LONGEST = 120
/** 'Dec 23', 'Dec-23': with no year beside it, the number is one. */
const MONTH_AND_NUMBER = /(\p{L}{3,})[\s/-](\d{2})$/u
/** What may stand beside the dates of a period. */
const PERIOD_WORDS =
  /\b(?:for|the|period|fiscal|calendar|years?|quarters?|months?|weeks?|end(?:ed|ing)|to|thru|through|fy|q[1-4]|[1-4]q|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2}(?= (?:months|weeks)))\b/gi

export function parsePrintedPeriod(printed: string): PrintedPeriod | null {
  if (printed.length > LONGEST) return null
  const plain = printed.normalize('NFKC').trim()
  const text = /(?:19|20)\d\d/.test(plain) ? plain : plain.replace(MONTH_AND_NUMBER, "$1 '$2")
  if (!saysNothingElse(text)) return null
  const heading = readPeriodHeading(text, 'month-first')
  if (heading === null || heading.year === null) return null
  const { year, month, day, months } = heading
  if (month !== null && day !== null && day > lastDayOf(year, month)) return null
  return {
    fiscalYear: year,
    periodEnd: periodEndOf(heading),
    monthsCovered: months ?? (month !== null && day === null ? 1 : null),
  }
}

function saysNothingElse(text: string): boolean {
  let rest = text
  for (const { start, end } of findDates(text, 'month-first').toReversed())
    rest = `${rest.slice(0, start)} ${rest.slice(end)}`
  return /^[\s,.'’()\-–—]*$/.test(rest.replace(PERIOD_WORDS, ' '))
}
