/**
 * Which line of its form a filled-in amount belongs to. Forms print a line's number right before its box; where
 * recognition lost that number, the caption and the number before the caption still say it.
 */
import type { Atom } from '../../layout/atoms.ts'
import type { TaxForm, TaxLine } from '../../model/tax-forms.ts'
import { tableOf } from '../../model/tax-forms.ts'
import { captionIndex } from './captions.ts'
import type { FormRow } from './row-values.ts'

export interface LineFinder {
  readonly form: TaxForm
  /** The line that the value at this position of the row belongs to; null when nothing says so. */
  find(row: FormRow, position: number, above: readonly FormRow[]): TaxLine | null
}

/** Words before a number that make it part of a caption: `from line 1`. */
const REFERRING = /^(?:lines?|through|and|or|from|box|forms?|page|schedules?|part|column)$/i
const WORD_GAP = 1.2
/** Rows above in which a caption that wraps may have begun. */
const WRAPPED_ROWS = 4

export function lineFinder(form: TaxForm): LineFinder {
  const byKey = new Map(form.lines.map((line) => [line.key, line]))
  const captions = captionIndex(form)
  let number = ''
  let last = -1
  const lineNamed = (text: string): TaxLine | null => {
    const named = captions.lastIn(text)
    return named && nextAlike(named, form, last)
  }
  const find = (row: FormRow, position: number, above: readonly FormRow[]): TaxLine | null => {
    const lead = row.atoms.find((atom) => /^\d{1,2}$/.test(atom.text))
    if (lead !== undefined && lead === row.atoms[0]) number = lead.text
    const label = labelBefore(row, position)
    const own = label && !isReference(row, label) ? keyOf(label.text, byKey) : null
    if (own) return own
    const from = segmentStart(row, position)
    const named = lineNamed(textBetween(row, from, position))
    if (named) return named
    const first = from < position ? row.atoms[from] : undefined
    const numbered = first && first !== label && keyOf(first.text, byKey)
    if (numbered) return numbered
    if (first && /^[a-z]$/.test(first.text)) return byKey.get(`${number}${first.text}`) ?? null
    const wrapped = wrappedCaption({ row, position, above }, lineNamed, byKey)
    // Behind the box of a line comes the edge or the number of another; an amount inside a sentence is asked for by it.
    // Only in tables with columns of texts do words stand behind an amount.
    const isAmid = row.atoms[position + 1]?.number === null
    return isAmid && (wrapped === null || tableOf(form, wrapped.key)?.heads === undefined) ? null : wrapped
  }
  return {
    form,
    find: (row, position, above) => {
      const line = find(row, position, above)
      if (line !== null) last = form.lines.indexOf(line)
      return line
    },
  }
}

/** Several lines may have one caption, as the taxable amounts of a return: the next of them is meant. */
function nextAlike(named: TaxLine, form: TaxForm, last: number): TaxLine {
  const alike = form.lines.filter((line) => line.caption === named.caption)
  return alike.find((line) => form.lines.indexOf(line) > last) ?? named
}

/** The atom before the value, past other values of the same row. */
function labelBefore(row: FormRow, position: number): Atom | null {
  let at = position - 1
  while (at >= 0 && row.values.includes(at)) at -= 1
  return row.atoms[at] ?? null
}

/** `line 1`: the number ends a caption whose own number was lost. */
function isReference(row: FormRow, label: Atom): boolean {
  const before = row.atoms[row.atoms.indexOf(label) - 1]
  return before !== undefined && REFERRING.test(before.text) && label.box[0] - before.box[2] < WORD_GAP * label.size
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

/** A caption that wraps: it began on one of the rows above, over the same place, with no amount between. */
function wrappedCaption(
  { row, position, above }: { row: FormRow; position: number; above: readonly FormRow[] },
  lineNamed: (text: string) => TaxLine | null,
  byKey: ReadonlyMap<string, TaxLine>,
): TaxLine | null {
  const value = row.atoms[position]
  const start = row.atoms[segmentStart(row, position)]
  if (value === undefined || start === undefined) return null
  for (const other of above.slice(-WRAPPED_ROWS).reverse()) {
    const over = other.atoms.filter(
      (atom) => atom.box[0] >= start.box[0] - 4 * start.size && atom.box[0] < value.box[0],
    )
    const [first] = over
    const named = lineNamed(over.map((atom) => atom.text).join(' '))
    if (named !== null) return named
    const numbered = first === undefined ? null : keyOf(first.text, byKey)
    if (numbered !== null) return numbered
    if (over.some((atom) => other.values.includes(other.atoms.indexOf(atom)))) return null
  }
  return null
}
