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
import { at, hasFigure, noAmounts, RunningAmounts } from './amounts.ts'
import type { SectionFigures } from './section-figures.ts'
import { derivedFrom } from './sources.ts'
import type { MeasureFigure } from './tree.ts'

export interface MeasureInput {
  readonly chart: Chart
  readonly figures: SectionFigures
  /** By account id, positive in the direction of its effect. */
  readonly accounts: ReadonlyMap<string, Amounts>
  readonly bottom: MeasureFigure
  /** Rows the statement prints for a measure. */
  readonly printed: ReadonlyMap<MeasureName, readonly MeasureFigure[]>
  readonly stated: readonly boolean[]
  readonly documentId: string
}

export function measureRows(input: MeasureInput): Map<MeasureName, MeasureFigure> {
  const roles = sumsByRole(input)
  const perPeriod = input.stated.map((isStated, period) => (isStated ? measuresOf(input, roles, period) : null))
  const derived = input.stated.map((_, period) => derivedSources(input, period))
  const rows = new Map<MeasureName, MeasureFigure>()
  for (const measure of COMPUTED) {
    const values = perPeriod.map((figures) => figures?.[measure] ?? null)
    const sources = values.map((value, period): Source | null => {
      if (value === null) return null
      return printedSource(input.printed.get(measure) ?? [], period, value) ?? derived[period]?.(measure) ?? null
    })
    rows.set(measure, { values, sources })
  }
  rows.set('net_income', { values: input.bottom.values, sources: input.bottom.sources })
  return rows
}

/** What the accounts of one kind add to net income, wherever they stand; costs come out negative. */
type RoleSums = Readonly<Record<keyof typeof KINDS, Amounts>>

const KINDS = {
  interestAbove: ({ roles, place }: Account) => roles.has('interest') && place !== 'interest',
  taxAbove: ({ roles, place }: Account) => roles.has('income_tax') && place !== 'taxes',
  depreciation: ({ roles }: Account) => roles.has('depreciation'),
  amortization: ({ roles }: Account) => roles.has('amortization'),
  combined: ({ roles }: Account) => roles.has('depreciation_amortization'),
  oneTime: ({ roles, place }: Account) => roles.has('one_time') && place !== 'dispositions',
  rent: ({ roles }: Account) => roles.has('rental_revenue'),
  notOperating: ({ roles, place }: Account) =>
    roles.has('noi_exclude') && (place === 'revenue' || place === 'cogs' || place === 'opex'),
} as const

function sumsByRole({ chart, accounts, stated }: MeasureInput): RoleSums {
  const sums = Object.fromEntries(
    Object.keys(KINDS).map((kind) => [kind, new RunningAmounts(stated.length)]),
  ) as Record<keyof typeof KINDS, RunningAmounts>
  for (const [id, amounts] of accounts) {
    const account = chart.accountById.get(id)
    if (!account || account.roles.size === 0) continue
    for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[])
      if (KINDS[kind](account)) sums[kind].add(amounts, account.effect === 'adds' ? 1 : -1)
  }
  return Object.fromEntries(Object.entries(sums).map(([kind, running]) => [kind, running.sums])) as RoleSums
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

/** All of one period; a figure that is not there counts as nothing. */
function measuresOf({ figures }: MeasureInput, roles: RoleSums, period: number): Record<Computed, Cents | null> {
  const section = (place: Place) => at(figures.get(place)?.values, period) ?? ZERO
  const gain = (kind: keyof RoleSums): bigint => at(roles[kind], period) ?? ZERO
  const grossProfit = section('revenue') - section('cogs')
  const operatingIncome = grossProfit - section('opex')
  const belowTheLine = section('other_income') - section('other_expenses') + section('dispositions')
  const pretax = operatingIncome + belowTheLine - section('interest')
  const ebit = pretax + section('interest') - gain('interestAbove') - gain('taxAbove')
  const ebitda = ebit - gain('depreciation') - gain('amortization') - gain('combined')
  // A combined line cannot be split, and a guessed split would be a wrong figure.
  const ebita = gain('combined') === 0n ? ebit - gain('amortization') : null
  const oneTime = section('dispositions') + gain('oneTime')
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

function printedSource(rows: readonly MeasureFigure[], period: number, value: Cents): Source | null {
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
function derivedSources({ figures, documentId }: MeasureInput, period: number): (measure: Computed) => Source {
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
  const { figures, accounts, stated } = input
  const isProperty = [...accounts.keys()].some((id) => PROPERTY_ACCOUNTS.has(id) || id.startsWith('opex.prop_'))
  const roles = sumsByRole(input)
  const section = (place: Place, period: number) => at(figures.get(place)?.values, period) ?? ZERO
  const withRevenue = stated.flatMap((_, period) => (section('revenue', period) === ZERO ? [] : [period]))
  const isRental = withRevenue.every((period) => 2n * (at(roles.rent, period) ?? ZERO) >= section('revenue', period))
  if (!isProperty || !isRental || withRevenue.length === 0) return noAmounts(stated.length)
  return stated.map((isStated, period) => {
    if (!isStated) return null
    const above = section('revenue', period) - section('cogs', period) - section('opex', period)
    return centsOf(above - (at(roles.notOperating, period) ?? ZERO))
  })
}
