/** The rows of a page as cells: what stands together is one, and two amounts never are. */
import type { Box, Page, Word } from '../model/page.ts'
import type { AmountWord } from './amount-word.ts'
import { readAmountWord } from './amount-word.ts'
import type { Atom } from './atoms.ts'
import { isTypewritten, rowToAtoms } from './atoms.ts'
import type { Row } from './rows.ts'
import { boxAround, pageToRows } from './rows.ts'

export interface TableCell {
  readonly page: number
  readonly text: string
  readonly box: Box
  readonly bold: boolean
  /** Letter height, in points. */
  readonly size: number
  /** Null for a text. */
  readonly number: AmountWord | null
}

export interface CellRow {
  readonly page: number
  readonly box: Box
  readonly cells: readonly TableCell[]
}

/** Words nearer than this, in letter heights, are one cell. */
const CELL_GAP = 0.55
/** In letters of equal width a space is as wide as a letter. */
const CELL_GAP_TYPEWRITER = 0.75

/** Where the rows of a page begin and end among all of them, and where, from left to right, no cell goes on. */
export interface CutRows {
  readonly from: number
  readonly to: number
  readonly cuts: readonly number[]
}

export function pageToCellRows(page: Page, part: Partial<CutRows> = {}): CellRow[] {
  const { from = 0, to, cuts = [] } = part
  return pageToRows(page)
    .slice(from, to)
    .map((row) => ({ page: row.page, box: row.box, cells: rowToCells(row, page.kind === 'sheet', cuts) }))
}

function rowToCells(row: Row, sheet: boolean, cuts: readonly number[]): TableCell[] {
  if (sheet) return row.words.map((word) => wordToCell(word, row.page))
  const groups: ReturnType<typeof rowToAtoms>[] = []
  for (const atom of rowToAtoms(row)) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const near =
      last !== undefined && isNear(last, atom) && !cuts.some((cut) => middle(last) < cut && middle(atom) > cut)
    // Two amounts side by side are two cells, however near; two rates are a range.
    const twoAmounts = isAmount(last?.number ?? null) && isAmount(atom.number)
    if (group && near && !twoAmounts) group.push(atom)
    else groups.push([atom])
  }
  return groups.map((group) => {
    const text = group.flatMap((atom) => atom.words.map((word) => word.text)).join(' ')
    const [only] = group
    return {
      page: row.page,
      text,
      box: boxAround(group.map((atom) => atom.box)),
      bold: group.every((atom) => atom.bold),
      size: Math.max(...group.map((atom) => atom.size)),
      number: group.length === 1 ? (only?.number ?? null) : readAmountWord(text),
    }
  })
}

/** What was typed into one form field is one cell, and ends where the field ends, however near the next word is. */
function isNear(last: Atom, atom: Atom): boolean {
  const [before, after] = [last.words.at(-1)?.field, atom.words[0]?.field]
  if (before !== after) return false
  const gap = isTypewritten(atom.words[0]) ? CELL_GAP_TYPEWRITER : CELL_GAP
  return before !== undefined || atom.box[0] - last.box[2] < gap * Math.min(atom.size, last.size)
}

function middle({ box }: Atom): number {
  return (box[0] + box[2]) / 2
}

function isAmount(number: AmountWord | null): boolean {
  return number !== null && number.marked && !number.percent
}

/** On a sheet a word is a cell, and a sign in one cell says nothing about the number in the next. */
function wordToCell({ text, box, bold, size }: Word, page: number): TableCell {
  return { page, text, box, bold, size, number: readAmountWord(text) }
}

/** Digits under a head are no money by themselves: `1 - 30`, `90`. */
export function isMoney(cell: TableCell): boolean {
  return cell.number !== null && cell.number.marked && !cell.number.nil && !/^[<>+-]?\s?\d{1,3}\+?$/.test(cell.text)
}

export function joinCells(a: TableCell, b: TableCell): TableCell {
  return { ...a, text: `${a.text} ${b.text}`, box: boxAround([a.box, b.box]), bold: a.bold && b.bold, number: null }
}
