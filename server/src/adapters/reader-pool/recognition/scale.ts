/** Makes a gray picture smaller by Lanczos' filter: strokes stay sharp, and no pixel of them is left out. */
import type { GrayPicture } from './tesseract.ts'

/** How many lobes of the filter are taken. */
const LOBES = 3

export function scaledTo(picture: GrayPicture, dpi: number): GrayPicture {
  const scale = dpi / picture.dpi
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const narrow = narrowed(picture, weightsOf(picture.width, width))
  return { pixels: lowered(narrow, width, weightsOf(picture.height, height)), width, height, dpi }
}

/** What each place of a shorter line takes from the longer one: from where on, and how much of each. */
interface Weights {
  readonly start: number
  readonly shares: Float32Array
}

function weightsOf(from: number, to: number): Weights[] {
  const step = from / to
  const reach = LOBES * Math.max(1, step)
  return Array.from({ length: to }, (_, place) => {
    const middle = (place + 0.5) * step - 0.5
    const start = Math.max(0, Math.ceil(middle - reach))
    const end = Math.min(from - 1, Math.floor(middle + reach))
    const shares = Float32Array.from({ length: end - start + 1 }, (_, index) =>
      lanczos((start + index - middle) / Math.max(1, step)),
    )
    const sum = shares.reduce((total, share) => total + share, 0)
    return { start, shares: shares.map((share) => share / sum) }
  })
}

function lanczos(x: number): number {
  if (x === 0) return 1
  if (Math.abs(x) >= LOBES) return 0
  const angle = Math.PI * x
  return (LOBES * Math.sin(angle) * Math.sin(angle / LOBES)) / (angle * angle)
}

function narrowed({ pixels, width: from, height }: GrayPicture, weights: readonly Weights[]): Float32Array {
  const out = new Float32Array(weights.length * height)
  for (let y = 0, at = 0; y < height; y += 1)
    for (const { start, shares } of weights) {
      const begin = y * from + start
      let sum = 0
      for (let index = 0; index < shares.length; index += 1) sum += (shares[index] ?? 0) * (pixels[begin + index] ?? 0)
      out[at++] = sum
    }
  return out
}

function lowered(pixels: Float32Array, width: number, weights: readonly Weights[]): Uint8Array {
  const out = new Uint8ClampedArray(width * weights.length)
  const row = new Float32Array(width)
  for (const [y, { start, shares }] of weights.entries()) {
    row.fill(0)
    for (const [index, share] of shares.entries())
      for (let x = 0, at = (start + index) * width; x < width; x += 1, at += 1)
        row[x] = (row[x] ?? 0) + share * (pixels[at] ?? 0)
    out.set(row, y * width)
  }
  return new Uint8Array(out.buffer)
}
