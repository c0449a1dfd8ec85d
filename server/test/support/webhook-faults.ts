/** Bars 11, 12, 15, 16 and 17: what breaks while deliveries are made, with the numbers given, each printing its figures. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { flushRedis, killEngine, pauseEngine, startEngine } from './engines.ts'
import { startLink } from './link.ts'
import { freePort, startPipelineProcesses } from './pipeline-processes.ts'
import type { PipelineProcesses } from './pipeline-processes.ts'
import { until } from './until.ts'
import {
  checkDeliveries,
  duplicates,
  pairsSeen,
  recordMany,
  startField,
  statusCounts,
  underWay,
  waitForAll,
} from './webhooks-under-fire.ts'
import type { Field } from './webhooks-under-fire.ts'

export interface Load {
  readonly endpoints: number
  readonly events: number
}

/** Bar 11: kill the worker again and again; nothing is lost, and at most what was in flight is repeated. */
export async function killWorkers(run: Load & { kills: number }): Promise<void> {
  const field = await startField(run.endpoints)
  const { worker } = await startPipelineProcesses(field.bench.service, field.bench.settings)
  const total = run.endpoints * run.events
  const started = performance.now()
  const recording = recordMany(field, run.events)
  let inFlight = 0
  for (let kill = 1; kill <= run.kills; kill += 1) {
    const share = (total * kill) / (run.kills + 1)
    await until(() => pairsSeen(field).size >= share, 300_000)
    await worker.kill()
    inFlight += await underWay(field)
    await worker.restart()
  }
  await recording
  await waitForAll(field, 300_000)
  await allDelivered(field, total)
  const seconds = (performance.now() - started) / 1000
  console.log(
    `bar 11: ${total} deliveries to ${run.endpoints} endpoints, ${run.kills} kills: 0 lost, ` +
      `${duplicates(field)} repeated, ${inFlight} were in flight, ${seconds.toFixed(1)} s`,
  )
  assert.ok(duplicates(field) <= inFlight)
  assert.equal(await checkDeliveries(field), total)
  await field.bench.service.stop()
}

/** Bar 12: the hand-off is away when work is committed, and dies again in the middle of carrying it over. */
export async function crashHandOff(run: Load): Promise<void> {
  const field = await startField(run.endpoints)
  await recordMany(field, run.events)
  const { relay } = await startPipelineProcesses(field.bench.service, field.bench.settings)
  await until(() => pairsSeen(field).size > 0, 60_000)
  await relay.kill()
  await recordMany(field, run.events)
  const total = run.endpoints * run.events * 2
  const before = pairsSeen(field).size
  const started = performance.now()
  await relay.restart()
  await waitForAll(field, 60_000)
  const seconds = (performance.now() - started) / 1000
  console.log(
    `bar 12: relay killed after ${before} of ${total} deliveries, all there ${seconds.toFixed(1)} s after its restart, ` +
      `${duplicates(field)} repeated`,
  )
  assert.ok(before < total, 'the relay must die before it is done')
  assert.equal(duplicates(field), 0)
  await field.bench.service.stop()
}

/** Bar 15: PostgreSQL dies every five to ten seconds, each time with deliveries under way. */
export async function restartPostgres(run: Load & { restarts: number }): Promise<void> {
  const field = await startField(run.endpoints)
  const processes = await startPipelineProcesses(field.bench.service, field.bench.settings)
  const started = performance.now()
  for (let restart = 1; restart <= run.restarts; restart += 1) {
    const next = performance.now() + 5_000 + Math.random() * 5_000
    const seen = pairsSeen(field).size
    await recordMany(field, Math.ceil(run.events / run.restarts))
    await until(() => pairsSeen(field).size > seen, 60_000)
    await killEngine('postgres')
    await startEngine('postgres')
    await sleep(Math.max(0, next - performance.now()))
  }
  await waitForAll(field, 300_000)
  const total = field.recorded.size * run.endpoints
  await allDelivered(field, total)
  const seconds = (performance.now() - started) / 1000
  console.log(
    `bar 15: ${total} deliveries, PostgreSQL killed ${run.restarts} times: 0 lost, ${duplicates(field)} repeated, ` +
      `none sent without being counted, ${seconds.toFixed(1)} s`,
  )
  assert.equal(await checkDeliveries(field), total)
  assertAlive(processes)
  await field.bench.service.stop()
}

/**
 * Bar 16: the engine dies, stands still, and is cut off, while customers go on calling. Every call that was
 * acknowledged is delivered, nothing else is, and nearly every call is acknowledged: the API does not need the engine.
 */
export async function breakEngine(run: { endpoints: number; rounds: number; faultMs: number }): Promise<void> {
  const field = await startField(run.endpoints)
  const { processes, cut } = await startBehindLinks(field)
  const faults: [string, () => Promise<void>][] = [
    ['killed', () => killEngine('restate').then(() => sleep(run.faultMs)).then(() => startEngine('restate'))],
    ['paused', () => pauseEngine('restate', () => sleep(run.faultMs))],
    ['cut off', () => cut(() => sleep(run.faultMs))],
  ] // prettier-ignore
  const calls = await callDuring(field, async () => {
    await until(() => pairsSeen(field).size > 0, 60_000)
    for (let round = 0; round < run.rounds; round += 1) {
      for (const [, fault] of faults) {
        await fault()
        await sleep(run.faultMs)
      }
    }
  })
  await allDelivered(field, calls.acknowledged)
  const share = calls.acknowledged / calls.made
  console.log(
    `bar 16: engine ${faults.map(([name]) => name).join(', ')}, ${run.rounds} times each: ${calls.made} calls, ` +
      `${(share * 100).toFixed(1)} % acknowledged, all of those delivered, ${duplicates(field)} repeated, ` +
      `the last ${(calls.settledMs / 1000).toFixed(1)} s after the last fault`,
  )
  assert.equal(await checkDeliveries(field), calls.acknowledged)
  assert.ok(share >= 0.95)
  assertAlive(processes)
  await field.bench.service.stop()
}

/** Bar 17: Redis dies, comes back empty, is flushed and restarted; nobody else has to be. */
export async function loseRedis(run: Load): Promise<void> {
  const field = await startField(run.endpoints)
  const processes = await startPipelineProcesses(field.bench.service, field.bench.settings)
  const calls = await callDuring(field, async () => {
    await recordMany(field, run.events)
    await killEngine('redis')
    await recordMany(field, run.events)
    await sleep(2_000)
    await startEngine('redis')
    await recordMany(field, run.events)
    await flushRedis()
    await recordMany(field, run.events)
    await killEngine('redis')
    await startEngine('redis')
    await recordMany(field, run.events)
  })
  const total = run.endpoints * run.events * 5 + calls.acknowledged
  await allDelivered(field, total)
  console.log(
    `bar 17: Redis killed twice and flushed during ${total} deliveries: 0 lost, ${duplicates(field)} repeated, ` +
      `${calls.acknowledged} of ${calls.made} calls answered, no process restarted`,
  )
  assert.equal(await checkDeliveries(field), total)
  assert.ok(calls.acknowledged / calls.made >= 0.95)
  assertAlive(processes)
  await field.bench.service.stop()
}

/** A relay and a worker that reach the engine, and are reached by it, over connections that can be cut. */
async function startBehindLinks(field: Field) {
  const ingress = new URL(process.env['TIEOUT_RESTATE_INGRESS_URL'] ?? '')
  const workerPort = await freePort()
  const links = [await startLink(Number(ingress.port)), await startLink(workerPort)] as const
  const processes = await startPipelineProcesses(field.bench.service, {
    ...field.bench.settings,
    TIEOUT_RESTATE_INGRESS_URL: `http://127.0.0.1:${links[0].port}`,
    TIEOUT_WORKER_PORT: String(workerPort),
    TIEOUT_WORKER_URL: `http://127.0.0.1:${links[1].port}`,
  })
  const cut = async (during: () => Promise<void>): Promise<void> => {
    assert.ok(
      links.every((link) => link.connections > 0),
      'nothing goes through the links',
    )
    for (const link of links) link.cut()
    await during()
    for (const link of links) link.mend()
  }
  return { processes, cut }
}

interface Calls {
  readonly made: number
  readonly acknowledged: number
  /** From the end of the faults until everything acknowledged had arrived. */
  readonly settledMs: number
}

const CALL_EVERY_MS = 50

/** A customer calls the API while `faults` lasts; each acknowledged call is an event for one endpoint. */
async function callDuring(field: Field, faults: () => Promise<void>): Promise<Calls> {
  const acknowledged = new Set<string>()
  let made = 0
  const faulting = new AbortController()
  const call = async (): Promise<void> => {
    const endpoint = field.endpointIds[made % field.endpointIds.length] ?? ''
    made += 1
    const request = { method: 'POST', key: field.tenant.key }
    const reply = await field.bench.service.call(`/api/webhooks/${endpoint}/test`, request).catch(() => null)
    if (reply?.status === 202) acknowledged.add(reply.json.id as string)
  }
  const calling = (async () => {
    while (!faulting.signal.aborted) {
      await call()
      await sleep(CALL_EVERY_MS)
    }
  })()
  try {
    await faults()
  } finally {
    faulting.abort()
    await calling
  }
  const ended = performance.now()
  await until(() => {
    const arrived = new Set(field.receiver.received.map(({ headers }) => headers['service-event-id']))
    return [...acknowledged].every((id) => arrived.has(id))
  }, 180_000)
  return { made, acknowledged: acknowledged.size, settledMs: performance.now() - ended }
}

async function allDelivered(field: Field, total: number): Promise<void> {
  await until(async () => (await statusCounts(field))['delivered'] === total, 120_000)
}

function assertAlive(processes: PipelineProcesses): void {
  assert.ok(processes.relay.isAlive && processes.worker.isAlive, 'a process ended by itself')
}
