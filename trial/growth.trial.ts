/**
 * The same requests at ten, a hundred and a thousand times the documents. The one workspace that asks stays as it is;
 * around it copies of it grow, so that a request which looks at more than its own is found out. Sizes are given as
 * numbers of documents: `npm run trial -- growth 10000 100000 1000000 10000000`.
 */
import { startService, quantile, startProgram } from '../bench/service.ts'
import { asSuperuser, createTestDatabase } from '../server/test/support/database.ts'
import { freePort } from '../server/test/support/pipeline-processes.ts'
import { testSettings } from '../server/test/support/service.ts'
import { Random } from '../eval/generator/random.ts'
import { tableBytes } from './costs.ts'
import { REQUESTS } from './families.ts'
import type { Family } from './families.ts'
import { BULK, multiply } from './multiply.ts'
import type { TrialResult } from './result.ts'
import { upkeep } from './upkeep.ts'
import { Client, createCustomers, freshPackage } from './world.ts'
import type { Answer, Customer } from './world.ts'

const SIZES = [10_000, 100_000, 1_000_000]
/** Copies beyond so many documents leave out what takes most room. */
const WHOLE_UP_TO = 1_000_000
/** Packages that the one customer has, read by the real pipeline. */
const PACKAGES = 12
const ASKED: readonly Family[] = ['poll', 'lists', 'figures', 'mapping', 'spread', 'events', 'write']
/** Passes over each size, of which one counts: that in which the machine had least else to do, as the control tells. */
const PASSES = 3
const ROUNDS = 1_000
/** The first ones of each pass warm up connections, plans and caches. */
const WARM_UP = 100
/** How much slower a request may have become than one that asks the database for nothing has become. */
const FLAT = 1.5

interface Asked {
  readonly p50: number
  readonly p99: number
}

/** Asks the database for nothing: what it took is the machine's own state, against which the others are read. */
const CONTROL = 'nothing, as a measure'

async function ask(client: Client, customer: Customer): Promise<Record<string, Asked>> {
  const passes: Record<string, Asked>[] = []
  for (let pass = 0; pass < PASSES; pass += 1) passes.push(await askOnce(client, customer))
  const busy = (pass: Record<string, Asked>): number => pass[CONTROL]?.p99 ?? Infinity
  return passes.reduce((quietest, pass) => (busy(pass) < busy(quietest) ? pass : quietest))
}

/** One after the other, the families by turns: what is measured is a request, not a queue. */
async function askOnce(client: Client, customer: Customer): Promise<Record<string, Asked>> {
  const random = new Random(1)
  const requests: readonly [string, () => Promise<Answer>][] = [
    [CONTROL, () => client.call(customer.key, '/readyz')],
    ...ASKED.map((family): [string, () => Promise<Answer>] => [
      family,
      () => REQUESTS[family](client, customer, random),
    ]),
  ]
  const times = new Map<string, number[]>(requests.map(([family]) => [family, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [family, request] of requests) {
      const begun = performance.now()
      const { status } = await request()
      if (status !== 200) throw new Error(`${family} answered ${status}`)
      if (round >= WARM_UP) times.get(family)?.push(performance.now() - begun)
    }
  }
  return Object.fromEntries(
    [...times].map(([family, values]) => [
      family,
      { p50: Number(quantile(values, 0.5).toFixed(2)), p99: Number(quantile(values, 0.99).toFixed(2)) },
    ]),
  )
}

async function count(database: string, sql: string): Promise<number> {
  const [row] = await asSuperuser<{ n: string }>(database, sql)
  return Number(row?.n ?? 0)
}

/** The customer's packages, read and mapped by a worker that is then gone. */
async function readPackages(database: string, client: Client): Promise<Customer> {
  const env = { ...testSettings(database), TIEOUT_METRICS_PORT: '0', TIEOUT_WORKER_PORT: String(await freePort()) }
  const says = (word: string) => (entry: Record<string, unknown>) => entry['msg'] === word
  const programs = [
    await startProgram('server/src/main/worker.ts', env, says('the worker is up')),
    await startProgram('server/src/main/relay.ts', env, says('the relay is up')),
  ]
  try {
    const [customer] = await createCustomers({ database, client }, 1)
    if (!customer) throw new Error('there is no customer')
    for (let number = 1; number < PACKAGES; number += 1) await client.upload(customer, freshPackage(number))
    const left = `SELECT count(*) AS n FROM jobs WHERE status IN ('QUEUED', 'PROCESSING')`
    for (const end = Date.now() + 120_000; (await count(database, left)) > 0;) {
      if (Date.now() > end) throw new Error('the packages were not read within two minutes')
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    return customer
  } finally {
    for (const program of programs.toReversed()) await program.stop()
  }
}

export async function run(args: string[]): Promise<TrialResult> {
  process.loadEnvFile('.stack/env')
  const sizes = args.length > 0 ? args.map(Number) : SIZES
  const database = await createTestDatabase()
  const api = await startService(database.name)
  try {
    const client = new Client(api.url)
    const customer = await readPackages(database.name, client)
    const own = await count(database.name, 'SELECT count(*) AS n FROM documents')
    const [workspace] = await asSuperuser<{ id: string }>(
      database.name,
      'SELECT workspace_id AS id FROM documents LIMIT 1',
    )
    const steps: Record<string, unknown>[] = []
    let copies = 0
    for (const size of sizes) {
      const wanted = Math.ceil(size / own)
      const begun = performance.now()
      const without: ReadonlySet<string> = size > WHOLE_UP_TO ? BULK : new Set()
      await multiply(database.name, workspace?.id ?? '', { from: copies, to: wanted, without })
      copies = wanted
      const step = {
        documents: await count(database.name, 'SELECT count(*) AS n FROM documents'),
        workspaces: copies + 1,
        without: [...without],
        databaseBytes: await count(database.name, 'SELECT pg_database_size(current_database()) AS n'),
        indexBytes: await count(
          database.name,
          `SELECT sum(pg_indexes_size(oid)) AS n FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
        ),
        tables: await tableBytes(database.name),
        loadSeconds: Math.round((performance.now() - begun) / 1000),
        families: await ask(client, customer),
        upkeep: await upkeep(database.name, workspace?.id ?? '', size),
      }
      console.log(JSON.stringify(step))
      steps.push(step)
    }
    const familyOf = (step: Record<string, unknown> | undefined, family: string): Asked | undefined =>
      (step?.['families'] as Record<string, Asked> | undefined)?.[family]
    const growth = Object.fromEntries(
      [CONTROL, ...ASKED].map((family) => {
        const [first, last] = [familyOf(steps[0], family), familyOf(steps.at(-1), family)]
        return [family, { p50: ratio(first?.p50, last?.p50), p99: ratio(first?.p99, last?.p99) }]
      }),
    )
    const machine = growth[CONTROL]?.p99 ?? NaN
    return {
      figures: { documentsOfTheOneThatAsks: own, steps, growth },
      holds: Object.fromEntries(
        ASKED.map((family) => [
          `${family}: from the fewest documents to the most p99 grows by at most ${FLAT} times what the measure's does`,
          (growth[family]?.p99 ?? Infinity) / machine <= FLAT,
        ]),
      ),
    }
  } finally {
    await api.stop()
    await database.drop()
  }
}

const ratio = (first = NaN, last = NaN): number => Number((last / first).toFixed(2))
