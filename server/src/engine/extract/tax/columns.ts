/** Lines with several amounts: which column an amount stands in, by the letters that head them. */
import type { Atom } from '../../layout/atoms.ts'
import type { Row } from '../../layout/rows.ts'
import type { Word } from '../../model/page.ts'
import type { TaxTable } from '../../model/tax-forms.ts'

/** Words of one head stand this near to each other, in letter heights. */
const HEAD_GAP = 1.2

/** Heads of one table may stand on two rows, this far apart in letter heights. */
const HEAD_ROWS = 1.8

/** From where to where the head of a column reaches. */
export interface HeadSpan {
  readonly left: number
  readonly right: number
}

/** The heads of the columns, in the order in which the form names them; null where one was not found. */
export function columnHeads(table: TaxTable, rows: readonly Row[]): (HeadSpan | null)[] {
  const names = headsOf(table)
  let best: (HeadSpan | null)[] = names.map(() => null)
  for (const [index, row] of rows.entries()) {
    const found = headsIn(row, names)
    if (countOf(found) < Math.min(2, names.length)) continue
    const near = [rows[index - 1], rows[index + 1]].filter((other) => other !== undefined && isNear(row, other))
    const all = near.reduce((known, other) => {
      const more = other === undefined ? [] : headsIn(other, names)
      return known.map((head, at) => head ?? more[at] ?? null)
    }, found)
    if (countOf(all) >= countOf(best)) best = all
  }
  return evenlySpaced(best)
}

/** Columns of a form are equally wide: two heads say where the others are that recognition lost. */
function evenlySpaced(heads: readonly (HeadSpan | null)[]): (HeadSpan | null)[] {
  const known = heads.flatMap((head, index) => (head === null ? [] : [{ middle: middleOf(head), index }]))
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined || first === last) return [...heads]
  const pitch = (last.middle - first.middle) / (last.index - first.index)
  return heads.map((head, index) => {
    const middle = first.middle + (index - first.index) * pitch
    return head ?? { left: middle, right: middle }
  })
}

export function middleOf({ left, right }: HeadSpan): number {
  return (left + right) / 2
}

function countOf(heads: readonly (HeadSpan | null)[]): number {
  return heads.filter((one) => one !== null).length
}

function isNear(row: Row, other: Row): boolean {
  const size = row.words[0]?.size ?? 8
  return Math.abs(row.box[1] - other.box[1]) < HEAD_ROWS * size
}

/** A letter heads its column alone or with words behind it; heads stand in the order of their names. */
function headsIn(row: Row, names: readonly string[]): (HeadSpan | null)[] {
  let from = 0
  return names.map((name) => {
    const at = row.words.findIndex(
      (word, index) =>
        index >= from &&
        (word.text === name || word.text === name.replace(/[()]/g, '')) &&
        !endsSentence(row.words[index - 1], word),
    )
    const head = row.words[at]
    if (head === undefined) return null
    from = at + 1
    let end = head
    for (const word of row.words.slice(at + 1)) {
      if (word.box[0] - end.box[2] > HEAD_GAP * head.size || names.includes(word.text)) break
      end = word
    }
    return { left: head.box[0], right: end.box[2] }
  })
}

/** `in column (h)`: a letter that is spoken of heads nothing; `Property A` is a head. */
function endsSentence(before: Word | undefined, word: Word): boolean {
  if (before === undefined || before.text === 'Property') return false
  return word.box[0] - before.box[2] < HEAD_GAP * word.size && /\p{L}$/u.test(before.text)
}

function headsOf({ heads, columns }: TaxTable): readonly string[] {
  return heads ?? columns
}

/** The name of the column whose head is nearest; null when no head was found. */
export function columnOf(table: TaxTable, heads: readonly (HeadSpan | null)[], atom: Atom): string | null {
  const at = (atom.box[0] + atom.box[2]) / 2
  let [best, least]: [string | null, number] = [null, Infinity]
  for (const [index, head] of heads.entries()) {
    if (head === null) continue
    // Columns of amounts are equally wide. Among columns of texts they are not, and there a head is as wide as its own.
    const reach = table.heads === undefined ? 0 : (head.right - head.left) / 2
    const distance = Math.abs(middleOf(head) - at) - reach
    if (distance < least) [best, least] = [headsOf(table)[index] ?? null, distance]
  }
  return best
}
