/**
 * A second look at digits that the recogniser passed over. A `0` that stands alone in its column is dust to it, but set
 * beside others of its kind it is read: of 20 such cells of one scanned aging the first pass found none, and the second
 * all. So the marks of unread places are set in rows on a sheet of their own, and only figures found there count. Each row
 * begins with a figure that the first pass did read, and the sheet is recognised as one block: of the 72 marks of
 * four pages that gave all, the marks alone 56, and as the sparse text that pages are 20.
 */
import type { GrayPicture } from './tesseract.ts'
import type { RecognisedWord } from './tesseract-tsv.ts'
import type { Place, UnreadPlace } from './unread-places.ts'
import { FIGURE, figureHeight, middleOf, rightOf, unreadPlaces, withoutRepeats } from './unread-places.ts'

/** Shares of the height of the page's figures: what may be a few digits, and how far they are set apart. */
const MIN_HEIGHT = 0.7
const [MIN_WIDTH, MAX_WIDTH] = [0.15, 3.2]
const CELL_WIDTH = 5
const ROW_PITCH = 2.4
const MARGIN = 1
const LEAD_GAP = 3
/** A figure that a rule touches is higher than others. */
const MAX_LEAD_HEIGHT = 1.3
/** Characters of a figure that cannot be taken for dust. */
const LONG_FIGURE = 5
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
  const unread = withoutRepeats(unreadPlaces(words, picture).filter(mayBeDigits))
  const [first] = unread
  if (first === undefined || unread.length > MAX_MARKS) return null
  const { height: unit } = first
  const rows = Math.ceil(unread.length / CELLS_IN_ROW)
  const margin = Math.max(MARGIN * unit, AROUND + BEYOND_ROW)
  const rowTop = (row: number): number => Math.round(margin + ROW_PITCH * row * unit)
  const leads = leadsOf(words, rows).map((lead, row) => moved(lead, Math.round(margin), rowTop(row)))
  const begin = Math.max(0, ...leads.map(({ to }) => to.right)) + LEAD_GAP * unit
  const marks = unread.map(({ ink, row }, index) => {
    const left = Math.round(begin + CELL_WIDTH * (index % CELLS_IN_ROW) * unit)
    // A mark keeps its height above the foot of its row.
    return moved(ink, left, rowTop(Math.floor(index / CELLS_IN_ROW)) + Math.round(ink.top - row.top))
  })
  const all = [...leads, ...marks]
  // Rows and cells are as wide as the figures of the page, but one of these may be larger.
  const right = Math.max(begin + CELL_WIDTH * CELLS_IN_ROW * unit, ...all.map(({ to }) => to.right))
  const bottom = Math.max(rowTop(rows), ...all.map(({ to }) => to.bottom))
  const [width, height] = [Math.ceil(right + margin), Math.ceil(bottom + margin)]
  const pixels = new Uint8Array(width * height).fill(255)
  for (const { from, to } of all)
    for (let y = -AROUND; y < from.bottom - from.top + AROUND; y += 1) {
      const start = (from.top + y) * picture.width + from.left - AROUND
      const row = picture.pixels.subarray(Math.max(0, start), Math.max(0, start) + from.right - from.left + 2 * AROUND)
      pixels.set(row, (to.top + y) * width + to.left - AROUND)
    }
  return { pixels, width, height, dpi: picture.dpi, marks }
}

/** One read figure for each row, of the longer ones if there are any: they look least like dust. */
function leadsOf(words: readonly RecognisedWord[], rows: number): Place[] {
  const usual = figureHeight(words)
  const figures = words
    .filter((word) => FIGURE.test(word.text) && word.height <= MAX_LEAD_HEIGHT * usual)
    .sort((a, b) => Math.min(b.text.length, LONG_FIGURE) - Math.min(a.text.length, LONG_FIGURE))
  const leads = figures.slice(0, rows)
  return Array.from({ length: rows }, (_, row) => leads[row % leads.length]).flatMap((word) =>
    word === undefined
      ? []
      : [{ left: word.left, right: rightOf(word), top: word.top, bottom: word.top + word.height }],
  )
}

function moved(from: Place, left: number, top: number): Sheet['marks'][number] {
  return { from, to: { left, top, right: left + from.right - from.left, bottom: top + from.bottom - from.top } }
}

function mayBeDigits({ ink, row, height }: UnreadPlace): boolean {
  const width = ink.right - ink.left
  const isInRow = ink.top >= row.top - BEYOND_ROW && ink.bottom <= row.bottom + BEYOND_ROW
  const isHigh = ink.bottom - ink.top >= MIN_HEIGHT * height
  return isInRow && isHigh && width >= MIN_WIDTH * height && width <= MAX_WIDTH * height
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
