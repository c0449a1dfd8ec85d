/** Figures to tables: rows of attributes, a column for each period, never more columns than a page is wide. */
import type { MemoCell, MemoColumn, MemoRow, MemoTable } from '../model/memo.ts'
import { figureCell, formatFigure, formulaInWords, haveCents, NOTHING, referenceOf, UNPROVED } from './figures.ts'
import type { Unproved } from './figures.ts'
import type { Figures, MemoAddback, MemoEntity, MemoPeriod, MemoStatementRow } from './input.ts'
import type { RowSpec, TableSpec } from './rows.ts'

const MOST_COLUMNS = 5
const LABEL_SHARE = 1.7

export interface FigureColumn {
  readonly head: string
  readonly sub: string | null
  readonly figures: Figures
}

/** Long periods are split over several tables, each with the labels again. */
export function figureTables(
  summary: string,
  spec: TableSpec,
  columns: readonly FigureColumn[],
  unproved: Unproved,
): MemoTable[] {
  return inChunks(columns).flatMap((chunk) => {
    const rows = rowsOf(spec, chunk, unproved)
    return rows.length === 0 ? [] : [table(summary, chunk, rows)]
  })
}

function rowsOf(spec: TableSpec, columns: readonly FigureColumn[], unproved: Unproved): MemoRow[] {
  const shown = spec.filter(
    (row): row is RowSpec =>
      'key' in row && (row.isAlways || columns.some(({ figures }) => (figures.get(row.key)?.value ?? null) !== null)),
  )
  const isKept = new Set<unknown>(shown)
  const hasCents = haveCents(columns.flatMap(({ figures }) => shown.map(({ key }) => figures.get(key))))
  // What is always printed says what is missing; alone it would be a table of nothing.
  if (!shown.some(({ key }) => columns.some(({ figures }) => (figures.get(key)?.value ?? null) !== null))) return []
  return spec.flatMap((row, at): MemoRow[] => {
    if ('group' in row) {
      const below = spec.slice(at + 1)
      const next = below.findIndex((one) => 'group' in one)
      const own = next < 0 ? below : below.slice(0, next)
      return own.some((one) => isKept.has(one)) ? [groupRow(row.group, columns.length)] : []
    }
    if (!isKept.has(row)) return []
    const found = columns.map(({ figures }) => figures.get(row.key))
    const formula = found.find((figure) => (figure?.formula ?? null) !== null)?.formula ?? null
    const label: MemoCell = {
      text: row.label,
      small: formula === null ? null : formulaInWords(formula),
      tone: 'plain',
    }
    const cells = found.map((figure) => figureCell(figure, unproved, hasCents))
    return [{ style: row.style, depth: 0, cells: [label, ...cells] }]
  })
}

function groupRow(text: string, columns: number): MemoRow {
  const empty: MemoCell = { text: '', small: null, tone: 'plain' }
  return { style: 'group', depth: 0, cells: [{ ...empty, text }, ...Array.from({ length: columns }, () => empty)] }
}

function table(summary: string, columns: readonly Pick<FigureColumn, 'head' | 'sub'>[], rows: MemoRow[]): MemoTable {
  const label: MemoColumn = { head: 'In dollars unless marked', sub: null, isFigure: false, share: LABEL_SHARE }
  return {
    kind: 'table',
    summary,
    columns: [label, ...columns.map(({ head, sub }) => ({ head, sub, isFigure: true, share: 1 }))],
    rows,
    notes: notesOn(rows),
  }
}

/** What the marks mean, under the tables that have them. */
export function notesOn(rows: readonly MemoRow[]): string[] {
  const isMarked = rows.some(({ cells }) => cells.some(({ small }) => small?.includes(UNPROVED) ?? false))
  return isMarked ? [`${UNPROVED} Not every check of this document is proved: see Statement quality.`] : []
}

/** Even ones, so that no table is left with a single column. */
export function inChunks<T>(columns: readonly T[]): T[][] {
  const count = Math.ceil(columns.length / MOST_COLUMNS)
  const edge = (chunk: number): number => Math.floor((chunk * columns.length) / count)
  return Array.from({ length: count }, (_, chunk) => columns.slice(edge(chunk), edge(chunk + 1)))
}

export function periodHead({ type, fiscalYear, periodEnd, monthsCovered, assurance }: MemoPeriod): {
  readonly head: string
  readonly sub: string
} {
  const length = monthsCovered === null ? '' : `${monthsCovered} months`
  const ended = periodEnd === null ? length : `${length === '' ? 'as of' : `${length} to`} ${periodEnd}`
  const kind = type === 'tax_return' ? 'tax return' : (assurance?.replaceAll('_', ' ') ?? '')
  return {
    head: `${type === 'interim' ? 'Interim' : 'FY'} ${fiscalYear}`,
    sub: [ended, kind].filter((word) => word !== '').join(', '),
  }
}

export const columnsOf = (periods: readonly MemoPeriod[]): FigureColumn[] =>
  periods.map((period) => ({ ...periodHead(period), figures: period.figures }))

/** The statements as they were placed on the chart of accounts, line by line. */
export function statementTables({ name, periods, statement }: MemoEntity, unproved: Unproved): MemoTable[] {
  const mapped = periods.flatMap((period, at) => (period.mappingState === null ? [] : [{ period, at }]))
  return inChunks(mapped).flatMap((chunk) => {
    const shown = statement.filter(({ cells }) => chunk.some(({ at }) => (cells[at]?.value ?? null) !== null))
    const hasCents = haveCents(
      shown.flatMap(({ cells }) => chunk.map(({ at }) => ({ unit: 'usd' as const, value: cells[at]?.value ?? null }))),
    )
    const rows = shown.map((row) =>
      statementRow(
        row,
        chunk.map(({ at }) => row.cells[at]),
        { unproved, hasCents },
      ),
    )
    const heads = chunk.map(({ period }) => periodHead(period))
    return rows.length === 0 ? [] : [table(`Mapped statements of ${name}`, heads, rows)]
  })
}

function statementRow(
  { label, kind, depth }: MemoStatementRow,
  cells: readonly (MemoStatementRow['cells'][number] | undefined)[],
  { unproved, hasCents }: { readonly unproved: Unproved; readonly hasCents: boolean },
): MemoRow {
  const printed = cells.map((cell): MemoCell => {
    if (cell === undefined || cell.value === null) return { text: NOTHING, small: null, tone: 'muted' }
    const small = referenceOf(cell.places, unproved)
    return { text: formatFigure(cell.value, 'usd', hasCents), small: small === '' ? null : small, tone: 'plain' }
  })
  return {
    style: kind === 'leaf' ? 'plain' : 'total',
    depth: Math.min(depth, 4),
    cells: [{ text: label, small: null, tone: 'plain' }, ...printed],
  }
}

/** What is added back, a row each, with the reason that was given. */
export function addbackTable(addbacks: readonly MemoAddback[]): MemoTable[] {
  const rows = addbacks.flatMap(({ label, category, amounts, note }) =>
    amounts.map(({ fiscalYear, periodEnd, amount }): MemoRow => ({
      style: 'plain',
      depth: 0,
      cells: [
        { text: label, small: category.replaceAll('_', ' '), tone: 'plain' },
        { text: `FY ${fiscalYear}`, small: periodEnd, tone: 'plain' },
        { text: note ?? 'no reason given', small: null, tone: note === null ? 'muted' : 'plain' },
        { text: formatFigure(amount, 'usd'), small: 'analyst', tone: 'plain' },
      ],
    })),
  )
  if (rows.length === 0) return []
  const columns = [textColumn('Addback', 1.4), textColumn('Period', 0.7), textColumn('Reason', 2)]
  const amount: MemoColumn = { head: 'Amount', sub: null, isFigure: true, share: 1 }
  return [{ kind: 'table', summary: 'Addbacks', columns: [...columns, amount], rows, notes: [] }]
}

export const textColumn = (head: string, share: number): MemoColumn => ({ head, sub: null, isFigure: false, share })
