/**
 * A statement mapping as a page for a terminal: the chart from revenue down to net income with a column a period, what
 * a person should look at marked where it stands, and at the end how far the statement is from its bottom line.
 */
import type { StatementMapping } from '@tieout/sdk'
import { grouped, isZero } from '../money.ts'
import { plain } from '../table.ts'
import type { Style } from '../terminal.ts'

type Payload = NonNullable<StatementMapping['payload']>
type Line = Payload['lines'][number]
type Figures = readonly (string | null)[]

/** One row of the tree. The contract spells out a few levels of it; it goes as deep as the chart. */
interface Node {
  readonly kind: 'folder' | 'leaf' | 'measure'
  readonly label: string
  readonly values: Figures
  readonly unitemized: Figures
  readonly direct_member_keys: readonly string[]
  readonly flagged_keys: readonly string[]
  readonly external_code: string | null
  readonly children: readonly Node[]
}

export interface TreeOptions {
  /** Also accounts without a figure. */
  readonly all: boolean
  /** Under every account the printed lines that it holds. */
  readonly lines: boolean
}

export interface Row {
  readonly label: string
  readonly figures: readonly string[]
  readonly style?: Style
}

const FLAGGED = '! '
const UNITEMIZED = '~ '

export function mappingRows(mapping: StatementMapping, options: TreeOptions): Row[] {
  const { payload } = mapping
  if (payload === null) return [{ label: 'The document cannot be read as a profit and loss statement.', figures: [] }]
  const page = new Page(payload, options)
  const body = payload.tree
    ? (payload.tree as unknown as readonly Node[]).flatMap((node) => page.rowsOf(node, 0))
    : payload.lines.map((line) => page.rowOfLine(line, line.values, line.depth))
  return [page.head(), ...body, ...page.unmapped(), ...page.foot()]
}

class Page {
  readonly #payload: Payload
  readonly #options: TreeOptions
  readonly #lines: ReadonlyMap<string, Line>

  constructor(payload: Payload, options: TreeOptions) {
    this.#payload = payload
    this.#options = options
    this.#lines = new Map(payload.lines.map((line) => [line.key, line]))
  }

  head(): Row {
    const names = this.#payload.periods.map(({ label, fiscal_year: year }) => plain(label ?? String(year)))
    return { label: this.#payload.mapping_state, figures: names, style: 'strong' }
  }

  rowsOf(node: Node, depth: number): Row[] {
    if (!this.#options.all && isEmpty(node)) return []
    const code = node.external_code === null ? '' : ` [${plain(node.external_code)}]`
    const row: Row = {
      label: indent(depth, plain(node.label) + code),
      figures: node.values.map(grouped),
      ...(node.kind === 'measure' && { style: 'strong' as const }),
    }
    return [
      row,
      ...this.#linesOf(node, depth + 1),
      ...(node.kind !== 'measure' && !node.unitemized.every(isZero)
        ? [this.#marked(UNITEMIZED, 'not itemized', node.unitemized, depth + 1)]
        : []),
      ...node.children.flatMap((child) => this.rowsOf(child, depth + 1)),
    ]
  }

  rowOfLine(line: Line, values: Figures, depth: number): Row {
    return {
      label: indent(depth, plain(line.label)),
      figures: values.map(grouped),
      ...(line.is_total && { style: 'strong' as const }),
    }
  }

  unmapped(): Row[] {
    const rows = this.#payload.unmapped_lines.flatMap(({ key, section }) => {
      const line = this.#lines.get(key)
      const where = section === null ? '' : ` (in ${section})`
      return line ? [this.#marked('? ', plain(line.label) + where, line.values, 1)] : []
    })
    return rows.length === 0 ? [] : [EMPTY, { label: 'On no account', figures: [], style: 'strong' }, ...rows]
  }

  foot(): Row[] {
    const { foot, mapping_state: state } = this.#payload
    const style: Style = state === 'mapped' ? 'good' : 'bad'
    return [
      EMPTY,
      { label: 'Bottom line as printed', figures: foot.map((one) => grouped(one.printed_bottom_line)) },
      { label: 'Bottom line of the lines', figures: foot.map((one) => grouped(one.line_sum)) },
      { label: 'Residual', figures: foot.map((one) => grouped(one.residual)), style },
      { label: 'Tolerance', figures: foot.map((one) => grouped(one.tolerance)), style: 'faint' },
    ]
  }

  /** Flagged lines always, the others where they are asked for. */
  #linesOf(node: Node, depth: number): Row[] {
    const flagged = new Set(node.flagged_keys)
    return node.direct_member_keys.flatMap((key) => {
      const line = this.#lines.get(key)
      if (!line) return []
      const values = line.filed_values ?? line.values
      if (flagged.has(key)) return [this.#marked(FLAGGED, plain(line.label), values, depth)]
      const row = this.rowOfLine({ ...line, is_total: false }, values, depth)
      return this.#options.lines
        ? [{ ...row, label: indent(depth, `· ${plain(line.label)}`), style: 'faint' as const }]
        : []
    })
  }

  #marked(mark: string, label: string, values: Figures, depth: number): Row {
    return { label: indent(depth, mark + label), figures: values.map(grouped), style: 'mark' }
  }
}

const EMPTY: Row = { label: '', figures: [] }

const indent = (depth: number, text: string): string => '  '.repeat(depth) + text

function isEmpty(node: Node): boolean {
  if (node.kind === 'measure') return node.values.every((value) => value === null)
  return node.values.every(isZero) && node.direct_member_keys.length === 0 && node.children.every(isEmpty)
}

/** Rows as text: labels to the left, figures to the right, a style over the whole of a row. */
export function rowsToText(rows: readonly Row[], paint: (style: Style, text: string) => string): string {
  const columns = Math.max(0, ...rows.map((row) => row.figures.length))
  const labels = Math.max(0, ...rows.map((row) => row.label.length))
  const widths = Array.from({ length: columns }, (_, index) =>
    Math.max(...rows.map((row) => row.figures[index]?.length ?? 0)),
  )
  return rows
    .map(({ label, figures, style }) => {
      const cells = widths.map((width, index) => (figures[index] ?? '').padStart(width))
      const text = [label.padEnd(labels), ...cells].join('  ').trimEnd()
      return style === undefined || text === '' ? text : paint(style, text)
    })
    .join('\n')
}
