import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { joinFigures } from './join-figures.ts'
import type { RecognisedWord } from './tesseract-tsv.ts'

const HEIGHT = 30
const LETTER = 15

/** Words side by side in one row; a gap is given as a share of their height. */
function row(texts: readonly string[], gap: number, top = 100): RecognisedWord[] {
  let left = 50
  return texts.map((text) => {
    const word = { text, left, top, width: text.length * LETTER, height: HEIGHT, confidence: 90 }
    left += word.width + gap * HEIGHT
    return word
  })
}

const textsOf = (words: readonly RecognisedWord[]): string[] => words.map(({ text }) => text)

const CUT: readonly (readonly [pieces: readonly string[], whole: string])[] = [
  [['2,158,', '789.11'], '2,158,789.11'],
  [['(5,455,', '199.36)'], '(5,455,199.36)'],
  [['(2,591', ',900.32)'], '(2,591,900.32)'],
  [['(4,810,241', '.35)'], '(4,810,241.35)'],
  [['1,', '062,567.00'], '1,062,567.00'],
  [['1,126', ',', '467.24'], '1,126,467.24'],
  [['1,', '062,', '567.00'], '1,062,567.00'],
  [['(1,', '062)'], '(1,062)'],
]
for (const [pieces, whole] of CUT)
  test(`${pieces.join(' · ')} is one figure, with the box of all its pieces`, () => {
    const words = row(pieces, 0.3)
    const [first, last] = [words[0], words.at(-1)]
    assert.ok(first && last)
    const { text, left, width } = joinFigures(words)[0] ?? first
    assert.deepEqual({ text, left, right: left + width }, { text: whole, left: 50, right: last.left + last.width })
  })

const APART: readonly (readonly string[])[] = [
  ['912', '13'],
  ['1,404', '50'],
  ['1,234', '5,678'],
  ['1,234.00', '5,678.00'],
  ['December', '31,', '2024'],
  ['note', '5,', '200'],
  ['12.', '50'],
  ['1,234.', '567'],
  ['2,15,', '789.11'],
]
for (const pieces of APART)
  test(`${pieces.join(' · ')} stay as they are: a character would have to be invented, or it may be a sentence`, () => {
    assert.deepEqual(textsOf(joinFigures(row(pieces, 0.3))), pieces)
  })

test('a comma that was taken for a word, low and small as it is, is no hindrance', () => {
  const [first, comma, last] = row(['1,126', ',', '467.24'], 0.3)
  assert.ok(first && comma && last)
  const hanging = { ...comma, top: first.top + HEIGHT - 6, height: 12 }
  assert.deepEqual(textsOf(joinFigures([first, hanging, last])), ['1,126,467.24'])
})

test('pieces that stand apart, or in two rows, stay two', () => {
  assert.deepEqual(textsOf(joinFigures(row(['2,158,', '789.11'], 0.7))), ['2,158,', '789.11'])
  const [first, second] = row(['2,158,', '789.11'], 0.3)
  assert.ok(first && second)
  assert.equal(joinFigures([first, { ...second, top: 120 }]).length, 2)
})

test('a well-formed figure that is cut anywhere at a comma comes out whole, and no letter is ever lost', () => {
  const figure = fc
    .integer({ min: 1_000_000, max: 2_000_000_000 })
    .map((cents) => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }))
  fc.assert(
    fc.property(figure, fc.nat(), fc.boolean(), (whole, choice, before) => {
      const commas = [...whole.matchAll(/,/g)].map(({ index }) => index)
      const at = (commas[choice % commas.length] ?? 0) + (before ? 0 : 1)
      assert.deepEqual(textsOf(joinFigures(row([whole.slice(0, at), whole.slice(at)], 0.3))), [whole])
    }),
  )
  const pieces = fc.array(fc.stringMatching(/^[(]?[0-9]{0,3}[,.]?[0-9]{0,3}[)]?$/), { maxLength: 6 })
  fc.assert(
    fc.property(pieces, (texts) => {
      assert.equal(textsOf(joinFigures(row(texts, 0.3))).join(''), texts.join(''))
    }),
  )
})
