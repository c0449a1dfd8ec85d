import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withEvenGround } from './even-ground.ts'

const [WIDTH, HEIGHT, DPI] = [300, 120, 220]

/** Upright strokes on paper of one brightness on the left and another on the right. */
function page(papers: readonly [left: number, right: number], ink: (paper: number) => number) {
  const pixels = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)]
    const paper = x < WIDTH / 2 ? papers[0] : papers[1]
    return x % 10 < 2 && y > 40 && y < 70 ? ink(paper) : paper
  })
  return { pixels, width: WIDTH, height: HEIGHT, dpi: DPI }
}

test('light print on a shaded column becomes dark print on white paper', () => {
  const { pixels } = withEvenGround(page([252, 222], () => 150))
  const at = (x: number, y: number): number => pixels[y * WIDTH + x] ?? -1
  for (const x of [11, 251]) {
    assert.ok(at(x, 55) < 150, `ink at ${x} is ${at(x, 55)}`)
    assert.equal(at(x + 4, 55), 255)
    assert.equal(at(x, 100), 255)
  }
})

test('grain on the paper goes, and black print stays black', () => {
  const { pixels } = withEvenGround(page([245, 245], () => 20))
  const grainy = page([245, 245], () => 20)
  for (let at = 0; at < grainy.pixels.length; at += 7) grainy.pixels[at] = Math.max(0, (grainy.pixels[at] ?? 0) - 15)
  assert.deepEqual(withEvenGround(grainy).pixels, pixels)
})

test('a black page stays a page', () => {
  const black = { pixels: new Uint8Array(WIDTH * HEIGHT), width: WIDTH, height: HEIGHT, dpi: DPI }
  assert.deepEqual(withEvenGround(black), black)
})
