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
  /** Whether revenue is already behind. */
  readonly afterRevenue: boolean
}

/** The zone of each detail, in order. */
export function splitUnheaded(stretch: Stretch, chart: Chart): NamedZone[] {
  const { details, closer, afterRevenue } = stretch
  const all = (zone: NamedZone) => details.map(() => zone)
  if (closer.by === 'subtotal' && closer.subtotal === 'total_revenue') return all('revenue')
  if (closer.by === 'subtotal' && closer.subtotal === 'gross_profit') {
    if (afterRevenue) return all('cogs')
    const revenue = revenueLines(stretch, chart)
    if (revenue !== null) return details.map((_, at) => (at < revenue ? 'revenue' : 'cogs'))
  }
  if (closer.by === 'subtotal') {
    const revenue = afterRevenue ? 0 : revenueLines(stretch, chart)
    if (revenue !== null) {
      const costs = byCaption(details.slice(revenue), 'after_revenue', chart)
      return [...details.slice(0, revenue).map(() => 'revenue' as const), ...costs]
    }
  }
  if (closer.by === 'run_total' && !afterRevenue && sumsAll(stretch) && !isCost(details[0]?.caption, chart))
    return all('revenue')
  if (closer.by === 'section_total' || closer.by === 'run_total') {
    const tail = tailStart(stretch)
    const zone = closer.by === 'section_total' ? costZone(closer) : null
    if (tail !== null && zone)
      return [
        ...byCaption(details.slice(0, tail), afterRevenue ? 'after_revenue' : 'start', chart),
        ...all(zone).slice(tail),
      ]
  }
  return byCaption(details, afterRevenue ? 'after_revenue' : 'start', chart)
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
    const fits = [minus(revenue, costs), plus(revenue, costs)].some((result) =>
      agrees(result, closing.line.values, rounding),
    )
    if (!fits) continue
    if (found !== null) return null
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

/** A return or discount counts against the revenue it stands in, however it is printed. */
function deducted({ line, caption }: PrintedLine, chart: Chart): Amounts {
  const hit = findWhole(chart.captions, 'revenue', caption) ?? findByPattern(chart.captions, 'revenue', caption)
  const contra = caption.marker === 'less' || (hit !== null && chart.accountById.get(hit.accountId)?.contra === true)
  return contra && balanceOfSigns([line.values]) > 0 ? signed(line.values, -1) : line.values
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

function isCost(caption: Caption | undefined, chart: Chart): boolean {
  if (!caption) return false
  const heading = headingKindOf(caption)
  if (heading === 'cogs' || heading === 'opex' || heading === 'mixed_costs') return true
  if (INCOME_WORDS.some((word) => caption.stems.has(word))) return false
  const cost = Math.min(distance(caption, 'cogs', chart), distance(caption, 'opex', chart))
  return cost < NO_HIT && cost <= distance(caption, 'revenue', chart)
}

function isCostOfGoods(caption: Caption, chart: Chart): boolean {
  return headingKindOf(caption) === 'cogs' || distance(caption, 'cogs', chart) < distance(caption, 'opex', chart)
}

/** Revenue until the first caption that names a cost, cost of goods while captions name it, then expenses. */
function byCaption(details: readonly PrintedLine[], from: 'start' | 'after_revenue', chart: Chart): NamedZone[] {
  let zone: NamedZone = from === 'start' ? 'revenue' : 'cogs'
  return details.map(({ caption }) => {
    if (zone === 'revenue' && isCost(caption, chart)) zone = 'cogs'
    if (zone === 'cogs' && !isCostOfGoods(caption, chart)) zone = 'opex'
    return zone
  })
}
