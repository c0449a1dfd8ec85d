/** Figures as a memo prints them: exactly as they are stated, with separators, a real minus sign and their unit. */
import type { MemoCell } from '../model/memo.ts'
import type { MemoFigure, MemoSource, Place, Unit } from './input.ts'

export const MINUS = '−'
/** Printed where there is no figure. */
export const NOTHING = '–'
/** Behind a reference to a document that is not proved. */
export const UNPROVED = '†'
const MOST_PLACES = 3

const SUFFIX: Readonly<Record<Unit, string>> = { usd: '', ratio: '×', percent: '%', days: ' days' }

/** Every digit that is stated; cents are left out only where the caller knows all of them to be zero. */
export function formatFigure(value: string, unit: Unit, hasCents = true): string {
  const isNegative = value.startsWith('-')
  const [whole = '', behind] = value.replace('-', '').split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  const digits = behind === undefined || (unit === 'usd' && !hasCents) ? grouped : `${grouped}.${behind}`
  return `${isNegative ? MINUS : ''}${digits}${SUFFIX[unit]}`
}

/** Whether any of the amounts has cents that are not zero. */
export function haveCents(
  figures: Iterable<{ readonly unit: Unit; readonly value: string | null } | undefined>,
): boolean {
  for (const figure of figures)
    if (figure?.unit === 'usd' && figure.value !== null && !figure.value.endsWith('.00')) return true
  return false
}

/** Which documents are not proved, by their marks. */
export type Unproved = ReadonlySet<string>

export function unprovedOf(documents: readonly MemoSource[]): Unproved {
  return new Set(documents.filter(({ proof }) => proof.state !== 'proved').map(({ mark }) => mark))
}

/** `D1 p2, D3 p1`: the documents and pages of a figure. */
export function referenceOf(places: readonly Place[], unproved: Unproved): string {
  const words = [...new Set(places.map((place) => placeText(place, unproved)))]
  const shown = words.slice(0, MOST_PLACES).join(', ')
  return words.length > MOST_PLACES ? `${shown} +${words.length - MOST_PLACES}` : shown
}

function placeText({ mark, page }: Place, unproved: Unproved): string {
  return `${mark}${page === null ? '' : ` p${page}`}${unproved.has(mark) ? UNPROVED : ''}`
}

export function figureCell(figure: MemoFigure | undefined, unproved: Unproved, hasCents: boolean): MemoCell {
  if (figure === undefined) return { text: NOTHING, small: null, tone: 'muted' }
  if (figure.value === null) return { text: NOTHING, small: reasonText(figure), tone: 'muted' }
  const from = [referenceOf(figure.places, unproved), ...figure.people].filter((word) => word !== '').join(', ')
  return {
    text: formatFigure(figure.value, figure.unit, hasCents),
    small: figure.formula === null ? from : `calc ${from}`.trim(),
    tone: 'plain',
  }
}

const REASONS: Readonly<Record<string, string>> = {
  not_stated: 'not stated',
  unfooted: 'statement does not foot',
  not_meaningful: 'not meaningful',
  not_twelve_months: 'not a full year',
  unknown_length: 'length not stated',
}

function reasonText({ reason }: MemoFigure): string | null {
  if (reason === null) return null
  const [first, ...others] = reason.about.map(inWords)
  const known = REASONS[reason.code]
  if (known !== undefined || first === undefined) return known ?? null
  return `needs ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`
}

/** The name of an attribute, or the path to one, as people say it. */
export function inWords(name: string): string {
  return withoutCalls(name.split('/').at(-1) ?? name)
    .replace(/^(?:business|person):/, '')
    .replaceAll('_', ' ')
}

/** A formula as people write one. */
export function formulaInWords(formula: string): string {
  return withoutCalls(formula)
    .replaceAll('_', ' ')
    .replaceAll(' * ', ' × ')
    .replaceAll(' / ', ' ÷ ')
    .replaceAll(' - ', ` ${MINUS} `)
}

/** `prior(revenue)` is the prior revenue. */
function withoutCalls(text: string): string {
  return text.replaceAll(/\b(prior|year)\((\w+)\)/g, '$1 $2')
}
