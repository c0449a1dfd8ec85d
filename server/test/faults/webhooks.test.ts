/** Webhooks while processes and engines die, in the short form; webhooks.chaos.ts has the long one. */
import { test } from 'node:test'
import { breakEngine, crashHandOff, killWorkers, loseRedis, restartPostgres } from '../support/webhook-faults.ts'
import { hangOne, holdTransaction, steadyRate } from '../support/webhook-rates.ts'

test('bar 11: kill -9 of the worker loses no delivery and repeats at most what was in flight', () =>
  killWorkers({ endpoints: 10, events: 30, kills: 2 }))

test('bar 12: what was committed before a crash of the hand-off is delivered within 60 s of the restart', () =>
  crashHandOff({ endpoints: 10, events: 30 }))

test('bar 15: PostgreSQL, killed again and again, loses no delivery, and none is sent without being counted', () =>
  restartPostgres({ endpoints: 5, events: 40, restarts: 2 }))

test('bar 16: with the engine killed, paused and cut off, what was acknowledged is delivered, and calls go on', () =>
  breakEngine({ endpoints: 5, rounds: 1, faultMs: 2_000 }))

test('bar 17: Redis, killed, flushed and restarted, loses no delivery, and no process needs a restart', () =>
  loseRedis({ endpoints: 5, events: 10 }))

test('bar 24: an endpoint that hangs does not slow down the others', () => hangOne({ endpoints: 10, events: 20 }))

test('bar 28: with a transaction held open, hand-off and claims stay fast and the backlog flat at 50 jobs/s', () =>
  holdTransaction({ aged: 1_000, perSecond: 50, seconds: 10, shared: true }))

test('bar 29: at a steady rate an event is tried within a second, and nearly always within five', () =>
  steadyRate({ endpoints: 1, perSecond: 10, seconds: 5 }))
