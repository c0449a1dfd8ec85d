import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Meter, outcomeOf } from './meter.ts'

test('a refusal counts as shed only when it says when to come back', () => {
  assert.equal(outcomeOf(200, null), 'answered')
  assert.equal(outcomeOf(302, null), 'answered')
  assert.equal(outcomeOf(503, '1'), 'shed')
  assert.equal(outcomeOf(429, '3'), 'shed')
  assert.equal(outcomeOf(503, null), 'failed')
  assert.equal(outcomeOf(500, '1'), 'failed')
  assert.equal(outcomeOf(404, null), 'failed')
})

test('figures are by family, and the total is of all of them', () => {
  const meter = new Meter<'read' | 'write'>()
  for (let ms = 1; ms <= 100; ms += 1) meter.note('read', 'answered', ms)
  meter.note('write', 'shed', 5)
  meter.note('write', 'failed', 5, '500 /api/x')
  assert.deepEqual(meter.figures(), {
    read: { answered: 100, shed: 0, failed: 0, p50: 51, p99: 100 },
    write: { answered: 0, shed: 1, failed: 1, p50: 0, p99: 0 },
  })
  assert.deepEqual(meter.total(), { answered: 100, shed: 1, failed: 1, p50: 51, p99: 100 })
  assert.deepEqual(meter.failures, ['write: 500 /api/x'])
})
