/** A table scored cell by cell, in the shape in which statements are scored. */
import type { Page } from '../../server/src/engine/model/page.ts'
import { parseCents } from '../../server/src/lib/money.ts'
import { captionLikeness, foldCaption } from '../align.ts'
import type { Miss, Score } from '../score.ts'
import { isInBox } from '../score.ts'
import type { ReadCell, TableRead, TableTruth, TruthRow } from './truth.ts'

const SAME_LABEL = 0.75
const CELL_WEIGHT = 0.4

export function scoreTable(truth: TableTruth, read: TableRead, classRight: boolean, pages: readonly Page[]): Score {
  const columns = matchColumns(truth.columns, read.columns)
  const pairs = truth.keyed ? pairByKey(truth.rows, read.rows) : pairInOrder(truth.rows, read.rows, columns)
  const misses: Miss[] = []
  let [cellsTrue, exact, onPage, inBox] = [0, 0, 0, 0]
  const counted = new Set<ReadCell>()
  for (const [index, row] of truth.rows.entries()) {
    const other = read.rows[pairs[index] ?? -1]
    for (const [position, expected] of row.values.entries()) {
      const cell = other?.cells[columns[position] ?? -1] ?? null
      if (cell !== null) counted.add(cell)
      if (expected === null) {
        if (cell !== null) misses.push(miss('figure invented', row, truth.columns[position], null, cell))
        continue
      }
      cellsTrue += 1
      if (cell === null)
        misses.push(miss(other ? 'figure missed' : 'line missed', row, truth.columns[position], expected, null))
      else if (!sameValue(cell.value, expected))
        misses.push(miss('figure wrong', row, truth.columns[position], expected, cell))
      else {
        exact += 1
        const onTruePage = row.page === undefined || row.page === cell.page
        if (onTruePage) onPage += 1
        if (isBoxRight(cell, row, position, pages)) inBox += 1
        else misses.push(miss('box', row, truth.columns[position], expected, cell))
      }
    }
  }
  const invented = read.rows.flatMap((row) =>
    row.cells.filter((cell) => cell !== null && !counted.has(cell) && inTrueColumn(row.cells, cell, columns)),
  )
  const cellsRead = counted.size + invented.length
  for (const cell of invented)
    if (cell)
      misses.push({
        what: 'line invented',
        label: labelOf(read, cell),
        expected: null,
        actual: cell.value,
        page: cell.page,
        box: cell.box,
      })
  const facts = Object.entries(truth.facts).filter(([, value]) => value !== null)
  const factsRight = facts.filter(([name, value]) => read.facts[name] === value)
  for (const [name, value] of facts)
    if (read.facts[name] !== value)
      misses.push({
        what: 'period',
        label: name,
        expected: value,
        actual: read.facts[name] ?? null,
        page: 1,
        box: null,
      })
  const allProved = read.proofs.length > 0 && read.proofs.every((proof) => proof.state === 'proved')
  const counts = { proved: 0, failed: 0, not_proved: 0 }
  for (const proof of read.proofs) counts[proof.state] += 1
  return {
    name: truth.name,
    class: truth.class,
    classRight,
    entityRight: null,
    scaleRight: true,
    periodsTrue: truth.columns.length,
    periodsRight: columns.filter((column) => column >= 0).length,
    linesTrue: truth.rows.length,
    linesRead: read.rows.length,
    linesRight: pairs.filter((pair) => pair >= 0).length,
    figuresTrue: cellsTrue,
    figuresRead: cellsRead,
    figuresExact: exact,
    figuresOnPage: onPage,
    figuresInBox: inBox,
    headlinesTrue: facts.length,
    headlinesRight: factsRight.length,
    proofs: counts,
    leftovers: read.leftovers,
    allProved,
    falseProof: allProved && (exact < cellsTrue || cellsRead > cellsTrue || truth.misprinted),
    misses,
  }
}

/** Columns that the truth does not speak of are not judged. */
function inTrueColumn(cells: readonly (ReadCell | null)[], cell: ReadCell, columns: readonly number[]): boolean {
  return columns.includes(cells.indexOf(cell))
}

function labelOf(read: TableRead, cell: ReadCell): string {
  return read.rows.find((row) => row.cells.includes(cell))?.label ?? ''
}

function isBoxRight(cell: ReadCell, row: TruthRow, position: number, pages: readonly Page[]): boolean {
  const box = row.boxes?.[position] ?? null
  const value = parseCents(cell.value)
  return value === null || isInBox({ ...cell, value }, box, pages)
}

function sameValue(read: string, truth: string): boolean {
  return read === truth || (parseCents(truth) === null && foldCaption(read) === foldCaption(truth))
}

function matchColumns(truth: readonly string[], read: readonly string[]): number[] {
  const taken = new Set<number>()
  return truth.map((head) => {
    const scores = read.map((other, index) =>
      taken.has(index) ? -1 : foldCaption(other) === foldCaption(head) ? 2 : captionLikeness(head, other),
    )
    const best = scores.reduce((at, score, index) => (score > (scores[at] ?? -1) ? index : at), 0)
    if ((scores[best] ?? 0) < SAME_LABEL) return -1
    taken.add(best)
    return best
  })
}

function pairByKey(truth: readonly TruthRow[], read: TableRead['rows']): number[] {
  const places = new Map(read.map((row, index) => [row.label, index]))
  return truth.map((row) => places.get(row.label) ?? -1)
}

/** Rows keep their order; alike in caption or in cells. */
function pairInOrder(truth: readonly TruthRow[], read: TableRead['rows'], columns: readonly number[]): number[] {
  const worth = truth.map((row) => read.map((other) => pairWorth(row, other, columns)))
  const best: number[][] = Array.from({ length: truth.length + 1 }, () => new Array<number>(read.length + 1).fill(0))
  const at = (i: number, j: number): number => best[i]?.[j] ?? 0
  for (let i = truth.length - 1; i >= 0; i -= 1)
    for (let j = read.length - 1; j >= 0; j -= 1) {
      const row = best[i]
      const pair = worth[i]?.[j] ?? 0
      if (row) row[j] = Math.max(at(i + 1, j), at(i, j + 1), pair > 0 ? pair + at(i + 1, j + 1) : 0)
    }
  const pairs = new Array<number>(truth.length).fill(-1)
  for (let i = 0, j = 0; i < truth.length && j < read.length;) {
    const pair = worth[i]?.[j] ?? 0
    if (pair > 0 && at(i, j) === pair + at(i + 1, j + 1)) pairs[i++] = j++
    else if (at(i, j) === at(i + 1, j)) i += 1
    else j += 1
  }
  return pairs
}

function pairWorth(truth: TruthRow, read: TableRead['rows'][number], columns: readonly number[]): number {
  const likeness = captionLikeness(truth.label, read.label)
  if (likeness < SAME_LABEL) return 0
  const same = truth.values.filter((value, index) => {
    const cell = read.cells[columns[index] ?? -1]
    return value !== null && cell && sameValue(cell.value, value)
  })
  return likeness + CELL_WEIGHT * same.length
}

function miss(
  what: Miss['what'],
  row: TruthRow,
  column: string | undefined,
  expected: string | null,
  cell: ReadCell | null,
): Miss {
  return {
    what,
    label: column === undefined || column === '' ? row.label : `${row.label} · ${column}`,
    expected,
    actual: cell?.value ?? null,
    page: cell?.page ?? row.page ?? 1,
    box: cell?.box ?? null,
  }
}
