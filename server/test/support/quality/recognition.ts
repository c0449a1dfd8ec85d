/** How many figures of a page survive being printed, scanned badly and recognised. */
import type { Page, Word } from '../../../src/engine/model/page.ts'

/** A figure has two digits or more, and nothing but what figures have. */
const FIGURE = /^[-+($€£]*\d[\d.,]*\d[)%-]*$/
/** How far a figure may be found from where it was printed, in points: a row is twice that. */
const PLACE_POINTS = 7

export interface PrintedFigure {
  readonly text: string
  readonly x: number
  readonly y: number
}

/** The figures of a page that was read from its own text. */
export function figuresOf(page: Page): PrintedFigure[] {
  return page.words
    .filter((word) => FIGURE.test(word.text) && word.angle === undefined)
    .map((word) => ({ text: plain(word.text), ...middle(word) }))
}

/** How many of the printed figures were recognised exactly, at their place; and those that were not. */
export function scoreFigures(printed: readonly PrintedFigure[], page: Page): { exact: number; missed: string[] } {
  const missed: string[] = []
  for (const figure of printed) {
    const near = page.words.filter((word) => {
      const { x, y } = middle(word)
      return Math.abs(y - figure.y) <= PLACE_POINTS && Math.abs(x - figure.x) <= PLACE_POINTS * 3
    })
    if (!near.some((word) => plain(word.text) === figure.text))
      missed.push(`${figure.text} read as '${near.map((word) => word.text).join(' ')}'`)
  }
  return { exact: printed.length - missed.length, missed }
}

/** A currency sign stands apart or not by a hair; the figure is the same. */
function plain(text: string): string {
  return text.replace(/[$€£]/g, '')
}

function middle({ box }: Word): { x: number; y: number } {
  return { x: (box[0] + box[2]) / 2, y: (box[1] + box[3]) / 2 }
}
