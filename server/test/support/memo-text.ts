/** A printed memo, read back: its text in lines, and every token of it that is a figure. */
import type { Page } from '../../src/engine/model/page.ts'

export function textOf(page: Page): string {
  return page.words.map(({ text }) => text).join(' ')
}

/** Amounts, ratios and percentages as a memo prints them; years, pages and counts are none. */
const FIGURE = /^\$?(−?)(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?([×%]?)$/

export interface ReadFigure {
  readonly page: number
  readonly text: string
  /** As the snapshot states it. */
  readonly value: string
}

export function figuresIn(page: Page): ReadFigure[] {
  return page.words.flatMap(({ text }, at): ReadFigure[] => {
    const match = FIGURE.exec(text)
    if (!match) return []
    const [, minus, whole = '', behind, unit] = match
    const isDays = page.words[at + 1]?.text === 'days'
    if (behind === undefined && !whole.includes(',')) return []
    const value = `${minus ? '-' : ''}${whole.replaceAll(',', '')}${behind ?? (unit === '' && !isDays ? '.00' : '')}`
    return [{ page: page.number, text, value }]
  })
}

/** Every decimal that stands anywhere in these, as text. */
export function valuesIn(values: unknown): Set<string> {
  const found = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value === 'string' && /^-?\d+\.\d+$/.test(value)) found.add(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(look)
  }
  look(values)
  return found
}
