/**
 * A day compressed: the service as processes of its own (API, relay, worker with its readers) under requests that come
 * whether it keeps up or not, each lender told of everything by webhooks. Finds the knee, measures below it, pushes far
 * above it and watches the service recover, and says what a thousand documents cost. Everything, the generator and the
 * receiver of the webhooks too, shares this machine.
 */
import { Random } from '../eval/generator/random.ts'
import { encodeId } from '../server/src/lib/ids.ts'
import { asSuperuser } from '../server/test/support/database.ts'
import { between, look } from './costs.ts'
import { drained, play } from './day.ts'
import type { Scene } from './day.ts'
import { openHooks } from './hooks.ts'
import { knee, nextRate } from './knee.ts'
import type { Step } from './knee.ts'
import type { TrialResult } from './result.ts'
import { startServiceProcesses } from './service-processes.ts'
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

/** Seconds. */
export interface Times {
  readonly count: number
  readonly p50: number
  readonly p99: number
}

/** Seconds from one column to the other, of the rows that the condition names. */
async function times(database: string, sql: { from: string; to: string; rows: string }, since: Date): Promise<Times> {
  const seconds = `extract(epoch FROM ${sql.to} - ${sql.from})`
  const [row] = await asSuperuser<{ count: number; p50: number | null; p99: number | null }>(
    database,
    `SELECT count(*)::int AS count,
       percentile_disc(0.5) WITHIN GROUP (ORDER BY ${seconds})::float AS p50,
       percentile_disc(0.99) WITHIN GROUP (ORDER BY ${seconds})::float AS p99
     FROM ${sql.rows} AND ${sql.from} >= $1`,
    [since],
  )
  return { count: row?.count ?? 0, p50: row?.p50 ?? 0, p99: row?.p99 ?? 0 }
}

const PACKAGES = { from: 'confirmed_at', to: 'finished_at', rows: `jobs WHERE status = 'COMPLETED'` }
const WEBHOOKS = { from: 'created_at', to: 'delivered_at', rows: `webhook_deliveries WHERE status = 'delivered'` }

/** What became of all webhooks that ever were due: how many the receiver never saw. */
async function toldOf(database: string, received: ReadonlySet<string>): Promise<{ due: number; missing: number }> {
  const rows = await asSuperuser<{ id: string }>(database, 'SELECT event_id AS id FROM webhook_deliveries')
  return { due: rows.length, missing: rows.filter(({ id }) => !received.has(encodeId('evt', id))).length }
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
    // Work that piles up is no rate that holds: it must be through in the time the step took.
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
  const hooks = await openHooks()
  const processes = await startServiceProcesses({ settings: hooks.settings })
  const { api, worker, relay, service } = processes
  const { database } = service
  const pids = { API: api.pid, 'worker and readers': worker.pid, relay: relay.pid }
  try {
    const client = new Client(api.url)
    const onKey = (key: string) => hooks.register(api.url, key)
    const scene: Scene = {
      client,
      customers: await createCustomers({ database, client, onKey }, CUSTOMERS),
      random: new Random(Number(args.find((arg) => /^\d+$/.test(arg)) ?? 1)),
    }
    await play(scene, FIRST_RATE, 5)
    const found = await findKnee(scene, database)
    await drained(database, DRAIN_SECONDS)

    const [since, documents, before] = [new Date(), await documentsOf(database), await look(database, pids)]
    const steady = await play(scene, found.knee * STEADY, STEADY_SECONDS)
    const steadyBacklog = await drained(database, DRAIN_SECONDS)
    const made = (await documentsOf(database)) - documents
    const costs = between(before, await look(database, pids), made / 1000)
    const [packages, webhooks] = [await times(database, PACKAGES, since), await times(database, WEBHOOKS, since)]

    const overloaded = await play(scene, found.knee * OVERLOAD, OVERLOAD_SECONDS)
    const recovered = await recovery(scene, found.knee * STEADY)
    const lost = await drained(database, DRAIN_SECONDS)
    const received = new Set(hooks.receiver.received.map(({ headers }) => String(headers['service-event-id'])))
    const told = await toldOf(database, received)
    return {
      figures: {
        steps: found.steps,
        kneePerSecond: found.knee,
        steady: { perSecond: found.knee * STEADY, ...steady.total(), byFamily: steady.figures() },
        packages,
        webhooks,
        steadyBacklogSeconds: steadyBacklog,
        overload: { perSecond: found.knee * OVERLOAD, ...overloaded.total(), failures: overloaded.failures },
        recoveredAfterSeconds: recovered,
        drainedAfterSeconds: lost,
        told,
        per1000Documents: costs,
      },
      holds: {
        'there is a rate that holds': found.knee > 0,
        'nothing failed below the knee': steady.total().failed === 0 && steady.total().answered > 0,
        'above the knee nothing fails but by saying when to come back': overloaded.total().failed === 0,
        'it recovers by itself within a minute': recovered !== null,
        'every package that was confirmed is read': lost !== null && steadyBacklog !== null && packages.count > 0,
        'every event was told': told.due > 0 && told.missing === 0,
      },
    }
  } finally {
    await processes.stop()
    await hooks.receiver.close()
  }
}
