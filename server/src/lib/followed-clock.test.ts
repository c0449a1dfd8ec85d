import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FollowedClock } from './followed-clock.ts'

const NOON = new Date('2026-06-01T12:00:00Z')
const HOUR_MS = 3_600_000
const ms = (max: number) => fc.double({ min: 0, max, noNaN: true })

test('a clock that was told nothing goes by its machine', () => {
  assert.ok(Math.abs(new FollowedClock().now().getTime() - Date.now()) < 1_000)
})

test('a clock goes by what it was told, however far off its machine is, and never by more than half the asking', () => {
  fc.assert(
    fc.property(fc.nat(2_000), fc.nat(2_000), fc.nat(HOUR_MS), (before, after, later) => {
      let passed = 0
      const clock = new FollowedClock(() => passed)
      // The question was under way for `before`, the answer for `after`; the other clock read noon in between.
      passed += before + after
      clock.follow(NOON, before + after)
      passed += later
      const truth = NOON.getTime() + after + later
      assert.ok(Math.abs(clock.now().getTime() - truth) <= (before + after) / 2 + 2)
    }),
  )
})

test('the machine’s clock may jump: what was told goes on evenly', (t) => {
  let passed = 0
  const clock = new FollowedClock(() => passed)
  clock.follow(NOON, 0)
  t.mock.timers.enable({ apis: ['Date'], now: NOON.getTime() + HOUR_MS })
  passed += 1_500
  assert.equal(clock.now().toISOString(), '2026-06-01T12:00:01.500Z')
})

test('a clock that no answer shows to be wrong goes on evenly, however slow the answers are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ wait: ms(5_000), before: ms(500), after: ms(500) }), { minLength: 1 }),
      (looks) => {
        let passed = 0
        const clock = new FollowedClock(() => passed)
        const begun = clock.now().getTime()
        for (const { wait, before, after } of looks) {
          passed += wait + before
          // The other clock cuts off what is below a millisecond, as ours does.
          const told = new Date(Math.floor(begun + passed))
          passed += after
          clock.follow(told, before + after)
          assert.equal(clock.now().getTime(), Math.floor(begun + passed))
        }
      },
    ),
  )
})
