import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { centsOf } from '../../lib/money.ts'
import type { AgingReading, AgingRow } from '../model/aging.ts'
import type { Figure } from '../model/extraction.ts'
import { proveAging } from './prove-aging.ts'

const SPOT = { page: 1, box: [0, 0, 1, 1] as const, text: 'x' }

const ITEM = { date: '01/02/2024', dueDate: null, number: null, kind: null }

function figure(value: bigint): Figure {
  return { ...SPOT, value: centsOf(value), decimals: 2 }
}

function row(party: string, values: readonly bigint[], total: bigint): AgingRow {
  return { party, source: SPOT, values: values.map(figure), total: figure(total), item: null, group: null }
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}

/** A summary whose rows and totals close, from amounts alone. */
function aging(amounts: readonly (readonly bigint[])[]): AgingReading {
  const buckets = amounts[0]?.map((_, index) => ({ label: `${index}`, source: SPOT })) ?? []
  const totals = buckets.map((_, index) => sum(amounts.map((values) => values[index] ?? 0n)))
  return {
    class: 'ar-aging',
    kind: 'digital',
    pages: [1],
    currency: null,
    scale: { factor: 1, source: null },
    asOf: { date: '2024-12-31', source: SPOT },
    buckets,
    rows: amounts.map((values, index) => row(`Party ${index}`, values, sum(values))),
    partyTotals: [],
    totals: row('Total', totals, sum(totals)),
    leftovers: [],
  }
}

function isProved(reading: AgingReading): boolean {
  return proveAging(reading).every((proof) => proof.state === 'proved')
}

const AMOUNTS = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 8 })).chain(([buckets, parties]) =>
  fc.array(fc.array(fc.bigInt({ min: -1_000_000n, max: 1_000_000n }), { minLength: buckets, maxLength: buckets }), {
    minLength: parties,
    maxLength: parties,
  }),
)

test('an aging that adds up across and down is proved', () => {
  fc.assert(fc.property(AMOUNTS, (amounts) => isProved(aging(amounts))))
})

test('an aging with a single wrong cent anywhere is never proved', () => {
  fc.assert(
    fc.property(AMOUNTS, fc.nat(), fc.nat(), fc.constantFrom(1n, -1n, 100n), (amounts, at, column, by) => {
      const reading = aging(amounts)
      const lines = [...reading.rows, ...(reading.totals ? [reading.totals] : [])]
      const place = at % lines.length
      const wrong = lines.map((line, index) => (index === place ? withWrong(line, column, by) : line))
      return !isProved({ ...reading, rows: wrong.slice(0, -1), totals: wrong.at(-1) ?? null })
    }),
  )
})

function withWrong(line: AgingRow, column: number, by: bigint): AgingRow {
  const at = column % (line.values.length + 1)
  if (at === line.values.length) return { ...line, total: line.total && figure(line.total.value + by) }
  return { ...line, values: line.values.map((one, index) => (index === at && one ? figure(one.value + by) : one)) }
}

test('a report that lists nobody is not proved: there was nothing to add up', () => {
  const empty = { ...aging([[0n, 0n]]), rows: [] }
  assert.deepEqual(
    proveAging(empty)
      .filter((proof) => proof.name === 'columns_to_totals')
      .map((proof) => proof.state),
    ['not_proved', 'not_proved', 'not_proved'],
  )
})

test('a failed check names the total that breaks and the change that would mend it', () => {
  const reading = aging([
    [500n, 100n],
    [300n, 200n],
  ])
  const [first, ...others] = reading.rows
  assert.ok(first)
  const turned = { ...reading, rows: [{ ...first, values: [figure(-500n), figure(100n)] }, ...others] }
  const failed = proveAging(turned).find((proof) => proof.name === 'rows_to_totals')
  assert.equal(failed?.state, 'failed')
  assert.match(failed.hint ?? '', /'Party 0' does not close.*sign of 'Party 0'/)
})

test('a number without a place keeps an aging from being proved', () => {
  const left = { ...SPOT, text: '12.00', reason: 'unplaced' as const, column: null }
  assert.equal(isProved({ ...aging([[1n, 2n]]), leftovers: [left] }), false)
})

const BLANKS: readonly (readonly [what: string, kind: 'ocr' | 'digital', beside: bigint, proved: boolean])[] = [
  ['on a scan, beside party totals that print their nils', 'ocr', 0n, false],
  ['on a scan, beside party totals that print none', 'ocr', 7n, true],
  ['in print, where nothing goes unread', 'digital', 0n, true],
]
for (const [what, kind, beside, proved] of BLANKS)
  test(`a blank in a party's total ${what}, ${proved ? 'lets' : 'keeps'} the aging ${proved ? 'be' : 'from being'} proved`, () => {
    const items = aging([
      [5n, 0n],
      [3n, beside],
    ])
    const partyTotals = items.rows.map((own, index) => ({
      ...own,
      values: index === 0 ? own.values.slice(0, 1).concat(null) : own.values,
    }))
    const rows = items.rows.map((own, group) => ({ ...own, item: ITEM, group }))
    assert.equal(isProved({ ...items, kind, rows, partyTotals }), proved)
  })
