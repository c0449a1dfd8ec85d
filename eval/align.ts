/** Which read line is which true line, and which read period which true one. */
import type { ReadLine, ReadPeriod } from '../server/src/engine/model/extraction.ts'
import { editDistance } from '../server/src/lib/edit-distance.ts'
import { formatCents } from '../server/src/lib/money.ts'
import type { TruthLine, TruthPeriod } from './truth.ts'

/** Captions less alike than this are different captions. */
const SAME_CAPTION = 0.75
/** What an exact figure is worth beside a caption when lines are paired. */
const FIGURE_WEIGHT = 0.4

export function foldCaption(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** 1 for equal captions, 0 for nothing in common: the edit distance as a share of the longer one. */
export function captionLikeness(a: string, b: string): number {
  const [x, y] = [foldCaption(a), foldCaption(b)]
  if (x === y) return 1
  const longer = Math.max(x.length, y.length)
  if (longer === 0) return 1
  if (Math.abs(x.length - y.length) / longer > 1 - SAME_CAPTION) return 0
  return 1 - editDistance(x, y) / longer
}

/** For every true line the index of the read line that is it, or -1. Order is kept: lines never cross. */
export function alignLines(
  truth: readonly TruthLine[],
  read: readonly ReadLine[],
  periods: readonly number[],
): number[] {
  const worth = truth.map((line) => read.map((other) => pairWorth(line, other, periods)))
  const best: number[][] = Array.from({ length: truth.length + 1 }, () => new Array<number>(read.length + 1).fill(0))
  const at = (i: number, j: number): number => best[i]?.[j] ?? 0
  for (let i = truth.length - 1; i >= 0; i -= 1)
    for (let j = read.length - 1; j >= 0; j -= 1) {
      const pair = worth[i]?.[j] ?? 0
      const row = best[i]
      if (row) row[j] = Math.max(at(i + 1, j), at(i, j + 1), pair > 0 ? pair + at(i + 1, j + 1) : 0)
    }
  const pairs = new Array<number>(truth.length).fill(-1)
  for (let i = 0, j = 0; i < truth.length && j < read.length;) {
    const pair = worth[i]?.[j] ?? 0
    if (pair > 0 && at(i, j) === pair + at(i + 1, j + 1)) {
      pairs[i] = j
      i += 1
      j += 1
    } else if (at(i, j) === at(i + 1, j)) i += 1
    else j += 1
  }
  return pairAcross(truth, read, worth, pairs)
}

/** Tables side by side have no one print order: what is left over on both sides and alike to the cent is a pair. */
function pairAcross(
  truth: readonly TruthLine[],
  read: readonly ReadLine[],
  worth: readonly number[][],
  pairs: number[],
): number[] {
  const taken = new Set(pairs)
  for (const [i, line] of truth.entries()) {
    const figures = line.values.filter((value) => value !== null).length
    if ((pairs[i] ?? -1) >= 0 || figures === 0) continue
    const j = read.findIndex((_, index) => !taken.has(index) && (worth[i]?.[index] ?? 0) >= 1 + FIGURE_WEIGHT * figures)
    if (j < 0) continue
    pairs[i] = j
    taken.add(j)
  }
  return pairs
}

function pairWorth(truth: TruthLine, read: ReadLine, periods: readonly number[]): number {
  const likeness = captionLikeness(truth.label, read.label)
  if (likeness < SAME_CAPTION) return 0
  let figures = 0
  for (const [index, value] of truth.values.entries()) {
    const figure = read.figures[periods[index] ?? -1] ?? null
    if (value !== null && figure !== null && formatCents(figure.value) === value) figures += 1
  }
  return likeness + FIGURE_WEIGHT * figures + (hasFigures(truth) === read.figures.some((f) => f !== null) ? 0.2 : 0)
}

function hasFigures(line: TruthLine): boolean {
  return line.values.some((value) => value !== null)
}

/** For every true period the index of the read period with the same end (and months, where both say), or -1. */
export function matchPeriods(truth: readonly TruthPeriod[], read: readonly ReadPeriod[]): number[] {
  const taken = new Set<number>()
  return truth.map((period) => {
    const found = read.findIndex((other, index) => !taken.has(index) && samePeriod(period, other))
    if (found >= 0) taken.add(found)
    return found
  })
}

function samePeriod(truth: TruthPeriod, read: ReadPeriod): boolean {
  if (truth.months !== null && read.monthsCovered !== null && truth.months !== read.monthsCovered) return false
  if (truth.period_end !== null) return truth.period_end === read.periodEnd
  const year = /\b(?:19|20)\d\d\b/.exec(truth.label)
  if (year) return read.fiscalYear === Number(year[0])
  return read.label !== null && foldCaption(read.label).includes(foldCaption(truth.label))
}
