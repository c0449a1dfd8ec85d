/** One page of a form: its filled-in amounts, each with the line it belongs to or with the reason why it has none. */
import type { Atom } from '../../layout/atoms.ts'
import type { Row } from '../../layout/rows.ts'
import { pageToRows, rowText } from '../../layout/rows.ts'
import type { Leftover } from '../../model/extraction.ts'
import type { Page } from '../../model/page.ts'
import type { TaxForm, TaxLine, TaxTable } from '../../model/tax-forms.ts'
import { tableOf } from '../../model/tax-forms.ts'
import { boxedLines } from './boxed-lines.ts'
import { formRows } from './form-rows.ts'
import type { CaptionIndex } from './captions.ts'
import { captionIndex } from './captions.ts'
import type { HeadSpan } from './columns.ts'
import { columnHeads, columnOf, middleOf } from './columns.ts'
import { ledLines } from './led-lines.ts'
import { lineFinder } from './line-keys.ts'
import type { FormRow } from './row-values.ts'
import { toFormRow } from './row-values.ts'

export interface PlacedValue {
  readonly page: number
  readonly atom: Atom
  readonly place: { readonly form: TaxForm; readonly key: string } | null
  /** What to say of it when it stays without a line. */
  readonly reason: Leftover['reason']
}

/** A schedule inside a form begins with its name; what it is not described for is nobody's. */
const INNER_HEADING = /^Schedule [A-Z](?:-\d)?\b/i
/** Schedules that print a line's number before its caption only. */
const LED = /^Schedule (?:L|M-\d) /

/** Rows above in which a caption may have begun. */
const ROWS_ABOVE = 6
const UNKNOWN = { keys: new Set<string>() }

interface Section {
  /** Null for a schedule that is not described. */
  readonly form: TaxForm | null
  readonly rows: Row[]
}

export function readFormPage(page: Page, main: TaxForm, inner: readonly TaxForm[]): PlacedValue[] {
  return sectionsOf(page, main, inner).flatMap(({ form, rows }) => {
    if (form === null) return rows.flatMap((row) => unplaced(toFormRow(row, page, UNKNOWN), page, 'outside'))
    const keys = new Set(form.lines.map((line) => line.key))
    if (LED.test(form.form)) return readLed(rows, form, page)
    return readLabelled(rows, form, { page, keys })
  })
}

export function readBoxedPage(page: Page, form: TaxForm): PlacedValue[] {
  return boxedLines(page, form).map(({ atom, key, amid }) => ({
    page: page.number,
    atom,
    place: key === null ? null : { form, key },
    reason: amid ? 'unplaced' : 'outside',
  }))
}

/** A page of a form that is not described, or of a list attached to one. */
export function readUnknownPage(page: Page): PlacedValue[] {
  return pageToRows(page).flatMap((row) => unplaced(toFormRow(row, page, UNKNOWN), page, 'outside'))
}

function sectionsOf(page: Page, main: TaxForm, inner: readonly TaxForm[]): Section[] {
  const sections: Section[] = [{ form: main, rows: [] }]
  for (const row of formRows(page)) {
    const text = rowText(row)
    if (inner.length > 0 && INNER_HEADING.test(text))
      sections.push({ form: inner.find((form) => form.heading?.test(text) === true) ?? null, rows: [] })
    sections.at(-1)?.rows.push(row)
  }
  return sections
}

function readLabelled(
  rows: readonly Row[],
  form: TaxForm,
  { page, keys }: { page: Page; keys: ReadonlySet<string> },
): PlacedValue[] {
  const finder = lineFinder(form)
  const captions = captionIndex(form)
  const above: FormRow[] = []
  return rows.flatMap((row, index) => {
    const tables = placedTables(form, rows.slice(0, index + 1))
    const amountsFrom = Math.min(...tables.map((one) => columnsBegin(row, one, captions)))
    const filled = toFormRow(row, page, { keys, loose: tables.length > 0, amountsFrom })
    let before: TaxLine | null = null
    const found = filled.values.flatMap((at) => {
      const atom = filled.atoms[at]
      if (atom === undefined) return []
      // Amounts side by side are columns of one line; a method or a period may stand between them.
      const table: TaxTable | null = before && tableOf(form, before.key)
      const beside = table !== null && (table.heads !== undefined || filled.values.includes(at - 1))
      const line: TaxLine | null = beside ? before : finder.find(filled, at, above.slice(-ROWS_ABOVE))
      before = line
      return [placed(atom, line, { form, page, tables })]
    })
    above.push(filled)
    return found
  })
}

/** A table of a form, with the heads of its columns on this page. */
interface PlacedTable {
  readonly table: TaxTable
  readonly heads: readonly (HeadSpan | null)[]
}

function placedTables(form: TaxForm, rows: readonly Row[]): PlacedTable[] {
  return form.tables.map((table) => ({ table, heads: columnHeads(table, rows) }))
}

/** The left edge of the columns, on a row whose number or caption is that of a line with columns; else nowhere. */
function columnsBegin(row: Row, { table, heads }: PlacedTable, captions: CaptionIndex): number {
  const [first, second] = heads
  if (!first || !second) return Infinity
  const edge = middleOf(first) - (middleOf(second) - middleOf(first)) / 2
  const labels = row.words.filter((word) => word.box[2] <= edge).map((word) => word.text)
  const named = captions.ahead(labels.filter((text, index) => index > 0 || !/^\d/.test(text)).join(' '))
  const key = named?.key ?? labels.at(-1) ?? ''
  return table.lines.test(key) ? edge : Infinity
}

function readLed(rows: readonly Row[], form: TaxForm, page: Page): PlacedValue[] {
  const tables = placedTables(form, rows)
  return ledLines(rows, form, page).map(({ atom, line }) => placed(atom, line, { form, page, tables }))
}

function placed(
  atom: Atom,
  line: TaxLine | null,
  { form, page, tables }: { form: TaxForm; page: Page; tables: readonly PlacedTable[] },
): PlacedValue {
  const own = line && tables.find(({ table }) => table.lines.test(line.key))
  const column = own ? columnOf(own.table, own.heads, atom) : ''
  // A number of years in a column of periods is no amount.
  const isText = own && column !== null && !own.table.columns.includes(column)
  const place = line === null || column === null || isText ? null : { form, key: `${line.key}${column}` }
  return { page: page.number, atom, place, reason: line === null || isText ? 'outside' : 'unplaced' }
}

function unplaced(row: FormRow, page: Page, reason: Leftover['reason']): PlacedValue[] {
  return row.values.flatMap((at) => {
    const atom = row.atoms[at]
    return atom === undefined ? [] : [{ page: page.number, atom, place: null, reason }]
  })
}
