/** One document scored: counts that add up over documents, and every single miss for the report. */
import type { Box, Page } from '../server/src/engine/model/page.ts'
import type { DocumentClass } from '../server/src/engine/model/classification.ts'
import type { Figure, Proof, StatementReading } from '../server/src/engine/model/extraction.ts'
import { readAmountWord } from '../server/src/engine/layout/amount-word.ts'
import { formatCents, magnitude } from '../server/src/lib/money.ts'
import { alignLines, matchPeriods } from './align.ts'
import type { Truth } from './truth.ts'

export interface Miss {
  readonly what:
    'line missed' | 'line invented' | 'figure missed' | 'figure wrong' | 'figure invented' | 'box' | 'page' | 'period'
  readonly label: string
  readonly expected: string | null
  readonly actual: string | null
  readonly page: number
  readonly box: Box | null
}

export interface Score {
  readonly name: string
  readonly class: DocumentClass
  readonly classRight: boolean
  readonly entityRight: boolean | null
  readonly scaleRight: boolean
  readonly periodsTrue: number
  readonly periodsRight: number
  readonly linesTrue: number
  readonly linesRead: number
  readonly linesRight: number
  readonly figuresTrue: number
  readonly figuresRead: number
  readonly figuresExact: number
  readonly figuresOnPage: number
  readonly figuresInBox: number
  readonly headlinesTrue: number
  readonly headlinesRight: number
  readonly proofs: Readonly<Record<Proof['state'], number>>
  readonly leftovers: number
  /** All checks say proved. */
  readonly allProved: boolean
  /** … and yet a figure is wrong or missing, or the page itself does not add up. */
  readonly falseProof: boolean
  readonly misses: readonly Miss[]
}

export interface Reading {
  readonly classRight: boolean
  readonly entity: string | null
  readonly statement: StatementReading
  readonly proofs: readonly Proof[]
  readonly headline: Readonly<Record<string, readonly (string | null)[]>>
}

export function scoreDocument(truth: Truth, reading: Reading, pages: readonly Page[]): Score {
  const { statement, proofs } = reading
  const periods = matchPeriods(truth.periods, statement.periods)
  const pairs = alignLines(truth.lines, statement.lines, periods)
  const misses: Miss[] = []
  let [figuresTrue, exact, onPage, inBox] = [0, 0, 0, 0]
  for (const [index, line] of truth.lines.entries()) {
    const pair = pairs[index] ?? -1
    const read = statement.lines[pair]
    if (!read)
      misses.push({ what: 'line missed', label: line.label, expected: null, actual: null, page: line.page, box: null })
    for (const [position, expected] of line.values.entries()) {
      const figure = read?.figures[periods[position] ?? -1] ?? null
      if (expected === null) {
        if (figure) misses.push(miss('figure invented', line.label, null, figure, line.page))
        continue
      }
      figuresTrue += 1
      const alternative = truth.alternatives?.[index]?.[position] ?? null
      if (figure === null) {
        if (read) misses.push(miss('figure missed', line.label, expected, null, line.page))
        continue
      }
      if (!sameValue(figure, expected, alternative)) {
        misses.push(miss('figure wrong', line.label, expected, figure, line.page))
        continue
      }
      exact += 1
      if (figure.page === line.page) onPage += 1
      else misses.push(miss('page', line.label, expected, figure, line.page))
      if (isInBox(figure, line.boxes?.[position] ?? null, pages)) inBox += 1
      else misses.push(miss('box', line.label, expected, figure, line.page))
    }
  }
  const matched = new Set(pairs)
  for (const [index, line] of statement.lines.entries())
    if (!matched.has(index))
      misses.push({
        what: 'line invented',
        label: line.label,
        expected: null,
        actual: shown(line.figures),
        page: line.page,
        box: line.box,
      })
  const figuresRead = statement.lines.reduce(
    (sum, line) => sum + line.figures.filter((figure) => figure !== null).length,
    0,
  )
  const headlines = scoreHeadlines(truth, reading, periods)
  const allProved = proofs.length > 0 && proofs.every((proof) => proof.state === 'proved')
  const wrong = exact < figuresTrue || figuresRead > figuresTrue || truth.misprinted
  return {
    name: truth.name,
    class: truth.class,
    classRight: reading.classRight,
    entityRight: truth.entity === null ? null : sameEntity(truth.entity, reading.entity),
    scaleRight: truth.scale === statement.scale.factor || statement.periods[0]?.scale === truth.scale,
    periodsTrue: truth.periods.length,
    periodsRight: periods.filter((index) => index >= 0).length,
    linesTrue: truth.lines.length,
    linesRead: statement.lines.length,
    linesRight: pairs.filter((index) => index >= 0).length,
    figuresTrue,
    figuresRead,
    figuresExact: exact,
    figuresOnPage: onPage,
    figuresInBox: inBox,
    headlinesTrue: headlines.total,
    headlinesRight: headlines.right,
    proofs: countStates(proofs),
    leftovers: statement.leftovers.filter((one) => one.reason === 'unplaced').length,
    allProved,
    falseProof: allProved && wrong,
    misses,
  }
}

function sameValue(figure: Figure, expected: string, alternative: string | null): boolean {
  const value = formatCents(figure.value)
  if (value === expected || value === alternative) return true
  return alternative !== null && Math.abs(Number(value) - Number(alternative)) < 0.005
}

/** With a known box: overlap or cover. Without one: the words inside the box are the printed amount. */
export function isInBox(
  figure: Pick<Figure, 'value' | 'page' | 'box'>,
  truth: Box | null,
  pages: readonly Page[],
): boolean {
  if (truth) return intersectionOverUnion(figure.box, truth) >= 0.5 || covers(figure.box, truth)
  const page = pages.find((one) => one.number === figure.page)
  const inside = (page?.words ?? []).filter((word) => covers(figure.box, middleOf(word.box)))
  const number = readAmountWord(inside.map((word) => word.text).join(''))
  return number !== null && magnitude(number.cents) === magnitude(figure.value)
}

function middleOf(box: Box): Box {
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]
  return [x, y, x, y]
}

function covers(outer: Box, inner: Box): boolean {
  const slack = 1
  return (
    outer[0] <= inner[0] + slack &&
    outer[1] <= inner[1] + slack &&
    outer[2] >= inner[2] - slack &&
    outer[3] >= inner[3] - slack
  )
}

function intersectionOverUnion(a: Box, b: Box): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0])
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1])
  if (width <= 0 || height <= 0) return 0
  const area = (box: Box): number => (box[2] - box[0]) * (box[3] - box[1])
  return (width * height) / (area(a) + area(b) - width * height)
}

function miss(what: Miss['what'], label: string, expected: string | null, figure: Figure | null, page: number): Miss {
  return {
    what,
    label,
    expected,
    actual: figure ? formatCents(figure.value) : null,
    page: figure?.page ?? page,
    box: figure?.box ?? null,
  }
}

function shown(figures: readonly (Figure | null)[]): string {
  return figures.map((figure) => (figure ? formatCents(figure.value) : '·')).join(' ')
}

function scoreHeadlines(truth: Truth, reading: Reading, periods: readonly number[]): { total: number; right: number } {
  let [total, right] = [0, 0]
  for (const [name, values] of Object.entries(truth.headline))
    for (const [index, value] of values.entries()) {
      if (value === null || !(name in reading.headline)) continue
      total += 1
      if (reading.headline[name]?.[periods[index] ?? -1] === value) right += 1
    }
  return { total, right }
}

function sameEntity(truth: string, read: string | null): boolean {
  const fold = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return read !== null && (fold(read).includes(fold(truth)) || fold(truth).includes(fold(read)))
}

function countStates(proofs: readonly Proof[]): Record<Proof['state'], number> {
  const counts = { proved: 0, failed: 0, not_proved: 0 }
  for (const proof of proofs) counts[proof.state] += 1
  return counts
}
