/** Scores of many documents as one row of a table. */
import type { Score } from './score.ts'

export interface Summary {
  readonly documents: number
  readonly classRight: number
  readonly lineRecall: number
  readonly linePrecision: number
  readonly figureF1: number
  readonly onPage: number
  readonly inBox: number
  readonly headlines: number
  readonly periods: number
  readonly entities: number
  readonly proved: number
  readonly falseProofs: number
}

export function summarise(scores: readonly Score[]): Summary {
  const sum = (of: (score: Score) => number): number => scores.reduce((total, score) => total + of(score), 0)
  const [exact, truth, read] = [sum((s) => s.figuresExact), sum((s) => s.figuresTrue), sum((s) => s.figuresRead)]
  const named = scores.filter((score) => score.entityRight !== null)
  return {
    documents: scores.length,
    classRight: share(
      sum((s) => (s.classRight ? 1 : 0)),
      scores.length,
    ),
    lineRecall: share(
      sum((s) => s.linesRight),
      sum((s) => s.linesTrue),
    ),
    linePrecision: share(
      sum((s) => s.linesRight),
      sum((s) => s.linesRead),
    ),
    figureF1: share(2 * exact, truth + read),
    onPage: share(
      sum((s) => s.figuresOnPage),
      exact,
    ),
    inBox: share(
      sum((s) => s.figuresInBox),
      exact,
    ),
    headlines: share(
      sum((s) => s.headlinesRight),
      sum((s) => s.headlinesTrue),
    ),
    periods: share(
      sum((s) => s.periodsRight),
      sum((s) => s.periodsTrue),
    ),
    entities: share(named.filter((score) => score.entityRight === true).length, named.length),
    proved: scores.filter((score) => score.allProved).length,
    falseProofs: scores.filter((score) => score.falseProof).length,
  }
}

/** 0 of 0 is no success: a share of nothing is not a number. */
function share(part: number, whole: number): number {
  return whole === 0 ? NaN : part / whole
}

export function figureF1(score: Score): number {
  return score.figuresTrue + score.figuresRead === 0
    ? NaN
    : (2 * score.figuresExact) / (score.figuresTrue + score.figuresRead)
}

const HEADS = [
  '',
  'docs',
  'class',
  'line R',
  'line P',
  'fig F1',
  'page',
  'box',
  'headline',
  'period',
  'entity',
  'proved',
  'FALSE',
]

export function printTable(rows: readonly (readonly [string, Summary])[]): void {
  const cells = rows.map(([name, s]) => [
    name,
    String(s.documents),
    ...[
      s.classRight,
      s.lineRecall,
      s.linePrecision,
      s.figureF1,
      s.onPage,
      s.inBox,
      s.headlines,
      s.periods,
      s.entities,
    ].map((n) => (Number.isNaN(n) ? '–' : n.toFixed(4))),
    String(s.proved),
    String(s.falseProofs),
  ])
  const widths = HEADS.map((head, index) => Math.max(head.length, ...cells.map((row) => (row[index] ?? '').length)))
  for (const row of [HEADS, ...cells])
    console.log(
      row
        .map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
        .join('  '),
    )
}
