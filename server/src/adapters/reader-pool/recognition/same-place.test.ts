import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupByPlace } from './same-place.ts'
import type { RecognisedWord } from './tesseract-tsv.ts'

function word(text: string, left: number, width: number, top = 100, height = 30): RecognisedWord {
  return { text, left, top, width, height, confidence: 90 }
}

const textsOf = (places: readonly (readonly RecognisedWord[])[][]): string[][] =>
  places.map((place) => place.map((words) => words.map(({ text }) => text).join(' ')))

test('words on the same ink are one place, and pieces of a figure are one with the whole', () => {
  const first = [word('Cash', 10, 80), word('38', 300, 40), word('71.577', 345, 95)]
  const second = [word('Cash', 11, 79, 101), word('387.577', 301, 140, 99)]
  assert.deepEqual(textsOf(groupByPlace([first, second])), [
    ['Cash', 'Cash'],
    ['38 71.577', '387.577'],
  ])
})

test('neighbours in a row and rows under each other stay apart', () => {
  const first = [word('1,000', 100, 90), word('2,000', 200, 90), word('3,000', 100, 90, 140)]
  const second = [word('1,000', 101, 91), word('2,000', 198, 92), word('3,000', 100, 90, 141)]
  assert.equal(groupByPlace([first, second]).length, 3)
})

test('a word that one reading alone has is a place of its own', () => {
  assert.deepEqual(textsOf(groupByPlace([[], [word('5,000', 0, 90)], [word('6,000', 500, 90)]])), [
    ['', '5,000', ''],
    ['', '', '6,000'],
  ])
})
