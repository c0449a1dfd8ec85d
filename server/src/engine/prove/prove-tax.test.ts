import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { centsOf } from '../../lib/money.ts'
import type { Figure } from '../model/extraction.ts'
import { amountKeys, TAX_FORMS } from '../model/tax-forms.ts'
import type { TaxSum } from '../model/tax-forms.ts'
import type { ReadForm, TaxReading } from '../model/tax.ts'
import { proveTaxReturn } from './prove-tax.ts'

const SPOT = { page: 1, box: [0, 0, 1, 1] as const, text: 'x' }

interface Extra {
  readonly share?: number
  readonly year?: number
}

function form(name: string, lines: Readonly<Record<string, bigint>>, { share, year }: Extra = {}): ReadForm {
  const figure = (value: bigint): Figure => ({ ...SPOT, value: centsOf(value), decimals: 0 })
  const owner = share === undefined ? null : { name: 'Owner', source: SPOT, share, k1Form: name }
  const read = new Map(Object.entries(lines).map(([key, value]) => [key, figure(value)]))
  return { form: name, taxYear: year ?? 2024, pages: [1], source: SPOT, lines: read, owner }
}

function reading(...forms: readonly ReadForm[]): TaxReading {
  return { kind: 'digital', pages: [1], forms, owners: [], leftovers: [] }
}

function statesOf(name: string, ...forms: readonly ReadForm[]): string[] {
  return proveTaxReturn(reading(...forms))
    .filter((proof) => proof.name === name)
    .map((proof) => proof.state)
}

test('every sum of every described form names lines that the form has', () => {
  for (const described of TAX_FORMS) {
    const { form: name, sums } = described
    const keys = new Set(amountKeys(described))
    for (const { total, plus, minus } of sums)
      for (const key of [total, ...plus, ...minus]) assert.ok(keys.has(key), `${name}: ${key}`)
  }
})

test('a line that its form computes is never proved with a single wrong cent', () => {
  const sums = TAX_FORMS.flatMap(({ form: name, sums: own }) => own.map((sum) => ({ name, sum })))
  const cases = fc.tuple(
    fc.constantFrom(...sums),
    fc.array(fc.bigInt({ min: 1n, max: 9_000_000n }), { minLength: 40, maxLength: 40 }),
  )
  fc.assert(
    fc.property(cases, fc.nat(), fc.constantFrom(1n, -1n), ([{ name, sum }, amounts], at, by) => {
      const parts = [...sum.plus, ...sum.minus]
      const lines = Object.fromEntries(parts.map((key, index) => [key, amounts[index % 40] ?? 1n]))
      const of = (keys: readonly string[]): bigint => keys.reduce((total, key) => total + (lines[key] ?? 0n), 0n)
      const made = of(sum.plus) - of(sum.minus)
      if (sum.floor && made <= 1n) return true
      const wrong = [...parts, sum.total][at % (parts.length + 1)] ?? sum.total
      const all: Record<string, bigint> = { ...lines, [sum.total]: made }
      all[wrong] = (all[wrong] ?? 0n) + by
      const proofs = proveTaxReturn(reading(form(name, all, { year: yearOf(sum) })))
      const about = [sum.total, ...parts].map((key) => `forms.0.${key}`).join()
      const tested = proofs.filter((one) => one.name === 'form_arithmetic' && one.addresses.join() === about)
      return tested.length > 0 && tested.every((one) => one.state === 'failed')
    }),
  )
})

/** A year in which the sum held. */
function yearOf({ years }: TaxSum): number {
  if (years === null) return 2024
  return years.to === 9999 ? years.from : years.to
}

test('a sum is held against the years in which the form printed it, and a year that is not known tests only what always held', () => {
  const old = { '9': 100n, '10': 30n, '11': 70n }
  const states = (year: number): string[] => statesOf('form_arithmetic', form('Form 1040', old, { year }))
  assert.deepEqual(states(2023), ['not_proved', 'proved'])
  assert.deepEqual(states(2025), ['not_proved'])
})

test('a line that may not go below zero is zero', () => {
  assert.deepEqual(statesOf('form_arithmetic', form('Form 8995', { '11': 100n, '12': 300n, '13': 0n })), ['proved'])
})

test('the two sides of Schedule L must agree', () => {
  const sides: [string, string, string][] = [
    ['Form 1065', '14(d)', '22(d)'],
    ['Form 1120', '15(d)', '28(d)'],
    ['Form 1120-S', '15(b)', '27(b)'],
  ]
  for (const [parent, assets, claims] of sides) {
    const states = (one: bigint, other: bigint): string[] =>
      statesOf('form_arithmetic', form(`Schedule L (${parent})`, { [assets]: one, [claims]: other }))
    assert.ok(states(100n, 101n).includes('failed'), parent)
    assert.ok(states(100n, 100n).includes('proved'), parent)
  }
})

test('the books meet the return: Schedules M-1 and M-2 close, and carry to where the form says', () => {
  const books = form('Schedule M-1 (Form 1120-S)', {
    '1': 70n,
    '2': 20n,
    '3': 30n,
    '4': 120n,
    '6': 20n,
    '7': 20n,
    '8': 100n,
  })
  const shared = (total: bigint): ReadForm => form('Schedule K (Form 1120-S)', { '1': 100n, '18': total })
  assert.deepEqual(statesOf('form_arithmetic', books), ['proved', 'proved', 'proved'])
  assert.deepEqual(statesOf('carried_between_forms', books, shared(100n)), ['proved'])
  assert.deepEqual(statesOf('carried_between_forms', books, shared(101n)), ['failed'])
  const account = { '1(a)': 50n, '2(a)': 20n, '5(a)': -10n, '6(a)': 60n, '7(a)': 15n, '8(a)': 45n }
  assert.deepEqual(statesOf('form_arithmetic', form('Schedule M-2 (Form 1120-S)', account)), ['proved', 'proved'])
})

test('K-1s of all owners make the Schedule K; K-1s of some prove nothing', () => {
  const schedule = form('Schedule K (Form 1120-S)', { '1': 1000n })
  const k1 = (value: bigint, share: number): ReadForm => form('Schedule K-1 (Form 1120-S)', { '1': value }, { share })
  assert.deepEqual(statesOf('k1s_to_schedule_k', schedule, k1(600n, 6000), k1(400n, 4000)), ['proved'])
  assert.deepEqual(statesOf('k1s_to_schedule_k', schedule, k1(600n, 6000), k1(401n, 4000)), ['failed'])
  assert.deepEqual(statesOf('k1s_to_schedule_k', schedule, k1(600n, 6000)), ['not_proved'])
})
