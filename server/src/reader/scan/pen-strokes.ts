/**
 * Takes coloured strokes off a picture before it is recognised. People circle figures, tick rows and draw arrows on
 * their papers, in red and blue and across the print; recognition then loses the words that a stroke touches. A stroke is
 * coloured ink that hangs together over more paper than any letter and covers little of it. Coloured letters stay.
 */
import type { ColourImage } from '../pdf/render.ts'
import type { GrayImage } from './gray-image.ts'
import { WHITE } from './gray-image.ts'

/** The brightest and the darkest of red, green and blue differ by this much in ink that is coloured. */
const COLOURED = 70
/** At the edge of a stroke its colour fades into the paper. */
const FADED = 24
/** Sizes on paper, in inches: letters are smaller, strokes reach farther. */
const MIN_REACH = 0.35
/** Of the rectangle that it spans, a stroke covers at most this share; a logo or a shaded cell covers more. */
const MAX_COVER = 0.2
/** How far, in inches, the faded edge of a stroke reaches. */
const EDGE = 0.01
/** More of the page than this share in colour is a photograph or coloured paper, and no pen's work. */
const MAX_COLOURED = 0.1
/** As the eye weighs red, green and blue, in thousandths. */
const [RED, GREEN, BLUE] = [299, 587, 114]

export function grayWithoutStrokes(picture: ColourImage, dpi: number): GrayImage {
  const { width, height } = picture
  const size = width * height
  const data = new Uint8Array(size)
  const spread = new Uint8Array(size)
  let coloured = 0
  for (let at = 0; at < size; at += 1) {
    const red = picture.data[at * 4] ?? 0
    const green = picture.data[at * 4 + 1] ?? 0
    const blue = picture.data[at * 4 + 2] ?? 0
    data[at] = (red * RED + green * GREEN + blue * BLUE) / 1000
    const own = Math.max(red, green, blue) - Math.min(red, green, blue)
    spread[at] = own
    if (own >= COLOURED) coloured += 1
  }
  const gray = { width, height, dpi, data }
  if (coloured === 0 || coloured > MAX_COLOURED * size) return gray
  const edge = Math.max(1, Math.round(EDGE * dpi))
  for (const stroke of strokesIn(spread, width, dpi))
    for (const at of stroke) whiten(data, spread, { at, width, height, edge })
  return gray
}

/** The pixel and the faded ones around it become paper; black print beneath the stroke is not coloured, and stays. */
function whiten(
  data: Uint8Array,
  spread: Uint8Array,
  { at, width, height, edge }: { at: number; width: number; height: number; edge: number },
): void {
  const [x, y] = [at % width, Math.floor(at / width)]
  for (let row = Math.max(0, y - edge); row <= Math.min(height - 1, y + edge); row += 1)
    for (let column = Math.max(0, x - edge); column <= Math.min(width - 1, x + edge); column += 1) {
      const near = row * width + column
      if ((spread[near] ?? 0) >= FADED) data[near] = WHITE
    }
}

/** The pixels of each stroke. Every coloured pixel is looked at once. */
function* strokesIn(spread: Uint8Array, width: number, dpi: number): Generator<readonly number[]> {
  const seen = new Uint8Array(spread.length)
  for (let start = 0; start < spread.length; start += 1) {
    if (seen[start] === 1 || (spread[start] ?? 0) < COLOURED) continue
    const pixels = follow(spread, seen, width, start)
    const [across, down] = spanOf(pixels, width)
    if (Math.max(across, down) >= MIN_REACH * dpi && pixels.length <= MAX_COVER * across * down) yield pixels
  }
}

/** All coloured pixels that hang together with the first. */
function follow(spread: Uint8Array, seen: Uint8Array, width: number, start: number): number[] {
  const pixels = [start]
  seen[start] = 1
  for (let next = 0; next < pixels.length; next += 1) {
    const at = pixels[next] ?? 0
    const x = at % width
    for (const row of [at - width, at, at + width])
      for (let column = x === 0 ? 0 : -1; column <= (x === width - 1 ? 0 : 1); column += 1) {
        const near = row + column
        if (near < 0 || near >= spread.length || seen[near] === 1 || (spread[near] ?? 0) < COLOURED) continue
        seen[near] = 1
        pixels.push(near)
      }
  }
  return pixels
}

function spanOf(pixels: readonly number[], width: number): [across: number, down: number] {
  let [left, right, top, bottom] = [Infinity, 0, Infinity, 0]
  for (const at of pixels) {
    const [x, y] = [at % width, Math.floor(at / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return [right - left + 1, bottom - top + 1]
}
