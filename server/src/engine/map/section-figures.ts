/**
 * The figure of every section, with its source and the part that no placed line accounts for, under one reading of
 * the statement. The walk tries several readings; this computes what each of them would say.
 */
import type { Cents } from '../../lib/money.ts'
import { centsOf, magnitude, subtract, ZERO } from '../../lib/money.ts'
import type { Place } from '../chart/places.ts'
import { PLACES } from '../chart/places.ts'
import { effectOfPlace } from '../chart/chart.ts'
import type { Amounts, Sources } from '../model/mapping.ts'
import type { Source } from '../model/statement.ts'
import { at, minus, noAmounts, signed, total } from './amounts.ts'
import type { PrintedLine } from './printed-lines.ts'
import { derivedFrom } from './sources.ts'
import type { Item, Itemised } from './totals.ts'
import { contributionOf, detailsOf } from './totals.ts'

export interface ReadingChoice {
  /** Sections whose bad totals are set aside for the lines they should have summed. */
  readonly byLines: ReadonlySet<Place>
  /** Sections that print no total and are stated by the subtotals around them. */
  readonly implied: ReadonlyMap<Place, Implied>
  /** Whether totals over several sections say what the lines below operating income leave out. */
  readonly spanning: boolean
  /** Items counted against their first sign. */
  readonly turned: ReadonlySet<Item>
}

export interface Implied {
  /** The section's figure, positive in its own direction. */
  readonly values: Amounts
  readonly sources: readonly Source[]
}

export const AS_PRINTED: ReadingChoice = {
  byLines: new Set(),
  implied: new Map(),
  spanning: false,
  turned: new Set(),
}

export interface SectionFigure {
  readonly place: Place
  /** Positive in the direction of the section's effect. */
  readonly values: Amounts
  readonly sources: Sources
  readonly unitemized: Amounts
  /** How many printed figures the section is made of, for the rounding tolerance. */
  readonly printedFigures: readonly number[]
}

export type SectionFigures = ReadonlyMap<Place, SectionFigure>

/** One printed figure that a section's figure is made of, and what it contributes to net income. */
interface Addend {
  readonly line: PrintedLine
  readonly contribution: Amounts
  readonly filed: boolean
  /** A total that stands for the whole section by itself. */
  readonly isSectionTotal: boolean
}

export function sectionFigures(itemised: Itemised, choice: ReadingChoice, statement: Frame): SectionFigures {
  const ofPlace = addendsByPlace(itemised, choice, statement)
  return new Map(
    PLACES.map((place) => {
      const implied = choice.implied.get(place)
      return [place, sectionFigure({ place, addends: ofPlace.get(place) ?? NOTHING, implied, statement })] as const
    }),
  )
}

export interface Frame {
  readonly documentId: string
  readonly periods: number
}

interface PlaceAddends {
  /** The figures that add up to the section's. */
  readonly stated: readonly Addend[]
  /** The lines under it, each with a figure of its own. */
  readonly lines: readonly Addend[]
}

const NOTHING: PlaceAddends = { stated: [], lines: [] }

function addendsByPlace(itemised: Itemised, choice: ReadingChoice, { periods }: Frame): Map<Place, PlaceAddends> {
  const found = new Map<Place, { stated: Addend[]; lines: Addend[] }>()
  const of = (place: Place) => {
    const known = found.get(place) ?? { stated: [], lines: [] }
    found.set(place, known)
    return known
  }
  for (const item of itemised.items) {
    const sign = choice.turned.has(item) ? -1 : 1
    const contribution = signed(contributionOf(item, item.place !== null && choice.byLines.has(item.place)), sign)
    const line = item.detail?.line ?? item.closed?.line
    if (!line) continue
    const isSectionTotal = item.closed?.isSectionTotal === true
    const filed = (item.detail?.placement.nodeKey ?? null) !== null
    const lines = detailsOf(item).map((detail) => ({
      line: detail.line,
      contribution: signed(signed(detail.line.line.values, detail.sign), sign),
      filed: detail.placement.nodeKey !== null,
      isSectionTotal: false,
    }))
    if (item.place !== null) {
      of(item.place).stated.push({ line, contribution, filed, isSectionTotal })
      of(item.place).lines.push(...lines)
      continue
    }
    for (const [place, part] of bySign(contribution))
      of(place).stated.push({ line, contribution: part, filed, isSectionTotal: false })
    for (const addend of lines)
      for (const [place, part] of bySign(addend.contribution)) of(place).lines.push({ ...addend, contribution: part })
  }
  if (choice.spanning)
    for (const { line, sign, parts } of itemised.spanning) {
      const known = total(
        parts.map((part) => contributionOf(part)),
        periods,
      )
      const missing = minus(signed(line.line.values, sign), known).map((amount, period) =>
        amount === ZERO || at(line.line.values, period) === null ? null : amount,
      )
      for (const [place, part] of bySign(missing))
        of(place).stated.push({ line, contribution: part, filed: false, isSectionTotal: false })
    }
  return found
}

/** What has no section counts as other income where it adds and as other expense where it lowers. */
function bySign(contribution: Amounts): [Place, Amounts][] {
  const keep = (test: (amount: Cents) => boolean) =>
    contribution.map((amount) => (amount !== null && test(amount) ? amount : null))
  const parts: [Place, Amounts][] = [
    ['other_income', keep((amount) => amount >= 0n)],
    ['other_expenses', keep((amount) => amount < 0n)],
  ]
  return parts.filter(([, part]) => part.some((amount) => amount !== null))
}

function sectionFigure(of: {
  place: Place
  addends: PlaceAddends
  implied: Implied | undefined
  statement: Frame
}): SectionFigure {
  const { place, addends, implied, statement } = of
  const direction = effectOfPlace(place) === 'adds' ? 1 : -1
  const { periods, documentId } = statement
  const sum = (list: readonly Addend[]) =>
    signed(
      total(
        list.map((addend) => addend.contribution),
        periods,
      ),
      direction,
    )
  const stated = sum(addends.stated)
  const values = implied ? stated.map((amount, period) => implied.values[period] ?? amount) : stated
  const filed = sum(addends.lines.filter((addend) => addend.filed))
  const sources: (Source | null)[] = []
  const printedFigures: number[] = []
  const unitemized = noAmounts(periods).map((_, period) => {
    const value = values[period] ?? null
    if (value === null) {
      sources.push(null)
      printedFigures.push(0)
      return null
    }
    const missing = subtract(value, filed[period] ?? ZERO)
    const printed = at(implied?.values, period) === null ? printedAt(addends, period, value) : null
    sources.push(printed ?? derivedFrom(sourcesOf(addends, period, implied), documentId))
    const lines = printed ? 0 : countIn(addends.lines, period, (addend) => addend.filed)
    printedFigures.push(printed ? 1 : lines + (missing === ZERO ? 0 : 1))
    return missing
  })
  return { place, values, sources, unitemized, printedFigures }
}

/** The one printed figure that states the section's, when there is one: its own total, or the only line under it. */
function printedAt({ stated, lines }: PlaceAddends, period: number, value: Cents): Source | null {
  if (countIn(stated, period) !== 1) return null
  const only = firstIn(stated, period)
  const linesHere = countIn(lines, period)
  const candidates = [
    only?.isSectionTotal || linesHere === 0 ? only : undefined,
    linesHere === 1 ? firstIn(lines, period) : undefined,
  ]
  for (const candidate of candidates) {
    const figure = candidate?.line.line.values[period] ?? null
    if (figure !== null && magnitude(figure) === magnitude(value)) return candidate?.line.line.sources[period] ?? null
  }
  return null
}

function countIn(addends: readonly Addend[], period: number, test = (_: Addend) => true): number {
  let count = 0
  for (const addend of addends) if (at(addend.contribution, period) !== null && test(addend)) count += 1
  return count
}

function firstIn(addends: readonly Addend[], period: number): Addend | undefined {
  return addends.find((addend) => at(addend.contribution, period) !== null)
}

function* sourcesOf(
  { stated, lines }: PlaceAddends,
  period: number,
  implied: Implied | undefined,
): Generator<Source | null> {
  if (implied && at(implied.values, period) !== null) {
    yield* implied.sources
    return
  }
  for (const addends of [stated, lines])
    for (const { line, contribution } of addends)
      if (at(contribution, period) !== null) yield line.line.sources[period] ?? null
}

/** Net income as the sections walk to it, per period; null where no section has a figure. */
export function lineSumOf(figures: SectionFigures, periods: number): Amounts {
  return total(
    [...figures.values()].map(({ place, values }) => signed(values, effectOfPlace(place) === 'adds' ? 1 : -1)),
    periods,
  )
}

const BELOW: readonly Place[] = ['other_income', 'other_expenses', 'dispositions', 'interest', 'taxes', 'net_of_tax']

/**
 * What rounding may do to the walk: one dollar for operating income and the bottom line, half a dollar for each
 * printed figure in between, in the unit the statement prints.
 */
export function toleranceOf(figures: SectionFigures, period: number, scale: number): Cents {
  const count = BELOW.reduce((sum, place) => sum + (figures.get(place)?.printedFigures[period] ?? 0), 0)
  return centsOf(BigInt(scale) * (100n + 50n * BigInt(count)))
}
