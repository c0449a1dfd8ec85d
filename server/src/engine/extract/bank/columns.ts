/** Which column an amount stands in. Amounts that end at one place are one column; the head nearest to them names it. */
import type { Cell } from './amount.ts'
import type { ColumnRole } from './captions.ts'
import type { HeadColumn } from './table-head.ts'
import { isNumericRole } from './table-head.ts'

/** Amounts whose right edges lie nearer than this, in letter heights, end at one place. */
const EDGE_TOLERANCE = 0.75
/** A head further away than this, in points, is not theirs. */
const HEAD_REACH_POINTS = 46
/** Columns that share this part of their rows stand beside each other. */
const BESIDE_SHARE = 0.3

export interface Cluster {
  readonly left: number
  readonly right: number
  /** By row, the cell of it. */
  readonly rows: ReadonlyMap<number, Cell>
  readonly cells: readonly Cell[]
}

/** `rows`: the amounts of each row that may stand in a column. */
export function clusterAmounts(rows: readonly (readonly Cell[])[]): Cluster[] {
  const all = rows.flatMap((cells, row) => cells.map((cell) => ({ cell, row })))
  all.sort((a, b) => edgeOf(a.cell) - edgeOf(b.cell))
  const groups: (typeof all)[] = []
  for (const one of all) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group && last && edgeOf(one.cell) - edgeOf(last.cell) < EDGE_TOLERANCE * one.cell.size) group.push(one)
    else groups.push([one])
  }
  return groups.map((group) => ({
    left: median(group.map(({ cell }) => cell.box[0])),
    right: median(group.map(({ cell }) => edgeOf(cell))),
    rows: new Map(group.map(({ cell, row }) => [row, cell])),
    cells: group.map(({ cell }) => cell),
  }))
}

/** Closing brackets and a minus behind the digits hang over the edge that the digits keep. */
function edgeOf(cell: Cell): number {
  const hanging = /[)\]-]$/.test(cell.text)
  return hanging ? cell.box[2] - (cell.box[2] - cell.box[0]) / Math.max(cell.text.length, 1) : cell.box[2]
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** The role of every amount's column; amounts that no head claims are missing from it. */
export function rolesByHead(clusters: readonly Cluster[], heads: readonly HeadColumn[]): Map<Cell, ColumnRole> {
  const columns = heads.filter((head) => isNumericRole(head.role))
  const taken: { cluster: Cluster; column: HeadColumn }[] = []
  const roles = new Map<Cell, ColumnRole>()
  const bySupport = [...clusters].sort((a, b) => b.rows.size - a.rows.size)
  for (const cluster of bySupport) {
    const near = columns
      .map((column) => ({ column, distance: distanceTo(column, cluster) }))
      .filter(({ distance }) => distance < HEAD_REACH_POINTS)
      .sort((a, b) => a.distance - b.distance)
    const free = near.find(
      ({ column }) => !taken.some((one) => one.column === column && besideEachOther(one.cluster, cluster)),
    )
    if (free === undefined) continue
    taken.push({ cluster, column: free.column })
    for (const cell of cluster.cells) roles.set(cell, free.column.role)
  }
  return roles
}

/** Columns are ranged right, left or centred under their heads: the best of the three counts. */
function distanceTo({ box: [left, , right] }: HeadColumn, cluster: Cluster): number {
  const centre = (cluster.left + cluster.right) / 2
  return Math.min(Math.abs(left - cluster.left), Math.abs(right - cluster.right), Math.abs((left + right) / 2 - centre))
}

function besideEachOther(a: Cluster, b: Cluster): boolean {
  let shared = 0
  for (const row of a.rows.keys()) if (b.rows.has(row)) shared += 1
  return shared > BESIDE_SHARE * Math.min(a.rows.size, b.rows.size)
}
