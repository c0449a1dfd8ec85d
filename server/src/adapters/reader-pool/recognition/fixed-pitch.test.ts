import assert from 'node:assert/strict'
import { test } from 'node:test'
import { condense, isFixedPitch, uncondense } from './fixed-pitch.ts'

const CAPTIONS = 'Statement Income years ended December Wages Professional fees Insurance Advertising Equipment rental'
const captions = [...CAPTIONS.split(' '), 'debts', 'Total', 'Bank', 'charges', 'Service', 'revenue']
const word = (text: string, width: number) => ({ text, width, left: 10, top: 10, height: 30, confidence: 90 })

test('letters of one width are a typewriter’s, letters of their own widths are not', () => {
  assert.equal(isFixedPitch(captions.map((text) => word(text, text.length * 24 - 5))), true)
  const widthOf = (letter: string): number => (/[il]/.test(letter) ? 9 : /[mw]/.test(letter) ? 33 : 21)
  const set = captions.map((text) =>
    word(
      text,
      [...text].reduce((sum, letter) => sum + widthOf(letter), 0),
    ),
  )
  assert.equal(isFixedPitch(set), false)
})

test('a page of figures, or of few words, does not tell', () => {
  assert.equal(isFixedPitch(Array.from({ length: 40 }, () => word('1,234.56', 187))), false)
  assert.equal(isFixedPitch(captions.slice(0, 5).map((text) => word(text, text.length * 24 - 5))), false)
})

test('a condensed page is narrower, white where it was white, and darker around its strokes', () => {
  const [width, height] = [200, 60]
  const pixels = new Uint8Array(width * height).fill(255)
  for (let y = 10; y < 50; y += 1) pixels.fill(0, y * width + 100, y * width + 103)
  const picture = { pixels, width, height, dpi: 300 }
  const condensed = condense(picture)
  assert.deepEqual([condensed.width, condensed.height, condensed.pixels.length], [130, 60, 130 * 60])
  const darkIn = ({ pixels: all, width: across }: typeof condensed): number =>
    [...all.subarray(30 * across, 31 * across)].filter((value) => value < 128).length
  assert.ok(darkIn(condensed) > darkIn(picture), 'the stroke has not become wider')
  assert.equal(condensed.pixels[30 * 130 + 10], 255)
  const [found] = uncondense([word('x', 13)], condensed, picture)
  assert.ok(found && Math.abs(found.width - 20) < 0.01)
})
