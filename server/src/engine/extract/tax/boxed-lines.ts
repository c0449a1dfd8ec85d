/**
 * A Schedule K-1 has boxes instead of rows, one below the other in columns: number and caption at the top of each, the
 * amounts below, behind a code where the box takes several.
 */
import type { Atom } from '../../layout/atoms.ts'
import { pageToRows } from '../../layout/rows.ts'
import type { Page, Word } from '../../model/page.ts'
import type { TaxForm } from '../../model/tax-forms.ts'
import type { CaptionIndex } from './captions.ts'
import { captionIndex } from './captions.ts'
import type { FormRow } from './row-values.ts'
import { toFormRow } from './row-values.ts'

export interface BoxedValue {
  readonly atom: Atom
  /** Null when it stands in no box of the form. */
  readonly key: string | null
  /** Whether it stands among the boxes at all. */
  readonly amid: boolean
}

interface Label {
  readonly key: string
  readonly left: number
}

/** Boxes that begin within so many points of each other stand in one column. */
const SAME_COLUMN = 10
const MIN_IN_COLUMN = 3
/** A label's caption begins this near behind its number, in letter heights. */
const LABEL_GAP = 3
const CODE = /^[A-Z]{1,2}\*?$/

export function boxedLines(page: Page, form: TaxForm): BoxedValue[] {
  const keys = new Set(form.lines.map((line) => line.key))
  const captions = captionIndex(form)
  const rowsOf = (within: (word: Word) => boolean): FormRow[] =>
    pageToRows({ ...page, words: page.words.filter(within) }).map((row) => toFormRow(row, page, { keys, boxed: true }))
  const lefts = columnLefts(rowsOf(() => true).flatMap((row) => labelsIn(row, keys, captions)))
  const first = lefts[0] ?? Infinity
  const beside = rowsOf((word) => word.box[0] < first - SAME_COLUMN)
  return [
    ...beside.flatMap((row) => valuesOf(row).map((atom): BoxedValue => ({ atom, key: null, amid: false }))),
    // Boxes of one column need not stand level with those of the next: each column has rows of its own.
    ...lefts.flatMap((left, index) => {
      const right = lefts[index + 1] ?? Infinity
      const rows = rowsOf((word) => word.box[0] >= left - SAME_COLUMN && word.box[0] < right - SAME_COLUMN)
      return columnValues(rows, { form, keys, captions })
    }),
  ]
}

function valuesOf(row: FormRow): Atom[] {
  return row.values.flatMap((at) => row.atoms[at] ?? [])
}

function columnValues(
  rows: readonly FormRow[],
  { form, keys, captions }: { form: TaxForm; keys: ReadonlySet<string>; captions: CaptionIndex },
): BoxedValue[] {
  let label: Label | null = null
  return rows.flatMap((row) => {
    label = labelsIn(row, keys, captions)[0] ?? label
    return row.values.flatMap((at): BoxedValue[] => {
      const atom = row.atoms[at]
      if (atom === undefined) return []
      if (label === null) return [{ atom, key: null, amid: true }]
      const code = form.coded.test(label.key) ? codeBefore(row, at) : ''
      return [{ atom, key: `${label.key}${code}`, amid: true }]
    })
  })
}

/** Number and caption; where recognition lost the number, the caption alone. */
function labelsIn(row: FormRow, keys: ReadonlySet<string>, captions: CaptionIndex): Label[] {
  return row.atoms.flatMap((atom, index): Label[] => {
    if (row.values.includes(index)) return []
    const next = row.atoms[index + 1]
    const key = atom.text.toLowerCase()
    const behind = row.atoms
      .slice(index)
      .map((one) => one.text)
      .join(' ')
    const near = next?.number === null && next.box[0] - atom.box[2] < LABEL_GAP * atom.size
    if (keys.has(key) && near && /\p{L}{3}/u.test(next.text)) return [{ key, left: atom.box[0] }]
    const before = row.atoms[index - 1]
    const startsText = before === undefined || atom.box[0] - before.box[2] > LABEL_GAP * atom.size
    const named = startsText && atom.number === null ? captions.ahead(behind) : null
    return named === null ? [] : [{ key: named.key, left: atom.box[0] - SAME_COLUMN }]
  })
}

function columnLefts(labels: readonly Label[]): number[] {
  const lefts: number[] = []
  for (const left of labels.map((label) => label.left).sort((a, b) => a - b)) {
    const last = lefts.at(-1)
    const members = labels.filter((label) => Math.abs(label.left - left) <= SAME_COLUMN).length
    if (members >= MIN_IN_COLUMN && (last === undefined || left - last > 2 * SAME_COLUMN)) lefts.push(left)
  }
  return lefts
}

function codeBefore(row: FormRow, at: number): string {
  const text = row.atoms[at - 1]?.text ?? ''
  return CODE.test(text) ? text.replace('*', '') : ''
}
