/**
 * How far a scanned page leans. Rows of print give a profile of dark and light bands when the page is summed along
 * them, and the bands are sharpest at the angle of the print. One degree moves the right end of a line by ten points:
 * more than a row, so without this every table falls apart.
 */
import { shrink, type GrayImage } from './gray-image.ts'

/** The profile is taken at about this resolution: finer changes nothing but the time. */
const PROFILE_DPI = 100
const MAX_SKEW_DEGREES = 6
const COARSE_STEP_DEGREES = 0.25
const FINE_STEP_DEGREES = 0.05
/** Dark pixels looked at; more change the answer by less than a step. */
const MAX_POINTS = 40_000
/** A pixel is print when it is this much darker than its surroundings, of 255. */
const INK_CONTRAST = 28
/** Side of the squares whose mean is 'the surroundings', in pixels. */
const SURROUNDINGS_PIXELS = 24
/** Edges hold shadows and the scanner's lid, not print. */
const MARGIN_SHARE = 0.03
/** Fewer points are no print to measure. */
const MIN_POINTS = 200
/** Multiples of it spread evenly over the interval from 0 to 1. */
const GOLDEN_SHARE = 0.618034
/** How much sharper the bands must be than on the untouched page before it is turned at all. */
const MIN_GAIN = 1.005

/** Degrees by which the page must be turned clockwise to stand straight; 0 when that cannot be told. */
export function skewToUndo(image: GrayImage): number {
  const { points, count, reach } = printPoints(image)
  if (count < MIN_POINTS) return 0
  const coarse = sharpest(points, reach, 0, MAX_SKEW_DEGREES, COARSE_STEP_DEGREES)
  const fine = sharpest(points, reach, coarse.degrees, COARSE_STEP_DEGREES, FINE_STEP_DEGREES)
  const untouched = sharpness(points, reach, 0)
  if (fine.sharpness < untouched * MIN_GAIN) return 0
  return Math.round(fine.degrees * 100) / 100
}

function sharpest(points: Float32Array, reach: number, around: number, within: number, step: number) {
  let best = { degrees: around, sharpness: -1 }
  const steps = Math.round(within / step)
  for (let index = -steps; index <= steps; index += 1) {
    const degrees = around + index * step
    const value = sharpness(points, reach, degrees)
    if (value > best.sharpness) best = { degrees, sharpness: value }
  }
  return best
}

/** Sum of squares of the profile after turning clockwise by `degrees`: the larger, the sharper its bands. */
function sharpness(points: Float32Array, reach: number, degrees: number): number {
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const profile = new Float32Array(2 * reach + 2)
  for (let index = 0; index < points.length; index += 2) {
    const row = (points[index] ?? 0) * sine + (points[index + 1] ?? 0) * cosine + reach
    const whole = Math.floor(row)
    const share = row - whole
    profile[whole] = (profile[whole] ?? 0) + 1 - share
    profile[whole + 1] = (profile[whole + 1] ?? 0) + share
  }
  let sum = 0
  for (const value of profile) sum += value * value
  return sum
}

export interface PrintPoints {
  /** x, y, x, y …, from the page's middle, in pixels of the profile; thinned evenly where there are many. */
  readonly points: Float32Array
  /** How many there were before they were thinned. */
  readonly count: number
  /** No point is farther from the middle, whichever way the page is turned. */
  readonly reach: number
}

/** Where the page is notably darker than its surroundings: print, drawing, dust; not shadows, not tinted paper. */
export function printPoints(image: GrayImage): PrintPoints {
  const small = shrink(image, Math.max(1, Math.round(image.dpi / PROFILE_DPI)))
  const found = darkSpots(small)
  const keepEvery = Math.max(1, Math.ceil(found.length / 2 / MAX_POINTS))
  const points = new Float32Array(2 * Math.ceil(found.length / 2 / keepEvery))
  for (let index = 0, at = 0; index < found.length; index += 2 * keepEvery) {
    points[at++] = (found[index] ?? 0) - small.width / 2
    // Pixels lie on whole rows, which would make the page as it is look sharper than it is at any other angle.
    points[at++] = (found[index + 1] ?? 0) - small.height / 2 + ((at * GOLDEN_SHARE) % 1)
  }
  return { points, count: found.length / 2, reach: small.width + small.height }
}

function darkSpots({ width, height, data }: GrayImage): number[] {
  const found: number[] = []
  const marginX = Math.floor(width * MARGIN_SHARE)
  const marginY = Math.floor(height * MARGIN_SHARE)
  for (let top = marginY; top < height - marginY; top += SURROUNDINGS_PIXELS) {
    for (let left = marginX; left < width - marginX; left += SURROUNDINGS_PIXELS) {
      const right = Math.min(left + SURROUNDINGS_PIXELS, width - marginX)
      const bottom = Math.min(top + SURROUNDINGS_PIXELS, height - marginY)
      let sum = 0
      for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) sum += data[y * width + x] ?? 0
      const limit = sum / ((right - left) * (bottom - top)) - INK_CONTRAST
      for (let y = top; y < bottom; y += 1)
        for (let x = left; x < right; x += 1) if ((data[y * width + x] ?? 0) < limit) found.push(x, y)
    }
  }
  return found
}
