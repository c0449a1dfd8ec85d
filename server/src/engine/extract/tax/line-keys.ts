/**
 * Which line of its form a filled-in amount belongs to. Forms print a line's number right before its box; where
 * recognition lost that number, the caption and the number before the caption still say it.
 */
import type { Atom } from '../../layout/atoms.ts'
import type { TaxForm, TaxLine } from '../../model/tax-forms.ts'
import type { FormRow } from './row-values.ts'

/** Letters of a caption that are compared: what follows differs from year to year. */
const CAPTION_LETTERS = 22
/** A caption shorter than this is too common to go by. */
const LEAST_LETTERS = 6

export interface LineFinder {
  readonly form: TaxForm
  /** The line that the value at this position of the row belongs to; null when nothing says so. */
  find(row: FormRow, position: number, above: FormRow | null): TaxLine | null
}

export function lineFinder(form: TaxForm): LineFinder {
  const byKey = new Map(form.lines.map((line) => [line.key, line]))
  const captions = form.lines
    .map((line) => ({ line, text: fold(line.caption).slice(0, CAPTION_LETTERS) }))
    .filter(({ text }) => text.length >= LEAST_LETTERS)
    .sort((a, b) => b.text.length - a.text.length)
  let number = ''
  return {
    form,
    find: (row, position, above) => {
      const lead = row.atoms[0]
      if (lead && /^\d{1,2}$/.test(lead.text)) number = lead.text
      const label = labelBefore(row, position)
      const own = label && keyOf(label.text, byKey)
      if (own) return own
      const from = segmentStart(row, position)
      const text = fold(textBetween(row, from, position))
      const named = captions.find((one) => text.includes(one.text))?.line ?? null
      if (named) return named
      const first = row.atoms[from]
      const numbered = first && keyOf(first.text, byKey)
      if (numbered) return numbered
      if (first && /^[a-z]$/.test(first.text)) return byKey.get(`${number}${first.text}`) ?? null
      return above === null ? null : captionAbove(row, position, above, captions)
    },
  }
}

/** The atom before the value, past other values of the same row. */
function labelBefore(row: FormRow, position: number): Atom | null {
  let at = position - 1
  while (at >= 0 && row.values.includes(at)) at -= 1
  return row.atoms[at] ?? null
}

/** Recognition takes upright strokes for letters: `la` is 1a. */
function keyOf(text: string, keys: ReadonlyMap<string, TaxLine>): TaxLine | null {
  const plain = text.toLowerCase().replace(/[()[\]{}.,:|]/g, '')
  const mended = plain.replace(/^[li|!](?=[a-z]?$|\d)/, '1').replace(/^(\d?)o/, '$10')
  return keys.get(plain) ?? keys.get(mended) ?? null
}

/** Where the words before a value begin: behind the value before it, and behind that value's own column. */
function segmentStart(row: FormRow, position: number): number {
  const before = row.values.filter((at) => at < position).at(-1) ?? -1
  return before + 1
}

function textBetween(row: FormRow, from: number, to: number): string {
  return row.atoms
    .slice(from, to)
    .map((atom) => atom.text)
    .join(' ')
}

/** A caption that wraps: its beginning stands on the row above, over the same place. */
function captionAbove(
  row: FormRow,
  position: number,
  above: FormRow,
  captions: readonly { line: TaxLine; text: string }[],
): TaxLine | null {
  const value = row.atoms[position]
  const start = row.atoms[segmentStart(row, position)]
  if (value === undefined || start === undefined) return null
  const over = above.atoms.filter((atom) => atom.box[0] >= start.box[0] - 4 * start.size && atom.box[0] < value.box[0])
  const text = fold(over.map((atom) => atom.text).join(' '))
  return captions.find((one) => text.includes(one.text))?.line ?? null
}

function fold(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '')
}
