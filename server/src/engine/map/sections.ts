/**
 * Where each line prints: the zone of the statement it stands in, under which headings, and what each total closes.
 * One walk from the top to the bottom line, led by headings and named totals; stretches that have neither are split
 * by arithmetic first and captions second (see unheaded.ts).
 */
import type { Caption } from '../chart/caption.ts'
import type { Chart } from '../chart/chart.ts'
import { headingKindOf } from '../chart/structure-captions.ts'
import type { HeadingKind } from '../chart/structure-captions.ts'
import { natureOf } from './nature.ts'
import { nameOfTotal } from './printed-lines.ts'
import type { PrintedLine, RunningSubtotal } from './printed-lines.ts'
import { CloserFinder } from './closers.ts'
import type { Closer } from './closers.ts'
import { RunningSum } from './running-sum.ts'
import { splitByArithmetic, splitUnheaded } from './unheaded.ts'
import type { Stretch } from './unheaded.ts'

/** `start` and `after_revenue` are stretches that nothing has named yet. `below` is below the operating income line. */
export type Zone = 'start' | 'revenue' | 'after_revenue' | 'cogs' | 'opex' | 'mixed_costs' | 'below' | 'outside'

export interface Position {
  readonly zone: Zone
  /** An expense list that nothing encloses: interest, taxes and gains in it may go to their own sections. */
  readonly unenclosed: boolean
  /** Below the line: the heading the line stands under, and its index; null under none. */
  readonly block: HeadingKind | null
  readonly blockFrom: number | null
  /** Below the line: what the walk has already passed. */
  readonly stage: 'operating' | 'pretax' | 'continuing'
  /** Group headings and parent lines around the line, nearest first. */
  readonly parents: readonly Caption[]
}

/** What a total sums, as far as its name and place tell. */
export type Closes =
  /** Everything since the heading or parent line at this index. */
  | { readonly what: 'group'; readonly from: number }
  /** A whole section; `from` is its heading's index, null when it has none. */
  | { readonly what: 'section'; readonly heading: HeadingKind; readonly from: number | null }
  /** A nameless total: whatever run of lines above adds up to it. */
  | { readonly what: 'run' }
  /** All that stands below operating income so far. */
  | { readonly what: 'below' }
  | { readonly what: 'nothing' }

export interface Reading {
  readonly lines: readonly PrintedLine[]
  readonly bottom: PrintedLine | null
  /** By line index. */
  readonly positions: readonly Position[]
  readonly closes: ReadonlyMap<number, Closes>
}

/** A heading or parent line that lines below may stand under. */
interface Group {
  readonly index: number
  readonly depth: number
  readonly caption: Caption
  /** Where its 'Total …' stands, when the page shows no indentation to tell where it ends. */
  readonly until: number | null
}

interface OpenSection {
  readonly heading: HeadingKind
  readonly index: number
  readonly depth: number
  readonly caption: Caption
  hasDeeperLines: boolean
}

const ZONE_OF: Readonly<Record<Exclude<HeadingKind, 'title'>, Zone>> = {
  revenue: 'revenue',
  cogs: 'cogs',
  opex: 'opex',
  mixed_costs: 'mixed_costs',
  other_income: 'below',
  other_expenses: 'below',
  other_mixed: 'below',
  interest: 'below',
  dispositions: 'below',
  taxes: 'below',
}

/** Headings that, printed inside an open section of the first kind, only group its lines. */
const GROUPS_WITHIN: Readonly<Partial<Record<HeadingKind, readonly HeadingKind[]>>> = {
  revenue: ['revenue', 'other_income', 'dispositions', 'interest'],
  cogs: ['cogs', 'opex', 'mixed_costs', 'interest', 'taxes', 'other_expenses', 'dispositions'],
  opex: ['opex', 'cogs', 'mixed_costs', 'interest', 'taxes', 'other_expenses', 'dispositions'],
  mixed_costs: ['opex', 'cogs', 'mixed_costs', 'interest', 'taxes', 'other_expenses', 'dispositions'],
  other_income: ['other_income'],
  other_expenses: ['other_expenses'],
  interest: ['interest'],
  taxes: ['taxes'],
  dispositions: ['dispositions'],
}

/** Headings of costs that stay above the line when operating income is printed below them. */
const COSTS_ABOVE_THE_LINE: ReadonlySet<HeadingKind> = new Set<HeadingKind>([
  'interest',
  'taxes',
  'other_expenses',
  'dispositions',
])

/** Blocks below the line whose lines print positive when they are costs. */
const COST_BLOCKS: ReadonlySet<HeadingKind> = new Set<HeadingKind>(['interest', 'taxes', 'other_expenses'])

export function readSections(lines: readonly PrintedLine[], bottom: PrintedLine | null, chart: Chart): Reading {
  return new SectionWalk(lines, bottom, chart).read()
}

class SectionWalk {
  readonly #lines: readonly PrintedLine[]
  readonly #bottom: PrintedLine | null
  readonly #chart: Chart
  readonly #closers: CloserFinder
  readonly #totalsByName: ReadonlyMap<string, readonly number[]>
  readonly #lastOperatingIncome: number

  readonly #positions: Position[] = []
  readonly #closes = new Map<number, Closes>()
  #zone: Zone = 'start'
  #block: HeadingKind | null = null
  #stage: Position['stage'] = 'operating'
  #section: OpenSection | null = null
  #groups: Group[] = []
  /** Zones that splitUnheaded gave to lines of the stretch the walk is in. */
  #assigned = new Map<number, Zone>()
  #run: RunningSum
  /** How far rows beyond nameless totals have been asked where revenue ends. */
  #asked = 0
  #seenCosts = false
  #seenOpex = false

  constructor(lines: readonly PrintedLine[], bottom: PrintedLine | null, chart: Chart) {
    this.#lines = lines
    this.#bottom = bottom
    this.#chart = chart
    this.#closers = new CloserFinder(lines, bottom)
    this.#totalsByName = totalsByName(lines)
    this.#lastOperatingIncome = lines.findLastIndex(
      (line) => line !== bottom && line.kind.is === 'subtotal' && line.kind.of === 'operating_income',
    )
    this.#run = new RunningSum(lines)
  }

  read(): Reading {
    for (const line of this.#lines) {
      const past = this.#bottom !== null && line.index >= this.#bottom.index
      if (!past) this.#step(line)
      this.#positions[line.index] ??= past || line.kind.is === 'outside' ? OUTSIDE : this.#position(this.#zone, false)
    }
    return { lines: this.#lines, bottom: this.#bottom, positions: this.#positions, closes: this.#closes }
  }

  #step(line: PrintedLine): void {
    const { kind } = line
    switch (kind.is) {
      case 'heading':
        this.#heading(line, kind.opens)
        break
      case 'leading_total':
        this.#heading(line, kind.opens)
        break
      case 'detail':
        this.#detail(line)
        break
      case 'subtotal':
        this.#positions[line.index] = this.#position(this.#zone, false)
        this.#subtotal(line, kind.of)
        break
      case 'total':
        this.#positions[line.index] = this.#position(this.#zone, false)
        this.#total(line, kind.name)
        break
      case 'aside':
      case 'outside':
        break
    }
  }

  #heading(line: PrintedLine, opens: HeadingKind | null): void {
    if (opens === 'title') return
    this.#leaveGroups(line)
    this.#leaveSectionIfDedented(
      line,
      opens === null ? this.#closers.after(line.index) : this.#closers.afterGroup(line),
    )
    if (opens === null || this.#onlyGroups(line, opens)) this.#pushGroup(line)
    else this.#openSection(line, opens)
  }

  /** Whether a section's name, printed here, only groups lines of the section that is open. */
  #onlyGroups(line: PrintedLine, opens: Exclude<HeadingKind, 'title'>): boolean {
    const section = this.#section
    const mayGroup = section !== null && GROUPS_WITHIN[section.heading]?.includes(opens) === true
    if (section && line.line.depth > section.depth) return mayGroup
    if (mayGroup && opens !== section.heading) {
      // Without indentation: the section's own total still to come says that the heading stands inside it.
      const closer = this.#closers.afterGroup(line)
      if (closer.by === 'section_total' && closer.heading === section.heading) return true
    }
    if (opens === 'other_income' && !this.#seenCosts) {
      const closer = this.#closers.afterGroup(line)
      return closer.by === 'subtotal' && closer.subtotal === 'total_revenue'
    }
    const above = this.#zone === 'opex' || this.#zone === 'after_revenue'
    if (!above || !COSTS_ABOVE_THE_LINE.has(opens) || this.#lastOperatingIncome < line.index) return false
    this.#zone = 'opex'
    return true
  }

  #openSection(line: PrintedLine, heading: Exclude<HeadingKind, 'title'>): void {
    const { index, caption } = line
    this.#section = { heading, index, depth: line.line.depth, caption, hasDeeperLines: false }
    this.#groups = []
    this.#enter(ZONE_OF[heading], ZONE_OF[heading] === 'below' ? heading : null)
  }

  #enter(zone: Zone, block: HeadingKind | null = null): void {
    this.#zone = zone
    this.#block = block
    if (zone === 'cogs' || zone === 'opex' || zone === 'mixed_costs') this.#seenCosts = true
    if (zone === 'opex' || zone === 'mixed_costs') this.#seenOpex = true
    this.#run.restart()
  }

  #detail(line: PrintedLine): void {
    this.#leaveGroups(line)
    this.#leaveSectionIfDedented(line, this.#closers.after(line.index))
    if (this.#isIncomeBehindCosts(line)) this.#leaveSection('below')
    if (this.#section && line.line.depth > this.#section.depth) this.#section.hasDeeperLines = true
    const zone = this.#zoneOfDetail(line)
    if (zone !== this.#zone) {
      // A stretch that was split: what follows belongs to the part the walk has now reached.
      this.#section = null
      this.#enter(zone)
    }
    const isListed = this.#section === null && this.#groups.length === 0 && zone === 'opex'
    const closer = isListed ? this.#closers.after(line.index) : null
    if (closer && this.#isPlainOtherIncome(line)) {
      this.#positions[line.index] = { ...this.#position('below', false), block: 'other_income' }
    } else {
      this.#positions[line.index] = this.#position(zone, closer !== null && !encloses(closer))
      this.#run.add(line)
    }
    if ((this.#lines[line.index + 1]?.line.depth ?? 0) > line.line.depth) this.#pushGroup(line)
  }

  #zoneOfDetail(line: PrintedLine): Zone {
    const { index } = line
    const known = this.#assigned.get(index)
    if (known) return known
    const unnamed = this.#zone === 'start' || this.#zone === 'after_revenue'
    const firstUnderRevenue = this.#zone === 'revenue' && this.#run.isEmpty
    if (!unnamed && !firstUnderRevenue) return this.#zone
    const closer = this.#closers.after(index)
    if (firstUnderRevenue) this.#splitUnderRevenue(index, closer)
    else if (closer.by !== 'run_total' || !this.#splitBeyondRuns(index, closer.index)) {
      const stretch = this.#stretch(index, closer)
      this.#assign(stretch, splitUnheaded(stretch, this.#chart))
    }
    return this.#assigned.get(index) ?? this.#zone
  }

  /** Costs may stand under a heading of revenue, when only so gross profit comes out; captions do not decide that. */
  #splitUnderRevenue(index: number, closer: Closer): void {
    if (closer.by !== 'subtotal' || closer.subtotal !== 'gross_profit') return
    const stretch = this.#stretch(index, closer)
    const zones = splitByArithmetic(stretch, this.#chart)
    if (zones) this.#assign(stretch, zones)
  }

  /** Nameless totals only group lines; the row behind them may still tell where revenue ends. It is asked once. */
  #splitBeyondRuns(from: number, run: number): boolean {
    if (run < this.#asked) return false
    const closer = this.#closers.afterRuns(run + 1)
    this.#asked = closer.index
    const stretch = this.#stretch(from, closer)
    const zones = splitByArithmetic(stretch, this.#chart)
    if (zones) this.#assign(stretch, zones)
    return zones !== null
  }

  #assign({ details }: Stretch, zones: readonly Zone[]): void {
    details.forEach((detail, at) => this.#assigned.set(detail.index, zones[at] ?? 'opex'))
  }

  #stretch(from: number, closer: Closer): Stretch {
    return {
      details: this.#lines.slice(from, closer.index).filter(({ kind }) => kind.is === 'detail'),
      closer,
      closing: this.#lines[closer.index],
      next: this.#lines[this.#closers.after(closer.index + 1).index],
      afterRevenue: this.#zone === 'after_revenue',
    }
  }

  /** Tax returns print other income between gross profit and the deductions. */
  #isPlainOtherIncome(line: PrintedLine): boolean {
    return !this.#run.hasAny && headingKindOf(line.caption) === 'other_income'
  }

  #subtotal(line: PrintedLine, of: RunningSubtotal): void {
    if (this.#closesGroup(line, nameOfTotal(line))) return
    this.#closes.set(line.index, { what: 'nothing' })
    switch (of) {
      case 'total_revenue':
        if (this.#seenCosts) return
        this.#closes.set(line.index, {
          what: 'section',
          heading: 'revenue',
          from: this.#section?.heading === 'revenue' ? this.#section.index : null,
        })
        this.#leaveSection('after_revenue')
        return
      case 'gross_profit':
        this.#seenCosts = true
        this.#leaveSection('opex')
        return
      case 'operating_income':
      case 'net_income':
        this.#leaveSection('below')
        return
      case 'net_other':
        this.#closes.set(line.index, { what: 'below' })
        this.#leaveSection('below')
        return
      case 'pretax_income':
        this.#stage = 'pretax'
        this.#leaveSection('below')
        return
      case 'continuing_operations':
        this.#stage = 'continuing'
        this.#leaveSection('below')
    }
  }

  #total(line: PrintedLine, name: Caption | null): void {
    if (this.#closesGroup(line, name?.stem ?? null)) return
    const heading = this.#sectionNamed(name)
    if (heading) {
      const from = this.#section?.heading === heading ? this.#section.index : null
      this.#closes.set(line.index, { what: 'section', heading, from })
      this.#afterTotalOf(heading, line.index)
      return
    }
    this.#closes.set(line.index, { what: 'run' })
    if (this.#run.isAllOf(line)) this.#afterTotalOf(this.#section?.heading ?? headingOfZone(this.#zone), line.index)
  }

  #sectionNamed(name: Caption | null): Exclude<HeadingKind, 'title'> | null {
    if (!name) return null
    const section = this.#section
    if (section?.caption.stem === name.stem && section.heading !== 'title') return section.heading
    const heading = headingKindOf(name)
    return heading === 'title' ? null : heading
  }

  #closesGroup(line: PrintedLine, stem: string | null): boolean {
    if (stem === null) return false
    const at = this.#groups.findLastIndex((group) => group.caption.stem === stem)
    const group = this.#groups[at]
    if (!group) return false
    this.#closes.set(line.index, { what: 'group', from: group.index })
    this.#groups.length = at
    return true
  }

  /** The zone that follows a section once its total is printed. */
  #afterTotalOf(heading: HeadingKind | null, index: number): void {
    switch (heading) {
      case 'revenue':
        this.#leaveSection('after_revenue')
        return
      case 'cogs':
        this.#leaveSection('opex')
        return
      case 'opex':
      case 'mixed_costs':
        // Costs between the total and a printed operating income are still above the line.
        this.#leaveSection(this.#lastOperatingIncome > index ? 'opex' : 'below')
        return
      case null:
      case 'title':
        return
      default:
        this.#leaveSection(!this.#seenOpex && encloses(this.#closers.after(index + 1)) ? 'opex' : 'below')
    }
  }

  #leaveSection(next: Zone): void {
    this.#section = null
    this.#groups = []
    this.#enter(next)
  }

  /** Indentation ends a section that prints no total, unless its total is still to come. */
  #leaveSectionIfDedented(line: PrintedLine, closer: Closer): void {
    const section = this.#section
    if (!section?.hasDeeperLines || line.line.depth > section.depth) return
    if (closer.by === 'section_total' && closer.heading === section.heading) return
    if (closer.by === 'subtotal' && closer.subtotal === 'total_revenue' && section.heading === 'revenue') return
    this.#afterTotalOf(section.heading, line.index)
  }

  /** On a page without indentation a block of costs below the line that no total ends is left where income is named. */
  #isIncomeBehindCosts(line: PrintedLine): boolean {
    const section = this.#section
    if (!section || section.hasDeeperLines || line.line.depth > section.depth) return false
    if (this.#zone !== 'below' || !COST_BLOCKS.has(section.heading)) return false
    const closer = this.#closers.after(line.index)
    const isTotalled = closer.by === 'section_total' || closer.by === 'run_total'
    return !isTotalled && natureOf(line.caption) === 'income'
  }

  #pushGroup(line: PrintedLine): void {
    const { index, caption } = line
    const indented = (this.#lines[index + 1]?.line.depth ?? 0) > line.line.depth
    const until = indented ? null : (this.#totalsByName.get(caption.stem)?.find((total) => total > index) ?? null)
    if (indented || until !== null) this.#groups.push({ index, depth: line.line.depth, caption, until })
  }

  #leaveGroups(line: PrintedLine): void {
    let innermost = this.#groups.at(-1)
    while (innermost && innermost.depth >= line.line.depth && (innermost.until ?? -1) < line.index) {
      this.#groups.pop()
      innermost = this.#groups.at(-1)
    }
  }

  #position(zone: Zone, unenclosed: boolean): Position {
    const parents = this.#groups.map((group) => group.caption).reverse()
    const blockFrom = this.#block === null ? null : (this.#section?.index ?? null)
    return { zone, unenclosed, block: this.#block, blockFrom, stage: this.#stage, parents }
  }
}

const OUTSIDE: Position = {
  zone: 'outside',
  unenclosed: false,
  block: null,
  blockFrom: null,
  stage: 'operating',
  parents: [],
}

function headingOfZone(zone: Zone): HeadingKind | null {
  if (zone === 'start') return 'revenue'
  return zone === 'revenue' || zone === 'cogs' || zone === 'opex' || zone === 'mixed_costs' ? zone : null
}

/** Whether the row that ends a list of expenses makes it a list of operating expenses. */
function encloses(closer: Closer): boolean {
  if (closer.by === 'run_total') return true
  if (closer.by === 'section_total') return closer.heading === 'opex' || closer.heading === 'mixed_costs'
  return closer.by === 'subtotal' && closer.subtotal === 'operating_income'
}

function totalsByName(lines: readonly PrintedLine[]): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const line of lines) {
    const name = nameOfTotal(line)
    if (name === null) continue
    const list = found.get(name) ?? []
    list.push(line.index)
    found.set(name, list)
  }
  return found
}
