/**
 * Figures that the recogniser cut in two at a comma or a point, put together again: `(5,455,` and `199.36)`. Only where
 * the two stand as close as letters do and what results can be nothing but one figure. No character is added, and a
 * comma or a point stands at the cut, so that figures of neighbouring columns stay two.
 */
import type { RecognisedWord } from './tesseract-tsv.ts'

/** Pieces that stand further apart than this share of their height are two words. Measured: 0.26 to 0.48. */
const MAX_GAP = 0.6
/** How far the middle of one piece may lie above the other's, as a share of their height. */
const MAX_OFFSET = 0.35
const CUT_AFTER = /\d[,.]$/
const CUT_BEFORE = /^[,.](\d|$)/
/** Groups of three, and more than one of them, or cents, or brackets: `5,` and `200` may be the end of a sentence. */
const FIGURE = /^[-$]*\d{1,3}(,\d{3})*((,\d{3}){2}|,\d{3}\.\d\d)[-%]*$|^[-$]*\([-$]*\d{1,3}(,\d{3})+(\.\d\d)?\)$/
/** What may become one with the next piece. */
const BEGINNING = /^[-($]*\d{1,3}(,\d{3})*,$/

export function joinFigures(words: readonly RecognisedWord[]): RecognisedWord[] {
  const rest = [...words]
  const joined: RecognisedWord[] = []
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const next = nextPiece(word, rest)
    const piece = next === -1 ? undefined : rest.splice(next, 1)[0]
    // What was joined is looked at again: a figure may have been cut twice.
    if (piece === undefined) joined.push(word)
    else rest.unshift(merged(word, piece))
  }
  return joined
}

function nextPiece(word: RecognisedWord, others: readonly RecognisedWord[]): number {
  return others.findIndex((one) => isNext(word, one) && belong(word.text, one.text))
}

function isNext(word: RecognisedWord, next: RecognisedWord): boolean {
  const height = Math.max(word.height, next.height)
  const gap = next.left - (word.left + word.width)
  return Math.abs(gap) < MAX_GAP * height && isInRow(word, next, height)
}

/** A comma that stands alone hangs on the line on which the digits stand. */
function isInRow(word: RecognisedWord, next: RecognisedWord, height: number): boolean {
  const offset = next.top + next.height / 2 - (word.top + word.height / 2)
  const hang = /^[,.]$/.test(next.text) ? word.height / 2 : 0
  return offset > -MAX_OFFSET * height && offset < hang + MAX_OFFSET * height
}

function belong(first: string, second: string): boolean {
  if (CUT_AFTER.test(first) === CUT_BEFORE.test(second)) return false
  return FIGURE.test(first + second) || BEGINNING.test(first + second)
}

function merged(first: RecognisedWord, second: RecognisedWord): RecognisedWord {
  const top = Math.min(first.top, second.top)
  return {
    text: first.text + second.text,
    left: first.left,
    top,
    width: second.left + second.width - first.left,
    height: Math.max(first.top + first.height, second.top + second.height) - top,
    confidence: Math.min(first.confidence, second.confidence),
  }
}
