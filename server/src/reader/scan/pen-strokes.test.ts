import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grayWithoutStrokes } from './pen-strokes.ts'

const [WIDTH, HEIGHT, DPI] = [600, 400, 300]
const RED = [200, 20, 20] as const
const BLACK = [10, 10, 10] as const

type Colour = readonly [number, number, number]
type Dot = readonly [x: number, y: number, colour: Colour]

function drawn(dots: readonly Dot[]) {
  const data = new Uint8Array(WIDTH * HEIGHT * 4).fill(255)
  for (const [x, y, colour] of dots) data.set(colour, (y * WIDTH + x) * 4)
  return { width: WIDTH, height: HEIGHT, data }
}

/** A ring as a pen draws it, three pixels wide. */
function ring(colour: Colour): Dot[] {
  const dots: Dot[] = []
  for (let degree = 0; degree < 360; degree += 0.1)
    for (const more of [0, 1, 2]) {
      const angle = (degree * Math.PI) / 180
      dots.push([
        Math.round(300 + (180 + more) * Math.cos(angle)),
        Math.round(200 + (60 + more) * Math.sin(angle)),
        colour,
      ])
    }
  return dots
}

function block(left: number, top: number, width: number, height: number, colour: Colour): Dot[] {
  return Array.from({ length: width * height }, (_, at): Dot => [
    left + (at % width),
    top + Math.floor(at / width),
    colour,
  ])
}

const gray = (dots: readonly Dot[]): Uint8Array => grayWithoutStrokes(drawn(dots), DPI).data

/** Upright strokes as large as letters, some under the ring. */
const letters = (colour: Colour): Dot[] => [110, 140, 300, 330, 470].flatMap((left) => block(left, 185, 6, 30, colour))

test('a red ring around black print is taken off, and the print stays', () => {
  const under = [...ring(RED), ...letters(BLACK)]
  assert.deepEqual(gray(under), gray(letters(BLACK)))
})

test('red letters stay: nobody knows that a coloured figure is no figure', () => {
  assert.ok(gray(letters(RED)).some((value) => value < 128))
})

test('a black ring stays: it may be part of the form', () => {
  assert.ok(gray(ring(BLACK)).some((value) => value < 128))
})

test('a coloured field stays, and so does what is printed on it', () => {
  const field = [...block(50, 50, 200, 40, [230, 120, 120]), ...block(100, 60, 6, 20, BLACK)]
  const data = gray(field)
  assert.ok((data[70 * WIDTH + 60] ?? 0) < 200)
  assert.ok((data[70 * WIDTH + 102] ?? 255) < 50)
})

test('a page full of colour is left alone', () => {
  const photograph = block(0, 0, WIDTH, HEIGHT, [200, 60, 60])
  assert.ok(gray(photograph).every((value) => value < 200))
})
