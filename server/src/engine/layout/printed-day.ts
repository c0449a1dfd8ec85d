/**
 * Days as rows of a list print them: short, often without a year, in an order that only the whole document gives
 * away. What is read here keeps its doubt; whoever has seen all rows resolves it.
 */
import type { DateOrder } from './dates.ts'

export interface PrintedDay {
  readonly year: number | null
  /** Month and day, or day and month: `order` says which, or that nobody knows yet. */
  readonly numbers: readonly [number, number]
  readonly order: DateOrder | null
}

/** A cell that stands where a day should and names none: `mm/dd/yyyy` of a template, digits masked alike. */
export type DayCell = PrintedDay | 'placeholder'

const MONTHS: readonly string[][] = [
  ['january', 'januar', 'januari', 'janvier', 'enero', 'janeiro', 'gennaio', 'jan', 'ene', 'gen', 'led', 'sty'],
  ['february', 'februar', 'februari', 'février', 'febrero', 'fevereiro', 'febbraio', 'feb', 'fev', 'fév', 'úno', 'lut'],
  ['march', 'märz', 'maart', 'mars', 'marzo', 'março', 'mar', 'mrt', 'mär', 'mrz', 'bře'],
  ['april', 'avril', 'abril', 'aprile', 'apr', 'avr', 'abr', 'dub', 'kwi'],
  ['may', 'mai', 'mei', 'mayo', 'maio', 'maggio', 'maj', 'mag', 'kvě'],
  ['june', 'juni', 'juin', 'junio', 'junho', 'giugno', 'jun', 'giu', 'čer', 'cze'],
  ['july', 'juli', 'juillet', 'julio', 'julho', 'luglio', 'jul', 'lug', 'lip'],
  ['august', 'augustus', 'août', 'agosto', 'aug', 'ago', 'srp', 'sie'],
  ['september', 'septembre', 'septiembre', 'setembro', 'settembre', 'sept', 'sep', 'set', 'zář', 'wrz'],
  ['october', 'oktober', 'octobre', 'octubre', 'outubro', 'ottobre', 'oct', 'okt', 'out', 'ott', 'říj', 'paź'],
  ['november', 'novembre', 'noviembre', 'novembro', 'nov', 'lis'],
  ['december', 'dezember', 'décembre', 'diciembre', 'dezembro', 'dicembre', 'dec', 'dez', 'dic', 'déc', 'des', 'gru'],
]
const MONTH_BY_NAME = new Map(MONTHS.flatMap((names, index) => names.map((name) => [name, index + 1] as const)))
const NAME = `(${[...MONTH_BY_NAME.keys()].sort((a, b) => b.length - a.length).join('|')})`
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s*/i
const TIME = /[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(?:Z|[ap]m)?$/i
const PLACEHOLDER =
  /^(?:mm|dd|m|d|yyyy)[/.-](?:mm|dd|m|d)(?:[/.-](?:yyyy|yy|dd|d))?$|^1111[/.-]11[/.-]11$|^[xX]{1,2}[/.-][xX]{1,2}(?:[/.-][xX]{2,4})?$/

const YEAR_FIRST = /^((?:19|20)\d\d)[/.-]?(\d\d)[/.-]?(\d\d)$|^((?:19|20)\d\d)[/.-](\d{1,2})[/.-](\d{1,2})$/
const THREE_NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})\2((?:19|20)\d\d|\d\d)$/
const TWO_NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})\.?$/
const DAY_NAME = new RegExp(
  `^(\\d{1,2})(?:st|nd|rd|th|\\.)?[\\s./-]*(?:of\\s+|de\\s+)?${NAME}\\.?,?(?:[\\s./-]*(?:de\\s+)?['’]?((?:19|20)\\d\\d|\\d\\d))?$`,
  'i',
)
const NAME_DAY = new RegExp(
  `^${NAME}\\.?[\\s./-]*(\\d{1,2})(?:st|nd|rd|th)?(?:(?:,\\s*|[\\s./-]+)['’]?((?:19|20)\\d\\d|\\d\\d))?$`,
  'i',
)
/** No printed day is longer. */
const LONGEST = 40
/** Two digits mean this century up to 69 and the last one from 70. */
const SHORT_YEAR_PIVOT = 70

/** Null when the text, as a whole, is no day. */
export function readPrintedDay(printed: string): DayCell | null {
  if (printed.length > LONGEST) return null
  const text = printed.trim().replace(WEEKDAY, '').replace(TIME, '')
  if (PLACEHOLDER.test(text)) return 'placeholder'
  const found = yearFirst(text) ?? numbersOnly(text) ?? withName(text)
  return found !== null && isPossible(found) ? found : null
}

function yearFirst(text: string): PrintedDay | null {
  const match = YEAR_FIRST.exec(text)
  if (!match) return null
  const [year, month, day] = [match[1] ?? match[4], match[2] ?? match[5], match[3] ?? match[6]]
  return { year: Number(year), numbers: [Number(month), Number(day)], order: 'month-first' }
}

function numbersOnly(text: string): PrintedDay | null {
  const match = THREE_NUMBERS.exec(text) ?? TWO_NUMBERS.exec(text)
  if (!match) return null
  const [, first, mark, second, year] = match
  return {
    year: year === undefined ? null : fullYear(year),
    numbers: [Number(first), Number(second)],
    // Nobody who writes dots puts the month first.
    order: mark === '.' ? 'day-first' : null,
  }
}

function withName(text: string): PrintedDay | null {
  const dayName = DAY_NAME.exec(text)
  if (dayName) return named(dayName[2], dayName[1], dayName[3])
  const nameDay = NAME_DAY.exec(text)
  return nameDay ? named(nameDay[1], nameDay[2], nameDay[3]) : null
}

function named(name: string | undefined, day: string | undefined, year: string | undefined): PrintedDay {
  const month = MONTH_BY_NAME.get((name ?? '').toLowerCase()) ?? 0
  return { year: year === undefined ? null : fullYear(year), numbers: [month, Number(day)], order: 'month-first' }
}

function fullYear(text: string): number {
  const year = Number(text)
  return text.length > 2 ? year : year < SHORT_YEAR_PIVOT ? 2000 + year : 1900 + year
}

function isPossible({ numbers: [first, second], order }: PrintedDay): boolean {
  if (order === 'month-first') return isMonth(first) && isDay(second)
  if (order === 'day-first') return isDay(first) && isMonth(second)
  return (isMonth(first) && isDay(second)) || (isDay(first) && isMonth(second))
}

function isMonth(number: number): boolean {
  return number >= 1 && number <= 12
}

function isDay(number: number): boolean {
  return number >= 1 && number <= 31
}
