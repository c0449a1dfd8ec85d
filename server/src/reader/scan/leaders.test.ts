import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WHITE, type GrayImage } from './gray-image.ts'
import { withoutLeaders } from './leaders.ts'

const WIDTH = 900
const HEIGHT = 60

type Mark = readonly [left: number, top: number, width: number, height: number]

function drawn(marks: readonly Mark[], paper = WHITE): GrayImage {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(paper)
  for (const [left, top, width, height] of marks)
    for (let y = top; y < top + height; y += 1) data.fill(40, y * WIDTH + left, y * WIDTH + left + width)
  return { width: WIDTH, height: HEIGHT, dpi: 300, data }
}

const dots = (count: number, step: number, from = 200): Mark[] =>
  Array.from({ length: count }, (_, index) => [from + Math.round(index * step), 40, 4, 4])
/** Upright strokes, as large as capitals. */
const LETTERS: Mark[] = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => [20 + index * 20, 14, 6, 30])

for (const step of [9, 12.5, 30])
  test(`dots ${step} pixels apart are taken off, and the letters before and behind them stay`, () => {
    const behind: Mark[] = LETTERS.map(([left, ...rest]) => [left + 680, ...rest])
    const cleaned = withoutLeaders(drawn([...LETTERS, ...dots(15, step), ...behind]))
    assert.deepEqual(cleaned.data, drawn([...LETTERS, ...behind]).data)
  })

test('on gray paper the dots become gray', () => {
  assert.deepEqual(withoutLeaders(drawn(dots(15, 12), 210)).data, drawn([], 210).data)
})

for (const [what, marks] of [
  ['an ellipsis', dots(3, 12)],
  ['points at uneven distances', [200, 212, 250, 259, 300, 315, 360, 371].map((left): Mark => [left, 40, 4, 4])],
  ['a row of points that climbs', Array.from({ length: 12 }, (_, i): Mark => [200 + i * 12, 50 - i * 4, 4, 4])],
  ['letters', LETTERS],
  ['one black shape over the whole page', [[0, 0, WIDTH, HEIGHT] as Mark]],
] as const)
  test(`${what}: nothing is taken off`, () => {
    const image = drawn(marks)
    assert.deepEqual(withoutLeaders(image).data, image.data)
  })

test('what is left of a large shape at the edge of the search is no dot', () => {
  const comb: Mark[] = [[100, 45, 600, 6], ...dots(40, 12, 110).map(([left]): Mark => [left, 30, 4, 16])]
  const image = drawn(comb)
  assert.deepEqual(withoutLeaders(image).data, image.data)
})
