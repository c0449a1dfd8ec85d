/** Webhooks while processes and engines die, in the short form; webhooks.chaos.ts has the long one. */
import { test } from 'node:test'
import { hangOne, handOffAfterCrash, killWorkers, loseEngine, steadyRate } from '../support/webhook-runs.ts'

test('bar 11: kill -9 of the worker loses no delivery and repeats at most what was in flight', () =>
  killWorkers({ endpoints: 10, events: 30, kills: 2 }))

test('bar 12: what was committed before a crash of the hand-off is delivered within 60 s of the restart', () =>
  handOffAfterCrash({ endpoints: 5, events: 10 }))

test('bar 15: PostgreSQL, killed in the middle and started again, loses no delivery', () =>
  loseEngine('postgres', { endpoints: 5, events: 20 }))

test('bar 16: the engine, killed in the middle and started again, loses no delivery', () =>
  loseEngine('restate', { endpoints: 5, events: 20 }))

test('bar 17: Redis, killed in the middle and started again, loses no delivery', () =>
  loseEngine('redis', { endpoints: 5, events: 20 }))

test('bar 24: an endpoint that hangs does not slow down the others', () => hangOne({ endpoints: 10, events: 20 }))

test('bar 29: at a steady rate an event is tried within a second, and nearly always within five', () =>
  steadyRate({ endpoints: 1, perSecond: 10, seconds: 5 }))
