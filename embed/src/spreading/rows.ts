/**
 * From mappings to the rows of one tree: the chart's own order, one column a period, printed lines under the account
 * that holds them. Nothing is computed here: every figure is the service's, put beside its neighbours.
 */
import type { AttributeSnapshot, StatementMapping } from '@tieout/sdk'
import { isZero } from '../shared/figures.ts'

export type Payload = NonNullable<StatementMapping['payload']>
export type Line = Payload['lines'][number]
export type Source = NonNullable<Line['sources'][number]>
type Entity = AttributeSnapshot['payload']['entities'][number]

/** Children of the last floor are never there; the wire's types say so floor by floor, which a walk cannot use. */
export interface TreeNode extends Omit<NonNullable<Payload['tree']>[number], 'children'> {
  readonly children: readonly TreeNode[]
}

/** One period of one statement. */
export interface Column {
  readonly key: string
  readonly mapping: StatementMapping
  readonly payload: Payload
  /** Position in the payload's periods. */
  readonly index: number
}

export interface Cell {
  readonly value: string | null
  readonly source: Source | null
  /** The part that no printed line accounts for; null where that does not apply. */
  readonly unitemized: string | null
}

export interface Row {
  readonly key: string
  readonly label: string
  readonly kind: 'folder' | 'leaf' | 'measure' | 'line' | 'unmapped' | 'unitemized' | 'printed'
  readonly depth: number
  readonly cells: readonly (Cell | null)[]
  readonly children: readonly Row[]
  /** The chart's key of a node; null on printed lines. */
  readonly nodeKey: string | null
  /** Keys of the printed line, by the mapping that it is of. */
  readonly lineKeys: ReadonlyMap<string, string>
  readonly isFlagged: boolean
}

/** The periods of a company that a mapping stands behind, as the snapshot chose them, the oldest first. */
export function columnsOf(entity: Entity, mappings: ReadonlyMap<string, StatementMapping>): Column[] {
  return entity.periods.flatMap((period) => {
    const mapping = period.mapping_id === null ? undefined : mappings.get(period.mapping_id)
    if (!mapping?.payload) return []
    const { payload } = mapping
    const index = payload.periods.findIndex(
      ({ fiscal_year: year, period_end: end }) => year === period.fiscal_year && end === period.period_end,
    )
    return index === -1 ? [] : [{ key: `${mapping.mapping_id}.${index}`, mapping, payload, index }]
  })
}

export function rowsOf(columns: readonly Column[]): Row[] {
  const [first] = columns.filter(({ payload }) => payload.tree !== null)
  const unmapped = unmappedRows(columns)
  return [...unmapped, ...treeOf(first?.payload).map((node) => nodeRow(node, columns, 0)), ...printedRows(columns)]
}

function nodeRow(node: TreeNode, columns: readonly Column[], depth: number): Row {
  const nodes = columns.map(({ payload }) => nodeIn(payload, node.key))
  const isFlagged = nodes.some((found) => (found?.flagged_keys.length ?? 0) > 0)
  return {
    key: node.key,
    nodeKey: node.key,
    label: node.label,
    kind: node.kind,
    depth,
    isFlagged,
    lineKeys: new Map(),
    cells: columns.map(({ index }, position) => {
      const found = nodes[position]
      if (!found) return null
      return {
        value: found.values[index] ?? null,
        source: found.sources[index] ?? null,
        unitemized: found.unitemized[index] ?? null,
      }
    }),
    children: [
      ...node.children.map((child) => nodeRow(child, columns, depth + 1)),
      ...lineRows(node.key, nodes, columns, depth + 1),
      ...unitemizedRows(node.key, nodes, columns, depth + 1),
    ],
  }
}

function treeOf(payload: Payload | undefined): readonly TreeNode[] {
  const tree: unknown = payload?.tree ?? []
  return tree as readonly TreeNode[]
}

const nodesOf = new WeakMap<Payload, ReadonlyMap<string, TreeNode>>()
function nodeIn(payload: Payload, key: string): TreeNode | undefined {
  let known = nodesOf.get(payload)
  if (!known) {
    const found = new Map<string, TreeNode>()
    const visit = (node: TreeNode): void => {
      found.set(node.key, node)
      node.children.forEach(visit)
    }
    treeOf(payload).forEach(visit)
    known = found
    nodesOf.set(payload, known)
  }
  return known.get(key)
}

const linesOf = new WeakMap<Payload, ReadonlyMap<string, Line>>()
export function lineIn(payload: Payload, key: string): Line | undefined {
  let known = linesOf.get(payload)
  if (!known) {
    known = new Map(payload.lines.map((line) => [line.key, line]))
    linesOf.set(payload, known)
  }
  return known.get(key)
}

/** The printed lines of an account; the same caption in several statements is one row. */
function lineRows(
  nodeKey: string,
  nodes: readonly (TreeNode | undefined)[],
  columns: readonly Column[],
  depth: number,
): Row[] {
  const flagged = new Set(nodes.flatMap((node, position) => keysIn(columns[position], node?.flagged_keys)))
  return groupedLines(
    nodes.map((node) => node?.direct_member_keys ?? []),
    columns,
  ).map(({ label, lineKeys }) => ({
    ...blank(`${nodeKey}/${label}`, label, 'line', depth, lineKeys),
    isFlagged: [...lineKeys].some(([mappingId, key]) => flagged.has(`${mappingId} ${key}`)),
    cells: cellsOf(columns, lineKeys, 'filed_values'),
  }))
}

/** The part of a figure that no placed line accounts for, so that what stands under a figure adds up to it. */
function unitemizedRows(
  nodeKey: string,
  nodes: readonly (TreeNode | undefined)[],
  columns: readonly Column[],
  depth: number,
): Row[] {
  const parts = columns.map(({ index }, position) => nodes[position]?.unitemized[index] ?? null)
  if (parts.every(isZero)) return []
  const cells = parts.map((value) => (isZero(value) ? null : { value, source: null, unitemized: null }))
  return [{ ...blank(`${nodeKey}/unitemized`, 'Not itemized', 'unitemized', depth, new Map()), cells }]
}

/** Captions without an account. A statement without a tree is shown as printed, every line of it once. */
function unmappedRows(columns: readonly Column[]): Row[] {
  const keys = columns.map(({ payload }) => (payload.tree === null ? [] : payload.unmapped_lines.map(({ key }) => key)))
  return groupedLines(keys, columns).map(({ label, lineKeys }) => ({
    ...blank(`unmapped/${label}`, label, 'unmapped', 0, lineKeys),
    cells: cellsOf(columns, lineKeys, 'values'),
  }))
}

/** A statement that does not foot has no tree: it is shown as printed. */
function printedRows(columns: readonly Column[]): Row[] {
  const [unfooted] = columns.filter(({ payload }) => payload.tree === null)
  if (!unfooted) return []
  const own = columns.filter(({ payload }) => payload.tree === null)
  const children = own
    .filter(({ payload }, index) => own.findIndex((column) => column.payload === payload) === index)
    .flatMap(({ mapping, payload }) =>
      payload.lines.map((line) => {
        const lineKeys = new Map([[mapping.mapping_id, line.key]])
        return {
          ...blank(`printed/${mapping.mapping_id}/${line.key}`, line.label, 'printed', 1 + line.depth, lineKeys),
          cells: cellsOf(columns, lineKeys, 'values'),
        }
      }),
    )
  const head = blank('printed', 'As printed: does not foot', 'folder', 0, new Map())
  return [{ ...head, cells: columns.map(() => null), children }]
}

const blank = (key: string, label: string, kind: Row['kind'], depth: number, lineKeys: Row['lineKeys']) => ({
  key,
  label,
  kind,
  depth,
  lineKeys,
  nodeKey: null,
  isFlagged: false,
  children: [],
})

function cellsOf(
  columns: readonly Column[],
  lineKeys: Row['lineKeys'],
  member: 'values' | 'filed_values',
): Row['cells'] {
  return columns.map(({ mapping, payload, index }) => {
    const key = lineKeys.get(mapping.mapping_id)
    const line = key === undefined ? undefined : lineIn(payload, key)
    if (!line) return null
    return { value: line[member]?.[index] ?? null, source: line.sources[index] ?? null, unitemized: null }
  })
}

/** Lines by caption, in print order; a caption that a statement prints twice is two rows. */
function groupedLines(keysByColumn: readonly (readonly string[])[], columns: readonly Column[]) {
  const groups = new Map<string, { label: string; lineKeys: Map<string, string> }>()
  columns.forEach(({ mapping, payload }, position) => {
    if (columns.findIndex((column) => column.mapping === mapping) !== position) return
    const times = new Map<string, number>()
    for (const key of keysByColumn[position] ?? []) {
      const label = lineIn(payload, key)?.label ?? key
      const time = (times.get(label) ?? 0) + 1
      times.set(label, time)
      const name = time === 1 ? label : `${label} (${time})`
      const group = groups.get(name) ?? { label: name, lineKeys: new Map<string, string>() }
      group.lineKeys.set(mapping.mapping_id, key)
      groups.set(name, group)
    }
  })
  return [...groups.values()]
}

function keysIn(column: Column | undefined, keys: readonly string[] | undefined): string[] {
  return column ? (keys ?? []).map((key) => `${column.mapping.mapping_id} ${key}`) : []
}

export const FILTERS = ['all', 'unmapped', 'flagged', 'unitemized'] as const
export type Filter = (typeof FILTERS)[number]

/** Only rows that the filter and the search ask for, with what stands above them. */
export function filterRows(rows: readonly Row[], filter: Filter, search: string): Row[] {
  const wanted = search.trim().toLowerCase()
  if (filter === 'all' && wanted === '') return [...rows]
  const fits = (row: Row): boolean => {
    if (wanted !== '' && !row.label.toLowerCase().includes(wanted)) return false
    if (filter === 'unmapped') return row.kind === 'unmapped'
    if (filter === 'flagged') return row.kind === 'line' && row.isFlagged
    return filter === 'all' || row.kind === 'unitemized'
  }
  const kept = (row: Row): Row[] => {
    const children = row.children.flatMap(kept)
    if (children.length > 0) return [{ ...row, children }]
    return fits(row) ? [{ ...row, children: wanted === '' ? children : row.children }] : []
  }
  return rows.flatMap(kept)
}

/** Accounts that no statement uses are part of the chart and not of this picture. */
export function withoutEmpty(rows: readonly Row[]): Row[] {
  return rows.flatMap((row) => {
    const children = withoutEmpty(row.children)
    const isUsed = children.length > 0 || row.cells.some((cell) => cell?.value !== null && cell !== null)
    return isUsed ? [{ ...row, children }] : []
  })
}

/** How many rows each filter would show. */
export function countsOf(rows: readonly Row[]): Readonly<Record<Filter, number>> {
  const counts = { all: 0, unmapped: 0, flagged: 0, unitemized: 0 }
  const visit = (row: Row): void => {
    counts.all += 1
    if (row.kind === 'unmapped') counts.unmapped += 1
    if (row.kind === 'line' && row.isFlagged) counts.flagged += 1
    if (row.kind === 'unitemized') counts.unitemized += 1
    row.children.forEach(visit)
  }
  rows.forEach(visit)
  return counts
}
