/**
 * The proof: which reading of the statement, if any, walks from its lines to its printed bottom line in every period.
 * Readings are tried from the most to the least literal, and there is no reading that invents a figure.
 */
import type { Cents } from '../../lib/money.ts'
import { centsOf, magnitude, ZERO } from '../../lib/money.ts'
import type { Place } from '../chart/places.ts'
import type { Amounts } from '../model/mapping.ts'
import type { Source } from '../model/statement.ts'
import { agrees, at, hasFigure, minus, plus, signed } from './amounts.ts'
import type { Rounding, Sign } from './amounts.ts'
import type { PrintedLine } from './printed-lines.ts'
import { AS_PRINTED, lineSumOf, sectionFigures, toleranceOf } from './section-figures.ts'
import type { Frame, Implied, ReadingChoice, SectionFigures } from './section-figures.ts'
import { natureOf } from './nature.ts'
import { signElsewhere } from './signs.ts'
import type { Item, Itemised } from './totals.ts'
import { contributionOf } from './totals.ts'

/** A result row of the statement, in the sign of the result. */
export interface ResultRow {
  readonly line: PrintedLine
  /** What the printed figures were multiplied with to give it. */
  readonly sign: Sign
  readonly values: Amounts
  readonly sources: readonly (Source | null)[]
}

export interface WalkInput {
  readonly itemised: Itemised
  readonly frame: Frame & { readonly scale: number; readonly rounding: Rounding }
  /** Null when the statement prints none. */
  readonly bottomRow: ResultRow | null
  readonly grossProfit: readonly ResultRow[]
  readonly operatingIncome: readonly ResultRow[]
  readonly pretaxIncome: readonly ResultRow[]
  /** Periods in which any line prints a figure; the others prove nothing and block nothing. */
  readonly stated: readonly boolean[]
}

export interface Walked {
  readonly foots: boolean
  readonly choice: ReadingChoice
  readonly figures: SectionFigures
  readonly lineSum: Amounts
  readonly residual: Amounts
  readonly tolerance: Amounts
}

export function walk(input: WalkInput): Walked {
  const literal = evaluate(input, AS_PRINTED)
  if (literal.foots || input.bottomRow === null) return literal
  return closeBySections(input) ?? closeBySigns(input) ?? closeBySpanningTotals(input) ?? literal
}

function evaluate(input: WalkInput, choice: ReadingChoice): Walked {
  const { frame, stated } = input
  const bottom = input.bottomRow?.values ?? null
  const figures = sectionFigures(input.itemised, choice, frame)
  const lineSum = lineSumOf(figures, frame.periods)
  const residual = lineSum.map((sum, period) => {
    const printed = bottom?.[period] ?? null
    return sum === null || printed === null ? null : centsOf(printed - sum)
  })
  const tolerance = lineSum.map((sum, period) => (sum === null ? null : toleranceOf(figures, period, frame.scale)))
  const foots =
    bottom !== null &&
    stated.includes(true) &&
    (choice === AS_PRINTED || !hasImpossibleCosts(figures)) &&
    stated.every((isStated, period) => !isStated || isWithin(at(residual, period), at(tolerance, period)))
  return { foots, choice, figures, lineSum, residual, tolerance }
}

function isWithin(residual: Cents | null, tolerance: Cents | null): boolean {
  return residual !== null && tolerance !== null && magnitude(residual) <= tolerance
}

/**
 * Negative costs beside positive sales mean that a reading which departs from the page has gone wrong, whatever its
 * sum says. The page itself may print them: a month that builds up inventory, or a refund larger than the expense.
 */
function hasImpossibleCosts(figures: SectionFigures): boolean {
  const overall = (place: Place) =>
    (figures.get(place)?.values ?? []).reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n)
  return overall('revenue') > 0n && (overall('cogs') < 0n || overall('opex') < 0n)
}

/** The lines where a printed total is wrong; the subtotals where a section prints no total. */
function* sectionChoices(input: WalkInput): Generator<ReadingChoice> {
  const hasBad = (place: Place) =>
    input.itemised.items.some((item) => item.place === place && contributionDiffers(item))
  const hasTotal = (place: Place) =>
    input.itemised.items.some((item) => item.place === place && item.closed?.isSectionTotal)
  const bad = (['revenue', 'cogs', 'opex'] as const).filter(hasBad)
  const open = (['cogs', 'opex'] as const).filter((place) => !hasTotal(place))
  for (const byLines of subsets(bad))
    for (const implying of subsets(open)) {
      const choice = { ...AS_PRINTED, byLines: new Set<Place>(byLines) }
      const implied = impliedFigures(input, choice, implying)
      if (implied) yield { ...choice, implied }
    }
}

function contributionDiffers(item: Item): boolean {
  const stated = contributionOf(item)
  return contributionOf(item, true).some((amount, period) => amount !== stated[period])
}

/** Every choice from a short list, the smaller ones first. */
function subsets<Value>(values: readonly Value[]): Value[][] {
  const all = values.reduce<Value[][]>((sets, value) => [...sets, ...sets.map((set) => [...set, value])], [[]])
  return all.sort((a, b) => a.length - b.length)
}

/** Cost of goods from gross profit and operating expenses from operating income; null when a row it needs is missing. */
function impliedFigures(
  input: WalkInput,
  choice: ReadingChoice,
  places: readonly ('cogs' | 'opex')[],
): Map<Place, Implied> | null {
  const implied = new Map<Place, Implied>()
  const figures = sectionFigures(input.itemised, choice, input.frame)
  const revenue = figures.get('revenue')
  if (!revenue) return null
  let upper = revenue.values
  let upperSources: readonly (Source | null)[] = revenue.sources
  for (const [place, rows] of [
    ['cogs', input.grossProfit],
    ['opex', input.operatingIncome],
  ] as const) {
    const own = figures.get(place)
    if (places.includes(place)) {
      const [row] = rows
      if (!row || !hasFigure(upper)) return null
      const values = upper.map((amount, period) => {
        const lower = row.values[period] ?? null
        return amount === null || lower === null ? null : centsOf(amount - lower)
      })
      const sources = [...upperSources, ...row.sources].filter((source) => source !== null)
      implied.set(place, { values, sources })
      upper = row.values
      upperSources = row.sources
    } else if (own) {
      upper = minus(upper, own.values)
      upperSources = [...upperSources, ...own.sources]
    }
  }
  return implied
}

function closeBySections(input: WalkInput): Walked | null {
  return best(
    [...sectionChoices(input)].map((choice) => evaluate(input, choice)),
    input,
  )
}

/** With more lines than this below operating income, two signs that happen to close the walk prove nothing. */
const MOST_LINES_FOR_TWO_SIGNS = 40

/** One line below operating income counted the other way, or two, when that closes every period. */
function closeBySigns(input: WalkInput): Walked | null {
  const turnable = input.itemised.items
    .filter((item) => !isAboveTheLine(item.place) && contributionOf(item).some(isAmount))
    .sort((a, b) => certainty(a) - certainty(b))
  const pairs = turnable.length <= MOST_LINES_FOR_TWO_SIGNS ? pairsOf(turnable) : []
  for (const candidates of [turnable.map((item) => [item]), strangersInBlocks(turnable), pairs]) {
    const found: Walked[] = []
    for (const choice of sectionChoices(input)) {
      const before = evaluate(input, choice)
      for (const turned of candidates)
        if (couldClose(before, turned)) found.push(evaluate(input, { ...choice, turned: new Set(turned) }))
    }
    const closed = best(found, input)
    if (closed) return closed
  }
  return null
}

/**
 * Per block, the lines whose captions contradict it: gains among costs, interest among income. On a page without
 * indentation they may stand behind the block and not in it, and then all of them do.
 */
function strangersInBlocks(items: readonly Item[]): Item[][] {
  const blocks = new Map<number, Item[]>()
  for (const item of items) {
    const { detail } = item
    if (!detail || detail.position.blockFrom === null || signElsewhere(detail) === detail.sign) continue
    blocks.set(detail.position.blockFrom, [...(blocks.get(detail.position.blockFrom) ?? []), item])
  }
  return [...blocks.values()].filter((list) => list.length > 1)
}

function isAmount(amount: Cents | null): boolean {
  return amount !== null && amount !== ZERO
}

function isAboveTheLine(place: Place | null): boolean {
  return place === 'revenue' || place === 'cogs' || place === 'opex'
}

/** How sure the first sign was: a caption that names what it is should be the last to be turned. */
function certainty(item: Item): number {
  const caption = item.detail?.line.caption ?? item.closed?.line.caption
  return caption && natureOf(caption) !== null ? 1 : 0
}

function pairsOf(items: readonly Item[]): Item[][] {
  return items.flatMap((first, at) => items.slice(at + 1).map((second) => [first, second]))
}

function couldClose(before: Walked, turned: readonly Item[]): boolean {
  let change: Amounts = before.residual.map((amount) => (amount === null ? null : ZERO))
  for (const item of turned) change = plus(change, signed(contributionOf(item), 1))
  return before.residual.every((residual, period) => {
    if (residual === null) return true
    const moved = centsOf(residual + 2n * (change[period] ?? 0n))
    return isWithin(moved, at(before.tolerance, period))
  })
}

/** Totals over several sections say what the lines leave out; asked last, because they cannot say where it belongs. */
function closeBySpanningTotals(input: WalkInput): Walked | null {
  const { spanning } = input.itemised
  const last = spanning.at(-1)
  if (!last) return null
  const choices: SpanningChoice[] = [[last], spanning]
  for (const chosen of choices) {
    const narrowed = { ...input, itemised: { ...input.itemised, spanning: chosen } }
    const walked = [...sectionChoices(narrowed)].map((choice) => evaluate(narrowed, { ...choice, spanning: true }))
    const closed = best(walked, input)
    if (closed) return closed
  }
  return null
}

type SpanningChoice = Itemised['spanning']

/** Of the readings that close, the one that contradicts the fewest printed subtotals; among equals the more literal. */
function best(readings: readonly Walked[], input: WalkInput): Walked | null {
  let found: { walked: Walked; contradictions: number } | null = null
  for (const walked of readings) {
    if (!walked.foots) continue
    const contradictions = contradictedSubtotals(walked.figures, input)
    if (!found || contradictions < found.contradictions) found = { walked, contradictions }
  }
  return found?.walked ?? null
}

function contradictedSubtotals(figures: SectionFigures, input: WalkInput): number {
  const of = (place: Place): Amounts => figures.get(place)?.values ?? []
  const grossProfit = minus(of('revenue'), of('cogs'))
  const operatingIncome = minus(grossProfit, of('opex'))
  const gains = plus(of('other_income'), of('dispositions'))
  const pretax = minus(plus(operatingIncome, gains), plus(of('other_expenses'), of('interest')))
  const checks: [Amounts, readonly ResultRow[]][] = [
    [grossProfit, input.grossProfit],
    [operatingIncome, input.operatingIncome],
    [pretax, input.pretaxIncome],
  ]
  const slack = { ...input.frame.rounding, addends: 4 }
  return checks.flatMap(([computed, rows]) => rows.filter((row) => !agrees(computed, row.values, slack))).length
}
