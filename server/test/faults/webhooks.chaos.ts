/** The long form of webhooks.test.ts, with the numbers of the bars. */
import { test } from 'node:test'
import { hangOne, killWorkers, steadyRate } from '../support/webhook-runs.ts'

test('bar 11: kill -9 of the worker during 10,000 deliveries to 100 endpoints', () =>
  killWorkers({ endpoints: 100, events: 100, kills: 5 }))

test('bar 24: 1 of 100 endpoints hangs with 10,000 deliveries queued', () => hangOne({ endpoints: 100, events: 100 }))

test('bar 29: 500 events/s for a minute', () => steadyRate({ endpoints: 1, perSecond: 500, seconds: 60 }))
