/** Random mapped statements, spread: every figure is computed again from the payload alone, by other code. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { effort, SEED } from '../../../test/support/effort.ts'
import { Dice, randomStatement } from '../../../test/support/random-statement.ts'
import { mappedStatement } from '../../domain/spreads/spread-documents.ts'
import { centsOf } from '../../lib/money.ts'
import { mapStatement } from '../map/map-statement.ts'
import { mappingToPayload } from '../map/payload.ts'
import type { SpreadDocument, SpreadInput } from '../model/spread.ts'
import { spreadToPayload } from './payload.ts'
import type { SpreadPayload, WireAttribute } from './payload.ts'
import { spreadLoan } from './spread-loan.ts'

const SPREADS = effort(2_000)
const KEY = 'business:random'

function randomInput(dice: Dice): SpreadInput | null {
  const periods = dice.between(1, 4)
  const { input } = randomStatement(dice.below(2 ** 31), { periods, lines: dice.between(4, 25) })
  const result = mapStatement(input)
  if (result.status !== 'ready') return null
  const document: SpreadDocument = {
    id: 'doc_1',
    entityKey: KEY,
    entityName: 'Random',
    entityKind: 'business',
    assurance: null,
    ...mappedStatement('map_1', mappingToPayload(result.mapping), input.chart),
  }
  const amounts = document.periods.map(({ fiscalYear, periodEnd }) => ({
    fiscalYear,
    periodEnd,
    amount: centsOf(BigInt(dice.between(-5_000_000, 5_000_000))),
  }))
  const given = ['debt_service_existing', 'debt_service_proposed', 'cash_taxes', 'distributions'].map((key) => ({
    key,
    entityKey: null,
    period: null,
    value: centsOf(BigInt(dice.below(10_000_000))),
    note: 'told',
  }))
  return {
    loanAmount: centsOf(BigInt(dice.below(1_000_000_00))),
    borrowerKey: KEY,
    obligated: [[KEY]],
    affiliates: 'distributions',
    documents: [document],
    addbacks: [{ id: 'row', entityKey: dice.below(2) === 0 ? KEY : null, amounts }],
    given: given.filter(() => dice.below(3) > 0),
  }
}

/** The formula in floating point, over the values of its inputs, which are all it may need. */
function again(attribute: WireAttribute, months: number | null): number {
  const values = new Map<string, number>()
  for (const { ref, value } of attribute.inputs) values.set(ref, Number(value))
  const path = (name: string, column: (ref: string) => boolean): string =>
    String([...values].find(([ref]) => ref.endsWith(`/${name}`) && column(ref))?.[1] ?? 0)
  const [first] = attribute.inputs
  const own = attribute.inputs.map(({ ref }) => ref.slice(0, ref.lastIndexOf('/')))
  // Whichever column comes latest is the attribute's own; `prior` and `year` are the others.
  const latest = own.toSorted().at(-1) ?? first?.ref ?? ''
  const text = (attribute.formula ?? '')
    .replaceAll(
      /(?:prior|year)\((\w+)\)/g,
      (_, name: string) => `(${path(name, (ref) => !ref.startsWith(`${latest}/`))})`,
    )
    .replaceAll(/\((\w+) or 0\)/g, (_, name: string) => `(${path(name, (ref) => ref.startsWith(`${latest}/`))})`)
    .replaceAll(/\bdays\b/g, String(((months ?? 0) * 365) / 12))
    .replaceAll(/\bmonths\b/g, String(months))
    .replaceAll(/\b[a-z]\w*\b/g, (name) => `(${path(name, (ref) => ref.startsWith(`${latest}/`))})`)
  return runInNewContext(text) as number
}

const LAST_DIGIT: Readonly<Record<string, number>> = { usd: 0.01, ratio: 0.0001, percent: 0.01, days: 0.1 }

function checkAttribute(attribute: WireAttribute, months: number | null): boolean {
  const { key, value, inputs, reason, formula } = attribute
  assert.equal(value === null, reason !== null, `${key} has a value or a reason, and not both`)
  if (value === null) return false
  assert.ok(inputs.length > 0, `${key} has a value and no input`)
  // TTM draws on two earlier periods that this evaluator cannot tell apart.
  if (formula === null || formula.includes('year(')) return false
  const computed = again(attribute, months)
  const tolerance = 0.5001 * (LAST_DIGIT[attribute.unit] ?? 0) + Math.abs(computed) * 1e-12
  assert.ok(Math.abs(computed - Number(value)) <= tolerance, `${key}: ${formula} is ${computed}, stated ${value}`)
  return true
}

function valuesOf(period: SpreadPayload['entities'][number]['periods'][number]): (key: string) => bigint {
  const byKey = new Map(period.attributes.map(({ key, value }) => [key, value]))
  return (key) => BigInt((byKey.get(key) ?? '0.00').replace('.', ''))
}

test('every computed attribute follows from its inputs, by its printed formula, to its last digit', (context) => {
  const dice = new Dice(SEED)
  let [spreads, checked, mapped] = [0, 0, 0]
  while (spreads < SPREADS) {
    const input = randomInput(dice)
    if (input === null) continue
    spreads += 1
    const payload = spreadToPayload(spreadLoan(input))
    for (const period of payload.entities.flatMap((entity) => entity.periods)) {
      for (const attribute of period.attributes) if (checkAttribute(attribute, period.months_covered)) checked += 1
      if (period.mapping_state !== 'mapped') continue
      mapped += 1
      const of = valuesOf(period)
      assert.equal(of('gross_profit') - of('operating_expenses'), of('operating_income'))
      assert.equal(of('ebit') + of('depreciation') + of('amortization'), of('ebitda'))
      assert.equal(of('ebitda') + of('addbacks_total'), of('ebitda_normalized'))
    }
    for (const year of payload.years) for (const one of year.attributes) if (checkAttribute(one, 12)) checked += 1
  }
  assert.ok(checked > 10 * SPREADS && mapped > SPREADS / 2, `${checked} checked, ${mapped} mapped`)
  context.diagnostic(`seed ${SEED}: ${spreads} spreads, ${checked} computed attributes`)
})

test('the same input gives the same bytes, and the order of addbacks changes no figure', () => {
  const dice = new Dice(SEED + 1)
  for (let round = 0; round < SPREADS / 10; round += 1) {
    const input = randomInput(dice)
    if (input === null) continue
    const [row] = input.addbacks
    const rows = row ? [row, { ...row, id: 'other', amounts: row.amounts.map((one) => ({ ...one })) }] : []
    const text = (addbacks: SpreadInput['addbacks']) => spreadToPayload(spreadLoan({ ...input, addbacks }))
    assert.equal(JSON.stringify(text(rows)), JSON.stringify(text(structuredClone(rows))))
    const figures = (payload: SpreadPayload) =>
      payload.entities.flatMap((entity) => entity.periods.flatMap((one) => one.attributes.map(({ value }) => value)))
    assert.deepEqual(figures(text(rows.toReversed())), figures(text(rows)))
  }
})
