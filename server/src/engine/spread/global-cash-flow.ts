/**
 * What all who answer for a loan earn and owe together, year by year. A payment between two of them is taken out once:
 * a company that earned 500 and paid its owner 150 of it leaves 500, not 650. How companies that do not answer for the
 * loan enter is the lender's policy, and the spread says which.
 */
import type { Cents } from '../../lib/money.ts'
import { centsOf, formatCents, parseCents, ZERO } from '../../lib/money.ts'
import type { SpreadInput } from '../model/spread.ts'
import { LOAN_ATTRIBUTES } from './attributes.ts'
import type { SpreadEntity } from './entity.ts'
import { attributeInput, stateColumn } from './evaluate-column.ts'
import type { Reason, StatedColumn } from './evaluate-column.ts'
import type { Distribution } from './from-tax-return.ts'
import { addbackInput, addUp, givenReading } from './readings.ts'
import type { Input, Reading } from './readings.ts'

export interface StatedYear {
  readonly fiscalYear: number
  readonly stated: StatedColumn
}

interface Group {
  readonly input: SpreadInput
  readonly entities: readonly SpreadEntity[]
  readonly paid: readonly Distribution[]
  readonly used: Set<unknown>
}

export function stateYears(group: Group): StatedYear[] {
  const counted = membersOf(group)
  const years = new Set(counted.flatMap(({ columns }) => columns.filter(isYear).map(({ fiscalYear }) => fiscalYear)))
  return [...years].sort().map((fiscalYear) => ({ fiscalYear, stated: stateYear(group, counted, fiscalYear) }))
}

function membersOf({ input, entities }: Group): SpreadEntity[] {
  const isAffiliateCounted = input.affiliates === 'statements'
  return entities.filter(({ isObligated, kind }) => isObligated || (isAffiliateCounted && kind === 'business'))
}

const isYear = ({ monthsCovered }: { readonly monthsCovered: number | null }): boolean => monthsCovered === 12

type Found = { readonly reading: Reading } | { readonly reason: Reason }

function stateYear(group: Group, counted: readonly SpreadEntity[], year: number): StatedColumn {
  const businesses = counted.filter(({ kind }) => kind === 'business')
  const persons = counted.filter(({ kind }) => kind === 'person')
  const silent = group.input.obligated
    .filter((keys) => !counted.some(({ key }) => keys.includes(key)))
    .map((keys) => keys[0] ?? '')
  const found: [string, Found][] = [
    ['business_cash_flow', sumOver(businesses, 'ebitda_normalized', year, silent.filter(isBusiness))],
    [
      'personal_cash_flow',
      sumOver(
        persons,
        'personal_cash_flow',
        year,
        silent.filter((key) => !isBusiness(key)),
      ),
    ],
    ['business_debt_service', sumOver(businesses, 'debt_service_total', year, [])],
    ['personal_debt_service', sumOver(persons, 'personal_debt_service', year, [])],
    ['intragroup_payments', { reading: paymentsWithin(group, counted, year) }],
  ]
  const addbacks = addbacksOfLoan(group, year)
  return stateColumn(LOAN_ATTRIBUTES, {
    path: `loan/${year}`,
    monthsCovered: 12,
    isUnfooted: false,
    readings: new Map([
      ...found.flatMap(([key, one]) => ('reading' in one ? [[key, one.reading] as const] : [])),
      ...(addbacks ? [['addbacks_of_loan', addbacks] as const] : []),
    ]),
    missing: new Map(found.flatMap(([key, one]) => ('reason' in one ? [[key, one.reason] as const] : []))),
    prior: null,
    year: null,
  })
}

const isBusiness = (key: string): boolean => key.startsWith('business:')

/** All of them or nothing: a group without one of its members is another group. */
function sumOver(members: readonly SpreadEntity[], attribute: string, year: number, silent: readonly string[]): Found {
  const parts = members.map((member) => {
    const column = columnOf(member, year)
    const value = column?.stated.attributes.get(attribute)?.value ?? null
    return { member, value, path: `${column?.stated.path ?? member.key}/${attribute}` }
  })
  const about = [...silent, ...parts.filter(({ value }) => value === null).map(({ path }) => path)]
  if (about.length > 0) return { reason: { code: 'missing_member', about } }
  const sum = addUp(
    parts.map(({ value, path }) => ({
      value: parseCents(value ?? '') ?? ZERO,
      input: attributeInput(path, value ?? ''),
    })),
  )
  return { reading: sum ?? nobody() }
}

/** Books before the return of the same year: they say more. */
function columnOf({ columns }: SpreadEntity, year: number) {
  const own = columns.filter((column) => isYear(column) && column.fiscalYear === year)
  return own.find(({ basis }) => basis === 'financial_statement') ?? own[0] ?? null
}

function nobody(): Reading {
  return { value: ZERO, inputs: [loanInput('members', ZERO)], note: 'nobody of the kind answers for the loan' }
}

function loanInput(ref: string, value: Cents): Input {
  return { kind: 'loan', ref, documentId: null, mappingId: null, period: null, value: formatCents(value) }
}

/** A person's word on it stands before what the Schedules K-1 show. */
function paymentsWithin({ input, paid, used }: Group, counted: readonly SpreadEntity[], year: number): Reading {
  const given = input.given.filter(
    ({ key, period }) => key === 'intragroup_payments' && (period === null || period.fiscalYear === year),
  )
  for (const one of given) used.add(one)
  const [word] = given.map(givenReading)
  if (word) return word
  const keys = new Set(counted.map(({ key }) => key))
  const within = paid.filter(
    ({ from, ownerKeys, year: of }) => of === year && keys.has(from) && ownerKeys.some((key) => keys.has(key)),
  )
  if (within.length === 0)
    return { value: ZERO, inputs: [loanInput('members', ZERO)], note: 'no Schedule K-1 shows one' }
  const total = within.reduce((sum, { reading }) => sum + reading.value, 0n)
  return { value: centsOf(total), inputs: within.flatMap(({ reading }) => reading.inputs), note: null }
}

/** Addbacks that name no company, of a loan with several. */
function addbacksOfLoan({ input, entities, used }: Group, year: number): Reading | null {
  if (entities.filter(({ kind }) => kind === 'business').length === 1) return null
  const parts = input.addbacks
    .filter(({ entityKey }) => entityKey === null)
    .flatMap(({ id, amounts }) =>
      amounts
        .filter(({ fiscalYear }) => fiscalYear === year)
        .map((amount) => {
          used.add(amount)
          return { value: amount.amount, input: addbackInput(id, amount.amount) }
        }),
    )
  return addUp(parts)
}
