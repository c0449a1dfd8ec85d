/**
 * Dashes that stand for nothing in a column of figures. A dash alone is ten pixels of ink: the recogniser passes most of
 * them over and takes others for `=`, `is` or `«`. Of 222 cells of one scanned aging 70 were lost that way. So every
 * place where a row of figures crosses a column of figures and nothing was read is looked at again: ink that is flat, lies
 * amid the row and stands alone is a dash.
 */
import type { GrayPicture } from './tesseract.ts'
import type { RecognisedWord } from './tesseract-tsv.ts'

const FIGURE = /^[-($€£]*\d{1,3}(?:[,.]\d{2,3})*[)%-]*$/
/** Fewer figures that end in one place make no column. */
const MIN_IN_COLUMN = 3
/** All lengths below are shares of the height of the page's figures. */
/** Figures of one column end this near to each other; a closing bracket stands outside. */
const SAME_EDGE = 0.45
/** How far before the edge of its column a dash may stand: some programs leave room for a bracket, or centre it. */
const REACH = 3.5
const BEYOND = 0.5
/** Recognised words that are lower than this are dashes, dots and dust, whatever letters were found in them. */
const FLAT = 0.4
const MAX_HEIGHT = 0.3
const [MIN_WIDTH, MAX_WIDTH] = [0.2, 1.3]
/** Where its middle lies between the top and the bottom of the row. */
const [HIGHEST, LOWEST] = [0.3, 0.8]
/** A dash is wider than high, and its rectangle is full of ink. */
const MIN_ASPECT = 1.6
const MIN_FILL = 0.55
/** A pixel is ink below this share of the paper's brightness. */
const INK_SHARE = 0.8

interface Place {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The words, with a dash in each place of the picture that holds one. */
export function withDashes(words: readonly RecognisedWord[], picture: GrayPicture): RecognisedWord[] {
  const figures = words.filter((word) => FIGURE.test(word.text))
  const height = median(figures.map((word) => word.height))
  const edges = columnEdges([...figures, ...words.filter((word) => word.height < FLAT * height)], height)
  if (edges.length === 0) return [...words]
  const letters = words.filter((word) => word.height >= FLAT * height)
  const found: RecognisedWord[] = []
  for (const row of rowsOf(letters, height)) {
    if (!row.some((word) => FIGURE.test(word.text))) continue
    for (const edge of edges) {
      const place = emptyPlace(row, edge, height)
      const dash = place && dashIn(picture, place, height)
      if (dash) found.push(dash)
    }
  }
  return [
    ...words.filter((word) => word.height >= FLAT * height || !found.some((dash) => touches(word, dash))),
    ...found,
  ]
}

/** Where the columns of figures end. */
function columnEdges(words: readonly RecognisedWord[], height: number): number[] {
  const groups: number[][] = []
  for (const end of words.map(rightOf).sort((a, b) => a - b)) {
    const group = groups.at(-1)
    if (group && end - (group.at(-1) ?? end) <= SAME_EDGE * height) group.push(end)
    else groups.push([end])
  }
  return groups.filter((group) => group.length >= MIN_IN_COLUMN).map(median)
}

function rowsOf(words: readonly RecognisedWord[], height: number): RecognisedWord[][] {
  const rows: RecognisedWord[][] = []
  for (const word of [...words].sort((a, b) => middleOf(a) - middleOf(b))) {
    const row = rows.at(-1)
    const last = row?.at(-1)
    if (row && last && middleOf(word) - middleOf(last) < height / 2) row.push(word)
    else rows.push([word])
  }
  return rows
}

/** What is free of words before the edge; the row is as high there as the nearest figure in it. */
function emptyPlace(row: readonly RecognisedWord[], edge: number, height: number): Place | null {
  const own = row
    .filter((word) => FIGURE.test(word.text))
    .reduce((near, word) => (Math.abs(rightOf(word) - edge) < Math.abs(rightOf(near) - edge) ? word : near))
  const before = row.filter((word) => word.left < edge - height / 4).map(rightOf)
  const after = row.filter((word) => word.left >= edge - height / 4).map((word) => word.left)
  const left = Math.max(edge - REACH * height, ...before.map((end) => end + 2))
  const right = Math.min(edge + BEYOND * height, ...after.map((start) => start - 2))
  if (left > edge - MIN_WIDTH * height) return null
  return { left: Math.round(left), right: Math.round(right), top: own.top, bottom: own.top + own.height }
}

function dashIn(picture: GrayPicture, place: Place, height: number): RecognisedWord | null {
  const ink = inkIn(picture, place)
  if (ink === null) return null
  const [width, high] = [ink.right - ink.left, ink.bottom - ink.top]
  const middle = ((ink.top + ink.bottom) / 2 - place.top) / (place.bottom - place.top)
  const isDash =
    high <= MAX_HEIGHT * height &&
    width >= MIN_WIDTH * height &&
    width <= MAX_WIDTH * height &&
    width >= MIN_ASPECT * high &&
    middle >= HIGHEST &&
    middle <= LOWEST &&
    ink.count >= MIN_FILL * width * high
  return isDash ? { text: '-', left: ink.left, top: ink.top, width, height: high, confidence: 0 } : null
}

/** The rectangle around the ink of a place; a pixel alone in its row or column is grain. */
function inkIn(picture: GrayPicture, place: Place): (Place & { count: number }) | null {
  const [x0, x1] = [Math.max(0, place.left), Math.min(picture.width, place.right)]
  const [y0, y1] = [Math.max(0, place.top), Math.min(picture.height, place.bottom)]
  const at = (x: number, y: number): number => picture.pixels[y * picture.width + x] ?? 255
  const all: number[] = []
  for (let y = y0; y < y1; y += 1) for (let x = x0; x < x1; x += 1) all.push(at(x, y))
  const ink = median(all) * INK_SHARE
  const columns = new Uint16Array(Math.max(0, x1 - x0))
  const rows = new Uint16Array(Math.max(0, y1 - y0))
  let count = 0
  for (let y = y0; y < y1; y += 1)
    for (let x = x0; x < x1; x += 1) {
      if (at(x, y) >= ink) continue
      columns[x - x0] = (columns[x - x0] ?? 0) + 1
      rows[y - y0] = (rows[y - y0] ?? 0) + 1
      count += 1
    }
  const isInk = (own: number): boolean => own >= 2
  const [left, right] = [columns.findIndex(isInk), columns.findLastIndex(isInk)]
  const [top, bottom] = [rows.findIndex(isInk), rows.findLastIndex(isInk)]
  if (left < 0 || top < 0) return null
  return { left: x0 + left, right: x0 + right + 1, top: y0 + top, bottom: y0 + bottom + 1, count }
}

function touches(word: RecognisedWord, dash: RecognisedWord): boolean {
  return (
    word.left < rightOf(dash) &&
    rightOf(word) > dash.left &&
    Math.abs(middleOf(word) - middleOf(dash)) < dash.width + word.height
  )
}

function rightOf(word: RecognisedWord): number {
  return word.left + word.width
}

function middleOf(word: RecognisedWord): number {
  return word.top + word.height / 2
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}
