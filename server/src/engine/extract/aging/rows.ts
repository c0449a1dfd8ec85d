/** Table rows to aging rows: parties, their items, their totals, and the totals of the report. */
import { editDistance } from '../../../lib/edit-distance.ts'
import { isArtefactRow } from '../../layout/artefacts.ts'
import type { TableCell } from '../../layout/cell-rows.ts'
import type { HeadedRow, HeadedTable } from '../../layout/headed-table.ts'
import { boxAround } from '../../layout/rows.ts'
import type { AgingReading, AgingRow } from '../../model/aging.ts'
import type { Figure, Leftover, Spot } from '../../model/extraction.ts'
import { cellToFigure, cellToLeftover, isLooseAmount } from '../cells.ts'
import type { AgingColumn } from './heads.ts'
import { isBucketHead, roleOfHead } from './heads.ts'

export interface AgingColumns {
  readonly roles: readonly AgingColumn[]
  readonly heads: readonly string[]
  readonly buckets: readonly { readonly label: string; readonly source: Spot }[]
  /** Which bucket a column is; null for every other column. */
  readonly bucketOf: readonly (number | null)[]
  readonly total: number | null
  readonly party: number
  /** Whether a head says so, or only that it is the first. */
  readonly named: boolean
}

type ReadRows = Pick<AgingReading, 'buckets' | 'rows' | 'partyTotals' | 'totals' | 'leftovers'>

const GRAND_TOTAL =
  /^(?:grand |report |overall )?totals?:?$|^(?:grand|report|overall) total\b|^totals? (?:receivables?|payables?|a\/?[rp]|accounts? (?:receivable|payable)|outstanding|due|balance|open|all|aging|customers?|vendors?|suppliers?)\b/i
const TOTAL_OF = /^(?:sub-?)?totals?(?: for| of| -|:)? (.+)$|^(.+?)[ ,:-]+(?:sub-?)?totals?:?$/i
/** Rows of shares below the totals. */
const SHARE_ROW = /^%|^percent|\bpercent(?:age)?\b|^aging %|% of total/i
/** In names of so many letters one may be misread. */
const LETTERS_PER_MISREADING = 8
/** A caption goes on below a row that is nearer than this, in letter heights. */
const WRAP_GAP = 0.9

export function columnsOf(table: HeadedTable): AgingColumns {
  const found = table.columns.map((column) => roleOfHead(column.head))
  const named = found.indexOf('party')
  const party = named >= 0 ? named : 0
  const roles = found.map((role, index) => (index === party ? ('party' as const) : role))
  const totals = roles.flatMap((role, index) => (role === 'total' ? [index] : []))
  // Of several that sound like it, the one that says total; else the last, which is what is still open.
  const total =
    totals.find((index) => /\btotal\b/i.test(table.columns[index]?.head ?? '')) ??
    totals.at(-1) ??
    roles.indexOf('amount')
  let count = 0
  const bucketOf = roles.map((role) => (role === 'bucket' ? count++ : null))
  const buckets = table.columns.flatMap((column, index) =>
    bucketOf[index] === null
      ? []
      : [{ label: column.head, source: { page: table.rows[0]?.page ?? 1, box: column.box, text: column.head } }],
  )
  return {
    roles,
    heads: table.columns.map((column) => column.head),
    buckets,
    bucketOf,
    total: total < 0 ? null : total,
    party,
    named: named >= 0,
  }
}

export function readAgingRows(rows: readonly HeadedRow[], columns: AgingColumns): ReadRows {
  return new RowReader(columns, namesWithTotals(rows, columns)).read(rows)
}

/** Names that a later row totals: only a row that bears one of them opens a group. */
function namesWithTotals(rows: readonly HeadedRow[], columns: AgingColumns): ReadonlySet<string> {
  const names = new Set<string>()
  for (const row of rows) {
    const caption = captionOf(row, columns)
    const match = caption === null || GRAND_TOTAL.test(caption.text) ? null : TOTAL_OF.exec(caption.text)
    const name = match?.[1] ?? match?.[2]
    if (name !== undefined) names.add(fold(name))
  }
  return names
}

class RowReader {
  readonly #columns: AgingColumns
  readonly #named: ReadonlySet<string>
  readonly #rows: AgingRow[] = []
  readonly #partyTotals: AgingRow[] = []
  readonly #leftovers: Leftover[] = []
  readonly #sections: { label: string; source: Spot }[] = []
  readonly #sectionTotals: (Figure | null)[] = []
  #totals: AgingRow | null = null
  #heading: { text: string; open: number } | null = null
  #previous: HeadedRow | null = null

  constructor(columns: AgingColumns, named: ReadonlySet<string>) {
    this.#columns = columns
    this.#named = named
  }

  read(rows: readonly HeadedRow[]): ReadRows {
    for (const [index, row] of rows.entries()) this.#take(row, rows[index + 1] ?? null)
    const sections = this.#sections.length > 0 && this.#columns.buckets.length === 0
    const totals =
      this.#totals !== null && sections
        ? { ...this.#totals, values: this.#sections.map((_, at) => this.#sectionTotals[at] ?? null) }
        : this.#totals
    const widen = (row: AgingRow): AgingRow =>
      sections ? { ...row, values: this.#sections.map((_, at) => row.values[at] ?? null) } : row
    return {
      buckets: sections ? this.#sections : this.#columns.buckets,
      rows: this.#rows.map(widen),
      partyTotals: this.#partyTotals.map(widen),
      totals,
      leftovers: this.#leftovers,
    }
  }

  #take(row: HeadedRow, next: HeadedRow | null): void {
    const text = row.cells.map((cell) => cell.text).join(' ')
    const caption = captionOf(row, this.#columns)
    const figures = this.#figuresOf(row)
    const numbers = row.columns.some((cell, index) => cell?.number && this.#isMoneyColumn(index))
    if (this.#totals !== null || (caption !== null && SHARE_ROW.test(caption.text))) this.#leave(row, text)
    else if (!numbers) this.#textRow(row, caption, next)
    else if (caption !== null && GRAND_TOTAL.test(caption.text)) {
      this.#totals = this.#toRow(row, caption.text, figures)
      this.#strays(row)
    } else this.#figureRow(row, caption, figures)
    this.#previous = row
  }

  #figureRow(row: HeadedRow, caption: TableCell | null, figures: Figures): void {
    const match = caption === null ? null : TOTAL_OF.exec(caption.text)
    const name = match?.[1] ?? match?.[2]
    this.#strays(row)
    if (name !== undefined && isBucketHead(name) && this.#sections.length > 0) {
      this.#sectionTotals[this.#sections.length - 1] = figures.total
      return
    }
    const opened = this.#heading !== null && name !== undefined && isSameName(fold(this.#heading.text), fold(name))
    if (opened) {
      this.#closeGroup(row, this.#heading?.text ?? '', figures)
      return
    }
    const item = this.#itemOf(row)
    const isItem = item !== null && (caption === null || /\d/.test(caption.text) || this.#heading !== null)
    const party = isItem && this.#heading !== null ? this.#heading.text : (caption?.text ?? this.#heading?.text ?? '')
    const section = this.#sections.length > 0 && this.#columns.buckets.length === 0 ? this.#sections.length - 1 : null
    const values =
      section === null ? figures.values : this.#sections.map((_, at) => (at === section ? figures.total : null))
    this.#rows.push({ ...this.#toRow(row, party, { values, total: figures.total }), item })
  }

  #closeGroup(row: HeadedRow, party: string, figures: Figures): void {
    const group = this.#partyTotals.length
    this.#partyTotals.push(this.#toRow(row, party, figures))
    for (let index = this.#heading?.open ?? 0; index < this.#rows.length; index += 1) {
      const own = this.#rows[index]
      if (own?.group === null) this.#rows[index] = { ...own, group }
    }
    this.#heading = null
  }

  /** A row without figures goes on with the name above or below it, opens a group, or says nothing. */
  #textRow(row: HeadedRow, caption: TableCell | null, next: HeadedRow | null): void {
    const text = row.cells.map((cell) => cell.text).join(' ')
    if (caption === null || isArtefactRow(text)) return
    if (isBucketHead(text) && this.#columns.buckets.length === 0) {
      this.#sections.push({ label: text, source: { page: row.page, box: row.box, text } })
      return
    }
    const name = fold(text)
    if (this.#named.has(name) || [...this.#named].some((other) => isSameName(other, name))) {
      this.#heading = { text, open: this.#rows.length }
      return
    }
    const own = row.columns[this.#columns.party] ?? null
    if (own !== null && this.#goesOn(row, next)) this.#appendToParty(own)
    else if (!this.#columns.named && row.cells.length === 1 && own !== null && next !== null && this.#itemOf(next))
      this.#heading ??= { text, open: this.#rows.length }
  }

  /** Nearer to the row above than to the one below, and close enough to be its second line. */
  #goesOn(row: HeadedRow, next: HeadedRow | null): boolean {
    const gapTo = (other: HeadedRow | null): number =>
      other?.page !== row.page
        ? Infinity
        : Math.max(0, Math.max(other.box[1], row.box[1]) - Math.min(other.box[3], row.box[3]))
    const size = Math.max(...row.cells.map((cell) => cell.size))
    const above = gapTo(this.#previous)
    return this.#rows.length > 0 && this.#heading === null && above < WRAP_GAP * size && above <= gapTo(next) + 0.5
  }

  #appendToParty(cell: TableCell): void {
    const last = this.#rows.at(-1)
    if (last === undefined) return
    const { source } = last
    this.#rows[this.#rows.length - 1] = {
      ...last,
      party: `${last.party} ${cell.text}`,
      source: { ...source, text: `${source.text} ${cell.text}`, box: boxAround([source.box, cell.box]) },
    }
  }

  #isMoneyColumn(index: number): boolean {
    const role = this.#columns.roles[index]
    return role === 'bucket' || role === 'total' || role === 'amount'
  }

  #figuresOf(row: HeadedRow): Figures {
    const values: (Figure | null)[] = this.#columns.buckets.map(() => null)
    for (const [index, cell] of row.columns.entries()) {
      const bucket = this.#columns.bucketOf[index] ?? null
      if (cell && bucket !== null) values[bucket] = cellToFigure(cell)
    }
    const total = this.#columns.total === null ? null : (row.columns[this.#columns.total] ?? null)
    return { values, total: total && cellToFigure(total) }
  }

  #itemOf(row: HeadedRow): AgingRow['item'] {
    const of = (role: AgingColumn): string | null => {
      const index = this.#columns.roles.indexOf(role)
      return index < 0 ? null : (row.columns[index]?.text ?? null)
    }
    const first = row.columns[this.#columns.party]?.text ?? null
    const inFirst = first !== null && /^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}$/.test(first) ? first : null
    const item = { date: of('date') ?? inFirst, dueDate: of('dueDate'), number: of('number'), kind: of('kind') }
    return Object.values(item).every((value) => value === null) ? null : item
  }

  #toRow(row: HeadedRow, party: string, { values, total }: Figures): AgingRow {
    const caption = captionOf(row, this.#columns)
    const source = { page: row.page, box: caption?.box ?? row.box, text: caption?.text ?? party }
    return { party, source, values, total, item: null, group: null }
  }

  /** Numbers in columns that are no buckets, and numbers that found no column. */
  #strays(row: HeadedRow): void {
    for (const [index, cell] of row.columns.entries()) {
      const role = this.#columns.roles[index]
      const taken = index === this.#columns.total || role === 'bucket' || role === 'share'
      if (!cell?.number || taken || index === this.#columns.party || cell.number.percent) continue
      this.#leftovers.push(cellToLeftover(cell, 'column', this.#columns.heads[index] ?? null))
    }
    for (const cell of row.stray) if (cell.number) this.#leftovers.push(cellToLeftover(cell, 'unplaced', null))
  }

  #leave(row: HeadedRow, text: string): void {
    if (isArtefactRow(text)) return
    for (const cell of row.cells.filter(isLooseAmount)) this.#leftovers.push(cellToLeftover(cell, 'unplaced', null))
  }
}

interface Figures {
  readonly values: readonly (Figure | null)[]
  readonly total: Figure | null
}

function captionOf(row: HeadedRow, columns: AgingColumns): TableCell | null {
  const own = row.columns[columns.party] ?? null
  if (own !== null && (own.number === null || columns.roles[columns.party] === 'party')) return own
  const [first] = row.cells
  return first !== undefined && first.number === null ? first : null
}

/** Recognition takes a letter for another now and then (`lronwood`); digits tell names apart that are else the same. */
function isSameName(a: string, b: string): boolean {
  if (a === b) return true
  const mayDiffer = Math.floor(Math.min(a.length, b.length) / LETTERS_PER_MISREADING)
  if (Math.abs(a.length - b.length) > mayDiffer || a.replace(/\D/g, '') !== b.replace(/\D/g, '')) return false
  return editDistance(a, b) <= mayDiffer
}

function fold(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
