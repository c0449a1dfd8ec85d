/** A row of a form as what is printed on it and what was filled in. */
import type { Atom } from '../../layout/atoms.ts'
import { rowToAtoms } from '../../layout/atoms.ts'
import type { Row } from '../../layout/rows.ts'
import { isWritten } from '../../layout/written.ts'
import type { Page, Word } from '../../model/page.ts'

export interface FormRow {
  readonly page: number
  readonly top: number
  readonly atoms: readonly Atom[]
  /** Positions of the atoms that were filled in. */
  readonly values: readonly number[]
}

const INK = /^[.·•‣▶►➤|_~=—–()[\]{}-]+$/
/** Amounts and currency signs that forms print beside or around a box. */
const BOX_PRINT = /^[()$]+$/
/** A number with words this near behind it, in letter heights, numbers the words. */
const CAPTION_REACH = 5
const MARKED_REACH = 1.2
/** A filled-in amount stands clear of what is before it by this much, in letter heights. */
const CLEAR_GAP = 0.8
/** So many numbers in letters of their own, and the page's own letters are known not to be filled in. */
const TELLING_NUMBERS = 3
/** Fewer single digits in a row may be a line's number and a small amount. */
const COMB_DIGITS = 5
const NOISE_LETTERS = 8
/** `on Form 1040`, `from line 3`: a number that ends a row of print. */
const REFERRING = /^(?:forms?|lines?|schedules?|sections?|page|box|part|through|and|or|in|for)[.,]?$/i
const REFERENCE_GAP = 3

/** How the amounts of a form stand to their lines' numbers. */
export interface RowKind {
  readonly keys: ReadonlySet<string>
  /** Below their captions, so that nothing need stand before them. */
  readonly boxed?: boolean
  /** Not behind a number: the form prints numbers before its captions only, or several amounts to a line. */
  readonly loose?: boolean
  /** Where the columns of a line with several amounts begin: no number stands behind it that is not one of them. */
  readonly amountsFrom?: number
}

export function toFormRow(row: Row, page: Page, kind: RowKind): FormRow {
  const atoms = fieldRuns(row).flatMap((words) => rowToAtoms({ ...row, words }))
  const context: Context = {
    keys: kind.keys,
    boxed: kind.boxed ?? false,
    loose: kind.loose ?? false,
    amountsFrom: kind.amountsFrom ?? Infinity,
    page,
  }
  const values = isNoise(atoms, page) ? [] : atoms.flatMap((_, at) => (isFilled(atoms, at, context) ? [at] : []))
  return { page: row.page, top: row.box[1], atoms, values }
}

/** Dotted lines that recognition took for letters: `a a 8 a a 8 8`. */
function isNoise(atoms: readonly Atom[], page: Page): boolean {
  const single = atoms.filter((atom) => atom.text.length <= 1)
  return page.kind === 'ocr' && single.length >= NOISE_LETTERS && single.length > atoms.length / 2
}

/** What stands in two fields is two amounts, however near the fields are; brackets around a box belong to the form. */
function fieldRuns(row: Row): Word[][] {
  const runs: Word[][] = []
  for (const word of row.words) {
    if (word.field === undefined && (INK.test(word.text) || BOX_PRINT.test(word.text))) continue
    const run = runs.at(-1)
    const mended = word.font === null && word.field === undefined ? withoutStrokes(word) : word
    if (run !== undefined && run.at(-1)?.field === word.field) run.push(mended)
    else runs.push([mended])
  }
  return runs
}

/** Recognition takes the edges of a box for bars, and may see only the closing one of two brackets. */
function withoutStrokes(word: Word): Word {
  const text = word.text.replace(/^[|[\]{}]+(?=\(?\d)|(?<=\d\)?)[|[\]{}]+$/g, '')
  return { ...word, text: /^\d[\d,.]*\)$/.test(text) ? `(${text}` : text }
}

interface Context {
  readonly keys: ReadonlySet<string>
  readonly boxed: boolean
  readonly loose: boolean
  readonly amountsFrom: number
  readonly page: Page
}

/** Fields and letters of another kind say so themselves; a recognised amount is known by its place. */
function isFilled(atoms: readonly Atom[], index: number, context: Context): boolean {
  const { boxed, page } = context
  const atom = atoms[index]
  if (atom === undefined || atom.number === null || atom.number.percent) return false
  const written = atom.words.map((word) => isWritten(word, page))
  if (isInComb(atoms, index) || isInText(atoms, index, page)) return false
  if (written.every((one) => one === true)) return true
  if (written.includes(false) && tellsWriting(page)) return false
  if (atom.number.nil) return false
  const next = atoms[index + 1]
  if (index === 0 && !boxed) return false
  // What was filled in over a word of print may end before the word does.
  const before = Math.max(...atoms.slice(0, index).map(({ box }) => box[2]))
  if (atom.box[0] - before < CLEAR_GAP * atom.size) return false
  const gap = next?.number === null ? next.box[0] - atom.box[2] : Infinity
  if (gap < (atom.number.marked ? MARKED_REACH : CAPTION_REACH) * atom.size) return false
  if (atom.number.marked && atom.number.digits > 2) return true
  return isBareAmount(atoms, index, context)
}

/**
 * A bare number may be that of a line, a form or a year: it is an amount right behind the line's own number, in a box
 * of its own, or at the end of a recognised row whose number may have been lost.
 */
function isBareAmount(atoms: readonly Atom[], index: number, context: Context): boolean {
  const { keys, boxed, loose, page } = context
  const atom = atoms[index]
  if (atom === undefined || /^(?:19|20)\d\d$/.test(atom.text)) return false
  if (atom.box[0] >= context.amountsFrom) return true
  const isLast = index === atoms.length - 1
  if (keys.has(atom.text.toLowerCase())) return (boxed && isLast) || isBehindOwnNumber(atoms, index, keys)
  if (boxed || loose || isBehindOwnNumber(atoms, index, keys)) return true
  const before = atoms[index - 1]
  if (!isLast || before === undefined) return false
  const isSpokenOf = REFERRING.test(before.text) && atom.box[0] - before.box[2] < REFERENCE_GAP * atom.size
  return !isSpokenOf && (page.kind === 'ocr' || keys.has(before.text.toLowerCase()))
}

/** Only other amounts stand between it and a number that was printed once before in the row, whole or by its letter. */
function isBehindOwnNumber(atoms: readonly Atom[], index: number, keys: ReadonlySet<string>): boolean {
  for (let at = index - 1; at > 0; at -= 1) {
    const label = atoms[at]?.text.toLowerCase() ?? ''
    const parts = [label, label.replace(/[a-z]$/, ''), label.replace(/^\d+/, '')]
    const repeated = atoms.slice(0, at).some((atom) => atom.text !== '' && parts.includes(atom.text.toLowerCase()))
    if (keys.has(label) && repeated) return true
    if (atoms[at]?.number === null) return false
  }
  return false
}

/** `27.5 yrs.` is a text, in one field or in letters of one kind. */
function isInText(atoms: readonly Atom[], index: number, page: Page): boolean {
  const [atom, next] = [atoms[index], atoms[index + 1]]
  const [word, after] = [atom?.words[0], next?.words[0]]
  if (atom === undefined || word === undefined) return false
  if (word.field !== undefined)
    return atoms.some((other) => other.number === null && other.words[0]?.field === word.field)
  const near = next?.number === null && next.box[0] - atom.box[2] < MARKED_REACH * atom.size
  return near && after !== undefined && isWritten(after, page) === true
}

/** Single digits one behind the other: a number of a person or an account, a cell for each of its digits. */
function isInComb(atoms: readonly Atom[], index: number): boolean {
  const isDigit = (at: number): boolean => /^\d$/.test(atoms[at]?.text ?? '')
  if (!isDigit(index)) return false
  let [from, to] = [index, index]
  while (isDigit(from - 1)) from -= 1
  while (isDigit(to + 1)) to += 1
  return to - from + 1 >= COMB_DIGITS
}

const telling = new WeakMap<Page, boolean>()

function tellsWriting(page: Page): boolean {
  const known = telling.get(page)
  if (known !== undefined) return known
  const count = page.words.filter((word) => /\d/.test(word.text) && isWritten(word, page) === true).length
  telling.set(page, count >= TELLING_NUMBERS)
  return count >= TELLING_NUMBERS
}
