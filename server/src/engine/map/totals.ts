/**
 * What the printed totals sum. Details open items; a total closes items into one that states the total's figure. What
 * is open at the end is what the statement says about each section, in as few figures as it prints.
 */
import type { Place } from '../chart/places.ts'
import { PLACES } from '../chart/places.ts'
import type { HeadingKind } from '../chart/structure-captions.ts'
import type { Amounts } from '../model/mapping.ts'
import { agrees, balanceOfSigns, noAmounts, plus, preferring, signed, total } from './amounts.ts'
import type { Rounding, Sign } from './amounts.ts'
import type { PrintedLine } from './printed-lines.ts'
import type { Reading } from './sections.ts'
import { natureOf } from './nature.ts'
import { opposite } from './signs.ts'
import type { Detail, Presentation } from './signs.ts'

/** One figure the statement states: a line, or a printed total with the items it closed. */
export interface Item {
  readonly place: Place | null
  readonly index: number
  /** A line's own; null on a closed item. */
  readonly detail: Detail | null
  readonly closed: ClosedItems | null
}

export interface ClosedItems {
  readonly parts: readonly Item[]
  /** The printed total that closed them. */
  readonly line: PrintedLine
  /** The total's sign toward net income. */
  readonly sign: Sign
  /** Named after its whole section, or covering all of it. */
  readonly isSectionTotal: boolean
  /** A named total that does not equal its parts. */
  readonly bad: boolean
  /** Contribution to net income as the total states it, its parts' where it prints nothing. */
  readonly stated: Amounts
  /** The same with every bad total inside ignored. */
  readonly itemised: Amounts
}

/** A total over several sections: it states no section's figure, but can say what the lines leave out. */
export interface SpanningTotal {
  readonly line: PrintedLine
  readonly sign: Sign
  readonly parts: readonly Item[]
}

export interface Itemised {
  readonly items: readonly Item[]
  readonly spanning: readonly SpanningTotal[]
}

/** Contribution to net income. */
export function contributionOf({ detail, closed }: Item, ignoringBadTotals = false): Amounts {
  if (detail) return signed(detail.line.line.values, detail.sign)
  return (ignoringBadTotals ? closed?.itemised : closed?.stated) ?? []
}

export function detailsOf(item: Item): Detail[] {
  const found: Detail[] = []
  const open = [item]
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.detail) found.push(next.detail)
    else open.push(...(next.closed?.parts ?? []))
  }
  return found
}

type Lane = 'revenue' | 'cogs' | 'opex' | 'mixed_costs' | 'below'

export function itemise(
  reading: Reading,
  details: readonly Detail[],
  how: Presentation & { rounding: Rounding },
): Itemised {
  return new Itemiser(reading, details, how).run()
}

class Itemiser {
  readonly #reading: Reading
  readonly #details: ReadonlyMap<number, Detail>
  readonly #how: Presentation & { rounding: Rounding }
  readonly #lanes: Record<Lane, Item[]> = { revenue: [], cogs: [], opex: [], mixed_costs: [], below: [] }
  readonly #spanning: SpanningTotal[] = []
  /** Totals printed above their lines, waiting for the end of them. */
  #leading: PrintedLine[] = []

  constructor(reading: Reading, details: readonly Detail[], how: Presentation & { rounding: Rounding }) {
    this.#reading = reading
    this.#details = new Map(details.map((detail) => [detail.line.index, detail]))
    this.#how = how
  }

  run(): Itemised {
    const { lines, bottom } = this.#reading
    for (const line of bottom ? lines.slice(0, bottom.index) : lines) {
      this.#closeLeading(line.line.depth)
      this.#step(line)
    }
    this.#closeLeading(-1)
    return { items: Object.values(this.#lanes).flat(), spanning: this.#spanning }
  }

  #step(line: PrintedLine): void {
    const detail = this.#details.get(line.index)
    if (detail) {
      this.#lanes[laneOf(detail)].push(itemOf(detail))
      return
    }
    if (line.kind.is === 'leading_total') this.#leading.push(line)
    const closes = this.#reading.closes.get(line.index)
    switch (closes?.what) {
      case 'group':
        this.#closeGroup(line, closes.from)
        break
      case 'section':
        this.#closeSection(line, closes.heading, closes.from)
        break
      case 'run':
        this.#closeRun(line)
        break
      case 'below':
        this.#spanning.push({ line, sign: signByName(line), parts: [...this.#lanes.below] })
        break
      case 'nothing':
      case undefined:
        break
    }
  }

  #closeLeading(depth: number): void {
    let innermost = this.#leading.at(-1)
    while (innermost && innermost.line.depth >= depth) {
      this.#leading.pop()
      this.#closeGroup(innermost, innermost.index)
      innermost = this.#leading.at(-1)
    }
  }

  #closeGroup(line: PrintedLine, from: number): void {
    for (const [lane, items] of Object.entries(this.#lanes) as [Lane, Item[]][]) {
      const at = firstFrom(items, from)
      if (at === items.length) continue
      const opens = line.kind.is === 'leading_total' ? line.kind.opens : null
      this.#closeFrom(line, { lane, at, isSectionTotal: opens === lane && at === 0 })
      return
    }
  }

  #closeFrom(line: PrintedLine, of: { lane: Lane; at: number; isSectionTotal: boolean }): void {
    const items = this.#lanes[of.lane]
    const parts = items.slice(of.at)
    const place = placeOf(parts)
    if (place !== undefined) items.splice(of.at, parts.length, this.#close(line, { ...of, parts, place }))
    else if (of.lane === 'below') this.#spanning.push({ line, sign: signByName(line), parts })
  }

  #closeSection(line: PrintedLine, heading: HeadingKind, from: number | null): void {
    if (heading === 'revenue' || heading === 'cogs' || heading === 'opex') this.#closeAbove(line, heading, from)
    else if (heading !== 'mixed_costs') this.#closeBelow(line, PLACES.find((place) => place === heading) ?? null, from)
  }

  /** A section above the line: its total covers what is open since its heading, or all of it. */
  #closeAbove(line: PrintedLine, lane: 'revenue' | 'cogs' | 'opex', from: number | null): void {
    const items = this.#lanes[lane]
    const sinceHeading = from === null ? 0 : firstFrom(items, from)
    const closeAt = (at: number) =>
      this.#close(line, { lane, parts: items.slice(at), place: lane, isSectionTotal: at === 0 })
    const since = closeAt(sinceHeading)
    const all = since.closed?.bad && sinceHeading > 0 ? closeAt(0) : since
    // A second total that fits nothing must not undo the one that does.
    if (all.closed?.bad && items.some((item) => item.closed?.isSectionTotal)) return
    if (all.closed?.bad) items.splice(sinceHeading, items.length, since)
    else items.splice(all === since ? sinceHeading : 0, items.length, all)
  }

  #closeBelow(line: PrintedLine, place: Place | null, from: number | null): void {
    const items = this.#lanes.below
    const at = from === null ? this.#runStart(items, line) : firstFrom(items, from)
    const isOpenHere = (item: Item) => item.place === place && !item.closed?.isSectionTotal
    const parts = at === null ? items.filter(isOpenHere) : items.slice(at)
    if (place === null || !parts.every((part) => part.place === place)) {
      this.#spanning.push({ line, sign: signByName(line), parts })
      return
    }
    const isSectionTotal = items.filter((item) => item.place === place).length === parts.length
    const closed = this.#close(line, { lane: 'below', parts, place, isSectionTotal })
    const taken = new Set(parts)
    this.#lanes.below = [...items.filter((item) => !taken.has(item)), closed]
  }

  #closeRun(line: PrintedLine): void {
    const { zone } = this.#reading.positions[line.index] ?? { zone: 'outside' }
    if (zone === 'outside') return
    const lane = zone === 'start' ? 'revenue' : zone === 'after_revenue' ? 'opex' : zone
    const at = this.#runStart(this.#lanes[lane], line)
    if (at !== null) this.#closeFrom(line, { lane, at, isSectionTotal: at === 0 && lane !== 'below' })
  }

  /** Where the shortest run of open items begins that adds up to the total; null when none does. */
  #runStart(items: readonly Item[], line: PrintedLine): number | null {
    const { values } = line.line
    let sum = noAmounts(values.length)
    let addends = 0
    const fits = () => {
      const slack = { ...this.#how.rounding, addends }
      return agrees(sum, values, slack) || agrees(sum, signed(values, -1), slack)
    }
    const nearest = Math.max(0, items.length - LONGEST_RUN)
    for (let at = items.length - 1; at >= 0; at -= 1) {
      const item = items[at]
      if (!item) break
      sum = plus(sum, contributionOf(item))
      addends += 1
      if ((at >= nearest || at === 0) && fits()) return at
    }
    return null
  }

  #close(
    line: PrintedLine,
    of: { lane: Lane; parts: readonly Item[]; place: Place | null; isSectionTotal: boolean },
  ): Item {
    const { values } = line.line
    const { parts, place, isSectionTotal } = of
    const slack = { ...this.#how.rounding, addends: parts.length }
    const sum = (ignoringBad = false) =>
      total(
        parts.map((part) => contributionOf(part, ignoringBad)),
        values.length,
      )
    const fits = (sign: Sign) => agrees(sum(), signed(values, sign), slack)
    const usual = this.#usualSign(line, of)
    const asUsual =
      parts.length === 0 || fits(usual) || (of.lane !== 'below' && turnDeductions(parts, () => fits(usual)))
    const turned = !asUsual && fits(opposite(usual))
    const sign = turned ? opposite(usual) : usual
    const bad = !asUsual && !turned
    const printed = signed(values, sign)
    const stated = preferring(printed, sum())
    const itemised = bad ? sum(true) : preferring(printed, sum(true))
    return {
      place,
      index: line.index,
      detail: null,
      closed: { parts, line, sign, isSectionTotal, bad, stated, itemised },
    }
  }

  /** The sign of a total toward net income, from how its section is presented. */
  #usualSign(line: PrintedLine, of: { lane: Lane; parts: readonly Item[]; place: Place | null }): Sign {
    const { lane } = of
    const { ledger, costs } = this.#how
    if (lane === 'revenue') return ledger ? -1 : 1
    if (lane !== 'below') return opposite(costs[lane])
    if (of.parts.length > 0) {
      const asLines = balanceOfSigns(of.parts.map((part) => contributionOf(part)))
      return asLines * balanceOfSigns([line.line.values]) < 0 ? -1 : 1
    }
    if (ledger) return -1
    const cost = of.place === 'other_expenses' || of.place === 'interest' || of.place === 'taxes'
    return cost && balanceOfSigns([line.line.values]) >= 0 ? -1 : 1
  }
}

/** Beyond this many lines a sum that happens to fit says nothing, and looking would cost more than it finds. */
const LONGEST_RUN = 400

/**
 * Whether a deduction was meant as printed: a total that the lines miss may be met by counting one deduction, or all
 * of them, the other way. The signs are kept where that makes it true.
 */
function turnDeductions(parts: readonly Item[], fits: () => boolean): boolean {
  const deductions = parts.flatMap((part) => (part.detail && isDeduction(part.detail) ? [part.detail] : []))
  const turn = (list: readonly Detail[]) => {
    for (const detail of list) detail.sign = opposite(detail.sign)
  }
  const choices =
    deductions.length > 1 ? [deductions, ...deductions.slice(0, MOST_DEDUCTIONS).map((one) => [one])] : [deductions]
  if (deductions.length === 0) return false
  for (const choice of choices) {
    turn(choice)
    if (fits()) return true
    turn(choice)
  }
  return false
}

/** A section with more deductions than this has a presentation of its own, not a line that is printed differently. */
const MOST_DEDUCTIONS = 12

function isDeduction({ line, placement }: Detail): boolean {
  return placement.account?.contra === true || line.caption.marker === 'less'
}

/** 'Net other expense' prints a cost positive; anything else as it is. */
function signByName(line: PrintedLine): Sign {
  return natureOf(line.caption) === 'cost' && balanceOfSigns([line.line.values]) > 0 ? -1 : 1
}

function laneOf({ position, placement }: Detail): Lane {
  switch (position.zone) {
    case 'revenue':
    case 'start':
      return 'revenue'
    case 'cogs':
    case 'mixed_costs':
      return position.zone
    case 'opex':
    case 'after_revenue':
      return placement.place === 'opex' || placement.place === null ? 'opex' : 'below'
    case 'below':
    case 'outside':
      return 'below'
  }
}

function itemOf(detail: Detail): Item {
  const { index } = detail.line
  const place = detail.placement.place
  return { place, index, detail, closed: null }
}

/** The one place all the items share; undefined when they share none. */
function placeOf(items: readonly Item[]): Place | null | undefined {
  const [first] = items
  return first && items.every((item) => item.place === first.place) ? first.place : undefined
}

/** Items are in print order: the first that stands at or after `index`. */
function firstFrom(items: readonly Item[], index: number): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((items[middle]?.index ?? 0) >= index) high = middle
    else low = middle + 1
  }
  return low
}
