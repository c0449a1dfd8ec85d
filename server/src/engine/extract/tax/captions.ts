/** Which line of a form a piece of text captions. Years word the ends of captions differently; the beginnings stay. */
import type { TaxForm, TaxLine } from '../../model/tax-forms.ts'

/** Letters of a caption that must stand there; all of it where it is shorter. */
const ENOUGH_LETTERS = 14
/** A caption shorter than this is too common to be found in the middle of a text. */
const LEAST_LETTERS = 6
/** At the beginning of a text even these few will do. */
const LEAST_LETTERS_AHEAD = 4

export interface CaptionIndex {
  /** The line whose caption stands last in the text, which is the one nearest to what follows it. */
  readonly lastIn: (text: string) => TaxLine | null
  /** The line with whose caption the text begins. */
  readonly ahead: (text: string) => TaxLine | null
}

interface Caption {
  readonly line: TaxLine
  readonly letters: string
}

export function captionIndex(form: TaxForm): CaptionIndex {
  const captions = form.lines.map((line): Caption => ({ line, letters: foldLetters(line.caption) }))
  return {
    lastIn: (text) => lastIn(foldLetters(text), captions),
    ahead: (text) => ahead(foldLetters(text), captions),
  }
}

export function foldLetters(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '')
}

function lastIn(text: string, captions: readonly Caption[]): TaxLine | null {
  let [best, bestAt, bestLength]: [TaxLine | null, number, number] = [null, -1, 0]
  for (const { line, letters } of captions) {
    if (letters.length < LEAST_LETTERS) continue
    const at = text.lastIndexOf(letters.slice(0, ENOUGH_LETTERS))
    if (at < 0 || isInsideNumber(text, at)) continue
    const length = sharedLetters(text.slice(at), letters)
    if (at > bestAt || (at === bestAt && length > bestLength)) [best, bestAt, bestLength] = [line, at, length]
  }
  return best
}

/** `5-year property` does not stand in `15-year property`. */
function isInsideNumber(text: string, at: number): boolean {
  return /^\d\d$/.test(text.slice(at - 1, at + 1))
}

function ahead(text: string, captions: readonly Caption[]): TaxLine | null {
  let [best, bestLength]: [TaxLine | null, number] = [null, 0]
  for (const { line, letters } of captions) {
    const length = sharedLetters(text, letters)
    const enough = length >= Math.min(letters.length, ENOUGH_LETTERS) && letters.length >= LEAST_LETTERS_AHEAD
    if (enough && length > bestLength) [best, bestLength] = [line, length]
  }
  return best
}

function sharedLetters(text: string, letters: string): number {
  let count = 0
  while (count < letters.length && count < text.length && text[count] === letters[count]) count += 1
  return count
}
