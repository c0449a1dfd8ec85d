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

test('a day that touches the text behind it is cut off, and years inside other words are not', () => {
  const rows = pageToRows(
    page('digital', [
      ['Oct', 55, 100, 71, 109],
      ['10,', 76, 100, 92, 109],
      ['2025Fuel', 98, 100, 142, 109],
      ['ENERGY', 146, 100, 184, 109],
      ['10/28/2024Wire', 55, 120, 140, 129],
      ['Model', 55, 140, 80, 149],
      ['2025Sport', 85, 140, 130, 149],
    ]),
  )
  assert.deepEqual(rows.map(rowText), ['Oct 10, 2025 Fuel ENERGY', '10/28/2024 Wire', 'Model 2025Sport'])
  const [year, text] = rows[0]?.words.slice(2) ?? []
  assert.deepEqual(
    [year?.box, text?.box],
    [
      [98, 100, 120, 109],
      [120, 100, 142, 109],
    ],
  )
})
