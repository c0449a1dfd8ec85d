/**
 * Schedules L, M-1 and M-2 print a line's number only before its caption. An amount belongs to the last number above it
 * in its half of the page, and to the letter before it where the number has several boxes.
 */
import type { Atom } from '../../layout/atoms.ts'
import type { Row } from '../../layout/rows.ts'
import type { Page, Word } from '../../model/page.ts'
import type { TaxForm, TaxLine } from '../../model/tax-forms.ts'
import { captionIndex } from './captions.ts'
import type { FormRow } from './row-values.ts'
import { toFormRow } from './row-values.ts'

export interface LedValue {
  readonly atom: Atom
  /** Null when nothing says which line it is. */
  readonly line: TaxLine | null
}

const NUMBER = /^(\d{1,2})([a-z])?$/
const LETTER = /^[a-z]$/
/** Numbers that lead a second half of the page stand right of this share of its width. */
const SECOND_HALF = 0.4
const MIN_LEADS = 2
const ALIGNED = 8

/** The values of a schedule's rows, half by half, in the order of the page. */
export function ledLines(rows: readonly Row[], form: TaxForm, page: Page): LedValue[] {
  const keys = new Set(form.lines.map((line) => line.key))
  const split = secondHalf(rows, form, page.width)
  const halves: ((word: Word) => boolean)[] =
    split === null ? [() => true] : [(word) => word.box[0] < split, (word) => word.box[0] >= split]
  return halves.flatMap((inHalf) => {
    const readRow = halfReader(form)
    return rows.flatMap((row) =>
      readRow(toFormRow({ ...row, words: row.words.filter(inHalf) }, page, { keys, loose: true })),
    )
  })
}

/** The left edge of the second half; null when the schedule goes over the whole width. */
function secondHalf(rows: readonly Row[], form: TaxForm, pageWidth: number): number | null {
  if (form.tables.length > 0) return null
  const numbers = new Set(form.lines.map((line) => line.key.replace(/[a-z]$/, '')))
  const lefts = rows.flatMap(({ words }) =>
    words.flatMap((word, index) => {
      const next = words[index + 1]
      const leads =
        numbers.has(word.text) && /^\p{L}{3}/u.test(next?.text ?? '') && word.box[0] > SECOND_HALF * pageWidth
      return leads ? [word.box[0]] : []
    }),
  )
  // Numbers inside captions stand anywhere; those that lead stand one below the other.
  const aligned = lefts.filter((left) => lefts.filter((other) => Math.abs(other - left) < ALIGNED).length >= MIN_LEADS)
  return aligned.length === 0 ? null : Math.min(...aligned) - ALIGNED / 2
}

function halfReader(form: TaxForm): (row: FormRow) => LedValue[] {
  const byKey = new Map(form.lines.map((line) => [line.key, line]))
  const captions = captionIndex(form)
  let number = ''
  let line: TaxLine | null = null
  return ({ atoms, values }) => {
    const filled = new Set(values.map((at) => atoms[at]))
    const isValue = (atom: Atom): boolean => filled.has(atom)
    const [first] = atoms
    const texts = atoms.filter((atom) => !isValue(atom))
    const lead = first === undefined || isValue(first) ? null : NUMBER.exec(first.text.toLowerCase())
    const printed = texts.map((atom) => atom.text).join(' ')
    const named = captions.ahead(lead === null ? printed : printed.slice(first?.text.length ?? 0))
    if (lead?.[1] !== undefined && knowsNumber(form, lead[1])) {
      number = lead[1]
      line = byKey.get(lead[0]) ?? null
    } else if (named !== null) {
      line = named
      number = named.key.replace(/[a-z]$/, '')
    } else if (first !== undefined && LETTER.test(first.text) && byKey.has(`${number}${first.text}`))
      line = byKey.get(`${number}${first.text}`) ?? null
    const found: LedValue[] = []
    let lettered: TaxLine | null = null
    for (const atom of atoms) {
      if (!isValue(atom)) {
        if (LETTER.test(atom.text)) lettered = byKey.get(`${number}${atom.text}`) ?? lettered
        continue
      }
      // A box of its own behind a letter is the letter's; one in the column of amounts is the number's.
      const whole: TaxLine | null = byKey.get(number) ?? line
      found.push({ atom, line: form.tables.length > 0 ? line : (lettered ?? whole) })
      if (form.tables.length === 0) lettered = null
    }
    return found
  }
}

function knowsNumber(form: TaxForm, number: string): boolean {
  return form.lines.some((line) => line.key.replace(/[a-z]$/, '') === number)
}
