/**
 * Days that touch the text behind them: where a narrow column of dates ends exactly where the next begins, the page's
 * letters run on, and `Oct 10, 2025Fuel` hides both the day and the text.
 */
import type { Word } from '../model/page.ts'
import { readPrintedDay } from './printed-day.ts'

const GLUED = /^((?:\d{1,2}[/.-]\d{1,2}[/.-])?(?:19|20)\d\d)(\p{L}{2}.*)$/u
/** `Oct` and `10,` before the year. */
const MAX_WORDS_BEFORE = 2

/** The words of a row, left to right, with such a word cut behind its year. */
export function withDaysApart(words: readonly Word[]): readonly Word[] {
  if (!words.some((word) => GLUED.test(word.text))) return words
  return words.flatMap((word, index) => {
    const [, end, text] = GLUED.exec(word.text) ?? []
    if (end === undefined || text === undefined || !endsDay(words.slice(0, index), end)) return [word]
    const [x0, y0, x1, y1] = word.box
    const cut = x0 + ((x1 - x0) * end.length) / word.text.length
    return [
      { ...word, text: end, box: [x0, y0, cut, y1] as const },
      { ...word, text, box: [cut, y0, x1, y1] as const },
    ]
  })
}

function endsDay(before: readonly Word[], end: string): boolean {
  for (let count = 0; count <= Math.min(MAX_WORDS_BEFORE, before.length); count += 1) {
    const start = before.slice(before.length - count).map((word) => word.text)
    if (readPrintedDay([...start, end].join(' ')) !== null) return true
  }
  return false
}
