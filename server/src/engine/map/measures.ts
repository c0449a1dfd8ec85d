/**
 * The measure rows of the tree and the headline figures. Each is a sum over sections and over accounts by role, so
 * that interest printed among operating expenses is added back to EBIT without having been moved.
 */
import type { Cents } from '../../lib/money.ts'
import { centsOf, magnitude, ZERO } from '../../lib/money.ts'
import type { Account, Chart } from '../chart/chart.ts'
import type { Place } from '../chart/places.ts'
import type { Amounts, HeadlineMeasures, MeasureName } from '../model/mapping.ts'
import type { Source } from '../model/statement.ts'
import { hasFigure } from './amounts.ts'
import type { SectionFigures } from './section-figures.ts'
import { derivedFrom } from './sources.ts'
import type { MeasureFigure } from './tree.ts'
import type { ResultRow } from './walk.ts'

export interface MeasureInput {
  readonly chart: Chart
  readonly figures: SectionFigures
  /** By account id, positive in the direction of its effect. */
  readonly accounts: ReadonlyMap<string, Amounts>
  readonly bottom: ResultRow
  /** Rows the statement prints for a measure. */
  readonly printed: ReadonlyMap<MeasureName, readonly ResultRow[]>
  readonly stated: readonly boolean[]
  readonly documentId: string
}

/** All amounts of one period; a figure that is not there counts as nothing. */
interface PeriodFigures {
  section(place: Place): bigint
  /** What the accounts that pass add to net income, and what they cost it. */
  gain(test: (account: Account) => boolean): bigint
  cost(test: (account: Account) => boolean): bigint
}

export function measureRows(input: MeasureInput): Map<MeasureName, MeasureFigure> {
  const perPeriod = input.stated.map((isStated, period) => (isStated ? measuresOf(periodFigures(input, period)) : null))
  const allPages = input.stated.map((_, period) => pagesOfPeriod(input, period))
  const rows = new Map<MeasureName, MeasureFigure>()
  for (const measure of COMPUTED) {
    const values = perPeriod.map((figures) => figures?.[measure] ?? null)
    const sources = values.map((value, period): Source | null => {
      if (value === null) return null
      return printedSource(input.printed.get(measure) ?? [], period, value) ?? allPages[period]?.(measure) ?? null
    })
    rows.set(measure, { values, sources })
  }
  rows.set('net_income', { values: input.bottom.values, sources: input.bottom.sources })
  return rows
}

type Computed = Exclude<MeasureName, 'net_income'>
const COMPUTED: readonly Computed[] = [
  'gross_profit',
  'operating_income',
  'pretax_income',
  'ebit',
  'adjusted_ebit',
  'ebitda',
  'adjusted_ebitda',
  'ebita',
  'adjusted_ebita',
]

function measuresOf(figures: PeriodFigures): Record<Computed, Cents | null> {
  const hasRole = (role: string) => (account: Account) => account.roles.has(role)
  const grossProfit = figures.section('revenue') - figures.section('cogs')
  const operatingIncome = grossProfit - figures.section('opex')
  const pretax =
    operatingIncome +
    figures.section('other_income') -
    figures.section('other_expenses') -
    figures.section('interest') +
    figures.section('dispositions')
  const embeddedInterest = figures.cost((account) => account.roles.has('interest') && account.place !== 'interest')
  const embeddedTax = figures.cost((account) => account.roles.has('income_tax') && account.place !== 'taxes')
  const ebit = pretax + figures.section('interest') + embeddedInterest + embeddedTax
  const depreciation = figures.cost(hasRole('depreciation'))
  const amortization = figures.cost(hasRole('amortization'))
  const combined = figures.cost(hasRole('depreciation_amortization'))
  const ebitda = ebit + depreciation + amortization + combined
  // A combined line cannot be split, and a guessed split would be a wrong figure.
  const ebita = combined === 0n ? ebit + amortization : null
  const oneTime =
    figures.section('dispositions') +
    figures.gain((account) => account.roles.has('one_time') && account.place !== 'dispositions')
  return {
    gross_profit: centsOf(grossProfit),
    operating_income: centsOf(operatingIncome),
    pretax_income: centsOf(pretax),
    ebit: centsOf(ebit),
    adjusted_ebit: centsOf(ebit - oneTime),
    ebitda: centsOf(ebitda),
    adjusted_ebitda: centsOf(ebitda - oneTime),
    ebita: ebita === null ? null : centsOf(ebita),
    adjusted_ebita: ebita === null ? null : centsOf(ebita - oneTime),
  }
}

function periodFigures({ chart, figures, accounts }: MeasureInput, period: number): PeriodFigures {
  const present = [...accounts].flatMap(([id, amounts]) => {
    const account = chart.accountById.get(id)
    const amount = amounts[period] ?? null
    return account && amount !== null ? [{ account, amount }] : []
  })
  const gain = (test: (account: Account) => boolean) =>
    present.reduce((sum, of) => {
      if (!test(of.account)) return sum
      return of.account.effect === 'adds' ? sum + of.amount : sum - of.amount
    }, 0n)
  return { section: (place) => figures.get(place)?.values[period] ?? ZERO, gain, cost: (test) => -gain(test) }
}

function printedSource(rows: readonly ResultRow[], period: number, value: Cents): Source | null {
  for (const row of rows) {
    const printed = row.values[period] ?? null
    if (printed !== null && magnitude(printed) === magnitude(value)) return row.sources[period] ?? null
  }
  return null
}

const TO_GROSS_PROFIT: readonly Place[] = ['revenue', 'cogs']
const TO_OPERATING_INCOME: readonly Place[] = [...TO_GROSS_PROFIT, 'opex']
const TO_PRETAX: readonly Place[] = [
  ...TO_OPERATING_INCOME,
  'other_income',
  'other_expenses',
  'dispositions',
  'interest',
]

/** The pages a computed measure comes from: those of the sections it adds up. */
function pagesOfPeriod({ figures, documentId }: MeasureInput, period: number): (measure: Computed) => Source {
  const from = (places: readonly Place[]) =>
    derivedFrom(
      places.map((place) => figures.get(place)?.sources[period] ?? null),
      documentId,
    )
  const grossProfit = from(TO_GROSS_PROFIT)
  const operatingIncome = from(TO_OPERATING_INCOME)
  const pretax = from(TO_PRETAX)
  return (measure) =>
    measure === 'gross_profit' ? grossProfit : measure === 'operating_income' ? operatingIncome : pretax
}

/** The headline figures of a mapped statement: the tree's own. */
export function headlineMeasures(input: MeasureInput, rows: ReadonlyMap<MeasureName, MeasureFigure>): HeadlineMeasures {
  const section = (place: Place) => orNull(input.figures.get(place)?.values ?? [])
  const row = (measure: MeasureName) => orNull(rows.get(measure)?.values ?? [])
  return {
    revenue: section('revenue'),
    grossProfit: row('gross_profit'),
    operatingExpenses: section('opex'),
    operatingIncome: row('operating_income'),
    pretaxIncome: row('pretax_income'),
    netIncome: row('net_income'),
    ebitda: row('ebitda'),
    noi: orNull(netOperatingIncome(input)),
  }
}

function orNull(amounts: Amounts): Amounts | null {
  return hasFigure(amounts) ? amounts : null
}

/** Accounts that only a rental property's statement holds. */
const PROPERTY_ACCOUNTS = new Set([
  'opex.property_taxes',
  'rev.tenant_recoveries',
  'rev.vacancy',
  'rev.gross_potential_rent',
])

/** Net operating income per period, for a rental property's statement; all null for any other. */
function netOperatingIncome(input: MeasureInput): Amounts {
  const isProperty = [...input.accounts.keys()].some((id) => PROPERTY_ACCOUNTS.has(id) || id.startsWith('opex.prop_'))
  const perPeriod = input.stated.map((isStated, period) => (isStated ? periodFigures(input, period) : null))
  const isRental = perPeriod.every((figures) => {
    const revenue = figures?.section('revenue') ?? 0n
    if (!figures || revenue === 0n) return true
    return 2n * figures.gain((account) => account.roles.has('rental_revenue')) >= revenue
  })
  const hasRevenue = perPeriod.some((figures) => (figures?.section('revenue') ?? 0n) !== 0n)
  if (!isProperty || !isRental || !hasRevenue) return perPeriod.map(() => null)
  return perPeriod.map((figures) => {
    if (!figures) return null
    const excluded = (account: Account) => account.roles.has('noi_exclude')
    const above = figures.section('revenue') - figures.section('cogs') - figures.section('opex')
    const costs = figures.cost((account) => excluded(account) && (account.place === 'cogs' || account.place === 'opex'))
    const income = figures.gain((account) => excluded(account) && account.place === 'revenue')
    return centsOf(above + costs - income)
  })
}
