/** The long form of webhooks.test.ts, with the numbers of the bars; each run prints its figures. */
import { test } from 'node:test'
import { commitAtOnce, rollBack } from '../support/webhook-commits.ts'
import { breakEngine, crashHandOff, killWorkers, loseRedis, restartPostgres } from '../support/webhook-faults.ts'
import { hangOne, holdTransaction, steadyRate } from '../support/webhook-rates.ts'
import { startPipelineProcesses } from '../support/pipeline-processes.ts'
import { startWebhookBench } from '../support/webhooks.ts'

test('bar 11: kill -9 of the worker during 10,000 deliveries to 100 endpoints', () =>
  killWorkers({ endpoints: 100, events: 100, kills: 5 }))

test('bar 12: kill -9 of the relay in the middle of 5,000 deliveries', () =>
  crashHandOff({ endpoints: 50, events: 50 }))

test('bars 13, 14: 10,000 transactions that roll back send nothing; of 1,000 commits at once none is skipped', async () => {
  const bench = await startWebhookBench()
  await startPipelineProcesses(bench.service, bench.settings)
  await rollBack(bench, { tries: 10_000, connections: 20 })
  await commitAtOnce(bench, { commits: 1_000, connections: 200, holdMs: 2_000 })
  await bench.service.stop()
})

test('bar 15: PostgreSQL killed every five to ten seconds during 5,000 deliveries', () =>
  restartPostgres({ endpoints: 50, events: 100, restarts: 6 }))

test('bar 16: the engine killed, paused and cut off, while customers call', () =>
  breakEngine({ endpoints: 20, rounds: 2, faultMs: 20_000 }))

test('bar 17: Redis killed, flushed and restarted during 5,000 deliveries', () =>
  loseRedis({ endpoints: 50, events: 20 }))

test('bar 24: 1 of 100 endpoints hangs with 10,000 deliveries queued', () => hangOne({ endpoints: 100, events: 100 }))

test('bar 28: a transaction held open over 30,000 jobs, then a minute at 50 jobs/s', () =>
  holdTransaction({ aged: 30_000, perSecond: 50, seconds: 60, shared: false }))

test('bar 29: 500 events/s for a minute', () => steadyRate({ endpoints: 1, perSecond: 500, seconds: 60 }))
