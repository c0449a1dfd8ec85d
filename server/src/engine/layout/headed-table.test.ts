import assert from 'node:assert/strict'
import test from 'node:test'
import type { Page, Word } from '../model/page.ts'
import { readHeadedTable } from './headed-table.ts'

const SIZE = 9
/** A letter takes up half its size. */
const LETTER_POINTS = 4.5

/** Rows of texts by the place, in points, where each of them ends; a space inside a text begins a new word. */
function page(rows: readonly (readonly (readonly [text: string, right: number])[])[]): Page {
  const words = rows.flatMap((row, index) =>
    row.flatMap(([text, right]): Word[] => {
      let left = right - text.length * LETTER_POINTS
      return text.split(' ').map((part) => {
        const x0 = left
        left += (part.length + 1) * LETTER_POINTS
        const box = [x0, 100 + 15 * index, x0 + part.length * LETTER_POINTS, 109 + 15 * index] as const
        return { text: part, box, font: null, size: SIZE, bold: false }
      })
    }),
  )
  return {
    number: 1,
    width: 612,
    height: 792,
    kind: 'digital',
    words,
    rules: [],
    turned: 0,
    title: null,
    notes: [],
  }
}

const isHead = (text: string): boolean => /^(?:Name|Current|\d+-\d+ Days|Over \d+ Days|\d+ & Over)$/.test(text)

function read(rows: Parameters<typeof page>[0]) {
  const table = readHeadedTable([page(rows)], isHead, 2)
  return {
    heads: table?.columns.map((column) => column.head),
    rows: table?.rows.map((row) => row.columns.map((cell) => cell?.text ?? null)),
  }
}

test('heads that nearly touch are two where the amounts below end in two places', () => {
  const { heads, rows } = read([
    [
      ['Name', 60],
      ['Current', 200],
      ['91-120 Days', 300],
      ['Over 120 Days', 362],
    ],
    [
      ['Atlas', 65],
      ['10.00', 200],
      ['20.00', 300],
      ['30.00', 362],
    ],
    [
      ['Cedar', 65],
      ['11.00', 200],
      ['21.00', 300],
      ['31.00', 362],
    ],
  ])
  assert.deepEqual(heads, ['Name', 'Current', '91-120 Days', 'Over 120 Days'])
  assert.deepEqual(rows, [
    ['Atlas', '10.00', '20.00', '30.00'],
    ['Cedar', '11.00', '21.00', '31.00'],
  ])
})

test('a head over one column of amounts stays one, however many heads could be made of it', () => {
  const { heads } = read([
    [
      ['Name', 60],
      ['Current', 200],
      ['91-120 Days Over 120 Days', 362],
    ],
    [
      ['Atlas', 65],
      ['10.00', 200],
      ['30.00', 362],
    ],
  ])
  assert.deepEqual(heads, ['Name', 'Current', '91-120 Days Over 120 Days'])
})

test('a head whose words stand far apart is one where one column of amounts stands below', () => {
  const { heads, rows } = read([
    [
      ['Name', 60],
      ['Current', 200],
      ['22', 281],
      ['& Over', 316],
    ],
    [
      ['Atlas', 65],
      ['10.00', 200],
      ['1,030.00', 316],
    ],
  ])
  assert.deepEqual(heads, ['Name', 'Current', '22 & Over'])
  assert.deepEqual(rows, [['Atlas', '10.00', '1,030.00']])
})
