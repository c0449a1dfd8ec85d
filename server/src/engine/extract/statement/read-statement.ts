/** Pages of one statement → its lines and figures. The three statement classes differ in what they say, not in how they are printed. */
import type { Atom } from '../../layout/atoms.ts'
import { dateOrderOf } from '../../layout/dates.ts'
import { pageToPanels } from '../../layout/panels.ts'
import { pageToRows, rowText } from '../../layout/rows.ts'
import type {
  Figure,
  Leftover,
  ReadLine,
  ReadPeriod,
  StatementClass,
  StatementReading,
} from '../../model/extraction.ts'
import type { Page } from '../../model/page.ts'
import type { CaptionedRow } from './captions.ts'
import { rowsToCaptions } from './captions.ts'
import type { ColumnRole } from './column-roles.ts'
import { columnRoles } from './column-roles.ts'
import { depthsOf } from './depth.ts'
import { leftoversOfText } from './leftovers.ts'
import { isTotalCaption } from './totals.ts'
import type { ReportHeader } from './report-header.ts'
import { readReportHeader } from './report-header.ts'
import type { Table } from './table.ts'
import { panelToTable } from './table.ts'
import { findSideColumns } from './side-columns.ts'

export function readStatement(pages: readonly Page[], of: StatementClass): StatementReading {
  const dateOrder = dateOrderOf(pages.flatMap((page) => pageToRows(page).map(rowText)))
  const panels = pages.map(pageToPanels)
  const sides = findSideColumns(panels)
  const last = pages.at(-1)?.number
  const tables = panels.flat().map((panel, index) =>
    panelToTable(panel, {
      dateOrder,
      continues: panel.page !== last,
      sides: sides[index] ?? { codesEnd: null, notes: null },
    }),
  )
  const header = readReportHeader(pages, headerRowsOf(pages, tables))
  const placed = placeColumns(tables, header, of)
  const { lines, leftovers } = collect(tables, placed)
  const [first] = pages
  return {
    class: of,
    kind: first?.kind ?? 'digital',
    pages: pages.map((page) => page.number),
    currency: header.currency,
    scale: header.scale,
    periods: againstTitle(placed.periods, header),
    lines,
    leftovers,
  }
}

/**
 * A title that covers a year over columns of a month each, too few to make it up, contradicts them: a piece of a heading
 * was lost, on a scan most likely, and the periods are not what they seem.
 */
function againstTitle(periods: readonly ReadPeriod[], header: ReportHeader): readonly ReadPeriod[] {
  const months = header.period?.heading.months ?? null
  const covered = periods.map((period) => period.monthsCovered)
  if (months === null || covered.includes(null) || covered.includes(months)) return periods
  const sum = covered.reduce<number>((total, own) => total + (own ?? 0), 0)
  return sum >= months ? periods : periods.map((period) => ({ ...period, dated: false }))
}

/** The rows above the tables, unbroken by panels: a title goes across both sides. */
function headerRowsOf(pages: readonly Page[], tables: readonly Table[]): ReturnType<typeof pageToRows>[] {
  return pages.map((page) => {
    const own = tables.filter((table) => table.page === page.number)
    const bodies = own.flatMap((table) => table.body[0]?.top ?? [])
    const end = Math.max(
      0,
      ...own.map((table) => table.headerRows.at(-1)?.bottom ?? 0),
      Math.min(...bodies, page.height),
    )
    return pageToRows(page).filter((row) => (row.box[1] + row.box[3]) / 2 < end)
  })
}

interface Placed {
  readonly periods: readonly ReadPeriod[]
  /** Per table and column: the index of its period, or the role that keeps it from being one. */
  readonly places: readonly (readonly (number | ColumnRole)[])[]
}

/** Decides for every column of every table what it is. A table without heads continues the one before it. */
function placeColumns(tables: readonly Table[], header: ReportHeader, of: StatementClass): Placed {
  const periods: ReadPeriod[] = []
  const places: (number | ColumnRole)[][] = []
  let previous: { table: Table; place: (number | ColumnRole)[] } | null = null
  for (const table of tables) {
    const roles = columnRoles(factsOf(table), header, of)
    const named = roles.some((role) => role.kind === 'period' && role.named)
    const place: (number | ColumnRole)[] =
      !named && previous !== null && table.columns.length > 0
        ? continueColumns(table, previous, roles)
        : roles.map((role) => (role.kind === 'period' ? periodIndex(periods, role.period) : role))
    places.push(place)
    if (place.some((one) => typeof one === 'number')) previous = { table, place }
  }
  return { periods, places }
}

function factsOf(table: Table): Parameters<typeof columnRoles>[0] {
  return table.columns.map((column, index) => ({
    column,
    heads: table.heads[index] ?? [],
    atoms: table.body.flatMap((row) => row.cells[index] ?? []),
    leftmost: index === 0 && table.columns.length > 1,
    page: table.page,
  }))
}

function periodIndex(periods: ReadPeriod[], period: ReadPeriod): number {
  const found = periods.findIndex((known) =>
    period.periodEnd === null || known.periodEnd === null
      ? known.label === period.label
      : known.periodEnd === period.periodEnd &&
        known.monthsCovered === period.monthsCovered &&
        known.scale === period.scale &&
        (known.source === null ||
          period.source === null ||
          known.source.page !== period.source.page ||
          known.label === period.label),
  )
  return found >= 0 ? found : periods.push(period) - 1
}

/** By position on the page where columns stand alike, otherwise by their order. */
function continueColumns(
  table: Table,
  previous: { table: Table; place: (number | ColumnRole)[] },
  roles: readonly ColumnRole[],
): (number | ColumnRole)[] {
  const before = previous.table.columns
  return table.columns.map((column, index) => {
    const role = roles[index]
    if (role && role.kind !== 'period') return role
    let best = -1
    for (const [place, known] of before.entries()) {
      const distance = Math.abs(known.right - column.right)
      if (distance < 20 && (best < 0 || distance < Math.abs((before[best]?.right ?? 0) - column.right))) best = place
    }
    if (best < 0 && table.columns.length === before.length) best = index
    if (best < 0) {
      const only = new Set(previous.place.filter((one) => typeof one === 'number'))
      const [single] = only
      return only.size === 1 && single !== undefined ? single : { kind: 'other', head: null }
    }
    return previous.place[best] ?? { kind: 'other', head: null }
  })
}

function collect(tables: readonly Table[], placed: Placed): { lines: ReadLine[]; leftovers: Leftover[] } {
  const lines: ReadLine[] = []
  const leftovers: Leftover[] = []
  let section: string | null = null
  for (const [index, table] of tables.entries()) {
    const place = placed.places[index] ?? []
    const rows = rowsToCaptions(table.body.map((row) => withoutNotes(row, place)))
    const depths = depthsOf(rows)
    for (const [position, row] of rows.entries()) {
      const { figures, left } = figuresOf(row, place, placed.periods.length)
      leftovers.push(...left)
      const filled = figures.some((figure) => figure !== null)
      if (!filled && row.label !== '' && left.length === 0) section = row.label
      if (!filled && row.label === '') continue
      lines.push({
        label: row.label,
        depth: depths[position] ?? 0,
        isTotal: filled && isTotalCaption(row.label),
        section: filled ? section : null,
        figures,
        page: row.page,
        box: row.box,
        bold: row.bold,
      })
    }
    leftovers.push(...table.body.flatMap((row) => row.stray.map((atom) => leftover(atom, row.page, 'unplaced', null))))
    leftovers.push(...leftoversOfText(table))
  }
  return { lines, leftovers }
}

/** Note references take no part in anything: a row that holds nothing else is a row of text. */
function withoutNotes(row: Table['body'][number], place: readonly (number | ColumnRole)[]): Table['body'][number] {
  return {
    ...row,
    cells: row.cells.map((cell, index) => {
      const role = place[index]
      return typeof role === 'object' && role.kind === 'notes' ? null : cell
    }),
  }
}

function figuresOf(
  row: CaptionedRow,
  place: readonly (number | ColumnRole)[],
  count: number,
): { figures: (Figure | null)[]; left: Leftover[] } {
  const figures: (Figure | null)[] = Array.from({ length: count }, () => null)
  const left: Leftover[] = []
  for (const [index, atom] of row.cells.entries()) {
    if (atom === null || atom.number === null) continue
    const role = place[index]
    if (typeof role === 'number') {
      if (atom.number.percent) continue
      if (figures[role] === null) figures[role] = toFigure(atom, row.page)
      else left.push(leftover(atom, row.page, 'unplaced', null))
    } else if (role?.kind === 'other') left.push(leftover(atom, row.page, 'column', role.head))
  }
  return { figures, left }
}

function toFigure(atom: Atom, page: number): Figure | null {
  const { number } = atom
  if (number === null) return null
  return { value: number.cents, decimals: number.decimals, page, box: atom.box, text: atom.text }
}

function leftover(atom: Atom, page: number, reason: Leftover['reason'], column: string | null): Leftover {
  return { page, box: atom.box, text: atom.text, reason, column }
}
