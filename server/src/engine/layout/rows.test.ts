import assert from 'node:assert/strict'
import test from 'node:test'
import type { Box, Page, PageKind, Word } from '../model/page.ts'
import { pageToRows, rowText } from './rows.ts'

function page(kind: PageKind, words: readonly (readonly [text: string, ...box: Box])[]): Page {
  return {
    number: 1,
    width: 612,
    height: 792,
    kind,
    words: words.map(([text, ...box]): Word => ({ text, box, font: null, size: 9, bold: false })),
    rules: [],
    turned: 0,
    title: null,
    notes: [],
  }
}

/** Two rows, a dotted rule between them that was recognised as letters, and a smear across. */
const SCANNED = [
  ['05/26', 28, 664, 48, 671],
  ['450.00', 172, 664, 196, 671],
  ['eaten', 60, 670.5, 90, 673.5],
  ['—', 120, 663, 124, 676],
  ['Total', 28, 673, 48, 680],
  ['701.39', 172, 673, 196, 680],
] as const

test('letters that recognition found in a dotted rule tie no rows together', () => {
  const higher = SCANNED.map(([text, x0, y0, x1, y1]): [string, ...Box] =>
    text === 'eaten' ? [text, x0, y0, x1, y0 + 1.5] : [text, x0, y0, x1, y1],
  )
  assert.deepEqual(pageToRows(page('ocr', higher)).map(rowText), ['05/26 450.00', 'Total 701.39'])
})

test('a dash of its own size stays where it stands: it is how tables print nothing', () => {
  const rows = pageToRows(
    page('ocr', [
      ['Rent', 28, 664, 48, 671],
      ['—', 172, 667, 180, 668.5],
    ]),
  )
  assert.deepEqual(rows.map(rowText), ['Rent —'])
})

test('on a page that states its own text nothing is taken for dust', () => {
  const small = [
    ['Rent', 28, 664, 48, 671],
    ['1', 49, 664, 50, 665.5],
    ['450.00', 172, 664, 196, 671],
  ] as const
  assert.deepEqual(pageToRows(page('digital', small)).map(rowText), ['Rent 1 450.00'])
})
