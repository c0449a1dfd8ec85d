/**
 * Dashes that stand for nothing in a column of figures. A dash alone is ten pixels of ink: the recogniser passes most of
 * them over and takes others for `=`, `is` or `«`. Of 222 cells of one scanned aging 70 were lost that way. Ink in an unread
 * place that is flat, lies amid the row and stands alone is a dash.
 */
import type { GrayPicture } from './tesseract.ts'
import type { RecognisedWord } from './tesseract-tsv.ts'
import type { UnreadPlace } from './unread-places.ts'
import { figureHeight, isFlat, middleOf, rightOf, unreadPlaces, withoutRepeats } from './unread-places.ts'

/** Shares of the height of the page's figures. */
const MAX_HEIGHT = 0.3
const [MIN_WIDTH, MAX_WIDTH] = [0.2, 1.3]
/** Where its middle lies between the top and the bottom of the row. */
const [HIGHEST, LOWEST] = [0.3, 0.8]
/** A dash is wider than high, and its rectangle is full of ink. */
const MIN_ASPECT = 1.6
const MIN_FILL = 0.55

/** The words, with a dash in each place of the picture that holds one. */
export function withDashes(words: readonly RecognisedWord[], picture: GrayPicture): RecognisedWord[] {
  const places = withoutRepeats(unreadPlaces(words, picture).filter(isDash))
  const dashes = places.map(({ ink: { left, top, right, bottom } }) => ({
    text: '-',
    left,
    top,
    width: right - left,
    height: bottom - top,
    confidence: 0,
  }))
  const height = figureHeight(words)
  // Letters that were found in a dash give way to it.
  const kept = words.filter((word) => !isFlat(word, height) || !dashes.some((dash) => liesOn(word, dash)))
  return [...kept, ...dashes]
}

function isDash({ ink, inked, row, height }: UnreadPlace): boolean {
  const [width, high] = [ink.right - ink.left, ink.bottom - ink.top]
  const middle = ((ink.top + ink.bottom) / 2 - row.top) / (row.bottom - row.top)
  return (
    high <= MAX_HEIGHT * height &&
    width >= Math.max(MIN_WIDTH * height, MIN_ASPECT * high) &&
    width <= MAX_WIDTH * height &&
    middle >= HIGHEST &&
    middle <= LOWEST &&
    inked >= MIN_FILL * width * high
  )
}

function liesOn(word: RecognisedWord, dash: RecognisedWord): boolean {
  return (
    word.left < rightOf(dash) &&
    rightOf(word) > dash.left &&
    Math.abs(middleOf(word) - middleOf(dash)) < dash.width + word.height
  )
}
