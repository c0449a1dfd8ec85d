/**
 * Takes dotted leaders off a picture before it is recognised. Between a caption and its figure a row of dots tells the
 * eye where to go, and a recogniser of letters that there are words: `eee`, `600`. Dots are leaders when many of them, all
 * small, stand in a level row at even distances; no print of letters does that.
 */
import type { GrayImage } from './gray-image.ts'

/** Sizes on paper, in inches. */
const MAX_DOT = 0.03
const MAX_STEP = 0.14
const LEVEL = 0.008
/** Fewer dots are an ellipsis, or the points of an abbreviation. */
const MIN_DOTS = 6
/** How far a step may be from the one before it, as a share of it. */
const EVENNESS = 0.4
/** A pixel is ink below this share of the paper's brightness. */
const INK_SHARE = 0.8

interface Dot {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export function withoutLeaders(image: GrayImage): GrayImage {
  const paper = paperOf(image)
  const dots = leadersAmong(smallSpots(image, paper * INK_SHARE), image.dpi)
  if (dots.length === 0) return image
  const { width, height } = image
  const data = Uint8Array.from(image.data)
  for (const { left, right, top, bottom } of dots)
    for (let y = Math.max(0, top - 1); y <= Math.min(height - 1, bottom + 1); y += 1)
      data.fill(paper, y * width + Math.max(0, left - 1), y * width + Math.min(width, right + 2))
  return { ...image, data }
}

/** The brightness that most of the page has. */
function paperOf({ data }: GrayImage): number {
  const counts = new Uint32Array(256)
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1
  return counts.indexOf(Math.max(...counts))
}

const PAPER = 0
const INK = 1
/** Ink that has been looked at: of an earlier spot, and of this one. */
const SEEN = 2
const OWN = 3

/**
 * The connected spots of ink that are no larger than a dot. A spot is followed no farther than a dot could reach, so that
 * a black page costs no more than a white one; what it leaves of a larger shape is known by the seen ink beside it.
 */
function smallSpots({ width, height, dpi, data }: GrayImage, ink: number): Dot[] {
  const most = Math.max(2, Math.ceil(MAX_DOT * dpi))
  const marks = new Uint8Array(data.length)
  for (let at = 0; at < data.length; at += 1) marks[at] = (data[at] ?? 0) < ink ? INK : PAPER
  const spots: Dot[] = []
  const own: number[] = []
  for (let start = 0; start < marks.length; start += 1) {
    if (marks[start] !== INK) continue
    const x0 = start % width
    const spot = { left: x0, right: x0, top: Math.floor(start / width), bottom: 0 }
    let isWhole = true
    own.length = 0
    own.push(start)
    marks[start] = OWN
    const look = (at: number): void => {
      if (marks[at] === SEEN) isWhole = false
      if (marks[at] !== INK) return
      marks[at] = OWN
      own.push(at)
    }
    for (let next = 0; next < own.length; next += 1) {
      const at = own[next] ?? 0
      const x = at % width
      const y = Math.floor(at / width)
      spot.left = Math.min(spot.left, x)
      spot.right = Math.max(spot.right, x)
      spot.bottom = Math.max(spot.bottom, y)
      if (Math.abs(x - x0) >= most || y - spot.top >= most) {
        isWhole = false
        continue
      }
      if (y > 0) look(at - width)
      if (y < height - 1) look(at + width)
      if (x > 0) look(at - 1)
      if (x < width - 1) look(at + 1)
    }
    for (const at of own) marks[at] = SEEN
    if (isWhole && spot.right - spot.left < most) spots.push(spot)
  }
  return spots
}

/** Rows of dots are followed from left to right; a dot that doesn't go on as the row did ends it. */
function leadersAmong(spots: readonly Dot[], dpi: number): Dot[] {
  const level = Math.max(1.5, LEVEL * dpi)
  const rows: Dot[][] = []
  const open: Dot[][] = []
  for (const dot of [...spots].sort((a, b) => a.left - b.left)) {
    for (let index = open.length - 1; index >= 0; index -= 1)
      if (middle(dot) - middle(open[index]?.at(-1) ?? dot) > MAX_STEP * dpi) open.splice(index, 1)
    const row = open.find((one) => goesOn(one, dot, level))
    if (row) row.push(dot)
    else {
      const started = [dot]
      rows.push(started)
      open.push(started)
    }
  }
  return rows.filter((row) => row.length >= MIN_DOTS).flat()
}

function goesOn(row: readonly Dot[], dot: Dot, level: number): boolean {
  const [before, last] = [row.at(-2), row.at(-1)]
  if (last === undefined || Math.abs(dot.bottom - last.bottom) > level) return false
  const step = middle(dot) - middle(last)
  if (step <= last.right - last.left) return false
  if (before === undefined) return true
  const usual = middle(last) - middle(before)
  return Math.abs(step - usual) <= Math.max(EVENNESS * usual, 1.5)
}

function middle(dot: Dot): number {
  return (dot.left + dot.right) / 2
}
