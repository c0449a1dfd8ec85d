/** Table rows to lines: captions that wrap are joined, headings kept, rows without a caption left as they are. */
import { boxAround } from '../../layout/rows.ts'
import type { Box } from '../../model/page.ts'
import type { Atom } from '../../layout/atoms.ts'
import type { TableRow } from './table.ts'

export interface CaptionedRow {
  readonly page: number
  readonly label: string
  readonly box: Box
  readonly left: number
  readonly bold: boolean
  readonly cells: readonly (Atom | null)[]
}

interface Draft {
  readonly rows: TableRow[]
  cells: readonly (Atom | null)[]
}

/** A row nearer than this share of the usual distance continues a caption that filled its row. */
const TIGHT_PITCH = 0.72
/** The same for a row that begins where the caption does, in letters as bold: rows are never that close by chance. */
const ALIKE_PITCH = 0.9
/** Two rows whose baselines differ by less than this share of a letter's height are one, torn apart by a tilt. */
const TORN_ROW = 0.6
const CONTINUES =
  /(?:[,;(/&–-]|\b(?:and|of|the|for|to|from|in|on|by|or|with|net|including|less|und|der|en|van|de|aus|operating|comprehensive|non-?current|accumulated|deferred|prepaid|additional))$/i
const LOWER_START = /^(?:\p{Ll}|\(\p{Ll}|&|\))/u
/** `a)`, `ii.`: a lower-case start that begins an item. */
const ITEM_START = /^(?:[a-z]\)|[ivx]+[.)])/
/** `davon`, `of which`: parts of the line above, printed as lines of their own. */
const PART_START = /^(?:davon|of which|waarvan|dont)\b/i

/** `4118 ·`, `4096-00`: in a narrow column the account's number fills a row of its own, before the name. */
const CODE_ALONE = /^\d{3,6}(?:[-.]\d{1,6})*(?:\s*[·:–-])?$/
const CODE_START = /^\d{3,6}(?:[-.]\d{1,6})*(?:\s|$)/

export function rowsToCaptions(rows: readonly TableRow[]): CaptionedRow[] {
  const spacing: Spacing = { pitch: usualPitch(rows), right: Math.max(...rows.map(captionRight)) }
  const drafts: Draft[] = []
  for (const [index, row] of rows.entries()) {
    const last = drafts.at(-1)
    if (last && !startsList(last, row, rows[index + 1]) && isContinuation(last, row, spacing)) {
      last.rows.push(row)
      last.cells = last.cells.map((cell, index) => cell ?? row.cells[index] ?? null)
    } else drafts.push({ rows: [row], cells: row.cells })
  }
  return drafts.map(toCaptioned).filter((row) => row.label !== '' || row.cells.some((cell) => cell !== null))
}

interface Spacing {
  /** The usual distance between rows, in points. */
  readonly pitch: number
  /** Where the longest caption ends. */
  readonly right: number
}

function captionRight(row: TableRow): number {
  return row.caption.at(-1)?.box[2] ?? 0
}

/** A deeper indent that the next row shares is a list under a heading, however the heading ends. */
function startsList(draft: Draft, row: TableRow, next: TableRow | undefined): boolean {
  const [upper, own, following] = [draft.rows.at(-1)?.caption[0], row.caption[0], next?.caption[0]]
  if (!upper || !own || !following || !next || !hasFigure(row) || !hasFigure(next)) return false
  if (/(?:,|&|\b(?:and|or|of|und|en))$/i.test(text(draft.rows.at(-1) as TableRow))) return false
  const deeper = own.box[0] - upper.box[0] > 0.8 * own.size
  return deeper && Math.abs(following.box[0] - own.box[0]) < 0.3 * own.size && !LOWER_START.test(text(row))
}

/** Whether the first word of the next row would have found no room behind this one. */
function wasFullRow(before: TableRow, row: TableRow, right: number): boolean {
  const word = row.caption[0]?.words[0]
  const width = word ? word.box[2] - word.box[0] : 0
  return captionRight(before) + width + (word?.size ?? 0) * 0.3 > right - 2
}

/** The usual distance between rows: the lower quartile, so that spaced-out sections don't make it. */
function usualPitch(rows: readonly TableRow[]): number {
  const distances: number[] = []
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1]
    if (before && before.page === row.page && hasFigure(row) && hasFigure(before))
      distances.push(middle(row) - middle(before))
  }
  distances.sort((a, b) => a - b)
  return distances[Math.floor(distances.length / 4)] ?? Infinity
}

function middle(row: TableRow): number {
  return (row.top + row.bottom) / 2
}

function hasFigure(row: TableRow): boolean {
  return row.cells.some((cell) => cell !== null)
}

function text(row: TableRow): string {
  return joinWords(row.caption.flatMap((atom) => atom.words.map((word) => word.text)))
}

function isContinuation(draft: Draft, row: TableRow, { pitch, right }: Spacing): boolean {
  const before = draft.rows.at(-1)
  if (before === undefined || before.page !== row.page) return false
  const [upper, lower] = [text(before), text(row)]
  const filled = draft.cells.some((cell) => cell !== null)
  const full = wasFullRow(before, row, right)
  const near = (isAlike(before, row) ? ALIKE_PITCH : TIGHT_PITCH) * pitch
  const tight = pitch < Infinity && full && middle(row) - middle(before) < near
  if (lower === '') return upper !== '' && !filled && isTorn(before, row)
  if (upper === '') return false
  if (ITEM_START.test(lower) || PART_START.test(lower)) return false
  if (filled) {
    // Figures stand on the first row of a wrapped caption; what follows without figures and close by belongs to it.
    return !hasFigure(row) && (tight || (LOWER_START.test(lower) && (isClose(before, row) || CONTINUES.test(upper))))
  }
  if (CODE_ALONE.test(upper)) return isClose(before, row) && !CODE_START.test(lower)
  if (/:$/.test(upper)) return false
  // A total without figures is the first half of one.
  if (/^total\b/i.test(upper) && hasFigure(row) && isClose(before, row)) return true
  const bare = upper.replace(/\s*\([^)]*\)$/, '')
  const related = LOWER_START.test(lower) || CONTINUES.test(bare)
  if (isOpenBracket(upper)) return true
  if (!related || !isClose(before, row)) return tight
  return CONTINUES.test(bare) ? !isHeadingStart(upper) : full || wasFull(before, row, upper)
}

/** Printed as one caption would be: from the same left edge, in letters of the same weight. */
function isAlike(before: TableRow, row: TableRow): boolean {
  const [upper, lower] = [before.caption[0], row.caption[0]]
  if (!upper || !lower) return false
  return Math.abs(upper.box[0] - lower.box[0]) < 0.3 * upper.size && upper.bold === lower.bold
}

/** Text-only rows that end on a comma or a small word go on; single capital words are headings whatever they end on. */
function isHeadingStart(upper: string): boolean {
  return /^\p{Lu}+$/u.test(upper)
}

function isOpenBracket(upper: string): boolean {
  return (upper.match(/\(/g)?.length ?? 0) > (upper.match(/\)/g)?.length ?? 0)
}

function isClose(before: TableRow, row: TableRow): boolean {
  return row.top - before.bottom < 0.9 * (before.bottom - before.top)
}

/** A caption wraps because it found no room: one or two words, well short of the usual width, did not wrap. */
function wasFull(before: TableRow, row: TableRow, upper: string): boolean {
  const [first, last] = [before.caption[0], before.caption.at(-1)]
  const next = row.caption[0]
  if (!first || !last || !next) return false
  const sameIndent = Math.abs(first.box[0] - next.box[0]) < 0.6 * first.size
  return (
    upper.split(' ').length >= 3 ||
    (sameIndent && upper.split(' ').length >= 2 && last.box[2] - first.box[0] > 12 * first.size)
  )
}

function isTorn(before: TableRow, row: TableRow): boolean {
  return Math.abs(middle(row) - middle(before)) < TORN_ROW * (before.bottom - before.top)
}

function toCaptioned(draft: Draft): CaptionedRow {
  const atoms = draft.rows.flatMap((row) => row.caption)
  const boxes = atoms.length > 0 ? atoms : draft.cells.filter((cell) => cell !== null)
  const label = draft.rows
    .map(text)
    .filter((part) => part !== '')
    .reduce(joinLines, '')
  const [first] = draft.rows
  return {
    page: first?.page ?? 0,
    label: label.trim(),
    box: boxAround(boxes.map((atom) => atom.box)),
    left: Math.min(...boxes.map((atom) => atom.box[0])),
    bold: atoms.length > 0 && atoms.every((atom) => atom.bold),
    cells: draft.cells,
  }
}

/** A hyphen at the end of a row was put there by the wrapping, unless a capital follows. */
function joinLines(upper: string, lower: string): string {
  if (upper === '') return lower
  if (/\p{L}-+$/u.test(upper) && /^\p{Ll}/u.test(lower)) return upper.replace(/-+$/, '') + lower
  return `${upper} ${lower}`
}

function joinWords(words: readonly string[]): string {
  return words.join(' ').replace(/\s+/g, ' ').trim()
}
