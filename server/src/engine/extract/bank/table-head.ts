/** The heads over a list of movements: which stretch of the page each column owns, and what it holds. */
import type { Row } from '../../layout/rows.ts'
import { boxAround } from '../../layout/rows.ts'
import type { Box, Word } from '../../model/page.ts'
import type { ColumnRole } from './captions.ts'
import { roleOfHead } from './captions.ts'
import { readBankAmount } from './amount.ts'

export interface HeadColumn {
  readonly role: ColumnRole
  readonly text: string
  readonly box: Box
}

/** One list; lists of checks and daily balances are often set side by side under a repeated head. */
export interface Panel {
  readonly left: number
  readonly right: number
  readonly columns: readonly HeadColumn[]
}

export interface TableHead {
  readonly panels: readonly Panel[]
  /** Rows that it takes. */
  readonly rows: number
}

/** Words nearer than this, in letter heights, are one head. */
const HEAD_GAP = 0.75
const MAX_HEAD_WORDS = 24
/** Second lines of a head stand this near, in letter heights. */
const LINE_GAP = 1.1
const DATES: ReadonlySet<ColumnRole> = new Set<ColumnRole>(['booked', 'date', 'valued'])
const NUMERIC: ReadonlySet<ColumnRole> = new Set<ColumnRole>(['in', 'out', 'amount', 'balance'])

export function isDateRole(role: ColumnRole): boolean {
  return DATES.has(role)
}

export function isNumericRole(role: ColumnRole): boolean {
  return NUMERIC.has(role)
}

/** Null when no head begins at this row. */
export function readTableHead(rows: readonly Row[], at: number): TableHead | null {
  const row = rows[at]
  if (row === undefined || !mayBeHead(row)) return null
  const single = toColumns(headCells(row))
  if (isHead(single)) return { panels: toPanels(single), rows: 1 }
  const next = rows[at + 1]
  if (next === undefined || !mayBeHead(next) || !isClose(row, next) || isHead(toColumns(headCells(next)))) return null
  const double = toColumns(stack(headCells(row), headCells(next)))
  return isHead(double) ? { panels: toPanels(double), rows: 2 } : null
}

function mayBeHead(row: Row): boolean {
  if (row.words.length > MAX_HEAD_WORDS) return false
  return !row.words.some((word) => (readBankAmount(word.text)?.decimals ?? 0) > 0)
}

function isClose(upper: Row, lower: Row): boolean {
  const size = upper.words[0]?.size ?? 8
  return lower.page === upper.page && lower.box[1] - upper.box[3] < LINE_GAP * size
}

/** A day or a number of a check, and money; or two columns of money and a text. */
function isHead(columns: readonly HeadColumn[]): boolean {
  const roles = columns.map((column) => column.role)
  const money = roles.filter(isNumericRole).length
  const known = roles.filter((role) => role !== 'other').length
  if (money === 0 || columns.length < 2 || known * 2 < columns.length) return false
  if (roles.some((role) => isDateRole(role) || role === 'number')) return true
  return money >= 2 && roles.includes('balance') && roles.includes('text')
}

interface HeadCell {
  readonly text: string
  readonly box: Box
}

function headCells(row: Row): HeadCell[] {
  const groups: Word[][] = []
  for (const word of row.words.flatMap(splitGlued)) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const isNear = last !== undefined && word.box[0] - last.box[2] < HEAD_GAP * word.size
    if (group && isNear && !(word.box[0] === last.box[2] && roleOfHead(word.text) !== null)) group.push(word)
    else groups.push([word])
  }
  return groups.flatMap(splitCrowded).map((words) => ({
    text: words.map((word) => word.text).join(' '),
    box: boxAround(words.map((word) => word.box)),
  }))
}

/** `ReceiptsWithdrawals`: two heads without room between them, which only their capitals tell apart. */
function splitGlued(word: Word): Word[] {
  const [, first, second] = /^(\p{Lu}\p{Ll}+)(\p{Lu}\p{Ll}+)$/u.exec(word.text) ?? []
  if (first === undefined || second === undefined) return [word]
  const roles = [roleOfHead(first), roleOfHead(second)]
  if (roles.includes(null) || roles[0] === roles[1]) return [word]
  const [x0, y0, x1, y1] = word.box
  const middle = x0 + ((x1 - x0) * first.length) / word.text.length
  return [
    { ...word, text: first, box: [x0, y0, middle, y1] },
    { ...word, text: second, box: [middle, y0, x1, y1] },
  ]
}

/** Heads of narrow columns touch: where single words name different columns, each is a head of its own. */
function splitCrowded(words: readonly Word[]): Word[][] {
  const roles = words.map((word) => roleOfHead(word.text))
  const telling = roles.filter(
    (role) => role !== null && (role === 'in' || role === 'out' || role === 'balance' || isDateRole(role)),
  )
  if (new Set(telling).size < 2) return [[...words]]
  const parts: Word[][] = []
  for (const [index, word] of words.entries()) {
    const part = parts.at(-1)
    if (part === undefined || roles[index] !== null) parts.push([word])
    else part.push(word)
  }
  return parts
}

function toColumns(cells: readonly HeadCell[]): HeadColumn[] {
  return cells.map(({ text, box }) => ({ text, box, role: roleOfHead(text) ?? 'other' }))
}

function stack(upper: readonly HeadCell[], lower: readonly HeadCell[]): HeadCell[] {
  const left = [...upper]
  const cells = lower.map((cell) => {
    const at = left.findIndex((one) => one.box[0] < cell.box[2] && one.box[2] > cell.box[0])
    const [over] = at < 0 ? [] : left.splice(at, 1)
    return over ? { text: `${over.text} ${cell.text}`, box: boxAround([over.box, cell.box]) } : cell
  })
  return [...cells, ...left].sort((a, b) => a.box[0] - b.box[0])
}

/** A head that repeats itself across the page heads several lists. */
function toPanels(columns: readonly HeadColumn[]): Panel[] {
  const [first] = columns
  if (first === undefined) return []
  const starts = columns.flatMap((column, index) => (index === 0 || sameHead(column, first) ? [index] : []))
  const isRepeated =
    starts.length > 1 && starts.every((start, index) => index === 0 || start - (starts[index - 1] ?? 0) > 1)
  const cuts = isRepeated ? starts : [0]
  return cuts.map((start, index) => {
    const own = columns.slice(start, cuts[index + 1] ?? columns.length)
    const next = columns[cuts[index + 1] ?? columns.length]
    return {
      left: index === 0 ? -Infinity : (own[0]?.box[0] ?? 0) - 8,
      right: next === undefined ? Infinity : next.box[0] - 8,
      columns: own,
    }
  })
}

function sameHead(a: HeadColumn, b: HeadColumn): boolean {
  const fold = (text: string): string => text.toLowerCase().replace(/[^\p{L}#]/gu, '')
  return a.role === b.role && fold(a.text) === fold(b.text)
}
