/**
 * A stretch of lines that no heading names: where does revenue end, where do costs? Arithmetic answers first, when
 * one split and only one makes the closing row true; captions answer what is left.
 */
import type { Caption } from '../chart/caption.ts'
import { findByPattern, findWhole } from '../chart/caption-index.ts'
import type { Chart } from '../chart/chart.ts'
import type { Place } from '../chart/places.ts'
import { headingKindOf } from '../chart/structure-captions.ts'
import type { Amounts } from '../model/mapping.ts'
import { agrees, balanceOfSigns, minus, noAmounts, plus, roundingOf, signed } from './amounts.ts'
import type { Rounding } from './amounts.ts'
import type { Closer } from './closers.ts'
import type { PrintedLine } from './printed-lines.ts'

export type NamedZone = 'revenue' | 'cogs' | 'opex' | 'mixed_costs'

export interface Stretch {
  readonly details: readonly PrintedLine[]
  readonly closer: Closer
  /** The closing row itself; undefined when the statement just ends. */
  readonly closing: PrintedLine | undefined
  /** The closing row behind that one. */
  readonly next: PrintedLine | undefined
  /** Whether revenue is already behind. */
  readonly afterRevenue: boolean
}

/** The zone of each detail, in order. */
export function splitUnheaded(stretch: Stretch, chart: Chart): NamedZone[] {
  const { details, closer, afterRevenue } = stretch
  const isRevenue = closer.by === 'run_total' && !afterRevenue && sumsAll(stretch)
  if (isRevenue && !isCost(details[0]?.caption, chart, true)) return details.map(() => 'revenue')
  return splitByArithmetic(stretch, chart) ?? byCaption(details, afterRevenue ? 'after_revenue' : 'start', chart)
}

/** The same as far as the closing row decides it; null when it does not. */
export function splitByArithmetic(stretch: Stretch, chart: Chart): NamedZone[] | null {
  const { details, closer, afterRevenue } = stretch
  const all = (zone: NamedZone) => details.map(() => zone)
  if (closer.by === 'section_total') {
    if (closer.heading === 'revenue') return all('revenue')
    const tail = tailStart(stretch)
    const zone = costZone(closer)
    return tail !== null && zone ? [...beforeTail(stretch, tail, chart), ...all(zone).slice(tail)] : null
  }
  if (closer.by !== 'subtotal') return null
  if (closer.subtotal === 'total_revenue') return all('revenue')
  if (closer.subtotal === 'gross_profit' && afterRevenue) return all('cogs')
  const revenue = afterRevenue ? null : revenueLines(stretch, chart)
  if (revenue === null) return null
  const costs = details.slice(revenue)
  return [
    ...all('revenue').slice(0, revenue),
    ...(closer.subtotal === 'gross_profit'
      ? costs.map(() => 'cogs' as const)
      : byCaption(costs, 'after_revenue', chart)),
  ]
}

/** The lines above those that the closing total sums: all revenue, when the next result follows from that. */
function beforeTail(stretch: Stretch, tail: number, chart: Chart): NamedZone[] {
  const { details, closing, next, afterRevenue } = stretch
  const before = details.slice(0, tail)
  if (afterRevenue || !closing || next?.kind.is !== 'subtotal')
    return byCaption(before, afterRevenue ? 'after_revenue' : 'start', chart)
  const revenue = before.reduce((sum, line) => plus(sum, deducted(line, chart)), noAmounts(next.line.values.length))
  const rounding = roundingOfStretch(details, closing)
  const follows = [minus(revenue, closing.line.values), plus(revenue, closing.line.values)].some((result) =>
    agrees(result, next.line.values, rounding),
  )
  return follows ? before.map(() => 'revenue') : byCaption(before, 'start', chart)
}

function costZone(closer: Closer & { by: 'section_total' }): NamedZone | null {
  const { heading } = closer
  return heading === 'cogs' || heading === 'opex' || heading === 'mixed_costs' ? heading : null
}

/** How many leading lines are revenue, when exactly one number makes the closing subtotal true. */
function revenueLines({ details, closing }: Stretch, chart: Chart): number | null {
  if (!closing) return null
  const rounding = roundingOfStretch(details, closing)
  const rest = suffixSums(details)
  let revenue = noAmounts(closing.line.values.length)
  let found: number | null = null
  for (let count = 1; count <= details.length; count += 1) {
    const line = details[count - 1]
    if (!line) break
    revenue = plus(revenue, deducted(line, chart))
    const costs = rest[count] ?? []
    const asPrinted = agrees(minus(revenue, costs), closing.line.values, rounding)
    const costsNegative = balanceOfSigns([revenue]) * balanceOfSigns([costs]) < 0
    const fits = asPrinted || (costsNegative && agrees(plus(revenue, costs), closing.line.values, rounding))
    if (!fits) continue
    // A deduction may be read as the last of the revenue or the first of the costs: the sum is the same.
    if (found !== null && !details.slice(found, count).every((detail) => isDeduction(detail, chart))) return null
    found = count
  }
  return found
}

/** Where the lines begin that alone add up to the closing total, when only one place does. */
function tailStart({ details, closing }: Stretch): number | null {
  if (!closing) return null
  const rounding = roundingOfStretch(details, closing)
  const starts = suffixSums(details)
    .slice(0, -1)
    .flatMap((sum, at) =>
      agrees(sum, closing.line.values, rounding) || agrees(signed(sum, -1), closing.line.values, rounding) ? [at] : [],
    )
  return starts.length === 1 ? (starts[0] ?? null) : null
}

function sumsAll({ details, closing }: Stretch): boolean {
  if (!closing) return false
  const [all] = suffixSums(details)
  return all !== undefined && agrees(all, closing.line.values, roundingOfStretch(details, closing))
}

/** At i, the sum of line i and all after it; one more entry than lines, the last empty. */
function suffixSums(details: readonly PrintedLine[]): Amounts[] {
  const sums: Amounts[] = [noAmounts(details[0]?.line.values.length ?? 0)]
  for (const { line } of details.toReversed()) sums.push(plus(sums.at(-1) ?? [], line.values))
  return sums.reverse()
}

function roundingOfStretch(details: readonly PrintedLine[], closing: PrintedLine): Rounding & { addends: number } {
  const values = [...details, closing].map(({ line }) => line.values)
  return { ...roundingOf(values, 1), addends: details.length }
}

function isDeduction({ caption }: PrintedLine, chart: Chart): boolean {
  const hit = findWhole(chart.captions, 'revenue', caption) ?? findByPattern(chart.captions, 'revenue', caption)
  return caption.marker === 'less' || (hit !== null && chart.accountById.get(hit.accountId)?.contra === true)
}

/** A return or discount counts against the revenue it stands in, however it is printed. */
function deducted(detail: PrintedLine, chart: Chart): Amounts {
  const { values } = detail.line
  return isDeduction(detail, chart) && balanceOfSigns([values]) > 0 ? signed(values, -1) : values
}

/** Cost of goods printed among expenses has an account of its own there, which says nothing about where it belongs. */
const COST_OF_GOODS_IN_OPEX = 'opex.cost_of_goods'
const INCOME_WORDS = ['income', 'revenue', 'sale', 'receipt', 'turnover']
const NO_HIT = 100

/** How well a caption names an account of the section: lower is better. */
function distance(caption: Caption, place: Place, chart: Chart): number {
  const hit = findWhole(chart.captions, place, caption) ?? findByPattern(chart.captions, place, caption)
  if (!hit || hit.accountId === COST_OF_GOODS_IN_OPEX) return NO_HIT
  return hit.rank === 3 ? 10 - hit.words : hit.rank
}

function isCost(caption: Caption | undefined, chart: Chart, isFirst = false): boolean {
  if (!caption) return false
  const heading = headingKindOf(caption)
  if (heading === 'cogs' || heading === 'opex' || heading === 'mixed_costs') return true
  if (INCOME_WORDS.some((word) => caption.stems.has(word))) return false
  const cost = Math.min(distance(caption, 'cogs', chart), distance(caption, 'opex', chart))
  const revenue = distance(caption, 'revenue', chart)
  // A statement begins with what was earned: in doubt its first line is that.
  return cost < NO_HIT && (isFirst ? cost < revenue : cost <= revenue)
}

function isCostOfGoods(caption: Caption, chart: Chart): boolean {
  return headingKindOf(caption) === 'cogs' || distance(caption, 'cogs', chart) < distance(caption, 'opex', chart)
}

/** Revenue until the first caption that names a cost, cost of goods while captions name it, then expenses. */
function byCaption(details: readonly PrintedLine[], from: 'start' | 'after_revenue', chart: Chart): NamedZone[] {
  let zone: NamedZone = from === 'start' ? 'revenue' : 'cogs'
  return details.map(({ caption }, at) => {
    if (zone === 'revenue' && isCost(caption, chart, at === 0)) zone = 'cogs'
    if (zone === 'cogs' && !isCostOfGoods(caption, chart)) zone = 'opex'
    return zone
  })
}
