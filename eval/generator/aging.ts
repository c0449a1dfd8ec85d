/** One seed → one aging in some program's manner: summary, items by party, items by bucket, or empty; with its truth. */
import { writeXlsx } from 'hucre'
import type { AgingClass } from '../../server/src/engine/model/aging.ts'
import { centsOf, formatCents } from '../../server/src/lib/money.ts'
import type { GeneratedFile, TruthRow } from '../tables/truth.ts'
import type { DrawnColumn, DrawnRow, TableSheet } from './draw-table.ts'
import { drawTable } from './draw-table.ts'
import { ENGLISH_MONTHS } from './languages.ts'
import { Random } from './random.ts'
import { CITIES, NAME_ENDS, NAME_STARTS } from './names.ts'

const BUCKETS: readonly (readonly string[])[] = [
  ['Current', '1 - 30', '31 - 60', '61 - 90', '91 and over'],
  ['Current', '1 - 30', '31 - 60', '61 - 90', '> 90'],
  ['Current', '1 - 15 Days', '16 - 30 Days', '31 - 45 Days', '> 45 Days'],
  ['0-30', '31-60', '61-90', 'Over 90'],
  ['Not Due', '1-30 Days', '31-60 Days', '61-90 Days', '91-120 Days', 'Over 120 Days'],
  ['Current', '< 1 Month', '1 Month', '2 Months', '3 Months', 'Older'],
  ['0 to 30 Days', '31 to 60 Days', '61 to 90 Days', '90+ Days'],
  ['Current', '30 Days', '60 Days', '90 Days', '120+ Days'],
  ['Current', '1-7', '8-14', '15-21', '22 & Over'],
]
const TITLES: Record<AgingClass, readonly string[]> = {
  'ar-aging': [
    'A/R Aging Summary',
    'Accounts Receivable Aging',
    'Aged Receivables',
    'Customer Aging Report',
    'Accounts Receivable Aging Report',
    'Aged Debtors',
  ],
  'ap-aging': [
    'A/P Aging Summary',
    'Accounts Payable Aging',
    'Aged Payables',
    'Vendor Aging Report',
    'Accounts Payable Aging Report',
    'Aged Creditors',
  ],
}
/** Of all documents, this share prints a total that does not add up: they must never be proved. */
const MISPRINT_SHARE = 0.04

interface Style {
  readonly buckets: readonly string[]
  readonly layout: 'summary' | 'by-party' | 'by-bucket' | 'empty'
  readonly totalFirst: boolean
  readonly hasTotal: boolean
  readonly zero: '0.00' | '-' | 'blank'
  readonly currency: '' | '$' | '₹'
  readonly decimals: boolean
  readonly brackets: boolean
  readonly shares: boolean
  readonly foreign: boolean
}

interface Line {
  readonly label: string
  readonly values: readonly bigint[]
  readonly kind: 'party' | 'item' | 'heading' | 'party-total' | 'section' | 'section-total' | 'total'
  readonly party: string
}

export async function generateAging(of: AgingClass, seed: number, scan: boolean): Promise<GeneratedFile> {
  const random = new Random(seed * 13 + of.length)
  const style = pickStyle(random)
  const lines = makeLines(random, style)
  const misprinted = (style.layout === 'summary' || style.layout === 'by-party') && random.chance(MISPRINT_SHARE)
  const printed = misprinted ? lines.map((line) => (line.kind === 'total' ? misprint(line, random) : line)) : lines
  const day = [2020 + random.between(0, 5), random.between(1, 12), random.between(1, 28)] as const
  const entity = `${random.pick(NAME_STARTS)} ${random.pick(NAME_ENDS)} LLC`
  const title = `${random.pick(TITLES[of])}${style.layout.startsWith('by') ? ' Detail' : ''}`
  const titles = random.chance(0.5) ? [entity, title, asOf(random, day)] : [title, entity, asOf(random, day)]
  const columns = columnsOf(style, of, random)
  const rows = printed.map((line) => toRow(line, style, columns, random))
  const facts = { as_of: `${day[0]}-${String(day[1]).padStart(2, '0')}-${String(day[2]).padStart(2, '0')}` }
  const heads = [...style.buckets, ...(style.hasTotal ? ['Total'] : [])]
  const base = { name: `aging-${style.layout}-${seed}`, class: of, columns: heads, keyed: false, facts, misprinted }
  const sheet = !scan && random.chance(0.2) && style.layout === 'summary'
  if (sheet)
    return {
      truth: { ...base, rows: truthRows(printed, style, null, columns) },
      bytes: await toWorkbook(titles, columns, rows),
      extension: 'xlsx',
    }
  const drawn = await drawTable(sheetOf(random, style, titles, columns, rows, scan))
  return {
    truth: { ...base, rows: truthRows(printed, style, drawn.places, columns) },
    bytes: drawn.bytes,
    extension: 'pdf',
  }
}

function pickStyle(random: Random): Style {
  const layout = random.chance(0.55)
    ? 'summary'
    : random.chance(0.5)
      ? 'by-party'
      : random.chance(0.75)
        ? 'by-bucket'
        : 'empty'
  return {
    buckets: random.pick(BUCKETS),
    layout,
    totalFirst: random.chance(0.25) && layout === 'summary',
    hasTotal: layout !== 'summary' || random.chance(0.93),
    zero: layout === 'empty' ? '0.00' : random.pick(['0.00', '-', 'blank', '0.00']),
    currency: random.pick(['', '', '$', '₹']) === '₹' ? '' : random.pick(['', '$']),
    decimals: random.chance(0.8),
    brackets: random.chance(0.4),
    shares: random.chance(0.15) && layout === 'summary',
    foreign: random.chance(0.12) && layout === 'summary',
  }
}

function makeLines(random: Random, style: Style): Line[] {
  const count = style.buckets.length
  const lines: Line[] = []
  const totals = new Array<bigint>(count).fill(0n)
  const amounts = (single: boolean): bigint[] => {
    const values: bigint[] = new Array<bigint>(count).fill(0n)
    for (const index of single ? [random.between(0, count - 1)] : values.keys())
      if (single || random.chance(0.45)) values[index] = amount(random, style)
    if (!values.some((value) => value !== 0n)) values[0] = amount(random, style)
    return values
  }
  const addTo = (sum: bigint[], values: readonly bigint[]): void => {
    for (const [index, value] of values.entries()) sum[index] = (sum[index] ?? 0n) + value
  }
  const parties = style.layout === 'empty' ? 0 : random.between(2, style.layout === 'summary' ? 38 : 9)
  const names = new Set<string>()
  while (names.size < parties) names.add(partyName(random))
  if (style.layout === 'by-bucket') {
    for (const [bucket, label] of style.buckets.entries()) {
      const section = new Array<bigint>(count).fill(0n)
      lines.push({ label, values: [], kind: 'section', party: '' })
      for (let item = random.between(1, 5); item > 0; item -= 1) {
        const values = new Array<bigint>(count).fill(0n)
        values[bucket] = amount(random, style)
        addTo(section, values)
        const party = random.pick([...names])
        lines.push({ label: party, values, kind: 'item', party })
      }
      addTo(totals, section)
      lines.push({ label: `Total for ${label}`, values: section, kind: 'section-total', party: '' })
    }
  } else
    for (const name of [...names].sort()) {
      if (style.layout !== 'by-party') {
        const values = amounts(false)
        addTo(totals, values)
        lines.push({ label: name, values, kind: 'party', party: name })
        continue
      }
      const sum = new Array<bigint>(count).fill(0n)
      lines.push({ label: name, values: [], kind: 'heading', party: name })
      for (let item = random.between(1, 4); item > 0; item -= 1) {
        const values = amounts(true)
        addTo(sum, values)
        lines.push({ label: '', values, kind: 'item', party: name })
      }
      addTo(totals, sum)
      lines.push({ label: `Total for ${name}`, values: sum, kind: 'party-total', party: name })
    }
  return [...lines, { label: random.pick(['TOTAL', 'Total', 'Grand Total']), values: totals, kind: 'total', party: '' }]
}

function amount(random: Random, style: Style): bigint {
  const whole = BigInt(random.between(12, random.pick([900, 9_000, 90_000, 400_000])))
  const cents = style.decimals ? BigInt(random.between(0, 99)) : 0n
  return (whole * 100n + cents) * (random.chance(0.05) ? -1n : 1n)
}

function partyName(random: Random): string {
  return `${random.pick(NAME_STARTS)} ${random.pick(NAME_ENDS)}${random.chance(0.4) ? ` ${random.pick(['Inc.', 'LLC', 'Pvt Ltd', '& Sons', 'Co.'])}` : ''}${random.chance(0.2) ? ` of ${random.pick(CITIES)}` : ''}`
}

function misprint(line: Line, random: Random): Line {
  return {
    ...line,
    values: line.values.map((value, index) => (index === 0 ? value + BigInt(random.between(1, 900)) * 100n : value)),
  }
}

function asOf(random: Random, [year, month, day]: readonly [number, number, number]): string {
  // A day over 12 leaves no doubt about the order of day and month.
  const forms = [
    `As of ${ENGLISH_MONTHS[month - 1] ?? ''} ${day}, ${year}`,
    `As at ${day} ${ENGLISH_MONTHS[month - 1] ?? ''} ${year}`,
  ]
  if (day > 12) forms.push(`As of ${day}/${month}/${year}`, `As of ${month}/${day}/${year}`)
  return random.pick(forms)
}

interface Column extends DrawnColumn {
  readonly role: 'party' | 'date' | 'number' | 'kind' | 'due' | 'amount' | 'foreign' | 'total' | number
}

function columnsOf(style: Style, of: AgingClass, random: Random): Column[] {
  const upper = random.chance(0.3)
  const head = (text: string): string[] => {
    const shown = upper ? text.toUpperCase() : text
    const words = shown.split(' ')
    return shown.length > 9 && random.chance(0.3) && words.length > 1
      ? [words.slice(0, -1).join(' '), words.at(-1) ?? '']
      : [shown]
  }
  const named =
    of === 'ar-aging'
      ? random.pick(['Customer', 'Customer Name', 'Client', ''])
      : random.pick(['Vendor', 'Vendor Name', 'Supplier', ''])
  const column = (role: Column['role'], text: string, align: Column['align'], width: number): Column => ({
    role,
    head: head(text),
    align,
    width,
  })
  const total = column(
    'total',
    style.layout.startsWith('by')
      ? random.pick(['Open Balance', 'Balance Due', 'Total'])
      : random.pick(['Total', 'TOTAL', 'Balance']),
    'right',
    1,
  )
  const buckets =
    style.layout === 'by-bucket' ? [] : style.buckets.map((label, index) => column(index, label, 'right', 1))
  const items =
    style.layout === 'by-party'
      ? [column('date', 'Date', 'left', 1), column('number', 'Num', 'left', 0.8)]
      : style.layout === 'by-bucket'
        ? [
            column('date', 'Date', 'left', 0.9),
            column('kind', 'Type', 'left', 0.8),
            column('number', 'Num', 'left', 0.8),
            column('party', of === 'ar-aging' ? 'Customer' : 'Vendor', 'left', 2),
            column('due', 'Due Date', 'left', 1),
            column('amount', 'Amount', 'right', 1),
          ]
        : [column('party', named, 'left', 2)]
  const all = [
    ...items,
    ...(style.totalFirst && style.hasTotal ? [total] : []),
    ...buckets,
    ...(!style.totalFirst && style.hasTotal ? [total] : []),
    ...(style.foreign ? [column('foreign', 'Total (FCY)', 'right', 1)] : []),
  ]
  const sum = all.reduce((width, one) => width + one.width, 0)
  return all.map((one) => ({ ...one, width: one.width / sum }))
}

function toRow(line: Line, style: Style, columns: readonly Column[], random: Random): DrawnRow {
  const strong = line.kind.endsWith('total')
  const total = line.values.reduce((sum, value) => sum + value, 0n)
  const item = line.kind === 'item'
  const shown = (role: Column['role']): string | null => {
    if (line.kind === 'heading' || line.kind === 'section') return null
    if (role === 'total' || (role === 'amount' && item)) return print(total, style, true)
    if (role === 'foreign') return strong ? null : print(total, style, true)
    if (typeof role === 'number') return print(line.values[role] ?? 0n, style, strong && style.zero !== '-')
    if (!item) return null
    if (role === 'party') return line.label
    if (role === 'date' || role === 'due') return `0${random.between(1, 9)}/${random.between(13, 28)}/2024`
    return role === 'kind' ? random.pick(['Invoice', 'Bill', 'Credit Memo']) : `${random.between(1000, 9999)}`
  }
  const cells = columns.map((column) => shown(column.role))
  const across = !item && columns[0]?.role !== 'party'
  if (!item) cells[0] = line.label
  return { cells, bold: strong, across, ruled: line.kind === 'total', indent: item ? 1 : 0 }
}

function print(value: bigint, style: Style, keepZero: boolean): string | null {
  if (value === 0n && !keepZero && style.zero !== '0.00') return style.zero === 'blank' ? null : '-'
  const size = value < 0n ? -value : value
  const whole = (size / 100n).toString().replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  const digits = `${style.currency}${whole}${style.decimals ? `.${(size % 100n).toString().padStart(2, '0')}` : ''}`
  return value < 0n ? (style.brackets ? `(${digits})` : `-${digits}`) : digits
}

type Places = Awaited<ReturnType<typeof drawTable>>['places']

/** Which cells a reader must find: a blank is no cell, and a row of headings none at all. */
function truthRows(
  lines: readonly Line[],
  style: Style,
  places: Places | null,
  columns: readonly Column[],
): TruthRow[] {
  return lines.flatMap((line, index): TruthRow[] => {
    if (line.kind === 'heading' || line.kind === 'section' || line.kind === 'section-total') return []
    const total = line.values.reduce((sum, value) => sum + value, 0n)
    const money = (value: bigint): string => formatCents(centsOf(value))
    const blank = (value: bigint): boolean =>
      print(value, style, line.kind.endsWith('total') && style.zero !== '-') === null ||
      (style.layout === 'by-bucket' && value === 0n && line.kind === 'item')
    const values = [
      ...line.values.map((value) => (blank(value) ? null : money(value))),
      ...(style.hasTotal ? [money(total)] : []),
    ]
    const at = [...style.buckets.keys(), ...(style.hasTotal ? (['total'] as const) : [])].map((role) =>
      columns.findIndex((column) => column.role === role),
    )
    const place = places?.[index]
    const boxes = place && { page: place.page, boxes: at.map((column) => place.boxes[column] ?? null) }
    const label = line.kind === 'item' || line.kind === 'party-total' ? line.party : line.label
    return [{ label, values, ...(boxes ?? {}) }]
  })
}

function sheetOf(
  random: Random,
  style: Style,
  titles: readonly string[],
  columns: readonly Column[],
  rows: readonly DrawnRow[],
  scan: boolean,
): TableSheet {
  const wide = columns.length > 7 || style.layout === 'by-bucket' || random.chance(0.3)
  return {
    titles,
    titleAlign: random.pick(['left', 'center']),
    columns,
    rows: style.shares ? [...rows, shareRow(columns)] : rows,
    footer: random.chance(0.3)
      ? `Accrual Basis  Monday, ${random.between(1, 28)} March 2025  09:1${random.between(0, 9)} AM   1/1`
      : null,
    font: random.pick(['Helvetica', 'Times-Roman', 'Helvetica']),
    size: scan ? random.between(9, 10) : random.between(7, 9),
    landscape: wide || scan,
    leading: 1.2,
    rowGap: random.pick([0.2, 0.6, 1]),
    repeatHeads: random.chance(0.7),
    ruledGrid: random.chance(0.15),
  }
}

function shareRow(columns: readonly Column[]): DrawnRow {
  return {
    cells: columns.map((column) =>
      column.role === 'party' ? '% of Total' : typeof column.role === 'number' ? '20.0%' : null,
    ),
    bold: false,
  }
}

function toWorkbook(
  titles: readonly string[],
  columns: readonly Column[],
  rows: readonly DrawnRow[],
): Promise<Uint8Array> {
  const heads = columns.map((column) => column.head.join(' '))
  const cells = rows.map((row) =>
    row.cells.map((cell) =>
      cell !== null && /^-?[\d,]+(?:\.\d\d)?$/.test(cell) ? Number(cell.replaceAll(',', '')) : cell,
    ),
  )
  return writeXlsx({
    sheets: [
      {
        name: 'Report',
        rows: [...titles.map((title) => [title]), heads, ...cells],
        columns: columns.map((_, index) => ({ width: index === 0 ? 34 : 15 })),
      },
    ],
  })
}
