/** One seed → one statement: its truth and what to draw. */
import type { Box } from '../../server/src/engine/model/page.ts'
import type { StatementClass } from '../../server/src/engine/model/extraction.ts'
import { formatCents, centsOf } from '../../server/src/lib/money.ts'
import type { Truth, TruthLine } from '../truth.ts'
import type { ContentLine } from './content.ts'
import { makeContent } from './content.ts'
import { printAmount } from './amounts.ts'
import { FAMILIES, mixture } from './families.ts'
import { LANGUAGES } from './languages.ts'
import { printPeriods, type PrintedColumn } from './periods.ts'
import { applyQuirks } from './quirks.ts'
import { Random } from './random.ts'
import { HOUSE_STYLES, type Style } from './styles.ts'
import { translateLines } from './translate.ts'

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
  /** An account number in a column of its own. */
  readonly code: string | null
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

/** Of all documents, this share each has a known house style and a further one; the rest are mixtures. */
const HOUSE_SHARE = 0.35
const FAMILY_SHARE = 0.35

export function generate(of: StatementClass, seed: number): Generated {
  const random = new Random(seed * 31 + of.length)
  const style = pickStyle(random, of)
  const entity = `${random.pick(FIRST)} ${random.pick(SECOND)}${style.kind === 'non-profit' ? ' Foundation' : `, ${random.pick(FORM)}`}`
  const periods = printPeriods(random, style, of === 'balance-sheet')
  const content = makeContent(random, of, {
    periods: periods.summed ? periods.values - 1 : periods.values,
    whole: !style.decimals,
    kind: style.kind,
  })
  const quirky = applyQuirks(periods.summed ? content.lines.map(withTotal) : content.lines, style.quirks, of, random)
  const lines = style.language === 'en' ? quirky : translateLines(quirky, of, style.language)
  const totals = lines.flatMap((line, index) => (line.role === 'total' ? [index] : []))
  const wrong = random.chance(MISPRINT_SHARE) && totals.length > 0 ? random.pick(totals) : -1
  const printer = new RowPrinter(style, periods.columns, lines, random)
  const rows = lines.map((line, index) => printer.print(index === wrong ? misprint(line, random) : line))
  return {
    name: `${style.name}-${of}-${seed}`,
    style,
    class: of,
    head: headOf(random, style, of, { entity, period: periods.line }),
    columns: periods.columns,
    rows,
    misprinted: wrong >= 0,
    entity,
  }
}

function pickStyle(random: Random, of: StatementClass): Style {
  const share = random.next()
  if (share >= HOUSE_SHARE + FAMILY_SHARE) return mixture(random, of)
  const styles = share < HOUSE_SHARE ? HOUSE_STYLES : FAMILIES
  return random.pick(styles.filter((style) => style.classes.includes(of)))
}

function headOf(random: Random, style: Style, of: StatementClass, facts: { entity: string; period: string }): string[] {
  const titles = style.language === 'en' ? TITLES[of][style.kind] : LANGUAGES[style.language].titles[of]
  const title = random.pick(titles)
  const basis = random.pick(['Accrual Basis', 'Cash Basis'])
  if (style.joinedTitle) return [`${facts.entity} - ${title} - ${facts.period}`]
  const parts = { ...facts, title, basis, scale: '(in thousands)', unaudited: 'Unaudited' }
  return style.head.map((part) => parts[part])
}

function withTotal(line: ContentLine): ContentLine {
  if (line.values.length === 0) return line
  return { ...line, values: [...line.values, line.values.reduce<bigint>((sum, value) => sum + (value ?? 0n), 0n)] }
}

function misprint(line: ContentLine, random: Random): ContentLine {
  const by = BigInt(random.between(11, 999)) * 100n
  return { ...line, values: line.values.map((value, index) => (index === 0 && value !== null ? value + by : value)) }
}

const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']

/** Content lines to printed rows; keeps the running numbers of accounts and captions. */
class RowPrinter {
  readonly #style: Style
  readonly #columns: readonly PrintedColumn[]
  readonly #random: Random
  readonly #revenue: bigint
  #code = 4000
  #group = 0
  #item = 0

  constructor(style: Style, columns: readonly PrintedColumn[], lines: readonly ContentLine[], random: Random) {
    this.#style = style
    this.#columns = columns
    this.#random = random
    const revenue = lines.find((line) => line.role === 'total')?.values[0] ?? 0n
    this.#revenue = revenue === 0n ? 1n : revenue
  }

  print(line: ContentLine): PrintedRow {
    this.#code += this.#random.between(5, 40)
    const strong = line.role === 'total' || line.role === 'result'
    const numbers = this.#columns.map((column) => this.#number(line, column, strong))
    const coded = this.#style.codes !== 'none' && line.role === 'line' && line.label !== ''
    return {
      label: this.#label(line, coded),
      depth: line.depth,
      bold: strong || line.role === 'heading',
      role: line.role,
      side: line.side,
      cells: this.#columns.map((column, index) => this.#cell(line, column, numbers[index] ?? null)),
      numbers,
      note: this.#note(line),
      code: coded && this.#style.codes === 'column' ? String(this.#code) : null,
    }
  }

  #number(line: ContentLine, column: PrintedColumn, strong: boolean): bigint | null {
    if (line.role === 'heading' || column.kind === 'percent') return null
    const value = line.values[column.from] ?? null
    if (value === null) return null
    const shown = column.kind === 'variance' ? value - (line.values[1] ?? 0n) : value
    return shown === 0n && this.#style.zero === 'blank' && !strong ? null : shown
  }

  #cell(line: ContentLine, column: PrintedColumn, number: bigint | null): string | null {
    const percent = line.percents?.[column.from] ?? null
    if (percent !== null && column.kind !== 'percent') return `${percent.toFixed(1)}%`
    if (column.kind !== 'percent') {
      const isTotal = line.role === 'total' || line.role === 'result'
      return number === null ? null : printAmount(number, this.#style, { isTotal, cents: line.cents === true })
    }
    const ofIncome = column.heads[0] === '% of Income' || column.heads[0] === '%'
    const [value, base] = [line.values[column.from] ?? null, ofIncome ? this.#revenue : (line.values[1] ?? 0n)]
    if (value === null || line.role === 'heading' || base === 0n) return null
    return `${(Number((value * 1000n) / base) / 10).toFixed(1)}%`
  }

  #label(line: ContentLine, coded: boolean): string {
    const { codes, numerals } = this.#style
    if (line.label === '') return ''
    if (coded && codes !== 'column') {
      const between = { none: ' ', plain: ' ', dotted: ' · ', hyphen: '-00 ' }[codes]
      return `${this.#code}${between}${line.label}`
    }
    if (numerals === 'none') return line.label
    if (line.role === 'heading') {
      this.#item = 0
      this.#group += 1
      const numeral =
        numerals === 'roman' ? ROMAN[(this.#group - 1) % ROMAN.length] : String.fromCharCode(64 + this.#group)
      return `${numeral ?? ''}. ${line.label}`
    }
    if (line.role !== 'line') return line.label
    this.#item += 1
    return numerals === 'roman'
      ? `${this.#item}. ${line.label}`
      : `${String.fromCharCode(96 + ((this.#item - 1) % 26) + 1)}) ${line.label}`
  }

  #note(line: ContentLine): string | null {
    if (this.#style.notes === 'none' || line.role !== 'line' || !this.#random.chance(0.4)) return null
    const number = this.#random.between(2, 14)
    switch (this.#style.noteForm) {
      case 'plain':
        return String(number)
      case 'bracketed':
        return `(${number})`
      case 'lettered':
        return `${number}(${this.#random.pick(['a', 'b', 'c'])})`
      case 'worded':
        return `Note ${number}`
      case 'decimal':
        return `2.${number}`
    }
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
