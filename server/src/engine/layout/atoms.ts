/**
 * A row's words joined to what they mean: texts and amounts. Signs, brackets and currency often stand apart from
 * their digits, by design of the program that printed the page or by the way its text layer was written.
 */
import type { Box, Word } from '../model/page.ts'
import type { AmountWord } from './amount-word.ts'
import { readAmountWord } from './amount-word.ts'
import type { Row } from './rows.ts'
import { boxAround } from './rows.ts'

export interface Atom {
  /** As printed, currency and brackets included. */
  readonly text: string
  /** Where its digits stand. */
  readonly box: Box
  /** Letter height, in points. */
  readonly size: number
  readonly bold: boolean
  /** Null for a text. */
  readonly number: AmountWord | null
  /** A date or a year is a number nobody may add up. */
  readonly words: readonly Word[]
}

/** Distances in letter heights. */
const SIGN_REACH = 1.3
const CURRENCY_REACH = 16
const GROUP_REACH = 0.45
/** In letters of equal width a space is as wide as a digit. */
const GROUP_REACH_TYPEWRITER = 0.75
const TYPEWRITER = /courier|mono|consol|typewriter/i
const CURRENCY_ALONE = /^(?:[$€£¥₹₱₪₩#]|P|P=|=P|=|Php|PHP|Rs\.?|INR|USD|EUR|GBP|CAD|AUD|CHF|RM|S\/)$/
const OPENING = /^[([<]$|^\([$€£¥₹₱P=]+$|^[$€£¥₹₱]+\($/
const CLOSING = /^[)\]>]$/
const MINUS = /^[-–—−]$/
const TRAILING_FLAG = /^(?:CR|Cr|cr|DR|Dr|dr|%|[-–—−])$/
const SHORT_GROUP = /^[(<$€£₹₱-]*\d{1,3}$/
const CUT_GROUP = /^[($€£₹₱P=-]*\d{1,3}(?:,\d{3})*,$/
const REST_OF_CUT = /^\d{3}(?:,\d{3})*(?:\.\d\d)?\)?$/
const CUT_REACH = 0.8
/** `(15, 41)`: references to notes, several in one bracket. */
const NOTES_OPEN = /^\(\d{1,2}[a-z]?,$/i
const NOTES_GO_ON = /^\d{1,2}[a-z]?[,)]$/i
const NEXT_GROUP = /^\d{3}(?:[.,]\d\d)?[)>-]?$/

export function isTypewritten(word: Word | undefined): boolean {
  return TYPEWRITER.test(word?.font ?? '')
}

export function rowToAtoms(row: Row): Atom[] {
  const atoms: Atom[] = []
  const words = row.words
  for (let index = 0; index < words.length;) {
    const taken = takeAmount(words, index)
    atoms.push(toAtom(words.slice(index, index + taken)))
    index += taken
  }
  return atoms
}

/** How many words, starting at `from`, make one amount; 1 when the word stands for itself. */
function takeAmount(words: readonly Word[], from: number): number {
  let end = from
  const first = words[end]
  if (first === undefined) return 1
  const reach = (factor: number): boolean => {
    const [left, right] = [words[end], words[end + 1]]
    return left !== undefined && right !== undefined && right.box[0] - left.box[2] < factor * height(left)
  }
  // `- $ 1,200`: the sign stands before the currency, and the digits may be a column's width away.
  if (MINUS.test(first.text) && CURRENCY_ALONE.test(words[end + 1]?.text ?? '') && reach(SIGN_REACH)) {
    end += 1
    if (reach(CURRENCY_REACH) && startsWithDigit(words[end + 1])) end += 1
    else end = from
  }
  if (CURRENCY_ALONE.test(first.text) && reach(CURRENCY_REACH)) end += 1
  if (NOTES_OPEN.test(first.text)) {
    while (NOTES_GO_ON.test(words[end + 1]?.text ?? '') && reach(SIGN_REACH)) {
      end += 1
      if (words[end]?.text.endsWith(')') === true) return end + 1 - from
    }
    end = from
  }
  const opener = words[end]?.text ?? ''
  if ((OPENING.test(opener) || MINUS.test(opener)) && reach(SIGN_REACH) && startsWithDigit(words[end + 1])) end += 1
  if (end === from + 1 && CURRENCY_ALONE.test(words[end]?.text ?? '') && reach(SIGN_REACH)) end += 1
  if (SHORT_GROUP.test(words[end]?.text ?? ''))
    while (
      reach(isTypewritten(first) ? GROUP_REACH_TYPEWRITER : GROUP_REACH) &&
      NEXT_GROUP.test(words[end + 1]?.text ?? '')
    )
      end += 1
  while (CUT_GROUP.test(words[end]?.text ?? '') && REST_OF_CUT.test(words[end + 1]?.text ?? '') && reach(CUT_REACH))
    end += 1
  if (!isNumber(words.slice(from, end + 1))) return 1
  while (reach(SIGN_REACH) && isTrailer(words, from, end)) end += 1
  return end + 1 - from
}

function isTrailer(words: readonly Word[], from: number, end: number): boolean {
  const next = words[end + 1]?.text ?? ''
  if (CLOSING.test(next)) return true
  if (!TRAILING_FLAG.test(next)) return false
  const after = words[end + 2]
  // A dash between two amounts belongs to neither: it is a nil of its own column or a range.
  if (MINUS.test(next) && after !== undefined && after.box[0] - (words[end + 1]?.box[2] ?? 0) < height(after))
    return false
  return isNumber(words.slice(from, end + 2))
}

function startsWithDigit(word: Word | undefined): boolean {
  return word !== undefined && /^[$€£¥₹₱P=]*\(?\d/.test(word.text)
}

function height(word: Word): number {
  return Math.max(word.size, 1)
}

function joinedText(words: readonly Word[]): string {
  return words.map((word) => word.text).join(' ')
}

function isNumber(words: readonly Word[]): boolean {
  return numberOf(words) !== null
}

function numberOf(words: readonly Word[]): AmountWord | null {
  const plain = words.map((word) => word.text)
  const direct = readAmountWord(plain.join(''))
  if (direct !== null || plain.length === 1) return direct
  // A closing bracket whose opening one is not shown is a leftover of a hidden text, not a sign.
  return readAmountWord(plain.filter((text) => !CLOSING.test(text)).join(''))
}

function toAtom(words: readonly Word[]): Atom {
  const number = numberOf(words)
  const own = words.filter((word) => !CURRENCY_ALONE.test(word.text))
  const shown = own.length === 0 ? words : own
  return {
    text: number === null ? joinedText(words) : words.map((word) => word.text).join(''),
    box: boxAround(shown.map((word) => word.box)),
    size: Math.max(...shown.map((word) => word.size), 1),
    bold: shown.every((word) => word.bold),
    number,
    words,
  }
}
