/**
 * A second look at digits that the recogniser passed over. A `0` that stands alone in its column is dust to it, but set
 * beside others of its kind it is read: of 20 such cells of one scanned aging the first pass found none, and the second
 * all. So the marks of unread places are set in rows on a sheet of their own, and only figures found there count.
 */
import type { GrayPicture } from './tesseract.ts'
import type { RecognisedWord } from './tesseract-tsv.ts'
import type { Place } from './unread-places.ts'
import { FIGURE, middleOf, unreadPlaces } from './unread-places.ts'

/** Shares of the height of the page's figures: what may be a few digits, and how far they are set apart. */
const MIN_HEIGHT = 0.7
const [MIN_WIDTH, MAX_WIDTH] = [0.15, 3.2]
const CELL_WIDTH = 5
const ROW_PITCH = 2.4
const MARGIN = 1
const CELLS_IN_ROW = 12
/** Ink that reaches farther than this beyond its row, in pixels, is a rule beside a digit: `|6` is read as 16. */
const BEYOND_ROW = 1
/** Paper around each mark that comes with it, in pixels. */
const AROUND = 3
/** A page with more is no table but a picture. */
const MAX_MARKS = 600

export interface Sheet extends GrayPicture {
  readonly marks: readonly { readonly from: Place; readonly to: Place }[]
}

/** The marks that were passed over, set in rows; null when there are none. */
export function sheetOfUnread(words: readonly RecognisedWord[], picture: GrayPicture): Sheet | null {
  const unread = unreadPlaces(words, picture).filter(({ ink, row, height }) => {
    const width = ink.right - ink.left
    const isInRow = ink.top >= row.top - BEYOND_ROW && ink.bottom <= row.bottom + BEYOND_ROW
    const isHigh = ink.bottom - ink.top >= MIN_HEIGHT * height
    return isInRow && isHigh && width >= MIN_WIDTH * height && width <= MAX_WIDTH * height
  })
  const [first] = unread
  if (first === undefined || unread.length > MAX_MARKS) return null
  const { height: unit } = first
  const marks = unread.map(({ ink, row }, index) => {
    const left = Math.round((MARGIN + CELL_WIDTH * (index % CELLS_IN_ROW)) * unit)
    // A mark keeps its height above the foot of its row.
    const top =
      Math.round((MARGIN + ROW_PITCH * Math.floor(index / CELLS_IN_ROW)) * unit) + Math.round(ink.top - row.top)
    return { from: ink, to: { left, top, right: left + ink.right - ink.left, bottom: top + ink.bottom - ink.top } }
  })
  const width = Math.ceil((2 * MARGIN + CELL_WIDTH * CELLS_IN_ROW) * unit)
  const height = Math.ceil((2 * MARGIN + ROW_PITCH * Math.ceil(marks.length / CELLS_IN_ROW)) * unit)
  const pixels = new Uint8Array(width * height).fill(255)
  for (const { from, to } of marks)
    for (let y = -AROUND; y < from.bottom - from.top + AROUND; y += 1) {
      const start = (from.top + y) * picture.width + from.left - AROUND
      const row = picture.pixels.subarray(Math.max(0, start), Math.max(0, start) + from.right - from.left + 2 * AROUND)
      pixels.set(row, (to.top + y) * width + to.left - AROUND)
    }
  return { pixels, width, height, dpi: picture.dpi, marks }
}

/** The figures among what was read on the sheet, where they stand on the page. */
export function figuresOnSheet(sheet: Sheet, read: readonly RecognisedWord[]): RecognisedWord[] {
  return sheet.marks.flatMap(({ from, to }) => {
    const own = read.filter((word) => {
      const [x, y] = [word.left + word.width / 2, middleOf(word)]
      return x >= to.left && x <= to.right && y >= to.top && y <= to.bottom
    })
    const [word] = own
    if (word === undefined || own.length > 1 || !FIGURE.test(word.text)) return []
    const { left, top, right, bottom } = from
    return [{ ...word, left, top, width: right - left, height: bottom - top }]
  })
}
