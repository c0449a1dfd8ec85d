/**
 * Reads a page as often as its figures need. Tesseract errs at other places when a page is smaller or its paper whiter, so
 * a page with figures is read a second time in that form, and a third time when figures are still open after that.
 */
import { choose, hasFigures, type Reading } from './choose.ts'
import { withEvenGround } from './even-ground.ts'
import { condense, isFixedPitch, uncondense } from './fixed-pitch.ts'
import { joinFigures } from './join-figures.ts'
import { scaledTo } from './scale.ts'
import type { GrayPicture, Tesseract } from './tesseract.ts'
import type { RecognisedWord } from './tesseract-tsv.ts'

/** Shares of the first reading's resolution, which is 300 dpi for most pages: 220 and 260 dpi. */
const [SECOND, THIRD] = [220 / 300, 260 / 300]
/** Pieces of drawn rules that hang on a figure. */
const RULES = /^[_|]+(?=[-($€£]*\d)|(?<=\d[)%-]*)[_|]+$/g

export interface FirstReading {
  readonly words: Reading
  readonly isTypewriter: boolean
}

/** Typewriter print is recognised a second time, in the form that the recogniser knows better. */
export async function readFirst(
  tesseract: Tesseract,
  picture: GrayPicture,
  signal: AbortSignal,
): Promise<FirstReading> {
  const words = await tesseract.words(picture, signal)
  if (!isFixedPitch(words)) return { words: cleaned(words), isTypewriter: false }
  return { words: cleaned(await condensedWords(tesseract, picture, signal)), isTypewriter: true }
}

/** The first reading, with its figures compared to those of others. */
export async function readAgain(
  tesseract: Tesseract,
  picture: GrayPicture,
  { words: first, isTypewriter }: FirstReading,
  signal: AbortSignal,
): Promise<Reading> {
  if (!hasFigures(first)) return first
  const readAt = async (share: number): Promise<Reading> => {
    const smaller = withEvenGround(scaledTo(picture, picture.dpi * share))
    const words = await (isTypewriter ? condensedWords : plainWords)(tesseract, smaller, signal)
    return enlarged(cleaned(words), picture, smaller)
  }
  const second = await readAt(SECOND)
  const choice = choose([first, second])
  return choice.open === 0 ? choice.words : choose([first, second, await readAt(THIRD)]).words
}

function plainWords(tesseract: Tesseract, picture: GrayPicture, signal: AbortSignal): Promise<RecognisedWord[]> {
  return tesseract.words(picture, signal)
}

async function condensedWords(
  tesseract: Tesseract,
  picture: GrayPicture,
  signal: AbortSignal,
): Promise<RecognisedWord[]> {
  const condensed = condense(picture)
  return uncondense(await tesseract.words(condensed, signal), condensed, picture)
}

function cleaned(words: readonly RecognisedWord[]): RecognisedWord[] {
  return joinFigures(words.map((word) => ({ ...word, text: word.text.replace(RULES, '') })))
}

/** Words of the smaller picture, in whole pixels of the one that it was made from. */
function enlarged(words: readonly RecognisedWord[], picture: GrayPicture, smaller: GrayPicture): RecognisedWord[] {
  const [across, down] = [picture.width / smaller.width, picture.height / smaller.height]
  return words.map((word) => ({
    ...word,
    left: Math.round(word.left * across),
    width: Math.round(word.width * across),
    top: Math.round(word.top * down),
    height: Math.round(word.height * down),
  }))
}
