/**
 * The amount columns of a page. Amounts of one column end at the same place, so their right edges decide; columns
 * that are centred or ranged left are found by never standing beside each other in a row.
 */
import type { Atom } from './atoms.ts'

export interface GridRow {
  readonly page: number
  readonly top: number
  readonly bottom: number
  readonly atoms: readonly Atom[]
  /** Of a sheet, where every word is a cell of its own. */
  readonly sheet: boolean
}

export interface Column {
  readonly left: number
  /** Where most of its amounts end. */
  readonly right: number
  /** Rows that have an amount in it. */
  readonly support: number
}

/** Distances in letter heights. */
const EDGE_TOLERANCE = 0.75
/** An amount that starts this far behind the text before it stands in a column; nearer, it may be part of it. */
const COLUMN_GAP = 1.6
/** A text this near behind a number makes the number part of the text. */
const TEXT_FOLLOWS = 1.2
/** Of a column's amounts, at least this share stand clear of the text before them. */
const CLEAR_SHARE = 0.34
/** Columns that share a row less often than this are one column printed at two indents. */
const BESIDE_SHARE = 0.05
const YEAR = /^\(?(?:19|20)\d\d[),]?$/

/** An amount that could stand in a column, and whether a gap sets it apart from what is before it. */
interface Candidate {
  readonly row: number
  readonly atom: Atom
  readonly right: number
  readonly clear: boolean
}

export function findColumns(rows: readonly GridRow[]): Column[] {
  const clusters = clusterByRightEdge(rows.flatMap((row, index) => candidates(row, index)))
  const clear = clusters.filter((cluster) => cluster.filter((one) => one.clear).length >= CLEAR_SHARE * cluster.length)
  return mergeRagged(clear)
    .filter(holdsAmounts)
    .map(toColumn)
    .sort((a, b) => a.right - b.right)
}

function candidates(row: GridRow, index: number): Candidate[] {
  const found: Candidate[] = []
  for (const [position, atom] of row.atoms.entries()) {
    if (atom.number === null) continue
    const before = row.atoms[position - 1]
    const gap = before === undefined ? Infinity : atom.box[0] - before.box[2]
    // A currency sign that belongs to the amount stands where the column begins, not where the text ends.
    const first = atom.words[0]
    const signGap = before === undefined || first === undefined ? Infinity : first.box[0] - before.box[2]
    const clear = Math.max(gap, signGap) > COLUMN_GAP * atom.size || (before !== undefined && before.number !== null)
    if (isPartOfText(row.atoms, position)) continue
    found.push({ row: index, atom, right: digitsEnd(atom), clear: clear && (position > 0 || atom.number.marked) })
  }
  return found
}

/**
 * A number with a text close behind it is part of that text (`400 Sales`, `100,000 shares`), unless a wide gap and
 * the marks of money set it apart: then the text is the first caption of a second table.
 */
export function isPartOfText(atoms: readonly Atom[], position: number): boolean {
  const [before, atom, next] = [atoms[position - 1], atoms[position], atoms[position + 1]]
  if (atom === undefined || next?.number !== null) return false
  if (!/\p{L}/u.test(next.text) || next.box[0] - atom.box[2] >= TEXT_FOLLOWS * atom.size) return false
  const apart = before !== undefined && atom.box[0] - before.box[2] > COLUMN_GAP * atom.size
  return !(apart && atom.number?.marked === true)
}

/** Closing brackets and percent signs hang over the edge that the digits keep. */
export function digitsEnd(atom: Atom): number {
  const hanging = /[)\]%-]$/.test(atom.text) && !atom.number?.nil
  return hanging ? atom.box[2] - (atom.box[2] - atom.box[0]) / Math.max(atom.text.length, 1) : atom.box[2]
}

function clusterByRightEdge(all: readonly Candidate[]): Candidate[][] {
  const sorted = [...all].sort((a, b) => a.right - b.right)
  const clusters: Candidate[][] = []
  for (const candidate of sorted) {
    const cluster = clusters.at(-1)
    const last = cluster?.at(-1)
    if (cluster && last && candidate.right - last.right < EDGE_TOLERANCE * candidate.atom.size) cluster.push(candidate)
    else clusters.push([candidate])
  }
  return clusters
}

/** Joins clusters that lie over each other and never share a row: ranged left, centred, or a dash in mid-column. */
function mergeRagged(clusters: readonly Candidate[][]): Candidate[][] {
  const merged: Candidate[][] = [...clusters]
  for (let again = true; again;) {
    again = false
    for (let index = 0; index + 1 < merged.length; index += 1) {
      const [a, b] = [merged[index] ?? [], merged[index + 1] ?? []]
      if (!overlaps(a, b) || besideEachOther(a, b)) continue
      merged.splice(index, 2, [...a, ...b])
      again = true
    }
  }
  return merged
}

function overlaps(a: readonly Candidate[], b: readonly Candidate[]): boolean {
  const left = (list: readonly Candidate[]): number => Math.min(...list.map((one) => one.atom.box[0]))
  const right = (list: readonly Candidate[]): number => Math.max(...list.map((one) => one.atom.box[2]))
  const small = a.length < b.length ? a : b
  const large = small === a ? b : a
  const inside = small.filter((one) => one.atom.box[2] > left(large) && one.atom.box[0] < right(large))
  return inside.length >= 0.7 * small.length
}

function besideEachOther(a: readonly Candidate[], b: readonly Candidate[]): boolean {
  const rowsOfA = new Set(a.map((one) => one.row))
  const shared = b.filter((one) => rowsOfA.has(one.row)).length
  return shared > BESIDE_SHARE * Math.min(a.length, b.length)
}

/** Dashes, years and single digits inside captions line up by chance; amounts don't, and note numbers do so often. */
function holdsAmounts(cluster: readonly Candidate[]): boolean {
  const amounts = cluster.filter(
    ({ atom: { number, text } }) =>
      number !== null && !number.nil && (number.marked || number.digits > 2) && !YEAR.test(text),
  )
  return (
    amounts.length > 0 ||
    (cluster.length > 1 && cluster.some(({ atom }) => atom.number?.nil === false && !YEAR.test(atom.text)))
  )
}

function toColumn(cluster: readonly Candidate[]): Column {
  const rights = cluster.map((one) => one.atom.box[2]).sort((a, b) => a - b)
  return {
    left: Math.min(...cluster.map((one) => one.atom.box[0])),
    right: rights[Math.floor(rights.length / 2)] ?? 0,
    support: new Set(cluster.map((one) => one.row)).size,
  }
}
