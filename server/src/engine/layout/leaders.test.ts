import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Word } from '../model/page.ts'
import { cutLeaders } from './leaders.ts'
import { pageToRows } from './rows.ts'

const printed = (texts: string): Word[] =>
  texts.split(' ').map((text, index) => {
    const left = index * 40
    return { text, box: [left, 100, left + 5 * text.length, 108], font: 'Helvetica', size: 8, bold: false }
  })

const CASES = [
  { name: 'a dot that touches the amount', words: 'Cars . . . .31249', cut: 'Cars . . . 31249' },
  { name: 'several dots', words: 'Cars ... ... ...1,200.00', cut: 'Cars ... ... 1,200.00' },
  { name: 'a dot that touches the currency', words: 'Cars . . .$ 31249', cut: 'Cars . . $ 31249' },
  { name: 'a bracket', words: 'Loss . . .(120)', cut: 'Loss . . (120)' },
  { name: 'cents without a nought, with no leader before them', words: 'Fee .50', cut: 'Fee .50' },
  { name: 'one dot, which may end a sentence', words: 'Fee . .50', cut: 'Fee . .50' },
  { name: 'a word', words: 'See . . .note', cut: 'See . . .note' },
]

for (const { name, words, cut } of CASES)
  test(`leaders: ${name}: ${words}`, () => {
    assert.equal(
      cutLeaders(printed(words))
        .map(({ text }) => text)
        .join(' '),
      cut,
    )
  })

test('an amount that a leader touches is an amount of its row, and its box begins behind the dot', () => {
  const words = printed('Cars . . . .31249')
  const page: Page = {
    number: 1,
    width: 612,
    height: 792,
    turned: 0,
    kind: 'digital',
    words,
    rules: [],
    title: null,
    notes: [],
  }
  const [row] = pageToRows(page)
  assert.deepEqual(
    row?.words.map(({ text }) => text),
    ['Cars', '31249'],
  )
  const [before, after] = [words.at(-1)?.box, row.words.at(-1)?.box]
  assert.ok(before && after && after[0] > before[0] && after[2] === before[2])
})
