/**
 * A day compressed: the service as processes of its own (API, relay, worker with its readers) under requests that come
 * whether it keeps up or not. Finds the knee, measures below it, pushes far above it and watches the service recover,
 * and says what a thousand documents cost. Everything, the generator too, shares this machine.
 */
import { startProgram } from '../bench/service.ts'
import { Random } from '../eval/generator/random.ts'
import { asSuperuser, createTestDatabase } from '../server/test/support/database.ts'
import { freePort } from '../server/test/support/pipeline-processes.ts'
import { testSettings } from '../server/test/support/service.ts'
import { between, look } from './costs.ts'
import { drained, play } from './day.ts'
import type { Scene } from './day.ts'
import { knee, nextRate } from './knee.ts'
import type { Step } from './knee.ts'
import type { TrialResult } from './result.ts'
import { Client, createCustomers } from './world.ts'

const CUSTOMERS = 10
const FIRST_RATE = 10
/** `--short` is a look at whether the trial works, not a measurement. */
const SHORT = process.argv.includes('--short') ? 0.2 : 1
const STEP_SECONDS = 15 * SHORT
/** A step holds when nothing failed, nothing was refused and 99 of 100 requests were answered within this. */
const IN_TIME_MS = 1_000
/** Of the knee: where a careful operator would run it, and what breaks it for sure. */
const STEADY = 0.7
const OVERLOAD = 3
const STEADY_SECONDS = 60 * SHORT
const OVERLOAD_SECONDS = 20 * SHORT
const RECOVERY_SECONDS = 60
const DRAIN_SECONDS = 300

/** Seconds from confirmed to read, of all packages confirmed since. */
async function packageTimes(database: string, since: Date): Promise<{ count: number; p50: number; p99: number }> {
  const [row] = await asSuperuser<{ count: number; p50: number | null; p99: number | null }>(
    database,
    `SELECT count(*)::int AS count,
       percentile_disc(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM finished_at - confirmed_at))::float AS p50,
       percentile_disc(0.99) WITHIN GROUP (ORDER BY extract(epoch FROM finished_at - confirmed_at))::float AS p99
     FROM jobs WHERE confirmed_at >= $1 AND status = 'COMPLETED'`,
    [since],
  )
  return { count: row?.count ?? 0, p50: row?.p50 ?? 0, p99: row?.p99 ?? 0 }
}

async function documentsOf(database: string): Promise<number> {
  const [row] = await asSuperuser<{ n: number }>(database, 'SELECT count(*)::int AS n FROM documents')
  return row?.n ?? 0
}

async function findKnee(scene: Scene, database: string): Promise<{ steps: (Step & { p99: number })[]; knee: number }> {
  const steps: (Step & { p99: number })[] = []
  for (let rate = nextRate(steps, FIRST_RATE); rate !== null; rate = nextRate(steps, FIRST_RATE)) {
    const meter = await play(scene, rate, STEP_SECONDS)
    const { shed, failed, p99 } = meter.total()
    // Packages that pile up are no rate that holds: they must be through in the time the step took.
    const backlog = await drained(database, STEP_SECONDS)
    const holds = shed === 0 && failed === 0 && p99 <= IN_TIME_MS && backlog !== null
    steps.push({ perSecond: rate, holds, p99 })
    console.log(`${rate.toFixed(1)}/s: p99 ${p99} ms, ${shed} shed, ${failed} failed, ${holds ? 'holds' : 'too much'}`)
    for (const failure of meter.failures.slice(0, 3)) console.log(`  ${failure}`)
    if (backlog === null) await drained(database, DRAIN_SECONDS)
  }
  return { steps, knee: knee(steps) }
}

/** Seconds until a whole second of ordinary requests is answered in time again. */
async function recovery(scene: Scene, perSecond: number): Promise<number | null> {
  const begun = performance.now()
  while (performance.now() - begun < RECOVERY_SECONDS * 1000) {
    const { shed, failed, p99 } = (await play(scene, perSecond, 1)).total()
    if (shed === 0 && failed === 0 && p99 <= IN_TIME_MS) return (performance.now() - begun) / 1000
  }
  return null
}

export async function run(args: string[]): Promise<TrialResult> {
  process.loadEnvFile('.stack/env')
  const database = await createTestDatabase()
  const env = {
    ...testSettings(database.name),
    TIEOUT_PORT: '0',
    TIEOUT_METRICS_PORT: '0',
    TIEOUT_WORKER_PORT: String(await freePort()),
    TIEOUT_ADDRESS_FENCE: '1000000000',
  } as Record<string, string>
  const isUp = (word: string) => (entry: Record<string, unknown>) => String(entry['msg']).includes(word)
  const api = await startProgram('server/src/main/start.ts', env, isUp('the API is up'))
  const worker = await startProgram('server/src/main/worker.ts', env, isUp('the worker is up'))
  const relay = await startProgram('server/src/main/relay.ts', env, isUp('the relay is up'))
  const pids = { API: api.pid, 'worker and readers': worker.pid, relay: relay.pid }
  try {
    const client = new Client(api.url)
    const scene: Scene = {
      client,
      customers: await createCustomers(database.name, client, CUSTOMERS),
      random: new Random(Number(args.find((arg) => /^\d+$/.test(arg)) ?? 1)),
    }
    await play(scene, FIRST_RATE, 5)
    const found = await findKnee(scene, database.name)
    await drained(database.name, DRAIN_SECONDS)

    const [since, documents, before] = [new Date(), await documentsOf(database.name), await look(database.name, pids)]
    const steady = await play(scene, found.knee * STEADY, STEADY_SECONDS)
    const steadyBacklog = await drained(database.name, DRAIN_SECONDS)
    const made = (await documentsOf(database.name)) - documents
    const costs = between(before, await look(database.name, pids), made / 1000)
    const packages = await packageTimes(database.name, since)

    const overloaded = await play(scene, found.knee * OVERLOAD, OVERLOAD_SECONDS)
    const recovered = await recovery(scene, found.knee * STEADY)
    const lost = await drained(database.name, DRAIN_SECONDS)
    return {
      figures: {
        steps: found.steps,
        kneePerSecond: found.knee,
        steady: { perSecond: found.knee * STEADY, ...steady.total(), byFamily: steady.figures() },
        packages,
        steadyBacklogSeconds: steadyBacklog,
        overload: { perSecond: found.knee * OVERLOAD, ...overloaded.total(), failures: overloaded.failures },
        recoveredAfterSeconds: recovered,
        drainedAfterSeconds: lost,
        per1000Documents: costs,
      },
      holds: {
        'there is a rate that holds': found.knee > 0,
        'nothing failed below the knee': steady.total().failed === 0 && steady.total().answered > 0,
        'above the knee nothing fails but by saying when to come back': overloaded.total().failed === 0,
        'it recovers by itself within a minute': recovered !== null,
        'every package that was confirmed is read': lost !== null && steadyBacklog !== null,
      },
    }
  } finally {
    for (const program of [relay, worker, api]) await program.stop()
    await database.drop()
  }
}
