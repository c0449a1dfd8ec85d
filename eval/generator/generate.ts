/** One seed → one statement: its truth and what to draw. */
import type { Box } from '../../server/src/engine/model/page.ts'
import type { StatementClass } from '../../server/src/engine/model/extraction.ts'
import { formatCents, centsOf } from '../../server/src/lib/money.ts'
import type { Truth, TruthLine } from '../truth.ts'
import type { ContentLine } from './content.ts'
import { makeContent } from './content.ts'
import { printAmount, printPeriods, type PrintedColumn } from './figures.ts'
import { Random } from './random.ts'
import { STYLES, type Style } from './styles.ts'

/** One row to print: a caption, its cells as text, and what they mean. */
export interface PrintedRow {
  readonly label: string
  readonly depth: number
  readonly bold: boolean
  readonly role: ContentLine['role']
  readonly side: 'left' | 'right'
  /** One per printed column; null prints nothing. */
  readonly cells: readonly (string | null)[]
  readonly numbers: readonly (bigint | null)[]
  readonly note: string | null
}

export interface Generated {
  readonly name: string
  readonly style: Style
  readonly class: StatementClass
  readonly head: readonly string[]
  readonly columns: readonly PrintedColumn[]
  readonly rows: readonly PrintedRow[]
  readonly misprinted: boolean
  readonly entity: string
}

const FIRST = [
  'Harbor',
  'Summit',
  'Cedar Creek',
  'Blue Ridge',
  'Lakeside',
  'Pioneer',
  'Ironwood',
  'Prairie',
  'Copper Canyon',
  'Northgate',
]
const SECOND = [
  'Mechanical',
  'Logistics',
  'Dental Group',
  'Fabrication',
  'Foods',
  'Landscape',
  'Electric',
  'Properties',
  'Printing',
  'Marine',
]
const FORM = ['LLC', 'Inc.', 'Corp.', 'Company', 'LP']
/** Of all documents, this share prints a total that does not add up: they must never be proved. */
const MISPRINT_SHARE = 0.03

const TITLES: Record<StatementClass, Record<Style['kind'], readonly string[]>> = {
  'profit-loss': {
    business: [
      'Profit and Loss',
      'Profit & Loss',
      'Income Statement',
      'Statement of Operations',
      'Statements of Income',
    ],
    rental: ['Income Statement', 'Operating Statement'],
    'non-profit': ['Statement of Activities'],
  },
  'balance-sheet': {
    business: ['Balance Sheet', 'Balance Sheets'],
    rental: ['Balance Sheet'],
    'non-profit': ['Statement of Financial Position'],
  },
  'cash-flow': {
    business: ['Statement of Cash Flows', 'Statements of Cash Flows', 'Cash Flow Statement'],
    rental: ['Statement of Cash Flows'],
    'non-profit': ['Statement of Cash Flows'],
  },
}

export function generate(of: StatementClass, seed: number): Generated {
  const random = new Random(seed * 31 + of.length)
  const style = random.pick(STYLES.filter((one) => one.classes.includes(of)))
  const entity = `${random.pick(FIRST)} ${random.pick(SECOND)}${style.kind === 'non-profit' ? ' Foundation' : `, ${random.pick(FORM)}`}`
  const periods = printPeriods(random, style, of === 'balance-sheet')
  const content = makeContent(random, of, {
    periods: style.columns === 'months' ? 12 : periods.values,
    whole: !style.decimals,
    kind: style.kind,
  })
  const lines = style.columns === 'months' ? content.lines.map(withYear) : content.lines
  const misprinted = random.chance(MISPRINT_SHARE)
  const totals = lines.flatMap((line, index) => (line.role === 'total' ? [index] : []))
  const wrong = misprinted && totals.length > 0 ? random.pick(totals) : -1
  const revenue = lines.find((line) => line.role === 'total')?.values[0] ?? 1n
  let code = 4000
  const rows = lines.map((line, index) => {
    code += random.between(5, 40)
    return toRow(index === wrong ? misprint(line, random) : line, style, periods.columns, {
      revenue: revenue === 0n ? 1n : revenue,
      code,
      random,
    })
  })
  return {
    name: `${style.name}-${of}-${seed}`,
    style,
    class: of,
    head: style.head.map(
      (part) =>
        ({
          entity,
          title: random.pick(TITLES[of][style.kind]),
          period: periods.line,
          basis: random.pick(['Accrual Basis', 'Cash Basis']),
          scale: '(in thousands)',
          unaudited: 'Unaudited',
        })[part],
    ),
    columns: periods.columns,
    rows,
    misprinted: wrong >= 0,
    entity,
  }
}

function withYear(line: ContentLine): ContentLine {
  if (line.values.length === 0) return line
  return { ...line, values: [...line.values, line.values.reduce<bigint>((sum, value) => sum + (value ?? 0n), 0n)] }
}

function misprint(line: ContentLine, random: Random): ContentLine {
  const by = BigInt(random.between(11, 999)) * 100n
  return { ...line, values: line.values.map((value, index) => (index === 0 && value !== null ? value + by : value)) }
}

function toRow(
  line: ContentLine,
  style: Style,
  columns: readonly PrintedColumn[],
  facts: { revenue: bigint; code: number; random: Random },
): PrintedRow {
  const strong = line.role === 'total' || line.role === 'result'
  const numbers = columns.map((column) => {
    if (line.role === 'heading') return null
    const value = line.values[column.from] ?? null
    if (value === null || column.kind === 'percent') return null
    const shown = column.kind === 'variance' ? value - (line.values[1] ?? 0n) : value
    return shown === 0n && style.zero === 'blank' && !strong ? null : shown
  })
  const cells = columns.map((column, index) => {
    const number = numbers[index] ?? null
    if (column.kind !== 'percent') return number === null ? null : printAmount(number, style, strong)
    const [value, base] = [
      line.values[0] ?? 0n,
      column.heads[0] === '% of Income' ? facts.revenue : (line.values[1] ?? 0n),
    ]
    return line.role === 'heading' || base === 0n ? null : `${(Number((value * 1000n) / base) / 10).toFixed(1)}%`
  })
  return {
    label: style.codes && line.role === 'line' ? `${facts.code} ${line.label}` : line.label,
    depth: line.depth,
    bold: strong || line.role === 'heading',
    role: line.role,
    side: line.side,
    cells,
    numbers,
    note: style.notes && line.role === 'line' && facts.random.chance(0.4) ? String(facts.random.between(2, 14)) : null,
  }
}

/** The truth of a generated statement, given where its figures were drawn. */
export function truthOf(
  document: Generated,
  places: readonly { page: number; boxes: readonly (Box | null)[] }[] | null,
): Truth {
  const kept = document.columns.flatMap((column, index) => (column.kind === 'period' ? [index] : []))
  const lines: TruthLine[] = document.rows.map((row, index) => {
    const place = places?.[index]
    return {
      label: row.label,
      is_total: row.role === 'total' || row.role === 'result',
      values: kept.map((column) => {
        const value = row.numbers[column] ?? null
        return value === null ? null : formatCents(centsOf(value))
      }),
      page: place?.page ?? 1,
      ...(place ? { boxes: kept.map((column) => place.boxes[column] ?? null) } : {}),
    }
  })
  return {
    name: document.name,
    class: document.class,
    entity: document.entity,
    scale: document.style.scale,
    periods: kept.map((column) => document.columns[column]?.period ?? { label: '', period_end: null, months: null }),
    lines,
    alternatives: null,
    headline: {},
    misprinted: document.misprinted,
    pages: places ? [...new Set(places.map((place) => place.page))].sort((a, b) => a - b) : null,
  }
}
