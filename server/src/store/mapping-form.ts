/**
 * How a mapping's payload is kept. Most rows of its tree are accounts that hold nothing on this statement and are the
 * same for all mappings of one chart: they are kept once, as an outline, and a mapping keeps the rows that hold
 * something. What comes out is what went in, member for member, since snapshots are sealed with a hash of it.
 */

/** What a row says of the statement, one entry a period. */
const BY_PERIOD = ['values', 'unitemized', 'sources'] as const
/** What a row says of the statement, as keys of lines. */
const BY_LINE = ['member_keys', 'direct_member_keys', 'flagged_keys'] as const

type Figures = { [name in (typeof BY_PERIOD)[number] | (typeof BY_LINE)[number]]: readonly unknown[] }

/** A row of the tree. What else it has, it has by the chart. */
export type TreeRow = Figures & {
  readonly key: string
  readonly children: readonly TreeRow[]
}

/** The tree of a chart without a statement: no periods, no figures. */
export interface Outline {
  readonly id: string
  readonly rows: readonly TreeRow[]
}

/** What of a payload the form of keeping it needs to know. */
export interface MappingPayload {
  readonly periods: readonly unknown[]
  readonly tree: readonly TreeRow[] | null
}

/** Of every row that holds something, by its key, the members that do. */
type HeldRows = Readonly<Record<string, Partial<Figures>>>

export interface KeptPayload extends Omit<MappingPayload, 'tree'> {
  readonly tree: HeldRows
}

/** Null where the payload has no tree, or not that of the outline: then it is kept whole. */
export function payloadToKept(payload: MappingPayload, outline: Outline): KeptPayload | null {
  if (payload.tree === null) return null
  const held = new Map<string, Partial<Figures>>()
  if (!collectHeld(payload.tree, outline.rows, { held, periods: payload.periods.length })) return null
  return { ...payload, tree: Object.fromEntries(held) }
}

export function keptToPayload(kept: KeptPayload, rows: readonly TreeRow[]): MappingPayload {
  const held = new Map(Object.entries(kept.tree))
  const none = kept.periods.map(() => null)
  return { ...kept, tree: filledRows(rows, held, none) }
}

/** False where the two are not the same rows. */
function collectHeld(
  rows: readonly TreeRow[],
  outline: readonly TreeRow[],
  into: { readonly held: Map<string, Partial<Figures>>; readonly periods: number },
): boolean {
  if (rows.length !== outline.length) return false
  return rows.every((row, at) => {
    const plain = outline[at]
    if (!plain || !isSameRow(row, plain) || into.held.has(row.key)) return false
    const figures = heldBy(row, into.periods)
    if (figures) into.held.set(row.key, figures)
    return collectHeld(row.children, plain.children, into)
  })
}

const ABOUT_STATEMENT: ReadonlySet<string> = new Set([...BY_PERIOD, ...BY_LINE, 'children'])

/** Whether all that the row has by the chart is in the outline. */
function isSameRow(row: Readonly<Record<string, unknown>>, plain: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(row)
  return (
    names.length === Object.keys(plain).length &&
    names.every((name) => ABOUT_STATEMENT.has(name) || isSame(row[name], plain[name]))
  )
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (Array.isArray(one) && Array.isArray(other) && one.length === 0 && other.length === 0)
}

/** What of the row is not blank; null where all of it is. */
function heldBy(row: TreeRow, periods: number): Partial<Figures> | null {
  let figures: Partial<Figures> | null = null
  for (const name of BY_PERIOD)
    if (row[name].length !== periods || row[name].some((entry) => entry !== null)) (figures ??= {})[name] = row[name]
  for (const name of BY_LINE) if (row[name].length > 0) (figures ??= {})[name] = row[name]
  return figures
}

function filledRows(
  rows: readonly TreeRow[],
  held: ReadonlyMap<string, Partial<Figures>>,
  none: readonly null[],
): TreeRow[] {
  return rows.map((row) => ({
    ...row,
    values: none,
    unitemized: none,
    sources: none,
    ...held.get(row.key),
    children: filledRows(row.children, held, none),
  }))
}
