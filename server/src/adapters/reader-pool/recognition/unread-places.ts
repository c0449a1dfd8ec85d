/**
 * Where a row of figures crosses a column of figures and nothing was read: there the recogniser, which takes small ink
 * that stands alone for dust, has passed over dashes and single digits. What ink lies in such places is found here;
 * what it means, others decide (dashes.ts, second-look.ts).
 */
import type { GrayPicture } from './tesseract.ts'
import type { RecognisedWord } from './tesseract-tsv.ts'

export const FIGURE = /^[-($€£]*\d{1,3}(?:[,.]\d{2,3})*[)%-]*$/
/** Fewer figures that end in one place make no column, unless one of them can be nothing but an amount. */
const MIN_IN_COLUMN = 2
const AMOUNT = /\d[,.]\d{2,3}\b/
/** A row of words of which fewer end where columns end is no row of heads. */
const MIN_HEADS = 2
/** Lengths below are shares of the height of the page's figures. Figures of one column end this near to each other. */
const SAME_EDGE = 0.45
/** How far before the edge of its column a mark may stand: some programs leave room for a bracket, or centre it. */
const REACH = 3.5
const BEYOND = 0.5
/** What is read before the edge of a column by no more than this stands in the next one. */
const NEXT_COLUMN = 0.25
const MIN_WIDTH = 0.2
/** Recognised words that are lower than this are dashes, dots and dust, whatever letters were found in them. */
const FLAT = 0.4
/** Room around the row's figure, in pixels: its box is tight. */
const MARGIN = 2
/** A pixel is ink below this share of the paper's brightness. */
const INK_SHARE = 0.8

export interface Place {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export interface UnreadPlace {
  /** The rectangle around all ink of the place. */
  readonly ink: Place
  /** How many pixels of it are ink. */
  readonly inked: number
  /** Top and bottom of the nearest figure in the row. */
  readonly row: { readonly top: number; readonly bottom: number }
  /** How high the figures of the page are. */
  readonly height: number
}

export function unreadPlaces(words: readonly RecognisedWord[], picture: GrayPicture): UnreadPlace[] {
  const height = figureHeight(words)
  const figures = words.filter((word) => FIGURE.test(word.text) || isFlat(word, height))
  const rows = rowsOf(
    words.filter((word) => !isFlat(word, height)),
    height,
  )
  const edges = withHeads(columnEdges(figures, height), rows, height)
  return rows
    .filter((row) => row.some((word) => FIGURE.test(word.text)))
    .flatMap((row) => edges.flatMap((edge) => lookAt(picture, row, edge, height) ?? []))
}

/** Columns that end near each other find the same ink; the widest view of a mark shows all of it. */
export function withoutRepeats(places: readonly UnreadPlace[]): UnreadPlace[] {
  const kept: UnreadPlace[] = []
  for (const place of [...places].sort((a, b) => widthOf(b.ink) - widthOf(a.ink)))
    if (!kept.some((one) => overlap(one.ink, place.ink))) kept.push(place)
  return places.filter((place) => kept.includes(place))
}

function widthOf(place: Place): number {
  return place.right - place.left
}

function overlap(a: Place, b: Place): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

/** How high most figures are; 0 without any. */
export function figureHeight(words: readonly RecognisedWord[]): number {
  return median(words.filter((word) => FIGURE.test(word.text)).map((word) => word.height))
}

export function isFlat(word: RecognisedWord, height: number): boolean {
  return word.height < FLAT * height
}

/** Where the columns of figures end. */
function columnEdges(words: readonly RecognisedWord[], height: number): number[] {
  const groups: RecognisedWord[][] = []
  for (const word of [...words].sort((a, b) => rightOf(a) - rightOf(b))) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group && last && rightOf(word) - rightOf(last) <= SAME_EDGE * height) group.push(word)
    else groups.push([word])
  }
  return groups
    .filter((group) => group.length >= MIN_IN_COLUMN || group.some((word) => AMOUNT.test(word.text)))
    .map((group) => median(group.map(rightOf)))
}

/** A column of which no two figures were read is known by its head, which ends as the heads of the others do. */
function withHeads(edges: readonly number[], rows: readonly RecognisedWord[][], height: number): number[] {
  const isOn = (edge: number, word: RecognisedWord): boolean => Math.abs(rightOf(word) - edge) <= SAME_EDGE * height
  const heads = rows.filter(
    (row) =>
      edges.filter((edge) => row.some((word) => isOn(edge, word) && !FIGURE.test(word.text))).length >= MIN_HEADS,
  )
  return heads
    .flat()
    .reduce<number[]>(
      (known, word) => (known.some((edge) => isOn(edge, word)) ? known : [...known, rightOf(word)]),
      [...edges],
    )
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

/** What is free of words before the edge; null where words stand or no ink is. */
function lookAt(
  picture: GrayPicture,
  words: readonly RecognisedWord[],
  edge: number,
  height: number,
): UnreadPlace | null {
  const own = words
    .filter((word) => FIGURE.test(word.text))
    .reduce((near, word) => (Math.abs(rightOf(word) - edge) < Math.abs(rightOf(near) - edge) ? word : near))
  const next = edge - NEXT_COLUMN * height
  const before = words.filter((word) => word.left < next).map(rightOf)
  const after = words.filter((word) => word.left >= next).map((word) => word.left)
  const left = Math.max(edge - REACH * height, ...before.map((end) => end + MARGIN))
  const right = Math.min(edge + BEYOND * height, ...after.map((start) => start - MARGIN))
  if (left > edge - MIN_WIDTH * height) return null
  const row = { top: own.top, bottom: own.top + own.height }
  const found = inkIn(picture, {
    left: Math.max(0, Math.round(left)),
    right: Math.min(picture.width, Math.round(right)),
    top: Math.max(0, Math.round(row.top - MARGIN)),
    bottom: Math.min(picture.height, Math.round(row.bottom + MARGIN)),
  })
  return found && { ...found, row, height }
}

/** The rectangle around the ink of a place; a pixel alone in its row or column is grain. */
function inkIn({ pixels, width }: GrayPicture, place: Place): Pick<UnreadPlace, 'ink' | 'inked'> | null {
  const rows: Uint8Array[] = []
  for (let y = place.top; y < place.bottom; y += 1)
    rows.push(pixels.subarray(y * width + place.left, y * width + place.right))
  const limit = median(rows.flatMap((row) => [...row])) * INK_SHARE
  const inRow = rows.map((row) => row.filter((value) => value < limit).length)
  const inColumn = Array.from(
    { length: place.right - place.left },
    (_, x) => rows.filter((row) => (row[x] ?? limit) < limit).length,
  )
  const isInk = (count: number): boolean => count > 1
  const [left, top] = [inColumn.findIndex(isInk), inRow.findIndex(isInk)]
  if (left < 0 || top < 0) return null
  return {
    ink: {
      left: place.left + left,
      right: place.left + inColumn.findLastIndex(isInk) + 1,
      top: place.top + top,
      bottom: place.top + inRow.findLastIndex(isInk) + 1,
    },
    inked: inRow.reduce((sum, count) => sum + count, 0),
  }
}

export function rightOf(word: RecognisedWord): number {
  return word.left + word.width
}

export function middleOf(word: RecognisedWord): number {
  return word.top + word.height / 2
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}
