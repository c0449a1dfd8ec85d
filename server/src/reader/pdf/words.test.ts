import assert from 'node:assert/strict'
import { test } from 'node:test'
import { charactersToWords, type Character, type TextStyle } from './words.ts'

const STYLE: TextStyle = { font: 'Helvetica', size: 10, bold: false, angle: 0 }

/** Letters of 5 points each from x, on a line whose top is y; a space in the text is a gap without a character. */
function line(text: string, x: number, y = 100, style: TextStyle = STYLE): Character[] {
  return [...text].flatMap((letter, index) =>
    letter === ' ' ? [] : [{ text: letter, box: [x + index * 5, y, x + index * 5 + 5, y + style.size], style }],
  )
}

const SPACE: Character = { text: ' ', box: [0, 0, 0, 0], style: STYLE }

function texts(characters: readonly Character[]): string[] {
  return charactersToWords(characters).map((word) => word.text)
}

test('letters that touch are one word, letters with a gap are two', () => {
  assert.deepEqual(texts(line('Net income', 0)), ['Net', 'income'])
})

test('a space in the file ends a word even where the letters touch', () => {
  assert.deepEqual(texts([...line('ab', 0), SPACE, ...line('cd', 10)]), ['ab', 'cd'])
})

test('the next line begins a new word', () => {
  assert.deepEqual(texts([...line('ab', 0, 100), ...line('cd', 10, 112)]), ['ab', 'cd'])
})

test('a word is as large as its letters together', () => {
  const [word] = charactersToWords(line('abc', 20))
  assert.deepEqual(word?.box, [20, 100, 35, 110])
})

test('right-to-left letters, each to the left of the one before, are one word in reading order', () => {
  assert.deepEqual(texts(line('abc', 0).reverse()), ['cba'])
})

test('the brackets of a figure that the file keeps elsewhere come back to it, both or none', () => {
  const bracketed = [...line('1,234', 5), SPACE, ...line('(', 0), SPACE, ...line(')', 30)]
  assert.deepEqual(texts(bracketed), ['(1,234)'])
  assert.deepEqual(texts([...line('1,234', 5), SPACE, ...line(')', 30)]), ['1,234', ')'])
})

test('a word printed twice a hair apart is there once', () => {
  const twice = [...line('Total', 0), SPACE, ...line('Total', 0.3)]
  assert.deepEqual(texts(twice), ['Total'])
  assert.deepEqual(texts([...line('Total', 0), SPACE, ...line('Total', 60)]), ['Total', 'Total'])
})

test('underscores printed beneath letters do not mix with them', () => {
  const mixed = [...'Check'].flatMap((letter, index) => [...line('_', index * 5 + 1), ...line(letter, index * 5)])
  assert.ok(texts(mixed).includes('Check'), texts(mixed).join(' '))
})

test('an underscore inside a name stays', () => {
  assert.deepEqual(texts(line('net_income', 0)), ['net_income'])
})

test('letters of another size off the base line are another word', () => {
  const small: TextStyle = { ...STYLE, size: 6 }
  assert.deepEqual(texts([...line('12', 0), ...line('3', 10, 100, small)]), ['12', '3'])
})
