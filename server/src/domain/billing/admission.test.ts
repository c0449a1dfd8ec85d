import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { centsOf } from '../../lib/money.ts'
import type { Account } from '../../store/billing.ts'
import { judgeAdmission, periodOf } from './admission.ts'

const account = (changes: Partial<Record<keyof Account, unknown>> = {}): Account =>
  ({
    coversProcessing: true,
    perDocument: centsOf(150n),
    spendCap: null,
    maxInFlight: 100,
    balance: centsOf(1000n),
    reserved: centsOf(0n),
    inFlight: 0,
    period: '2026-11',
    spent: centsOf(0n),
    documents: 0,
    ...changes,
  }) as Account

const TABLE: [string, Partial<Record<keyof Account, unknown>>, number, string | null][] = [
  ['credit for six, asked for six', {}, 6, null],
  ['credit for six, asked for seven', {}, 7, 'insufficient_credits'],
  ['what is reserved is not there to be reserved again', { reserved: 850n }, 2, 'insufficient_credits'],
  ['exactly what is left over', { reserved: 850n }, 1, null],
  ['no price, no credit', { perDocument: 0n, balance: -5n }, 50, null],
  ['the cap counts what was charged and what is reserved', { spendCap: 500n, spent: 200n, reserved: 150n }, 1, null],
  ['one cent over the cap', { spendCap: 499n, spent: 200n, reserved: 150n }, 1, 'spend_cap_reached'],
  ['a cap of nothing', { spendCap: 0n }, 1, 'spend_cap_reached'],
  ['the cap comes before the credit', { spendCap: 0n, balance: 0n }, 1, 'spend_cap_reached'],
  ['as many as may be under way', { inFlight: 99 }, 1, null],
  ['one more than may be under way', { inFlight: 99 }, 2, 'usage_throttled'],
  ['money comes before throughput', { inFlight: 100, balance: 0n }, 1, 'insufficient_credits'],
  ['a plan without processing', { coversProcessing: false, balance: 0n }, 1, 'billing_required'],
]

for (const [name, changes, incoming, expected] of TABLE) {
  test(`${name}: ${expected ?? 'admitted'}`, () => {
    assert.equal(judgeAdmission(account(changes), incoming)?.type ?? null, expected)
  })
}

test('a refusal for lack of credit names the five figures as decimal strings', () => {
  const refusal = judgeAdmission(account({ reserved: 300n, inFlight: 2 }), 7)
  assert.deepEqual(refusal?.options.details, {
    balance_usd: '10.00',
    reserved_usd: '3.00',
    in_flight_docs: '2',
    incoming_docs: '7',
    per_doc_reservation_usd: '1.50',
  })
})

test('a throttled workspace is told when to ask again', () => {
  const refusal = judgeAdmission(account({ maxInFlight: 1 }), 2)
  assert.ok((refusal?.options.retryAfterSeconds ?? 0) > 0)
})

test('however much is asked for, what was admitted never exceeds balance, cap and throughput', () => {
  const cents = fc.bigInt({ min: 0n, max: 10_000n })
  const property = fc.property(
    cents, cents, cents, fc.nat(50), fc.integer({ min: 1, max: 50 }), fc.array(fc.integer({ min: 1, max: 10 })),
    (balance, perDocument, spendCap, inFlight, maxInFlight, requests) => {
      let state = account({ balance, perDocument, spendCap, inFlight: Math.min(inFlight, maxInFlight), maxInFlight })
      for (const incoming of requests) {
        if (judgeAdmission(state, incoming) !== null) continue
        const reserved = centsOf(state.reserved + perDocument * BigInt(incoming))
        state = { ...state, reserved, inFlight: state.inFlight + incoming }
        assert.ok(perDocument === 0n || state.reserved <= state.balance)
        assert.ok(state.reserved <= spendCap)
        assert.ok(state.inFlight <= maxInFlight)
      }
    },
  ) // prettier-ignore
  fc.assert(property)
})

test('a billing period is a calendar month in UTC', () => {
  assert.equal(periodOf(new Date('2026-11-30T23:59:59.999Z')), '2026-11')
  assert.equal(periodOf(new Date('2026-12-01T00:00:00.000Z')), '2026-12')
})
