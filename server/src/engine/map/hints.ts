/**
 * Where a statement that does not foot first goes wrong, and which single change would put it right. Hints are for a
 * person with the page at hand: they stand beside the mapping and are never applied.
 */
import type { Cents } from '../../lib/money.ts'
import { centsOf, magnitude, negate, ZERO } from '../../lib/money.ts'
import { effectOfPlace } from '../chart/chart.ts'
import type { Place } from '../chart/places.ts'
import type { Amounts } from '../model/mapping.ts'
import { agrees, at, minus, noAmounts, plus, signed, total } from './amounts.ts'
import { isOneDigitOff, isTransposed } from './misreadings.ts'
import type { PrintedLine } from './printed-lines.ts'
import type { SectionFigures } from './section-figures.ts'
import type { Item } from './totals.ts'
import { contributionOf } from './totals.ts'
import type { ResultRow, Walked, WalkInput } from './walk.ts'

export interface FootingHint {
  /** The first printed sum that does not follow from what stands above it; null when no row can be blamed. */
  readonly firstBreak: FirstBreak | null
  /** Each alone would close the break, likeliest first. */
  readonly changes: readonly ClosingChange[]
}

export interface FirstBreak {
  readonly key: string
  readonly label: string
  /** Per period; a difference of zero where it holds. */
  readonly printed: Amounts
  readonly computed: Amounts
  readonly difference: Amounts
}

export type ClosingChange =
  /** The line counts the other way. */
  | { readonly change: 'turn_sign'; readonly key: string }
  /** The line is counted although it repeats others. */
  | { readonly change: 'drop_line'; readonly key: string }
  /** Two digits stand in the wrong order, or one is wrong. */
  | {
      readonly change: 'transposed_digits' | 'wrong_digit'
      readonly key: string
      readonly period: number
      readonly printed: Cents
      readonly should: Cents
    }
  /** A line of these amounts is not there; positive adds to net income. */
  | { readonly change: 'missing_line'; readonly amounts: Amounts }

/** More than these is guessing. */
const MOST_CHANGES = 6

/** A printed sum, what it should be, and the figures it is made of, all as they count toward net income. */
interface Step {
  readonly row: PrintedLine
  readonly sign: 1 | -1
  readonly printed: Amounts
  readonly computed: Amounts
  readonly made: readonly Figure[]
}

interface Figure {
  readonly line: PrintedLine
  readonly contribution: Amounts
}

export function footingHint(input: WalkInput, walked: Walked): FootingHint {
  const steps = [...badTotals(input), ...walkSteps(input, walked.figures)].sort((a, b) => a.row.index - b.row.index)
  const broken = steps.find((step) => !holds(step, input))
  if (!broken) return { firstBreak: null, changes: [] }
  const difference = minus(broken.printed, broken.computed).map((amount, period) =>
    at(broken.printed, period) === null ? null : amount,
  )
  const { row, printed, computed } = broken
  return {
    firstBreak: { key: row.line.key, label: row.line.label, printed, computed, difference },
    changes: closingChanges(broken, difference, input).slice(0, MOST_CHANGES),
  }
}

function holds(step: Step, { frame }: WalkInput): boolean {
  return agrees(step.computed, step.printed, { ...frame.rounding, addends: Math.max(4, step.made.length) })
}

/** Named totals against the items they close. */
function badTotals({ itemised, frame }: WalkInput): Step[] {
  const open = [...itemised.items]
  const found: Step[] = []
  for (let item = open.pop(); item; item = open.pop()) {
    const { closed } = item
    if (!closed) continue
    open.push(...closed.parts)
    if (!closed.bad || closed.parts.length === 0) continue
    found.push({
      row: closed.line,
      sign: closed.sign,
      printed: signed(closed.line.line.values, closed.sign),
      computed: total(
        closed.parts.map((part) => contributionOf(part)),
        frame.periods,
      ),
      made: closed.parts.flatMap(figuresOf),
    })
  }
  return found
}

/** A closed item is one figure here: its own parts were a step of their own. */
function figuresOf(item: Item): Figure[] {
  const line = item.detail?.line ?? item.closed?.line
  return line ? [{ line, contribution: contributionOf(item) }] : []
}

const STEPS: readonly {
  readonly rows: 'grossProfit' | 'operatingIncome' | 'pretaxIncome'
  readonly adds: readonly Place[]
}[] = [
  { rows: 'grossProfit', adds: ['revenue', 'cogs'] },
  { rows: 'operatingIncome', adds: ['opex'] },
  { rows: 'pretaxIncome', adds: ['other_income', 'other_expenses', 'dispositions', 'interest'] },
]
const LAST: readonly Place[] = ['taxes', 'net_of_tax']

/** Each printed result against the one before it and the sections in between, down to the bottom line. */
function walkSteps(input: WalkInput, figures: SectionFigures): Step[] {
  const { periods } = input.frame
  const steps: Step[] = []
  let from = noAmounts(periods)
  let between: Place[] = []
  const step = (row: ResultRow): void => {
    const computed = between.reduce((sum, place) => plus(sum, towardNetIncome(figures, place)), from)
    const made = input.itemised.items.filter((item) => item.place !== null && between.includes(item.place))
    steps.push({ row: row.line, sign: row.sign, printed: row.values, computed, made: made.flatMap(figuresOf) })
    from = row.values.map((amount, period) => amount ?? at(computed, period))
    between = []
  }
  for (const { rows, adds } of STEPS) {
    between = [...between, ...adds]
    const [row] = input[rows]
    if (row) step(row)
  }
  between = [...between, ...LAST]
  if (input.bottomRow) step(input.bottomRow)
  return steps
}

function towardNetIncome(figures: SectionFigures, place: Place): Amounts {
  return signed(figures.get(place)?.values ?? [], effectOfPlace(place) === 'adds' ? 1 : -1)
}

function closingChanges(step: Step, difference: Amounts, { frame }: WalkInput): ClosingChange[] {
  const slack = { ...frame.rounding, addends: 1 }
  const closes = (change: Amounts) => agrees(change, difference, slack)
  const turned = step.made.filter(({ contribution }) => closes(minus(signed(contribution, -1), contribution)))
  const dropped = step.made.filter(({ contribution }) => closes(signed(contribution, -1)))
  const misread = [...step.made.flatMap((figure) => misreadings(figure, difference)), ...misreadSum(step, difference)]
  return [
    ...turned.map(({ line }) => ({ change: 'turn_sign' as const, key: line.line.key })),
    ...dropped.map(({ line }) => ({ change: 'drop_line' as const, key: line.line.key })),
    ...misread.filter(({ change }) => change === 'transposed_digits'),
    ...misread.filter(({ change }) => change === 'wrong_digit'),
    { change: 'missing_line', amounts: difference },
  ]
}

type Misreading = ClosingChange & { change: 'transposed_digits' | 'wrong_digit' }

/** A figure of the only period that breaks, which the difference would turn into one that looks much like it. */
function misreadings({ line, contribution }: Figure, difference: Amounts): Misreading[] {
  const period = onlyBreak(difference)
  if (period === null) return []
  const printed = at(line.line.values, period)
  const counted = at(contribution, period)
  const missing = at(difference, period)
  if (printed === null || counted === null || missing === null) return []
  return asMisreading(line, period, printed, centsOf(counted === printed ? printed + missing : printed - missing))
}

/** The sum itself may be what was misread. */
function misreadSum({ row, sign, computed }: Step, difference: Amounts): Misreading[] {
  const period = onlyBreak(difference)
  const printed = period === null ? null : at(row.line.values, period)
  const should = period === null ? null : at(computed, period)
  if (period === null || printed === null || should === null) return []
  return asMisreading(row, period, printed, sign === 1 ? should : negate(should))
}

function asMisreading(line: PrintedLine, period: number, printed: Cents, should: Cents): Misreading[] {
  const found = { key: line.line.key, period, printed, should }
  if (isTransposed(magnitude(printed), magnitude(should))) return [{ change: 'transposed_digits', ...found }]
  return isOneDigitOff(magnitude(printed), magnitude(should)) ? [{ change: 'wrong_digit', ...found }] : []
}

/** The period that breaks, when it is one alone; a misread digit spoils no other column. */
function onlyBreak(difference: Amounts): number | null {
  const broken = difference.flatMap((amount, period) => (amount === null || amount === ZERO ? [] : [period]))
  return broken.length === 1 ? (broken[0] ?? null) : null
}
