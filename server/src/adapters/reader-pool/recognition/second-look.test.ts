import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figuresOnSheet, sheetOfUnread } from './second-look.ts'
import type { RecognisedWord } from './tesseract-tsv.ts'

const [WIDTH, HEIGHT] = [800, 600]
const EDGE = 700
const LETTERS = 28
const PAPER = 246

function word(text: string, left: number, top: number, width: number): RecognisedWord {
  return { text, left, top, width, height: LETTERS, confidence: 90 }
}

/** Captions and figures in five rows; the second figure is missing in two of them. */
const UNREAD_TOPS = [150, 250]
const WORDS = [100, 150, 200, 250, 300].flatMap((top) => [
  word('Atlas', 60, top, 90),
  word('540.18', 300, top, 100),
  ...(UNREAD_TOPS.includes(top) ? [] : [word('85.56', EDGE - 80, top, 80)]),
])

/** A page with a mark of this size in each of the unread places. */
function picture(width: number, height: number) {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(PAPER)
  for (const top of UNREAD_TOPS)
    for (let y = top; y < top + height; y += 1) pixels.fill(30, y * WIDTH + EDGE - width, y * WIDTH + EDGE)
  return { pixels, width: WIDTH, height: HEIGHT, dpi: 300 }
}

test('digits that were passed over are set on a sheet, whole and apart from each other', () => {
  const sheet = sheetOfUnread(WORDS, picture(15, LETTERS))
  assert.ok(sheet)
  assert.deepEqual(
    sheet.marks.map(({ from }) => from),
    UNREAD_TOPS.map((top) => ({ left: EDGE - 15, right: EDGE, top, bottom: top + LETTERS })),
  )
  const ink = sheet.pixels.filter((value) => value < 128).length
  assert.equal(ink, 2 * 15 * LETTERS)
  const [first, second] = sheet.marks.map(({ to }) => to)
  assert.ok(first && second && second.left - first.right > LETTERS)
})

test('figures that are read on the sheet stand where their marks stood, and nothing else is taken over', () => {
  const sheet = sheetOfUnread(WORDS, picture(15, LETTERS))
  assert.ok(sheet)
  const texts = ['0', 'was']
  const read = sheet.marks.map(({ to }, index) => word(texts[index] ?? '', to.left, to.top, to.right - to.left))
  assert.deepEqual(figuresOnSheet(sheet, read), [word('0', EDGE - 15, UNREAD_TOPS[0] ?? 0, 15)])
})

test('each row of the sheet begins with a figure that was read, apart from its marks', () => {
  const page = picture(15, LETTERS)
  const [lead] = WORDS.filter((one) => one.text === '540.18')
  assert.ok(lead)
  for (let y = lead.top; y < lead.top + LETTERS; y += 1)
    page.pixels.fill(60, y * WIDTH + lead.left, y * WIDTH + lead.left + lead.width)
  const sheet = sheetOfUnread(WORDS, page)
  assert.ok(sheet)
  const begin = Math.min(...sheet.marks.map(({ to }) => to.left))
  const before = sheet.pixels.filter((value, index) => value < 128 && index % sheet.width < begin - LETTERS).length
  assert.equal(before, lead.width * LETTERS)
})

for (const [what, width, height] of [
  ['dust', 3, 4],
  ['a dash', 14, 4],
  ['a long rule', 95, LETTERS],
  ['ink that goes on below the row, as a rule beside a digit does', 15, LETTERS + 4],
] as const)
  test(`${what} is not looked at again`, () => {
    assert.equal(sheetOfUnread(WORDS, picture(width, height)), null)
  })

test('a page on which everything was read needs no second look', () => {
  assert.equal(sheetOfUnread(WORDS, picture(0, 0)), null)
})

test('a mark in a row whose figure has a box much too high finds its place on the sheet', () => {
  const [, top = 0] = UNREAD_TOPS
  const words = WORDS.map((one) =>
    one.text === '540.18' && one.top === top ? { ...one, top: top - 95, height: LETTERS + 190 } : one,
  )
  const page = picture(15, LETTERS)
  page.pixels.fill(PAPER, 0, (top - 1) * WIDTH)
  const sheet = sheetOfUnread(words, page)
  assert.ok(sheet)
  assert.equal(sheet.marks.length, 1)
  assert.equal(sheet.pixels.filter((value) => value < 128).length, 15 * LETTERS)
})
