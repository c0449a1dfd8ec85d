import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { centsOf } from '../../lib/money.ts'
import type { DebtReading, DebtRow } from '../model/debt.ts'
import { proveDebt } from './prove-debt.ts'

const SPOT = { page: 1, box: [0, 0, 1, 1] as const, text: 'x' }

function row(label: string, values: readonly bigint[]): DebtRow {
  const cells = values.map((value) => ({ ...SPOT, figure: { ...SPOT, value: centsOf(value), decimals: 2 } }))
  return { label, source: SPOT, cells }
}

function schedule(
  debts: readonly (readonly bigint[])[],
  totals: readonly (readonly [string, ...bigint[]])[],
): DebtReading {
  return {
    kind: 'digital',
    pages: [1],
    currency: null,
    scale: { factor: 1, source: null },
    asOf: null,
    columns: (debts[0] ?? []).map(() => ({ head: 'Balance', role: 'balance', source: SPOT })),
    debts: debts.map((values, index) => row(`Bank ${index}`, values)),
    totals: totals.map(([label, ...values]) => row(label, values)),
    leftovers: [],
  }
}

function totalOf(debts: readonly (readonly bigint[])[]): bigint[] {
  return (debts[0] ?? []).map((_, column) => debts.reduce((sum, values) => sum + (values[column] ?? 0n), 0n))
}

function isProved(reading: DebtReading): boolean {
  return proveDebt(reading).every((proof) => proof.state === 'proved')
}

const DEBTS = fc.integer({ min: 1, max: 3 }).chain((columns) =>
  fc.array(fc.array(fc.bigInt({ min: 1n, max: 9_000_000n }), { minLength: columns, maxLength: columns }), {
    minLength: 1,
    maxLength: 9,
  }),
)

test('a schedule whose balances and payments add up is proved', () => {
  fc.assert(fc.property(DEBTS, (debts) => isProved(schedule(debts, [['Total', ...totalOf(debts)]]))))
})

test('a schedule with a single wrong cent anywhere is never proved', () => {
  fc.assert(
    fc.property(DEBTS, fc.nat(), fc.nat(), fc.constantFrom(1n, -1n), (debts, at, column, by) => {
      const all = [...debts, totalOf(debts)].map((values) => [...values])
      const line = all[at % all.length] ?? []
      line[column % line.length] = (line[column % line.length] ?? 0n) + by
      return !isProved(schedule(all.slice(0, -1), [['Total', ...(all.at(-1) ?? [])]]))
    }),
  )
})

test('a schedule that prints no total is not proved', () => {
  assert.equal(isProved(schedule([[100n]], [])), false)
})

test('what is taken off a total may be printed plain or as a minus', () => {
  for (const current of [250n, -250n])
    assert.ok(
      isProved(
        schedule(
          [[600n], [400n]],
          [
            ['Total debt', 1000n],
            ['Less current portion', current],
            ['Long-term debt', 750n],
          ],
        ),
      ),
    )
})
