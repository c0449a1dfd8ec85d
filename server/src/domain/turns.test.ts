import assert from 'node:assert/strict'
import test from 'node:test'
import { finish } from '../lib/steps.ts'
import type { Steps } from '../lib/steps.ts'
import { takeTurns } from './turns.ts'

/** Steps of five milliseconds of work each. */
function* work(count: number): Steps<number> {
  let done = 0
  while (done < count) {
    for (const end = performance.now() + 5; performance.now() < end;);
    done += 1
    yield
  }
  return done
}

test('long work lets a timer run long before it is over, and gives the same answer', async () => {
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), 1)
  assert.equal(await takeTurns(work(60)), finish(work(60)))
  clearInterval(timer)
  assert.ok(ticks >= 5, `${ticks} ticks in 300 ms of work`)
})

test('an error in a step is an error of the whole', async () => {
  function* broken(): Steps<never> {
    yield
    throw new Error('broken')
  }
  await assert.rejects(takeTurns(broken()), /broken/)
})
