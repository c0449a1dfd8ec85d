/** A block of parts to their lines: caption and amount, on one side of the page or on both. */
import type { CellRow, TableCell } from '../../layout/cell-rows.ts'
import { joinCells } from '../../layout/cell-rows.ts'
import type { Leftover, Spot } from '../../model/extraction.ts'
import type { PersonalLine, PersonalPart } from '../../model/personal.ts'
import { cellToFigure, cellToLeftover, isLooseAmount } from '../cells.ts'
import type { Band } from './amount-bands.ts'
import { amountBand, holdsAmount } from './amount-bands.ts'
import type { Block } from './blocks.ts'
import { headingsOf } from './blocks.ts'
import { roleOfCaption } from '../../model/personal-captions.ts'

export interface FaceLines {
  readonly lines: readonly { readonly part: PersonalPart; readonly line: PersonalLine }[]
  readonly blank: readonly Spot[]
  readonly leftovers: readonly Leftover[]
}

/** A text so long is a sentence of the form. */
const SENTENCE_WORDS = 12
/** A caption goes on in the next row when that is nearer than this, in letter heights. */
const WRAP_GAP = 1.1
/** Letters or numbers that point to a schedule: `A`, `(2)`, `Sch. B`. */
const REFERENCE = /^\(?(?:(?:sch(?:edule|\.)?|section|see|note)\s*)?(?:[A-Z]|\d{1,2})\)?$/i
/** What goes on with the caption above it instead of opening one. */
const GOES_ON = /^(?:\(|\p{Ll}|[&/])/u

export function readFace(block: Extract<Block, { kind: 'parts' }>): FaceLines {
  const split = block.headings.length < 2 ? Infinity : splitOf(block)
  const sides = split === Infinity ? [block.rows] : [side(block.rows, 0, split), side(block.rows, split, Infinity)]
  const read = sides.map((rows, index) => new SideReader(rows, block.headings[index]?.part ?? 'assets').read())
  return {
    lines: read.flatMap((one) => one.lines),
    blank: read.flatMap((one) => one.blank),
    leftovers: read.flatMap((one) => one.leftovers),
  }
}

/** Where the right part begins: the leftmost caption that stands behind an amount, or the heading itself. */
function splitOf(block: Extract<Block, { kind: 'parts' }>): number {
  const heading = block.headings[1]?.left ?? Infinity
  const first = block.headings[0]?.left ?? 0
  const middle = (first + heading) / 2
  const starts = block.rows.flatMap((row) => {
    const amount = row.cells.findIndex((cell) => holdsAmount(cell) && cell.box[2] > middle * 0.6)
    const caption = amount < 0 ? undefined : row.cells.slice(amount + 1).find((cell) => isCaption(cell))
    return caption === undefined || caption.box[0] > heading + 60 ? [] : [caption.box[0]]
  })
  // A lone caption further left is a misprint or a note; most captions stand at one edge.
  const edge = starts.sort((a, b) => a - b)[Math.floor(starts.length * 0.1)] ?? leftmostBehind(block.rows, middle)
  return Math.min(edge, heading) - 4
}

/** Where the left part is blank, its right neighbour begins with the first caption behind the middle. */
function leftmostBehind(rows: readonly CellRow[], middle: number): number {
  return Math.min(
    Infinity,
    ...rows
      .flatMap((row) => row.cells.filter((cell) => isCaption(cell) && cell.box[0] > middle))
      .map((cell) => cell.box[0]),
  )
}

function isCaption(cell: TableCell): boolean {
  return cell.number === null && /\p{L}{2,}/u.test(cell.text)
}

function side(rows: readonly CellRow[], left: number, right: number): CellRow[] {
  return rows.flatMap((row) => {
    const cells = row.cells.filter((cell) => {
      const at = cell.number === null ? cell.box[0] : (cell.box[0] + cell.box[2]) / 2
      // What runs across both sides belongs to neither.
      const across = cell.number === null && cell.box[0] < Math.max(left, 0) && cell.box[2] > right
      return at >= left && at < right && !across
    })
    return cells.length === 0 ? [] : [{ ...row, cells }]
  })
}

class SideReader {
  readonly #rows: readonly CellRow[]
  readonly #band: Band
  readonly #lines: { part: PersonalPart; line: PersonalLine }[] = []
  readonly #blank: Spot[] = []
  readonly #leftovers: Leftover[] = []
  #part: PersonalPart
  #pending: TableCell | null = null
  #netWorthSeen = false

  constructor(rows: readonly CellRow[], part: PersonalPart) {
    this.#rows = rows
    this.#part = part
    this.#band = amountBand(rows)
  }

  read(): FaceLines {
    for (const row of this.#rows) this.#take(row)
    this.#drop()
    return { lines: this.#lines, blank: this.#blank, leftovers: this.#leftovers }
  }

  #take(row: CellRow): void {
    const amount = row.cells.find((cell) => this.#band.holds(cell)) ?? null
    const [heading] = amount === null ? headingsOf(row) : []
    if (heading !== undefined) {
      this.#drop()
      this.#part = heading.part
      return
    }
    const texts = row.cells.filter((cell) => !holdsAmount(cell) && !REFERENCE.test(cell.text) && cell.text !== '$')
    const own = texts.filter((cell) => amount === null || cell.box[0] < amount.box[0])
    const [first, ...more] = own
    const caption = first === undefined ? null : more.reduce(joinCells, first)
    if (amount === null) this.#textRow(row, caption)
    else this.#push(this.#withPending(caption, row), amount)
    for (const cell of row.cells) if (cell !== amount && holdsAmount(cell)) this.#extra(cell, caption)
  }

  #push(caption: TableCell | null, amount: TableCell): void {
    const figure = cellToFigure(amount)
    if (figure === null) return
    const label = (caption?.text ?? '').replace(/[\s.:$_…-]+$/, '')
    const role = roleOfCaption(label, this.#part, this.#netWorthSeen)
    if (role === 'net_worth') this.#netWorthSeen = true
    const source = { page: amount.page, box: caption?.box ?? amount.box, text: label }
    this.#lines.push({ part: this.#part, line: { label, role, figure, source } })
    this.#pending = null
  }

  #withPending(caption: TableCell | null, row: CellRow): TableCell | null {
    const above = this.#pending
    const goesOn =
      above?.page === row.page &&
      row.box[1] - above.box[3] < WRAP_GAP * above.size &&
      (caption === null || GOES_ON.test(caption.text))
    if (!goesOn) {
      this.#drop()
      return caption
    }
    return caption === null ? above : joinCells(above, caption)
  }

  /** A caption without an amount: left blank, or the first line of a longer one. */
  #textRow(row: CellRow, caption: TableCell | null): void {
    if (caption === null || caption.text.split(' ').length >= SENTENCE_WORDS) return
    if (GOES_ON.test(caption.text)) return
    this.#drop()
    const numbers = row.cells.some((cell) => cell.number !== null && !REFERENCE.test(cell.text))
    this.#pending = numbers ? null : caption
  }

  #drop(): void {
    if (this.#pending !== null) {
      const { page, box, text } = this.#pending
      this.#blank.push({ page, box, text })
    }
    this.#pending = null
  }

  /** An amount beside the column: a payment named in the caption, another column, or nobody's. */
  #extra(cell: TableCell, caption: TableCell | null): void {
    const figure = cellToFigure(cell)
    const label = caption?.text.replace(/[\s.:$_…-]+$/, '') ?? ''
    if (figure !== null && roleOfCaption(label, this.#part, false) === 'memo') {
      const source = { page: cell.page, box: caption?.box ?? cell.box, text: label }
      this.#lines.push({ part: this.#part, line: { label, role: 'memo', figure, source } })
    } else if (isLooseAmount(cell)) {
      const column = this.#band.columnOf(cell)
      this.#leftovers.push(cellToLeftover(cell, column === null ? 'unplaced' : 'column', column))
    }
  }
}
