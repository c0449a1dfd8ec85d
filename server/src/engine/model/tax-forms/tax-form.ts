/**
 * The shape in which a tax form is described, and the shorthand in which descriptions are written: a line is
 * `key caption`, a sum is worded as the form words it, and `{2022-2024}` before either says in which years it held.
 */
export interface TaxForm {
  readonly form: string
  /** Name in the running head or foot, before the year: `Form 1040`, `Schedule C (Form 1040)`. */
  readonly mark: RegExp
  /** Words of the title, in their order; other print may stand between them. */
  readonly title: string
  /** A heading inside another form's pages that begins it; null for a form with pages of its own. */
  readonly heading: RegExp | null
  /** The form whose pages it is printed on; its own name for a form with pages of its own. */
  readonly parent: string
  /** `return`: begins a document. `share`: what an entity gives to one owner. `part`: belongs to a return. */
  readonly role: 'return' | 'share' | 'part'
  /** Where a line has several amounts. */
  readonly tables: readonly TaxTable[]
  /** Full keys of boxes that stand in printed brackets: whatever is written there is taken off. */
  readonly bracketed: ReadonlySet<string>
  /** Boxes that the form fills in itself, with an amount of the year: print, and no figure of the return. */
  readonly printed: ReadonlySet<string>
  /** Boxes instead of rows: number and caption at the top of each, amounts below. */
  readonly boxed: boolean
  /** Boxes that take codes: each amount stands behind the letters that say what it is. */
  readonly coded: RegExp
  readonly lines: readonly TaxLine[]
  readonly sums: readonly TaxSum[]
}

export interface TaxTable {
  /** Names of the columns that hold amounts, in print order. */
  readonly columns: readonly string[]
  /** Lines with those columns. */
  readonly lines: RegExp
  /** All columns in print order, where some hold dates, periods or methods instead of amounts. */
  readonly heads?: readonly string[]
}

/** First and last tax year in which something held; null where it always did. */
export interface Years {
  readonly from: number
  readonly to: number
}

export interface TaxLine {
  readonly key: string
  readonly caption: string
  readonly years: Years | null
}

export interface TaxSum {
  readonly total: string
  readonly plus: readonly string[]
  readonly minus: readonly string[]
  /** Nothing below zero is entered there. */
  readonly floor: boolean
  readonly years: Years | null
}

export interface FormSource {
  form: string
  mark: RegExp
  title?: string
  heading?: RegExp
  parent?: string
  role?: TaxForm['role']
  tables?: readonly TaxTable[]
  bracketed?: string
  printed?: string
  boxed?: boolean
  coded?: RegExp
  lines: string
  /** `15 = 11 - 14, not below 0`; `1a..1h` stands for the lines printed from one to the other. */
  sums?: string
}

const NEVER = /^\b$/
const YEARS = /^\{(\d{4})?-(\d{4})?\} /

export function toForm(source: FormSource): TaxForm {
  const lines = rowsOf(source.lines).map(({ text, years }): TaxLine => {
    const at = text.indexOf(' ')
    return { key: text.slice(0, at), caption: text.slice(at + 1), years }
  })
  return {
    form: source.form,
    mark: source.mark,
    title: source.title ?? '',
    heading: source.heading ?? null,
    parent: source.parent ?? source.form,
    role: source.role ?? 'part',
    tables: source.tables ?? [],
    bracketed: keySet(source.bracketed),
    printed: keySet(source.printed),
    boxed: source.boxed ?? false,
    coded: source.coded ?? NEVER,
    lines,
    sums: rowsOf(source.sums ?? '').map(({ text, years }) => toSum(text, years, lines)),
  }
}

/** The table that a line is a row of; null for a line with one amount. */
export function tableOf(form: TaxForm, key: string): TaxTable | null {
  return form.tables.find((table) => table.lines.test(key)) ?? null
}

/** Every key under which the form may have an amount, in print order. */
export function amountKeys({ lines, tables }: Pick<TaxForm, 'lines' | 'tables'>): string[] {
  return lines.flatMap(({ key }) => {
    const table = tables.find((one) => one.lines.test(key))
    return table === undefined ? [key] : table.columns.map((column) => `${key}${column}`)
  })
}

function keySet(keys: string | undefined): Set<string> {
  return new Set((keys ?? '').split(' ').filter((key) => key !== ''))
}

/** The form as it was in one year; where the year is not known, every line it ever had and the sums that always held. */
export function editionOf(form: TaxForm, year: number | null): TaxForm {
  const held = ({ years }: { years: Years | null }): boolean =>
    years === null || (year !== null && year >= years.from && year <= years.to)
  return {
    ...form,
    lines: year === null ? form.lines : form.lines.filter(held),
    sums: form.sums.filter(held),
  }
}

function rowsOf(text: string): { text: string; years: Years | null }[] {
  return text
    .trim()
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => {
      const match = YEARS.exec(row)
      const years = match === null ? null : { from: Number(match[1] ?? 0), to: Number(match[2] ?? 9999) }
      return { text: row.replace(YEARS, ''), years }
    })
}

function toSum(text: string, years: Years | null, lines: readonly TaxLine[]): TaxSum {
  const [total = '', made = ''] = text.replace(', not below 0', '').split(' = ')
  const plus: string[] = []
  const minus: string[] = []
  let side = plus
  for (const word of made.split(' ')) {
    if (word === '+') side = plus
    else if (word === '-') side = minus
    else side.push(...keysOf(word, lines))
  }
  return { total, plus, minus, floor: text.includes('not below 0'), years }
}

/** `5A..19A` is every line printed from 5 to 19, in column A. */
function keysOf(word: string, lines: readonly TaxLine[]): string[] {
  const [from, to] = word.split('..')
  if (from === undefined || to === undefined) return [word]
  const keys = lines.map((line) => line.key)
  const column = keys.includes(from) ? '' : (/[A-Z]$|\([a-z]\)$/.exec(from)?.[0] ?? '')
  const bare = (key: string): string => key.slice(0, key.length - column.length)
  return keys.slice(keys.indexOf(bare(from)), keys.indexOf(bare(to)) + 1).map((key) => `${key}${column}`)
}
