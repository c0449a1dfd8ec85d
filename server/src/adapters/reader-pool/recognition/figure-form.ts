/** Whether a text has the form of a figure, and of a figure as the rest of its page has them. */

/** From the poorest to the best. */
export const FORM = {
  /** No digits. */
  none: 0,
  /** Digits among what no figure has: `23:299`, `2}`, `(24,394`. */
  spoiled: 1,
  /** A figure, but not as this page writes them: `12,153` where others are like `12.153`. */
  foreign: 2,
  /** A figure as this page writes them. */
  usual: 3,
} as const

/** How a page writes its figures; null where it does not tell, or has both. */
export interface FigureStyle {
  readonly thousands: ',' | '.' | null
  readonly isGrouped: boolean | null
  readonly hasCents: boolean | null
}

interface Figure {
  readonly thousands: string | null
  readonly point: string | null
  /** Long enough for groups of three. */
  readonly isLong: boolean
  readonly hasCents: boolean
}

const AROUND = /^[-+–−$€£]*\(?[-+–−$€£]*(\d[\d.,]*)%?\)?[-%]?$/
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$|^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/
const UNGROUPED = /^\d+(?:[.,]\d{1,2})?$/
/** What has digits and is whole, but no amount: years, dates, numbers of lines (`16b`), of accounts and of people. */
const OTHER_NUMBER =
  /^(?:(?:19|20)\d\d|\d+(?:-\d+)+|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|\d{1,2}\.\d{1,2}\.\d{2,4}|\d{1,2}[a-z])$/
/** A habit is what this share of the figures has, of at least so many. */
const HABIT_SHARE = 0.9
const MIN_FIGURES = 5

export function formOf(text: string, style: FigureStyle): number {
  if (!/\d/.test(text)) return FORM.none
  if (OTHER_NUMBER.test(text)) return FORM.usual
  const figure = figureIn(text)
  if (figure === null) return FORM.spoiled
  return isAsUsual(figure, style) ? FORM.usual : FORM.foreign
}

export function styleOf(texts: readonly string[]): FigureStyle {
  const figures = texts.flatMap((text) => (OTHER_NUMBER.test(text) ? [] : (figureIn(text) ?? [])))
  const long = figures.filter((figure) => figure.isLong)
  const isGrouped = habit(long, (figure) => figure.thousands !== null)
  const grouped = long.filter((figure) => figure.thousands !== null)
  const hasCommas = habit(grouped, (figure) => figure.thousands === ',')
  return {
    thousands: hasCommas === null ? null : hasCommas ? ',' : '.',
    isGrouped,
    hasCents: habit(long, (figure) => figure.hasCents),
  }
}

function figureIn(text: string): Figure | null {
  const body = AROUND.exec(text)?.[1] ?? ''
  const isGrouped = GROUPED.test(body)
  if (!isGrouped && !UNGROUPED.test(body)) return null
  if (text.includes('(') !== text.includes(')')) return null
  const [, whole = body, point = null, decimals = ''] = /^(.*)([.,])(\d{1,2})$/.exec(body) ?? []
  return {
    thousands: isGrouped ? (/[.,]/.exec(body)?.[0] ?? null) : null,
    point,
    isLong: whole.replace(/[.,]/g, '').length > 3,
    hasCents: decimals.length === 2,
  }
}

function isAsUsual({ thousands, point, isLong, hasCents }: Figure, style: FigureStyle): boolean {
  if (style.thousands !== null && thousands !== null && thousands !== style.thousands) return false
  if (style.thousands !== null && point === style.thousands) return false
  if (!isLong) return true
  if (style.isGrouped !== null && style.isGrouped !== (thousands !== null)) return false
  return style.hasCents === null || style.hasCents === hasCents
}

function habit(figures: readonly Figure[], has: (figure: Figure) => boolean): boolean | null {
  if (figures.length < MIN_FIGURES) return null
  const share = figures.filter(has).length / figures.length
  return share >= HABIT_SHARE ? true : share <= 1 - HABIT_SHARE ? false : null
}
