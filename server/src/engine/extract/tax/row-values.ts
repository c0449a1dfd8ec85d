/** A row of a form as what is printed on it and what was filled in. */
import type { Atom } from '../../layout/atoms.ts'
import { rowToAtoms } from '../../layout/atoms.ts'
import type { Row } from '../../layout/rows.ts'
import type { Word } from '../../model/page.ts'

export interface FormRow {
  readonly page: number
  readonly top: number
  readonly atoms: readonly Atom[]
  /** Positions of the atoms that were filled in. */
  readonly values: readonly number[]
}

const INK = /^[.·•‣▶►➤|_~=—–-]+$/
/** A number with words this near behind it, in letter heights, numbers the words. */
const CAPTION_REACH = 5
/** A filled-in amount stands clear of what is before it by this much, in letter heights. */
const CLEAR_GAP = 0.8

/** `boxed`: amounts stand below their captions, so that nothing need stand before them. */
export function toFormRow(row: Row, keys: ReadonlySet<string>, boxed = false): FormRow {
  const atoms = fieldRuns(row).flatMap((words) => rowToAtoms({ ...row, words }))
  const values = atoms.flatMap((_, index) => (isFilled(atoms, index, keys, boxed) ? [index] : []))
  return { page: row.page, top: row.box[1], atoms, values }
}

/** What stands in two fields is two amounts, however near the fields are. */
function fieldRuns(row: Row): Word[][] {
  const runs: Word[][] = []
  for (const word of row.words) {
    if (INK.test(word.text) && word.field === undefined) continue
    const run = runs.at(-1)
    if (run !== undefined && run.at(-1)?.field === word.field) run.push(word)
    else runs.push([word])
  }
  return runs
}

/** Form fields say so themselves; a flattened or recognised amount is one that stands alone behind a line's number. */
function isFilled(atoms: readonly Atom[], index: number, keys: ReadonlySet<string>, boxed: boolean): boolean {
  const atom = atoms[index]
  if (atom === undefined || atom.number === null || atom.number.percent) return false
  if (atom.words.some((word) => word.field !== undefined)) return true
  const [before, next] = [atoms[index - 1], atoms[index + 1]]
  if (before === undefined && !boxed) return false
  if (before !== undefined && atom.box[0] - before.box[2] < CLEAR_GAP * atom.size) return false
  const gap = next?.number === null ? next.box[0] - atom.box[2] : Infinity
  if (gap < (atom.number.marked ? 1.2 : CAPTION_REACH) * atom.size) return false
  if (atom.number.marked && atom.number.digits > 2) return true
  // A bare number may be that of a line, a form or a year: it is an amount right behind the line's own number, in a
  // box of its own, or at the end of a recognised row whose number may have been lost.
  const lead = atoms[0]?.text ?? ''
  const repeated = isBehindOwnNumber(atoms, index, lead)
  const isKey = keys.has(atom.text.toLowerCase())
  if (isKey) return repeated && atom.text !== before?.text
  const recognised = atom.words.every((word) => word.font === null)
  return repeated || boxed || (recognised && next === undefined && !/^20\d\d$/.test(atom.text))
}

/** Only other amounts stand between it and the line's number, printed a second time before its boxes. */
function isBehindOwnNumber(atoms: readonly Atom[], index: number, lead: string): boolean {
  for (let at = index - 1; at > 0; at -= 1) {
    const atom = atoms[at]
    if (atom === undefined || lead === '') return false
    if (atom.text.endsWith(lead) && atom.text.length < lead.length + 3) return true
    if (atom.number === null) return false
  }
  return false
}
