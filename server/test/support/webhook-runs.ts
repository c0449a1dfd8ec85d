/** The runs themselves: bars 11, 16, 24 and 29, each with the numbers that it is given, each printing its figures. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { killEngine, startEngine } from './engines.ts'
import { startPipelineProcesses } from './pipeline-processes.ts'
import { until } from './until.ts'
import {
  duplicates,
  latencies,
  pairsSeen,
  percentile,
  recordMany,
  startField,
  statusCounts,
  underWay,
  waitForAll,
} from './webhooks-under-fire.ts'

/** Bar 11: kill the worker again and again; nothing is lost, and at most what was in flight is repeated. */
export async function killWorkers(run: { endpoints: number; events: number; kills: number }): Promise<void> {
  const field = await startField(run.endpoints)
  const processes = await startPipelineProcesses(field.bench.service, field.bench.settings)
  const total = run.endpoints * run.events
  const started = performance.now()
  const recording = recordMany(field, run.events)
  let inFlight = 0
  for (let kill = 1; kill <= run.kills; kill += 1) {
    const share = (total * kill) / (run.kills + 1)
    await until(() => pairsSeen(field).size >= share, 300_000)
    await processes.worker.kill()
    inFlight += await underWay(field)
    await processes.worker.restart()
  }
  await recording
  await waitForAll(field, 300_000)
  await until(async () => (await statusCounts(field))['delivered'] === total, 60_000)
  const seconds = (performance.now() - started) / 1000
  console.log(
    `bar 11: ${total} deliveries to ${run.endpoints} endpoints, ${run.kills} kills: 0 lost, ` +
      `${duplicates(field)} repeated, ${inFlight} were in flight, ${seconds.toFixed(1)} s`,
  )
  assert.ok(duplicates(field) <= inFlight)
  assert.ok(pairsSeen(field).size === total && total > 0)
  await field.bench.service.stop()
}

/** Bar 16, 17: an engine or Redis goes away in the middle and comes back. */
export async function loseEngine(
  engine: 'restate' | 'redis' | 'postgres',
  run: { endpoints: number; events: number },
): Promise<void> {
  const field = await startField(run.endpoints)
  await startPipelineProcesses(field.bench.service, field.bench.settings)
  await recordMany(field, run.events)
  await until(() => pairsSeen(field).size > 0, 60_000)
  const before = pairsSeen(field).size
  await killEngine(engine)
  await sleep(2_000)
  await startEngine(engine)
  await recordMany(field, run.events)
  const total = run.endpoints * run.events * 2
  const ms = await waitForAll(field, 180_000)
  console.log(
    `${engine} killed after ${before} of ${total} deliveries: none lost, ${duplicates(field)} repeated, ` +
      `all there ${(ms / 1000).toFixed(1)} s after it was back`,
  )
  await field.bench.service.stop()
}

/** Bar 24: one endpoint hangs; the others hardly notice. */
export async function hangOne(run: { endpoints: number; events: number }): Promise<void> {
  const field = await startField(run.endpoints)
  await startPipelineProcesses(field.bench.service, field.bench.settings)
  const others = (path: string): boolean => path !== '/0'
  const measure = async (): Promise<number> => {
    field.receiver.received.length = 0
    field.recorded.clear()
    await recordMany(field, run.events)
    const expected = run.events * (run.endpoints - 1)
    await until(() => latencies(field, others).length === expected, 300_000)
    return percentile(latencies(field, others), 0.99)
  }
  await measure() // The first run warms everything up.
  const baseline = await measure()
  field.receiver.answer = (received, response) => {
    if (others(received.path)) response.writeHead(200).end()
  }
  const withHanging = await measure()
  const ratio = withHanging / baseline
  console.log(
    `bar 24: ${run.events * run.endpoints} deliveries, 1 of ${run.endpoints} endpoints hangs: p99 of the others ` +
      `${withHanging} ms against ${baseline} ms, ratio ${ratio.toFixed(2)}`,
  )
  assert.ok(withHanging < 60_000)
  assert.ok(ratio <= 2, `p99 grew by ${ratio.toFixed(2)}`)
  await field.bench.service.stop()
}

/** Bar 29: events at a steady rate; how long from commit to the first attempt. */
export async function steadyRate(run: { endpoints: number; perSecond: number; seconds: number }): Promise<void> {
  const field = await startField(run.endpoints)
  await startPipelineProcesses(field.bench.service, field.bench.settings)
  await recordMany(field, 20)
  await waitForAll(field, 60_000)
  field.receiver.received.length = 0
  field.recorded.clear()
  const started = performance.now()
  const pending: Promise<void>[] = []
  for (let count = 0; count < run.perSecond * run.seconds; count += 1) {
    const due = started + (count * 1000) / run.perSecond
    const wait = due - performance.now()
    if (wait > 1) await sleep(wait)
    pending.push(recordMany(field, 1, 1))
  }
  await Promise.all(pending)
  const rate = pending.length / ((performance.now() - started) / 1000)
  await waitForAll(field, 300_000)
  const all = latencies(field)
  const [p50, p99] = [percentile(all, 0.5), percentile(all, 0.99)]
  console.log(
    `bar 29: ${rate.toFixed(0)} events/s (asked: ${run.perSecond}) for ${run.seconds} s to ${run.endpoints} endpoint(s): ` +
      `event to first attempt p50 ${p50} ms, p99 ${p99} ms`,
  )
  assert.ok(rate >= run.perSecond * 0.95, 'the rate was not reached')
  assert.ok(p50 < 1_000 && p99 < 5_000)
  await field.bench.service.stop()
}

/** Bar 12: nothing carries the work over when it is committed; once something does, everything arrives. */
export async function handOffAfterCrash(run: { endpoints: number; events: number }): Promise<void> {
  const field = await startField(run.endpoints)
  await recordMany(field, run.events)
  const started = performance.now()
  await startPipelineProcesses(field.bench.service, field.bench.settings)
  await waitForAll(field, 60_000)
  const seconds = (performance.now() - started) / 1000
  console.log(`bar 12: ${run.endpoints * run.events} deliveries arrived ${seconds.toFixed(1)} s after the restart`)
  assert.equal(duplicates(field), 0)
  await field.bench.service.stop()
}
