import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withDashes } from './dashes.ts'
import type { RecognisedWord } from './tesseract-tsv.ts'

const [WIDTH, HEIGHT] = [800, 600]
const [LEFT_EDGE, RIGHT_EDGE] = [400, 700]
const ROW_TOPS = [100, 150, 200, 250, 300]
const LETTERS = 28

type Ink = readonly [left: number, top: number, width: number, height: number]

function picture(...spots: readonly Ink[]) {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(246)
  for (const [left, top, width, height] of spots)
    for (let y = top; y < top + height; y += 1) pixels.fill(40, y * WIDTH + left, y * WIDTH + left + width)
  return { pixels, width: WIDTH, height: HEIGHT, dpi: 300 }
}

function word(text: string, left: number, top: number, width: number, height = LETTERS): RecognisedWord {
  return { text, left, top, width, height, confidence: 90 }
}

/** A caption and a figure in every row; the second figure in all rows but the third. */
const WORDS = ROW_TOPS.flatMap((top, index) => [
  word('Atlas', 60, top, 90),
  word('540.18', LEFT_EDGE - 100, top, 100),
  ...(index === 2 ? [] : [word('1,085.56', RIGHT_EDGE - 120, top, 120)]),
])
const DASH: Ink = [RIGHT_EDGE - 12, 213, 12, 4]

function dashes(spots: readonly Ink[], words: readonly RecognisedWord[] = WORDS): RecognisedWord[] {
  return withDashes(words, picture(...spots)).filter((one) => one.text === '-')
}

test('a dash that was passed over in a column of figures is found where it stands', () => {
  assert.deepEqual(dashes([DASH]), [
    { text: '-', left: DASH[0], top: DASH[1], width: DASH[2], height: DASH[3], confidence: 0 },
  ])
})

test('a dash further in, as programs print it that leave room for a bracket, is one too', () => {
  assert.equal(dashes([[RIGHT_EDGE - 60, 213, 14, 4]]).length, 1)
})

test('letters that were found in a dash give way to it, and no other word does', () => {
  const read = withDashes([...WORDS, word('is', DASH[0], DASH[1], DASH[2], DASH[3])], picture(DASH))
  assert.deepEqual(
    read.map((one) => one.text),
    [...WORDS.map((one) => one.text), '-'],
  )
})

test('a dash that two columns reach is found once', () => {
  const near = [100, 150, 250].map((top) => word('85', RIGHT_EDGE - 10, top + 400, 30))
  assert.equal(dashes([DASH], [...WORDS, ...near]).length, 1)
})

test('a column of which one figure was read is known by a head that ends with it, as other heads end with theirs', () => {
  const [heads, edge] = [20, 550]
  const table = ROW_TOPS.flatMap((top) => [
    word('540.18', LEFT_EDGE - 100, top, 100),
    word('1,085.56', RIGHT_EDGE - 120, top, 120),
  ])
  const over = (...ends: readonly number[]) => ends.map((end) => word('Days', end - 60, heads, 60))
  const ink: Ink = [edge - 12, 213, 12, 4]
  assert.equal(dashes([ink], [...table, ...over(LEFT_EDGE, edge, RIGHT_EDGE)]).length, 1)
  assert.equal(dashes([ink], [...table, ...over(LEFT_EDGE - 30, edge, RIGHT_EDGE)]).length, 0)
})

const NO_DASHES: readonly (readonly [what: string, ...spots: Ink[]])[] = [
  ['an empty place'],
  ['a dot', [RIGHT_EDGE - 5, 223, 5, 5]],
  ['the foot of a rule', [RIGHT_EDGE - 40, 224, 40, 3]],
  ['a letter', [RIGHT_EDGE - 12, 202, 4, 24]],
  ['two marks', [RIGHT_EDGE - 12, 213, 12, 4], [RIGHT_EDGE - 60, 213, 12, 4]],
  ['a dash between two rows', [RIGHT_EDGE - 12, 238, 12, 4]],
  ['a dash far from the column', [RIGHT_EDGE - 200, 213, 12, 4]],
]
for (const [what, ...spots] of NO_DASHES)
  test(`${what} is no dash`, () => {
    assert.deepEqual(withDashes(WORDS, picture(...spots)), WORDS)
  })

test('where no column of figures is, nothing is looked for', () => {
  const text = WORDS.filter((one) => one.text === 'Atlas')
  assert.deepEqual(withDashes(text, picture(DASH)), text)
})
