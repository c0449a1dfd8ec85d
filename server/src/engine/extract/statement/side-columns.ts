/**
 * Columns that stand beside the captions and are part of none: account numbers in front of them and references to
 * notes behind them or behind the amounts. What stands there is a known artefact, neither caption nor figure.
 */
import type { Atom } from '../../layout/atoms.ts'
import type { Column, GridRow } from '../../layout/columns.ts'
import { rowToCells } from '../../layout/column-heads.ts'
import type { Panel } from '../../layout/panels.ts'
import { CODE_HEAD, NOTES_HEAD } from './column-roles.ts'

export interface SideColumns {
  /** Where the column of account numbers ends, in points; null when there is none. */
  readonly codesEnd: number | null
  /** Where the references to notes stand; null when no head says so. */
  readonly notes: { readonly left: number; readonly right: number } | null
}

/** `4000`, `1-1100`, `40.10.02`, `GL-410`. */
const CODE = /^(?:[A-Z]{1,3}-?)?\d{2,}(?:[-.]\d{1,6})*$/
/** `5`, `(2,13)`, `7(a)`, `Note 7`: the words of a reference, one by one; a leader's last dots may touch them. */
const REFERENCE =
  /^\.*(?:notes?|sch(?:edule)?|n°)?\.?[({[]?\d{0,2}(?:\.\d{1,2})?(?:\(?[a-z]\))?(?:[,&]\d{1,2}[a-z]?)*[,)}\]]?$/i
const MIN_CODES = 3
/** Distances in letter heights. */
const CODE_GAP = 0.8
const NOTE_REACH = 1.5
const WORDED_NOTE_GAP = 1.6
/** Of the rows without a number of their own, this share begins where the captions do. */
const ALIGNED_SHARE = 0.8
/** Rows from the top among which the heads of columns are looked for. */
const HEAD_ROWS = 20

/**
 * For every panel of a document its side columns. Pages of one table share them: a further page may repeat no heads
 * and hold few numbers. Tables side by side each have their own.
 */
export function findSideColumns(pages: readonly (readonly Panel[])[]): SideColumns[] {
  const panels = pages.flat()
  if (pages.some((page) => page.length > 1)) return panels.map((panel) => sideColumns(panel.rows, panel.columns))
  const rows = panels.flatMap((panel) => panel.rows)
  const shared = sideColumns(
    rows,
    panels.flatMap((panel) => panel.columns),
  )
  return panels.map(() => shared)
}

function sideColumns(rows: readonly GridRow[], columns: readonly Column[]): SideColumns {
  return { codesEnd: codesEnd(rows, columns), notes: notesColumn(rows) }
}

export function isAside(atoms: readonly Atom[], index: number, { codesEnd, notes }: SideColumns): boolean {
  const atom = atoms[index]
  if (atom === undefined) return false
  if (codesEnd !== null && index === 0 && CODE.test(atom.text) && atom.box[2] <= codesEnd + 1) return true
  if (index === 0 || !REFERENCE.test(atom.text)) return false
  if (isWordedNote(atoms, index) || isWordedNote(atoms, index - 1)) return true
  if (notes === null) return false
  const reach = NOTE_REACH * atom.size
  return atom.box[0] > notes.left - reach && atom.box[2] < notes.right + reach
}

/** `Note 7` far behind its caption: a reference that says so itself and needs no head. */
function isWordedNote(atoms: readonly Atom[], index: number): boolean {
  const [before, word, number] = [atoms[index - 1], atoms[index], atoms[index + 1]]
  if (before === undefined || word === undefined || number === undefined) return false
  if (!/^\.*notes?\.?$/i.test(word.text) || !/^\d{1,2}(?:\(?[a-z]\)?)?$/i.test(number.text)) return false
  const clear = (gap: number): boolean => gap > WORDED_NOTE_GAP * word.size
  return clear(word.box[0] - before.box[2]) && !clear(number.box[0] - word.box[2])
}

function codesEnd(rows: readonly GridRow[], columns: readonly Column[]): number | null {
  const left = Math.min(...columns.map((column) => column.left))
  const body = rows.filter((row) => row.atoms.some((atom) => isAmount(atom) && atom.box[2] > left))
  const coded = body.filter((row) => startsWithCode(row, left))
  if (coded.length < MIN_CODES) return null
  const end = Math.max(...coded.map((row) => row.atoms[0]?.box[2] ?? 0))
  const first = body.indexOf(coded[0] as GridRow)
  // A further page repeats the heads, and the dates among them look like amounts.
  const others = body
    .slice(first)
    .filter((row) => !coded.includes(row) && (row.atoms[0]?.box[0] ?? Infinity) < left && !isCodeHead(row))
  const aligned = others.filter((row) => (row.atoms[0]?.box[0] ?? 0) > end)
  const captions = coded.every((row) => (row.atoms[1]?.box[0] ?? 0) > end)
  return captions && others.length > 0 && aligned.length >= ALIGNED_SHARE * others.length ? end : null
}

function isCodeHead(row: GridRow): boolean {
  return CODE_HEAD.test(row.atoms[0]?.text ?? '')
}

function startsWithCode(row: GridRow, left: number): boolean {
  const [code, caption, next] = row.atoms
  if (code === undefined || caption === undefined || !CODE.test(code.text) || code.box[2] > left) return false
  // The caption may begin with a numeral of its own.
  if (![caption, next].some((atom) => atom?.number === null && /\p{L}/u.test(atom.text))) return false
  return row.sheet || caption.box[0] - code.box[2] > CODE_GAP * code.size
}

/** The years over the columns are no amounts. */
function isAmount(atom: Atom): boolean {
  return atom.number !== null && !/^(?:19|20)\d\d$/.test(atom.text)
}

function notesColumn(rows: readonly GridRow[]): SideColumns['notes'] {
  for (const row of rows.slice(0, HEAD_ROWS)) {
    const cells = rowToCells(row)
    const head = cells.find((cell, index) => (index > 0 || cells.length > 1) && NOTES_HEAD.test(cell.text.trim()))
    if (head) return { left: head.box[0], right: head.box[2] }
  }
  return null
}
