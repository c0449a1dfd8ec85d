/**
 * The spread of a loan: every entity that its documents speak of, period by period, and what they come to together.
 * The same input gives the same result, member for member: nothing here looks at a clock, and nothing is in the order
 * in which it happened to arrive.
 */
import type { Cents } from '../../lib/money.ts'
import { centsOf, formatCents, ZERO } from '../../lib/money.ts'
import type { NamedPeriod, SpreadDocument, SpreadInput } from '../model/spread.ts'
import { BUSINESS_ATTRIBUTES, PERSON_ATTRIBUTES } from './attributes.ts'
import { isNamed, priorOf, readingsToColumns, yearBefore } from './columns.ts'
import type { Column } from './columns.ts'
import type { SpreadEntity } from './entity.ts'
import { stateColumn } from './evaluate-column.ts'
import type { Reason, StatedColumn } from './evaluate-column.ts'
import { balanceSheetToReadings } from './from-balance-sheet.ts'
import { cashFlowToReadings } from './from-cash-flow.ts'
import { debtServiceOf, latestSchedule } from './from-debt-schedule.ts'
import { mappingToReadings } from './from-mapping.ts'
import { personalToReadings } from './from-personal.ts'
import { distributionsOf, taxReturnToReadings } from './from-tax-return.ts'
import type { Distribution } from './from-tax-return.ts'
import { stateYears } from './global-cash-flow.ts'
import type { StatedYear } from './global-cash-flow.ts'
import { addbackInput, addUp, givenReading } from './readings.ts'
import type { PeriodReadings, Reading } from './readings.ts'

/** Changes whenever the same input may give another result. */
export const SPREAD_ENGINE_VERSION = '1.0.0'

/** What people gave that no period took. */
export interface Unused {
  readonly kind: 'addback' | 'given'
  readonly ref: string
  readonly entityKey: string | null
  readonly period: NamedPeriod | null
}

export interface Spread {
  readonly affiliates: SpreadInput['affiliates']
  readonly entities: readonly SpreadEntity[]
  readonly years: readonly StatedYear[]
  readonly unused: readonly Unused[]
}

export function spreadLoan(input: SpreadInput): Spread {
  const keys = [...new Set(input.documents.map(({ entityKey }) => entityKey))].sort()
  const paid = input.documents.flatMap((one) => (one.kind === 'tax-return' ? distributionsOf(one) : []))
  const used = new Set<unknown>()
  const context = { input, paid, used, businesses: businessesOf(input.documents) }
  const entities = keys.map((key) => spreadEntity(context, key))
  const years = stateYears({ input, entities, paid, used })
  return { affiliates: input.affiliates, entities, years, unused: unusedOf(input, used) }
}

interface Context {
  readonly input: SpreadInput
  readonly paid: readonly Distribution[]
  /** The addback amounts and given figures that found their place. */
  readonly used: Set<unknown>
  readonly businesses: ReadonlySet<string>
}

function businessesOf(documents: readonly SpreadDocument[]): Set<string> {
  return new Set(documents.filter(({ entityKind }) => entityKind === 'business').map(({ entityKey }) => entityKey))
}

function spreadEntity(context: Context, key: string): SpreadEntity {
  const { input } = context
  const documents = input.documents.filter(({ entityKey }) => entityKey === key)
  // The name that came last: companies change theirs.
  const { entityName, entityKind } = documents.at(-1) as SpreadDocument
  const isBorrower = key === input.borrowerKey
  const columns = readingsToColumns(documents.flatMap((one) => toReadings(one, input.documents.indexOf(one))))
  const schedule = latestSchedule(documents.flatMap((one) => (one.kind === 'debt-schedule' ? [one] : [])))
  const debt = schedule && debtServiceOf(schedule)
  const attributes = entityKind === 'person' ? PERSON_ATTRIBUTES : BUSINESS_ATTRIBUTES
  const statedById = new Map<string, StatedColumn>()
  const filled = columns.map((column) => {
    const readings = new Map(column.readings)
    const missing = new Map<string, Reason>()
    if (debt?.reading) readings.set('debt_service_existing', debt.reading)
    else if (debt?.missing) missing.set('debt_service_existing', { code: 'missing_input', about: [debt.missing] })
    for (const [name, reading] of termsOf(input, isBorrower)) readings.set(name, reading)
    const addbacks = addbacksOf(context, { key, columns }, column)
    if (addbacks) readings.set('addbacks_total', addbacks)
    const received = receivedBy(context, key, column)
    if (received) readings.set('k1_distributions', received)
    for (const [name, reading] of givenFor(context, key, column)) readings.set(name, reading)
    const [prior, year] = [priorOf(columns, column), yearBefore(columns, column)]
    const stated = stateColumn(attributes, {
      path: `${key}/${column.id}`,
      monthsCovered: column.monthsCovered,
      isUnfooted: column.statement?.mappingState === 'unfooted',
      readings,
      missing,
      prior: (prior && statedById.get(prior.id)) ?? null,
      year: (year && statedById.get(year.id)) ?? null,
    })
    statedById.set(column.id, stated)
    return { ...column, readings, stated }
  })
  const isObligated = input.obligated.some((one) => one.includes(key))
  return { key, name: entityName, kind: entityKind, isBorrower, isObligated, columns: filled }
}

function toReadings(document: SpreadDocument, order: number): PeriodReadings[] {
  switch (document.kind) {
    case 'profit-loss':
      return mappingToReadings(document, order)
    case 'balance-sheet':
      return balanceSheetToReadings({ ...document, kind: document.kind }, order)
    case 'cash-flow':
      return cashFlowToReadings({ ...document, kind: document.kind }, order)
    case 'tax-return':
      return taxReturnToReadings(document, order)
    case 'personal-statement':
      return personalToReadings(document, order)
    case 'debt-schedule':
      return []
  }
}

/** The request is the borrower's: no other member of the group has a new payment to make. */
function termsOf({ loanAmount }: SpreadInput, isBorrower: boolean): [string, Reading][] {
  const term = (ref: string, value: Cents, note: string | null): Reading => ({
    value,
    inputs: [{ kind: 'loan', ref, documentId: null, mappingId: null, period: null, value: formatCents(value) }],
    note,
  })
  if (!isBorrower) return [['debt_service_proposed', term('borrower', ZERO, 'the loan is another one’s')]]
  return loanAmount === null ? [] : [['loan_amount', term('amount', loanAmount, null)]]
}

/** Addbacks are to books; only where there are none, to a return. One that names nobody is of the only company. */
function addbacksOf(
  { input, used, businesses }: Context,
  entity: { readonly key: string; readonly columns: readonly Column[] },
  column: Column,
): Reading | null {
  const [only] = businesses.size === 1 ? businesses : []
  const parts = input.addbacks
    .filter(({ entityKey }) => (entityKey ?? only) === entity.key)
    .flatMap(({ id, amounts }) =>
      amounts.flatMap((amount) => {
        const named = entity.columns.filter((one) => isNamed(one, amount))
        const books = named.filter(({ basis }) => basis === 'financial_statement')
        if (!(books.length > 0 ? books : named).includes(column)) return []
        used.add(amount)
        return [{ value: amount.amount, input: addbackInput(id, amount.amount) }]
      }),
    )
  return addUp(parts)
}

/** What companies paid to this owner in the year of the column, by their own Schedules K-1. */
function receivedBy({ paid }: Context, key: string, column: Column): Reading | null {
  if (column.basis !== 'tax_return') return null
  const own = paid.filter(({ ownerKeys, year }) => ownerKeys.includes(key) && year === column.fiscalYear)
  if (own.length === 0) return null
  const total = own.reduce((sum, { reading }) => sum + reading.value, 0n)
  return { value: centsOf(total), inputs: own.flatMap(({ reading }) => reading.inputs), note: null }
}

function givenFor({ input, used }: Context, key: string, column: Column): [string, Reading][] {
  return input.given
    .filter((given) => (given.entityKey ?? input.borrowerKey) === key && given.key !== 'intragroup_payments')
    .filter(({ period }) => period === null || isNamed(column, period))
    .map((given) => {
      used.add(given)
      return [given.key, givenReading(given)]
    })
}

function unusedOf({ addbacks, given }: SpreadInput, used: ReadonlySet<unknown>): Unused[] {
  return [
    ...addbacks.flatMap(({ id, entityKey, amounts }) =>
      amounts
        .filter((amount) => !used.has(amount))
        .map(({ fiscalYear, periodEnd }): Unused => ({
          kind: 'addback',
          ref: id,
          entityKey,
          period: { fiscalYear, periodEnd },
        })),
    ),
    ...given
      .filter((one) => !used.has(one))
      .map(({ key, entityKey, period }): Unused => ({ kind: 'given', ref: key, entityKey, period })),
  ]
}
