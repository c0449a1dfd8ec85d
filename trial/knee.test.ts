import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { knee, nextRate } from './knee.ts'
import type { Step } from './knee.ts'

function search(capacity: number, first: number): { steps: Step[]; found: number } {
  const steps: Step[] = []
  for (let rate = nextRate(steps, first); rate !== null && steps.length < 50; rate = nextRate(steps, first))
    steps.push({ perSecond: rate, holds: rate <= capacity })
  return { steps, found: knee(steps) }
}

test('the knee of a service is found within fifteen hundredths, in few steps, and never above what it can do', () => {
  fc.assert(
    fc.property(fc.double({ min: 2, max: 5_000, noNaN: true }), (capacity) => {
      const { steps, found } = search(capacity, 10)
      assert.ok(steps.length <= 16, String(steps.length))
      assert.ok(found <= capacity && found >= capacity * 0.8, `${found} of ${capacity}`)
    }),
  )
})

test('a service that holds at no rate has no knee', () => {
  assert.equal(search(0, 8).found, 0)
})

test('a rate that held by luck above one that did not is not believed', () => {
  assert.equal(knee([{ perSecond: 10, holds: true }, { perSecond: 20, holds: false }, { perSecond: 40, holds: true }]), 10) // prettier-ignore
})
