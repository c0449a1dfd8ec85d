import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fingerprint, RUNNING_AT_MOST_SECONDS, verdict } from './claim.ts'

const same = Buffer.from('same')
const other = Buffer.from('other')

test('what a repeat is told, by what became of the first', () => {
  const answered = { state: 'answered', fingerprint: same, status: 201, body: '{}' } as const
  const running = { state: 'running', fingerprint: same, ageSeconds: 1 } as const
  const dead = { state: 'running', fingerprint: same, ageSeconds: RUNNING_AT_MOST_SECONDS + 1 } as const
  const lost = { state: 'lost', fingerprint: same } as const
  assert.deepEqual(verdict(answered, same), { kind: 'replay', answer: { status: 201, body: '{}' } })
  assert.deepEqual(verdict(running, same), { kind: 'refuse', problem: 'idempotency_in_progress' })
  assert.deepEqual(verdict(dead, same), { kind: 'refuse', problem: 'idempotency_response_lost' })
  assert.deepEqual(verdict(lost, same), { kind: 'refuse', problem: 'idempotency_response_lost' })
  for (const claim of [answered, running, dead, lost]) {
    assert.deepEqual(verdict(claim, other), { kind: 'refuse', problem: 'idempotency_key_reused' })
  }
})

test('a fingerprint ignores the order of members and nothing else', () => {
  const base = { method: 'POST', url: '/a' }
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (body, addition) => {
      const reversed = Object.fromEntries(Object.entries(body).reverse())
      assert.deepEqual(fingerprint({ ...base, body }), fingerprint({ ...base, body: reversed }))
      assert.notDeepEqual(fingerprint({ ...base, body }), fingerprint({ ...base, body: [body, addition] }))
      assert.notDeepEqual(fingerprint({ ...base, body }), fingerprint({ ...base, method: 'PATCH', body }))
    }),
  )
})
