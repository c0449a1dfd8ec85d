/**
 * A page as a person would type it: every character takes the same room, so that columns line up as they are typed
 * and a test shows the page it is about.
 */
import type { Page, PageKind, Word } from '../../src/engine/model/page.ts'

const LEFT = 40
const TOP = 40
const CHARACTER = 5
const PITCH = 14
const SIZE = 9

export interface PrintedPageOptions {
  readonly number?: number
  readonly kind?: PageKind
  /** Typewritten pages have spaces as wide as letters, as these here have. */
  readonly font?: string
}

export function printedPage(
  text: string,
  { number = 1, kind = 'digital', font = 'Helvetica' }: PrintedPageOptions = {},
): Page {
  const lines = dedent(text.split('\n'))
  return {
    number,
    width: 2 * LEFT + CHARACTER * Math.max(80, ...lines.map((line) => line.length)),
    height: 2 * TOP + PITCH * Math.max(50, lines.length),
    kind,
    words: lines.flatMap((line, row) => wordsOf(line, row, font)),
    rules: [],
    turned: 0,
    title: null,
    notes: [],
  }
}

/** Pages are set apart by a row of three dashes. */
export function printedPages(text: string, options: Omit<PrintedPageOptions, 'number'> = {}): Page[] {
  return text.split(/\n *--- *\n/).map((page, index) => printedPage(page, { ...options, number: index + 1 }))
}

function wordsOf(line: string, row: number, font: string): Word[] {
  return [...line.matchAll(/\S+/g)].map((match) => {
    const [x, y] = [LEFT + match.index * CHARACTER, TOP + row * PITCH]
    return {
      text: match[0],
      box: [x, y, x + match[0].length * CHARACTER, y + SIZE],
      font,
      size: SIZE,
      bold: false,
    }
  })
}

/** The first line may stand right behind the opening quote, without the indent of the others. */
function dedent(lines: readonly string[]): string[] {
  const first = Math.max(
    lines.findIndex((line) => line.trim() !== ''),
    0,
  )
  const begins = /^\S/.test(lines[first] ?? '') ? first + 1 : first
  const filled = lines.slice(begins).filter((line) => line.trim() !== '')
  const indent = Math.min(...filled.map((line) => line.length - line.trimStart().length))
  return lines
    .slice(first)
    .map((line, index) => (index + first < begins ? line : line.slice(Number.isFinite(indent) ? indent : 0)))
}
