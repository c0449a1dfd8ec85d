/** A page drawn with a typewriter: what a test shows is what the engine reads. Every letter is five points wide. */
import type { Page, Word } from '../../src/engine/model/page.ts'

const LETTER = 5
const LINE = 12
const SIZE = 8

export function drawnPage(text: string, number = 1): Page {
  const lines = text.split('\n')
  const words = lines.flatMap((line, row): Word[] =>
    [...line.matchAll(/\S+/g)].map((match) => ({
      text: match[0],
      box: [match.index * LETTER, row * LINE, (match.index + match[0].length) * LETTER, row * LINE + SIZE],
      font: 'Courier',
      size: SIZE,
      bold: false,
    })),
  )
  const width = Math.max(...lines.map((line) => line.length), 1) * LETTER + 20
  return {
    number,
    width,
    height: lines.length * LINE + 20,
    kind: 'digital',
    words,
    rules: [],
    turned: 0,
    title: null,
    notes: [],
  }
}

/** Rows of cells as a sheet gives them. */
export function drawnSheet(rows: readonly (readonly string[])[]): Page {
  const words = rows.flatMap((cells, row): Word[] =>
    cells.flatMap((text, column) =>
      text === ''
        ? []
        : [
            {
              text,
              box: [column * 100, row * 15, column * 100 + 90, row * 15 + 13],
              font: null,
              size: 11,
              bold: false,
              column,
            },
          ],
    ),
  )
  const size = { width: 1000, height: rows.length * 15 + 1 }
  return { number: 1, ...size, kind: 'sheet', words, rules: [], turned: 0, title: null, notes: [] }
}
