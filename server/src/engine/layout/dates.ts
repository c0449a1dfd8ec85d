/** Dates as printed in headings: whole ones, and the pieces that only make a date together with a neighbour. */
import { foldText } from '../../lib/fold.ts'

export interface DateMention {
  readonly year: number | null
  /** 1–12. */
  readonly month: number | null
  readonly day: number | null
  /** Where in the text it stands. */
  readonly start: number
  readonly end: number
}

/** Which number comes first in 01/04/2023. A document is consistent with itself, so one clear date decides for all. */
export type DateOrder = 'day-first' | 'month-first'

const MONTH_NAMES: readonly (readonly string[])[] = [
  ['january', 'januar', 'januari', 'janvier', 'enero', 'jan'],
  ['february', 'februar', 'februari', 'février', 'febrero', 'feb'],
  ['march', 'märz', 'maart', 'mars', 'marzo', 'mar', 'mrt'],
  ['april', 'avril', 'abril', 'apr'],
  ['may', 'mai', 'mei', 'mayo'],
  ['june', 'juni', 'juin', 'junio', 'jun'],
  ['july', 'juli', 'juillet', 'julio', 'jul'],
  ['august', 'augustus', 'août', 'agosto', 'aug'],
  ['september', 'septembre', 'septiembre', 'sept', 'sep'],
  ['october', 'oktober', 'octobre', 'octubre', 'oct', 'okt'],
  ['november', 'novembre', 'noviembre', 'nov'],
  ['december', 'dezember', 'décembre', 'diciembre', 'dec', 'dez'],
]
/** Recognition leaves accents out: `Marz`. */
const MONTH_BY_NAME = new Map(
  MONTH_NAMES.flatMap((names, index) =>
    names.flatMap((name) => [name, foldText(name)]).map((name) => [name, index + 1] as const),
  ),
)
const MONTH = `(?:${[...MONTH_BY_NAME.keys()].sort((a, b) => b.length - a.length).join('|')})`
const YEAR = `(?:19[5-9]\\d|20[0-9]\\d)`
/** Years before and after these are no reporting periods. */
const SHORT_YEAR_PIVOT = 70

type Reader = (match: RegExpExecArray, order: DateOrder) => Omit<DateMention, 'start' | 'end'> | null

/** Tried in this order at every place of the text; the first that fits is taken. */
const FORMS: readonly (readonly [RegExp, Reader])[] = [
  [new RegExp(`(${YEAR})-(\\d\\d)-(\\d\\d)`, 'y'), (m) => whole(num(m[1]), num(m[2]), num(m[3]))],
  [/(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?!\d)/y, (m) => whole(fullYear(m[3]), num(m[2]), num(m[1]))],
  [/(\d{1,2})\.(\d{1,2})\.(?!\d)/y, (m) => ({ year: null, month: num(m[2]), day: num(m[1]) })],
  [
    /(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?!\d)/y,
    (m, order) =>
      order === 'day-first' ? whole(fullYear(m[3]), num(m[2]), num(m[1])) : whole(fullYear(m[3]), num(m[1]), num(m[2])),
  ],
  [
    new RegExp(`(${MONTH})\\.?\\s*(\\d{1,2})(?:st|nd|rd|th)?(?!\\d)(?:,|\\s|\\s*,\\s*)+(${YEAR})(?!\\d)`, 'iy'),
    (m) => whole(num(m[3]), monthOf(m[1]), num(m[2])),
  ],
  [
    new RegExp(
      `(\\d{1,2})(?:st|nd|rd|th)?[\\s.-]*(?:(?:of|de)\\s+)?(${MONTH})(?![a-z])[\\s.,-]*(?:del?\\s+)?(${YEAR}|\\d\\d(?!\\d))`,
      'iy',
    ),
    (m) => whole(fullYear(m[3]), monthOf(m[2]), num(m[1])),
  ],
  [
    new RegExp(`(${MONTH})(?![a-z])\\.?[\\s,-]*['’]?(${YEAR})(?!\\d)`, 'iy'),
    (m) => ({ year: num(m[2]), month: monthOf(m[1]), day: null }),
  ],
  [
    new RegExp(`(${MONTH})(?![a-z])\\.?(?:\\s*['’]|-)(\\d\\d)(?!\\d)`, 'iy'),
    (m) => ({ year: fullYear(m[2]), month: monthOf(m[1]), day: null }),
  ],
  [
    new RegExp(`(${MONTH})(?![a-z])\\.?\\s*(\\d{1,2})(?:st|nd|rd|th)?(?![\\d])`, 'iy'),
    (m) => dayOrYear(monthOf(m[1]), m[2] ?? ''),
  ],
  [
    new RegExp(`(\\d{1,2})(?:st|nd|rd|th)?[\\s.-]*(?:de\\s+)?(${MONTH})(?![a-z])`, 'iy'),
    (m) => ({ year: null, month: monthOf(m[2]), day: num(m[1]) }),
  ],
  [new RegExp(`(${MONTH})(?![a-z])\\.?`, 'iy'), (m) => ({ year: null, month: monthOf(m[1]), day: null })],
  [/(?:FY|CY)\s?['’]?(\d{4}|\d{2})(?!\d)/iy, (m) => ({ year: fullYear(m[1]), month: null, day: null })],
  [new RegExp(`(${YEAR})(?![\\d,.]\\d)(?!\\d)`, 'y'), (m) => ({ year: num(m[1]), month: null, day: null })],
]

/** Every date or piece of one, in print order. */
export function findDates(printed: string, order: DateOrder): DateMention[] {
  const text = mendOnes(printed)
  const found: DateMention[] = []
  for (let at = 0; at < text.length; at += 1) {
    if (at > 0 && /[\p{L}\d]/u.test(text[at - 1] ?? '') && /[\p{L}\d]/u.test(text[at] ?? '')) continue
    const mention = dateAt(text, at, order)
    if (mention === null) continue
    found.push(mention)
    at = mention.end - 1
  }
  return found
}

/** Recognition takes a 1 for any upright stroke: `202]`, `3l`. No other reading of those makes a date. */
function mendOnes(text: string): string {
  return (
    text
      .replace(/\b(20[0-4])[\]|Il!)f]/g, '$11')
      .replace(/\b3( ?)[fIl|!\])](?=[\s,.]|$)/g, '31$1')
      // `ended December 3 2021`: where the comma is lost, the stroke before it is lost too.
      .replace(/\b(ended \p{L}+) 3 (?=(?:19|20)\d\d\b)/giu, '$1 31 ')
  )
}

function dateAt(text: string, at: number, order: DateOrder): DateMention | null {
  for (const [form, read] of FORMS) {
    form.lastIndex = at
    const match = form.exec(text)
    if (match === null) continue
    const date = read(match, order)
    if (date !== null) return { ...date, start: at, end: at + match[0].length }
  }
  return null
}

/** The order that the texts of one document are written in: a number over 12 gives it away. */
export function dateOrderOf(texts: Iterable<string>): DateOrder {
  return clearDateOrder(texts) ?? 'month-first'
}

/** Null while no date gives it away. */
export function clearDateOrder(texts: Iterable<string>): DateOrder | null {
  for (const text of texts)
    for (const match of text.matchAll(/(?<!\d)(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d{2})(?!\d)/g)) {
      const [first, second] = [num(match[1]), num(match[2])]
      // Numbers of accounts and taxpayers have dashes too.
      if (Math.max(first, second) > 31 || Math.min(first, second) > 12) continue
      if (first > 12) return 'day-first'
      if (second > 12) return 'month-first'
    }
  return null
}

export function lastDayOf(year: number, month: number): number {
  return [
    31,
    year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28,
    31,
    30,
    31,
    30,
    31,
    31,
    30,
    31,
    30,
    31,
  ][month - 1] as number
}

export function isoDate(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

function num(text: string | undefined): number {
  return Number(text ?? NaN)
}

function monthOf(name: string | undefined): number | null {
  return MONTH_BY_NAME.get((name ?? '').toLowerCase()) ?? null
}

function fullYear(text: string | undefined): number {
  const value = num(text)
  if (value > 99) return value
  return value >= SHORT_YEAR_PIVOT ? 1900 + value : 2000 + value
}

/** `Dec 31` is a day, `Jun 24` may be one too, `Jan 45` can only be a year that was never meant. */
function dayOrYear(month: number | null, digits: string): Omit<DateMention, 'start' | 'end'> | null {
  const value = num(digits)
  return value >= 1 && value <= 31 ? { year: null, month, day: value } : null
}

function whole(year: number, month: number | null, day: number): Omit<DateMention, 'start' | 'end'> | null {
  if (month === null || month < 1 || month > 12 || day < 1 || year < 1950 || year > 2099) return null
  return day > lastDayOf(year, month) ? null : { year, month, day }
}
