/**
 * Reads a mapping from JSON that nobody vouches for. Everything the checks need is taken here with its type proved;
 * what does not fit is a breach of shape, and nothing else is checked on a payload that has one.
 */

/** Whole cents, one per period; null where there is no figure. */
export type Figures = readonly (bigint | null)[]

export interface Source {
  readonly kind: 'printed' | 'derived'
  readonly pages: readonly number[]
  readonly documentId: string | null
  readonly address: string | null
}
export type Sources = readonly (Source | null)[]

export interface Line {
  readonly key: string
  readonly isTotal: boolean
  readonly values: Figures
  readonly sources: Sources
  readonly filedUnder: string | null
  readonly filedValues: Figures | null
}

export interface Node {
  readonly kind: 'folder' | 'leaf' | 'measure'
  readonly key: string
  readonly values: Figures
  readonly unitemized: Figures
  readonly sources: Sources
  readonly memberKeys: readonly string[]
  readonly directMemberKeys: readonly string[]
  readonly flaggedKeys: readonly string[]
  readonly reclassifiedKeys: readonly string[]
  readonly children: readonly Node[]
  readonly accountId: string | null
  readonly section: string | null
  readonly role: string | null
  readonly measure: string | null
  readonly effect: 'adds' | 'subtracts' | null
}

export interface Foot {
  readonly source: Source | null
  readonly printed: bigint | null
  readonly lineSum: bigint | null
  readonly residual: bigint | null
  readonly tolerance: bigint | null
}

export interface Payload {
  readonly documentId: string
  readonly state: 'mapped' | 'unfooted'
  readonly periods: number
  readonly foot: readonly Foot[]
  readonly lines: readonly Line[]
  readonly measures: ReadonlyMap<string, Figures | null>
  readonly unmapped: readonly { readonly key: string; readonly section: string | null }[]
  readonly tree: readonly Node[] | null
}

/** A payload nested deeper than this is not one this service made. */
const DEEPEST = 32

const FIGURE = /^-?(?:0|[1-9]\d*)\.\d\d$/
export const SECTIONS = [
  'revenue',
  'cogs',
  'other_income',
  'opex',
  'other_expenses',
  'interest',
  'dispositions',
  'taxes',
]
const MEASURES = [
  'revenue',
  'gross_profit',
  'operating_expenses',
  'operating_income',
  'pretax_income',
  'net_income',
  'ebitda',
  'noi',
]

/** Says where in the JSON something does not fit. */
export class ShapeError extends Error {
  readonly where: string
  constructor(where: string, says: string) {
    super(says)
    this.where = where
  }
}

type Json = Readonly<Record<string, unknown>>

export function readPayload(json: unknown): Payload {
  const payload = asObject(json, 'payload')
  expectSame(payload, 'schema_version', 'payload', 1)
  expectSame(payload, 'statement', 'payload', 'profit_and_loss')
  expectSame(payload, 'overrides_applied', 'payload', false)
  const periods = list(payload, 'periods', 'payload')
  periods.forEach((period, at) => {
    checkPeriod(asObject(period, `periods[${at}]`), `periods[${at}]`)
  })
  texts(payload, 'unmapped_export_account_ids', 'payload')
  textOrNull(payload, 'export_system', 'payload')
  const read = new Reader(periods.length)
  const { tree = null } = payload
  return {
    documentId: text(payload, 'document_id', 'payload'),
    state: oneOf(payload, 'mapping_state', 'payload', ['mapped', 'unfooted']),
    periods: periods.length,
    foot: read.perPeriod(payload, 'foot', 'payload').map((foot, at) => read.foot(foot, `foot[${at}]`)),
    lines: list(payload, 'lines', 'payload').map((line, at) => read.line(line, `lines[${at}]`)),
    measures: read.measures(asObject(payload['measures'], 'measures')),
    unmapped: list(payload, 'unmapped_lines', 'payload').map((line, at) => readUnmapped(line, `unmapped_lines[${at}]`)),
    tree: tree === null ? null : list(payload, 'tree', 'payload').map((node, at) => read.node(node, `tree[${at}]`, 0)),
  }
}

function checkPeriod(period: Json, where: string): void {
  const { fiscal_year: year, months_covered: months = null } = period
  if (!Number.isInteger(year)) throw new ShapeError(`${where}.fiscal_year`, 'is no whole number')
  const end = textOrNull(period, 'period_end', where)
  if (end !== null && !/^\d{4}-\d\d-\d\d$/.test(end)) throw new ShapeError(`${where}.period_end`, 'is no date')
  textOrNull(period, 'label', where)
  if (months !== null && !(Number.isInteger(months) && Number(months) > 0))
    throw new ShapeError(`${where}.months_covered`, 'is no number of months')
}

function readUnmapped(json: unknown, where: string): Payload['unmapped'][number] {
  const line = asObject(json, where)
  expectSame({ suggested_account_id: null, ...line }, 'suggested_account_id', where, null)
  return { key: text(line, 'key', where), section: sectionOrNull(line, 'section', where) }
}

class Reader {
  readonly #periods: number
  constructor(periods: number) {
    this.#periods = periods
  }

  perPeriod(of: Json, field: string, where: string): readonly unknown[] {
    const entries = list(of, field, where)
    if (entries.length !== this.#periods)
      throw new ShapeError(`${where}.${field}`, `has ${entries.length} entries for ${this.#periods} periods`)
    return entries
  }

  figures(of: Json, field: string, where: string): Figures {
    return this.perPeriod(of, field, where).map((figure) => asFigure(figure, field, where))
  }

  sources(of: Json, field: string, where: string): Sources {
    return this.perPeriod(of, field, where).map((source) => asSource(source, field, where))
  }

  line(json: unknown, where: string): Line {
    const line = asObject(json, where)
    const { depth, filed_values: filed = null } = line
    text(line, 'label', where)
    if (!Number.isInteger(depth) || Number(depth) < 0) throw new ShapeError(`${where}.depth`, 'is no indentation')
    return {
      key: text(line, 'key', where),
      isTotal: boolean(line, 'is_total', where),
      values: this.figures(line, 'values', where),
      sources: this.sources(line, 'sources', where),
      filedUnder: textOrNull(line, 'filed_under', where),
      filedValues: filed === null ? null : this.figures(line, 'filed_values', where),
    }
  }

  foot(json: unknown, where: string): Foot {
    const foot = asObject(json, where)
    return {
      source: asSource(foot['printed_bottom_line_source'], 'printed_bottom_line_source', where),
      printed: asFigure(foot['printed_bottom_line'], 'printed_bottom_line', where),
      lineSum: asFigure(foot['line_sum'], 'line_sum', where),
      residual: asFigure(foot['residual'], 'residual', where),
      tolerance: asFigure(foot['tolerance'], 'tolerance', where),
    }
  }

  measures(measures: Json): Map<string, Figures | null> {
    return new Map(
      MEASURES.map((name) => {
        if (!(name in measures)) throw new ShapeError(`measures.${name}`, 'is missing')
        return [name, measures[name] === null ? null : this.figures(measures, name, 'measures')]
      }),
    )
  }

  node(json: unknown, where: string, depth: number): Node {
    if (depth > DEEPEST) throw new ShapeError(where, 'is nested too deep')
    const node = asObject(json, where)
    const { effect = null } = node
    text(node, 'label', where)
    textOrNull(node, 'external_code', where)
    textOrNull(node, 'external_label', where)
    return {
      kind: oneOf(node, 'kind', where, ['folder', 'leaf', 'measure']),
      key: text(node, 'key', where),
      values: this.figures(node, 'values', where),
      unitemized: this.figures(node, 'unitemized', where),
      sources: this.sources(node, 'sources', where),
      memberKeys: texts(node, 'member_keys', where),
      directMemberKeys: texts(node, 'direct_member_keys', where),
      flaggedKeys: texts(node, 'flagged_keys', where),
      reclassifiedKeys: texts(node, 'reclassified_keys', where),
      children: list(node, 'children', where).map((child, at) =>
        this.node(child, `${where}.children[${at}]`, depth + 1),
      ),
      accountId: textOrNull(node, 'account_id', where),
      section: sectionOrNull(node, 'section', where),
      role: sectionOrNull(node, 'role', where),
      measure: textOrNull(node, 'measure', where),
      effect: effect === null ? null : oneOf(node, 'effect', where, ['adds', 'subtracts']),
    }
  }
}

function asFigure(json: unknown, field: string, where: string): bigint | null {
  if (json === null || json === undefined) return null
  if (typeof json !== 'string' || !FIGURE.test(json) || json === '-0.00')
    throw new ShapeError(`${where}.${field}`, `${JSON.stringify(json)} is no figure with two decimals`)
  return BigInt(json.replace('.', ''))
}

function asSource(json: unknown, field: string, where: string): Source | null {
  if (json === null || json === undefined) return null
  const at = `${where}.${field}`
  const source = asObject(json, at)
  const pages = list(source, 'pages', at).map((page) => {
    if (!Number.isInteger(page) || Number(page) < 1) throw new ShapeError(`${at}.pages`, 'holds what is no page')
    return Number(page)
  })
  return {
    kind: oneOf(source, 'kind', at, ['printed', 'derived']),
    pages,
    documentId: textOrNull(source, 'document_id', at),
    address: textOrNull(source, 'address', at),
  }
}

function sectionOrNull(of: Json, field: string, where: string): string | null {
  const section = textOrNull(of, field, where)
  if (section !== null && !SECTIONS.includes(section)) throw new ShapeError(`${where}.${field}`, 'is no section')
  return section
}

function asObject(json: unknown, where: string): Json {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new ShapeError(where, 'is no object')
  return json as Json
}

function list(of: Json, field: string, where: string): readonly unknown[] {
  const value = of[field]
  if (!Array.isArray(value)) throw new ShapeError(`${where}.${field}`, 'is no list')
  return value as unknown[]
}

function texts(of: Json, field: string, where: string): string[] {
  return list(of, field, where).map((entry) => {
    if (typeof entry !== 'string') throw new ShapeError(`${where}.${field}`, 'holds what is no text')
    return entry
  })
}

function text(of: Json, field: string, where: string): string {
  const value = of[field]
  if (typeof value !== 'string') throw new ShapeError(`${where}.${field}`, 'is no text')
  return value
}

function textOrNull(of: Json, field: string, where: string): string | null {
  return of[field] === null || of[field] === undefined ? null : text(of, field, where)
}

function boolean(of: Json, field: string, where: string): boolean {
  const value = of[field]
  if (typeof value !== 'boolean') throw new ShapeError(`${where}.${field}`, 'is neither true nor false')
  return value
}

function oneOf<const Word extends string>(of: Json, field: string, where: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === of[field])
  if (found === undefined) throw new ShapeError(`${where}.${field}`, `is none of ${words.join(', ')}`)
  return found
}

function expectSame(of: Json, field: string, where: string, value: unknown): void {
  if (of[field] !== value) throw new ShapeError(`${where}.${field}`, `is not ${JSON.stringify(value)}`)
}
