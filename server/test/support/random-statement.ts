/**
 * Makes profit and loss statements out of a number: the same number, the same statement. They vary in everything a
 * page may vary in (headings, nesting, totals, signs, deductions, gaps, rounding, unit, chart and rules), and carry
 * the truth they were made from, so that tests can ask for more than 'it did not fall over'.
 */
import { centsOf } from '../../src/lib/money.ts'
import type { Cents } from '../../src/lib/money.ts'
import { PLATFORM_CAPTIONS } from '../../src/engine/chart/caption-index.ts'
import type { CaptionRule } from '../../src/engine/chart/caption-rules.ts'
import { EMPTY_OVERLAY, overlayChart, platformChart } from '../../src/engine/chart/chart.ts'
import type { Chart } from '../../src/engine/chart/chart.ts'
import type { Place } from '../../src/engine/chart/places.ts'
import { PLACES } from '../../src/engine/chart/places.ts'
import { headingKindOf, subtotalKindOf } from '../../src/engine/chart/structure-captions.ts'
import type { MappingInput } from '../../src/engine/map/map-statement.ts'
import type { Period, Statement, StatementLine } from '../../src/engine/model/statement.ts'

export interface RandomStatement {
  readonly input: MappingInput
  /** What each section truly amounts to, positive in its own direction; null where it has no line. */
  readonly truth: ReadonlyMap<Place, readonly (bigint | null)[]>
  readonly bottom: readonly (bigint | null)[]
  /** Whether headings and totals leave no doubt about where sections begin and end. */
  readonly isPlain: boolean
}

/** A small generator of numbers, good enough to vary test data and the same on every machine. */
export class Dice {
  #state: number
  constructor(seed: number) {
    this.#state = seed | 0
  }
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }
  between(low: number, high: number): number {
    return low + this.below(high - low + 1)
  }
  chance(probability: number): boolean {
    return this.next() < probability
  }
  pick<Value>(list: readonly Value[]): Value {
    const value = list[this.below(list.length)]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }
}

const CAPTIONS: ReadonlyMap<Place, readonly { text: string; contra: boolean }[]> = new Map(
  PLACES.map((place) => [
    place,
    PLATFORM_CAPTIONS.filter(({ id }) => platformChart().accountById.get(id)?.place === place).flatMap(
      ({ id, captions }) =>
        captions
          .filter((caption) => subtotalKindOf(caption) === null && headingKindOf(caption) === null)
          .filter((caption) => !caption.stems.has('total') && caption.marker === null)
          .map((caption) => ({
            text: titled(caption.bare),
            contra: platformChart().accountById.get(id)?.contra === true,
          })),
    ),
  ]),
)

function titled(words: string): string {
  return words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}

const HEADINGS: Readonly<Partial<Record<Place, readonly string[]>>> = {
  revenue: ['Income', 'Revenue', 'Revenues', 'Sales'],
  cogs: ['Cost of Goods Sold', 'Cost of Sales', 'Direct Costs'],
  opex: ['Expenses', 'Operating Expenses', 'Expense', 'Overheads'],
  other_income: ['Other Income', 'Nonoperating Income'],
  other_expenses: ['Other Expenses', 'Other Expense'],
}

export interface Shape {
  readonly periods?: number
  /** About how many lines with a figure. */
  readonly lines?: number
  /** Only statements that leave no doubt about their sections. */
  readonly plain?: boolean
}

export function randomStatement(seed: number, shape: Shape = {}): RandomStatement {
  return new StatementMaker(new Dice(seed), shape).make()
}

interface Row {
  readonly label: string
  readonly depth: number
  readonly values: readonly (bigint | null)[]
}

class StatementMaker {
  readonly #dice: Dice
  readonly #shape: Shape
  readonly #periods: number
  readonly #headed: boolean
  readonly #indented: boolean
  readonly #numbered: boolean
  readonly #whole: boolean
  readonly #scale: 1 | 1000
  /** 1 where costs are printed positive. */
  readonly #costSign: 1n | -1n
  readonly #ledger: boolean
  readonly #rows: Row[] = []
  readonly #truth = new Map<Place, (bigint | null)[]>()
  readonly #unknown: string[] = []
  /** Sections that print neither a heading nor a total, or a total that leaves something out. */
  #doubts = 0

  constructor(dice: Dice, shape: Shape) {
    this.#dice = dice
    this.#shape = shape
    this.#periods = shape.periods ?? (dice.chance(0.6) ? dice.between(1, 3) : dice.between(4, 12))
    this.#headed = shape.plain === true || dice.chance(0.8)
    this.#indented = dice.chance(0.75)
    this.#numbered = dice.chance(0.2)
    this.#whole = dice.chance(0.5)
    this.#scale = dice.chance(0.1) ? 1000 : 1
    this.#ledger = shape.plain !== true && dice.chance(0.05)
    this.#costSign = !this.#ledger && dice.chance(0.25) ? -1n : 1n
  }

  make(): RandomStatement {
    const dice = this.#dice
    const lines = this.#shape.lines ?? (dice.chance(0.7) ? dice.between(4, 20) : dice.between(20, 40))
    this.#section('revenue', Math.max(1, Math.round(lines * 0.2)))
    const hasCogs = dice.chance(0.6)
    if (hasCogs) this.#section('cogs', Math.max(1, Math.round(lines * 0.2)))
    if (hasCogs || dice.chance(0.3)) this.#result('Gross Profit', ['revenue', 'cogs'])
    this.#section('opex', Math.max(1, Math.round(lines * 0.5)))
    const hasBelow = dice.chance(0.6)
    if (hasBelow || dice.chance(0.4)) this.#result(dice.pick(['Operating Income', 'Net Operating Income']), ABOVE)
    if (hasBelow) this.#below(Math.max(1, Math.round(lines * 0.1)))
    const bottom = this.#bottomLine()
    if (dice.chance(0.1)) this.#rows.push({ label: 'Owner distributions', depth: 0, values: this.#amounts() })
    return {
      input: this.#input(),
      truth: this.#truth,
      bottom,
      isPlain: this.#headed && this.#doubts === 0 && !this.#ledger,
    }
  }

  #input(): MappingInput {
    const dice = this.#dice
    const statement = this.#statement()
    const chart = this.#chart()
    const rules: CaptionRule[] = this.#unknown
      .filter(() => dice.chance(0.3))
      .map((caption) => ({
        match: dice.pick(['exact', 'contains', 'pattern'] as const),
        caption: dice.chance(0.5) ? caption : `${caption.slice(0, 4)}*`,
        accountId: dice.pick(chart.accounts).id,
        section: null,
      }))
    const exportMap = dice.chance(0.2)
      ? { system: 'core', accounts: [{ accountId: dice.pick(chart.accounts).id, code: '1', label: null }] }
      : null
    return { statement, chart, rules, exportMap }
  }

  /** A chart is costly to build, so most statements share the platform's and a few get one of their own. */
  #chart(): Chart {
    const dice = this.#dice
    if (!dice.chance(0.05)) return platformChart()
    const { accounts, folders } = platformChart()
    return overlayChart({
      ...EMPTY_OVERLAY,
      outOfForce: Array.from({ length: dice.below(10) }, () => dice.pick(accounts).id),
      added: this.#unknown.slice(0, 2).map((caption, at) => {
        const parent = dice.pick(folders)
        return {
          id: `own.${at}`,
          label: caption,
          parent: parent.key,
          effect: dice.chance(0.2) ? dice.pick(['adds', 'subtracts'] as const) : parent.effect,
          roles: dice.chance(0.5) ? [dice.pick(['depreciation', 'interest', 'one_time'])] : [],
          captions: [caption],
        }
      }),
    })
  }

  #statement(): Statement {
    const year = 2024
    const periods = Array.from({ length: this.#periods }, (_, at): Period => {
      const month = String((at % 12) + 1).padStart(2, '0')
      return { fiscalYear: year, periodEnd: `${year}-${month}-28`, label: `P${at}`, monthsCovered: 1 }
    })
    const lines = this.#rows.map((row, index): StatementLine => {
      const values = row.values.map((value) => (value === null ? null : centsOf(value * BigInt(this.#scale))))
      const page = 1 + Math.floor(index / 30)
      return {
        key: `k${index}`,
        label: row.label,
        depth: this.#indented ? row.depth : 0,
        values,
        sources: values.map((value, period) =>
          value === null
            ? null
            : { kind: 'printed', pages: [page], documentId: 'doc', address: `lines.${index}.${period}` },
        ),
      }
    })
    return { documentId: 'doc', periods, lines, scale: this.#scale }
  }

  #section(place: 'revenue' | 'cogs' | 'opex', lines: number): void {
    const dice = this.#dice
    const heading = dice.pick(HEADINGS[place] ?? [])
    const printsHeading = this.#headed
    const start = this.#rows.length
    const level = printsHeading ? 1 : 0
    if (printsHeading) this.#row(heading, 0, this.#nothing())
    const sum = this.#lines(place, lines, level)
    this.#truth.set(place, sum)
    const prints = this.#shape.plain === true || dice.chance(0.75)
    if (prints) this.#totalRow(heading, 0, this.#printed(place, this.#rounded(sum, lines)))
    else this.#doubts += 1
    if (prints && dice.chance(0.1)) this.#lose(place, start)
  }

  /** Drops one line of a section that has a total: what it was is then unitemized, and the statement still foots. */
  #lose(place: Place, start: number): void {
    const details = this.#rows
      .slice(start)
      .filter((row) => !isTotalRow(row) && row.values.some((value) => value !== null))
    if (details.length < 3 || place === 'revenue') return
    this.#rows.splice(this.#rows.indexOf(this.#dice.pick(details)), 1)
    this.#doubts += 1
  }

  /** Prints lines, some of them in groups, and gives back what they add up to toward their section. */
  #lines(place: Place, count: number, depth: number): (bigint | null)[] {
    const dice = this.#dice
    let sum = this.#nothing()
    let left = count
    if (depth <= 1) {
      // What a section is mainly made of: deductions and credits stay small beside it.
      sum = this.#line(place, depth, 50_000_000)
      left -= 1
    }
    while (left > 0) {
      if (left >= 3 && depth < 4 && dice.chance(0.2)) {
        const size = dice.between(2, Math.min(left, 6))
        sum = plus(sum, this.#group(place, size, depth))
        left -= size
      } else {
        sum = plus(sum, this.#line(place, depth))
        left -= 1
      }
    }
    return sum
  }

  #group(place: Place, size: number, depth: number): (bigint | null)[] {
    const dice = this.#dice
    const name = this.#caption(place).text
    const ownPosting = dice.chance(0.2)
    const own = ownPosting ? this.#amounts() : this.#nothing()
    this.#row(name, depth, this.#printed(place, own))
    const sum = plus(own, this.#lines(place, size, depth + 1))
    if (ownPosting || !this.#indented || dice.chance(0.8)) this.#totalRow(name, depth, this.#printed(place, sum))
    return sum
  }

  #line(place: Place, depth: number, main = 0): (bigint | null)[] {
    const dice = this.#dice
    const { text, contra } = this.#caption(place, main > 0)
    const amounts = main > 0 ? this.#amounts().map((amount) => (amount ?? 0n) + BigInt(main)) : this.#amounts()
    if (!contra) {
      const credit = main === 0 && place !== 'revenue' && dice.chance(0.03)
      const towards = credit ? negated(amounts) : amounts
      this.#row(text, depth, this.#printed(place, towards))
      return towards
    }
    const lowers = negated(amounts.map((amount) => (amount === null ? null : amount / 20n)))
    const asLess = place === 'revenue' && dice.chance(0.3)
    const shown = this.#printed(place, asLess ? negated(lowers) : lowers)
    this.#row(asLess ? `Less: ${text}` : text, depth, shown)
    return lowers
  }

  /** Below the line each line goes by its caption, printed as a cost or in parentheses. */
  #below(lines: number): void {
    const dice = this.#dice
    const inBlock = this.#headed && dice.chance(0.6)
    const order: readonly Place[] = ['other_income', 'other_expenses', 'interest', 'dispositions']
    for (const place of order) {
      if (!dice.chance(0.5)) continue
      const heading = inBlock ? HEADINGS[place]?.[0] : undefined
      if (heading) this.#row(heading, 0, this.#nothing())
      let sum = this.#nothing()
      for (let line = 0; line < lines; line += 1) sum = plus(sum, this.#lineBelow(place, heading ? 1 : 0))
      this.#truth.set(place, plus(this.#truth.get(place) ?? this.#nothing(), sum))
      if (heading && dice.chance(0.7)) this.#totalRow(heading, 0, sum)
    }
    if (dice.chance(0.4)) {
      if (dice.chance(0.7)) this.#result('Income before income taxes', [...ABOVE, ...order])
      this.#truth.set('taxes', this.#lineBelow('taxes', 0, 'Provision for income taxes'))
    }
  }

  #lineBelow(place: Place, depth: number, caption?: string): (bigint | null)[] {
    const amounts = this.#amounts()
    const text = caption ?? BELOW_CAPTIONS[place]?.[this.#dice.below(BELOW_CAPTIONS[place].length)] ?? 'Other'
    this.#row(text, depth, this.#ledger && INCOME.has(place) ? negated(amounts) : amounts)
    return amounts
  }

  #result(label: string, places: readonly Place[]): void {
    const result = this.#walk(places)
    this.#row(label, 0, this.#ledger ? negated(result) : result)
  }

  #bottomLine(): (bigint | null)[] {
    const result = this.#walk(PLACES)
    const off = this.#dice.chance(0.15) && this.#whole ? this.#dice.pick([-100n, 100n]) : 0n
    const bottom = result.map((value) => (value === null ? null : value + off))
    this.#row(
      this.#dice.pick(['Net Income', 'Net Income (Loss)', 'Net Profit']),
      0,
      this.#ledger ? negated(bottom) : bottom,
    )
    return bottom.map((value) => (value === null ? null : value * BigInt(this.#scale)))
  }

  #walk(places: readonly Place[]): (bigint | null)[] {
    let sum = this.#nothing()
    for (const place of places) {
      const figures = this.#truth.get(place)
      if (figures) sum = plus(sum, INCOME.has(place) ? figures : negated(figures))
    }
    return sum
  }

  /** A section's figures as the page shows them. */
  #printed(place: Place, towards: readonly (bigint | null)[]): readonly (bigint | null)[] {
    if (place === 'revenue') return this.#ledger ? negated(towards) : towards
    return this.#costSign === 1n ? towards : negated(towards)
  }

  /** A total of rounded lines may be a dollar off them; it is the total that the statement goes on with. */
  #rounded(sum: (bigint | null)[], lines: number): (bigint | null)[] {
    if (!this.#whole || lines < 4 || !this.#dice.chance(0.2)) return sum
    const off = this.#dice.pick([-100n, 100n])
    sum.forEach((value, period) => {
      if (value !== null) sum[period] = value + off
    })
    return sum
  }

  #row(label: string, depth: number, values: readonly (bigint | null)[]): void {
    const number = this.#numbered && !isTotalLabel(label) ? `${this.#dice.between(1000, 99999)} · ` : ''
    this.#rows.push({ label: `${depth > 0 ? number : ''}${label}`, depth, values })
  }

  #totalRow(name: string, depth: number, values: readonly (bigint | null)[]): void {
    const label = this.#dice.pick([`Total ${name}`, `Total for ${name}`, `Total - ${name}`, `${name} Total`])
    this.#rows.push({ label, depth, values })
  }

  #caption(place: Place, plain = false): { text: string; contra: boolean } {
    if (this.#dice.chance(0.08)) {
      const text = `Q${this.#dice.between(10, 99)}x item ${this.#dice.between(1, 500)}`
      this.#unknown.push(text)
      return { text, contra: false }
    }
    const captions = CAPTIONS.get(place) ?? []
    return this.#dice.pick(plain ? captions.filter(({ contra }) => !contra) : captions)
  }

  #amounts(): (bigint | null)[] {
    const scale = this.#dice.pick([1000, 100_000, 10_000_000])
    return Array.from({ length: this.#periods }, () => {
      if (this.#periods > 1 && this.#dice.chance(0.08)) return null
      const cents = BigInt(this.#dice.between(1, scale)) * (this.#whole ? 100n : 1n)
      return this.#dice.chance(0.02) ? 0n : cents
    })
  }

  #nothing(): (bigint | null)[] {
    return Array.from({ length: this.#periods }, () => null)
  }
}

const INCOME: ReadonlySet<Place> = new Set<Place>(['revenue', 'other_income', 'dispositions', 'net_of_tax'])
const ABOVE: readonly Place[] = ['revenue', 'cogs', 'opex']
const BELOW_CAPTIONS: Readonly<Partial<Record<Place, readonly string[]>>> = {
  other_income: ['Interest Income', 'Dividend Income', 'PPP Loan Forgiveness', 'Other Income', 'Insurance Proceeds'],
  other_expenses: ['Penalties', 'Depreciation', 'Miscellaneous Expense', 'Restructuring Charges'],
  interest: ['Interest Expense', 'Mortgage Interest', 'Amortization of Loan Costs'],
  dispositions: ['Gain on Sale of Assets', 'Gain on Sale of Investments'],
}

function isTotalLabel(label: string): boolean {
  return label.startsWith('Total') || label.endsWith(' Total')
}

function isTotalRow({ label }: Row): boolean {
  return isTotalLabel(label)
}

function plus(a: readonly (bigint | null)[], b: readonly (bigint | null)[]): (bigint | null)[] {
  return a.map((value, period) => {
    const other = b[period] ?? null
    return value === null ? other : other === null ? value : value + other
  })
}

function negated(values: readonly (bigint | null)[]): (bigint | null)[] {
  return values.map((value) => (value === null ? null : -value))
}

/** Any captions in any order with any figures: no statement at all, most of the time. */
export function randomJumble(seed: number): MappingInput {
  const dice = new Dice(seed)
  const periods = dice.between(1, 4)
  const words = [...CAPTIONS.values()].flat()
  const special = [
    'Net Income',
    'Gross Profit',
    'Operating Income',
    'Total',
    '',
    'Total Expenses',
    'Income',
    'Expenses',
  ]
  const more = ['Other Income', 'Total Other Income', 'Net Other Income', 'Costs and Expenses', 'Net Sales', 'EBITDA']
  const amount = (): Cents | null =>
    dice.chance(0.15) ? null : centsOf(BigInt(dice.between(-50, 50)) * BigInt(dice.pick([1, 100, 100_000])))
  const lines = Array.from({ length: dice.between(0, 30) }, (_, index): StatementLine => {
    const label = dice.chance(0.4) ? dice.pick([...special, ...more]) : dice.pick(words).text
    const heading = dice.chance(0.15)
    const values = Array.from({ length: periods }, () => (heading ? null : amount()))
    const sources = values.map((value, period) =>
      value === null
        ? null
        : ({ kind: 'printed', pages: [1], documentId: 'doc', address: `lines.${index}.${period}` } as const),
    )
    return { key: `k${index}`, label, depth: dice.below(4), values, sources }
  })
  const frame = Array.from({ length: periods }, (): Period => {
    return { fiscalYear: 2024, periodEnd: null, label: null, monthsCovered: null }
  })
  const statement = { documentId: 'doc', periods: frame, lines, scale: 1 }
  return { statement, chart: platformChart(), rules: [], exportMap: null }
}
