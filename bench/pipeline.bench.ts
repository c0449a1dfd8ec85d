/**
 * Packages through the durable pipeline with a reader that reads nothing, against a bare Restate service of five
 * steps that do nothing: the same engine, the same hand-over, by turns in one run. The difference is what the product
 * adds: outbox and relay, transactions, one stored blob, the events and the bill of each package. The clock starts when
 * the packages are confirmed, which is the API's work, and stops when none is left. Packages come from a
 * few tenants with many borrowers each, because those of one borrower wait for each other wherever they meet.
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { createEndpointHandler, service } from '@restatedev/restate-sdk'
import type { Context } from '@restatedev/restate-sdk'
import { pino } from 'pino'
import { TrivialReader } from '../server/src/adapters/trivial-reader.ts'
import { parseConfig } from '../server/src/main/config.ts'
import { startRelay } from '../server/src/main/relay.ts'
import { engineOf } from '../server/src/main/stores.ts'
import { startWorker } from '../server/src/main/worker.ts'
import { build, Db } from '../server/src/store/db.ts'
import { insertBorrower } from '../server/src/store/borrowers.ts'
import { insertLoan } from '../server/src/store/loans.ts'
import { createOrganization, createWorkspace } from '../server/src/store/operator.ts'
import { asSuperuser, createTestDatabase, urlOf } from '../server/test/support/database.ts'
import { FULL_PLAN, testSettings } from '../server/test/support/service.ts'
import { processorTimeEach, processorTimes } from './processor-time.ts'
import type { BenchResult } from './result.ts'

const ROUNDS = 3
const WAIT_MS = 25
const GIVE_UP_MS = 300_000
const STEPS = ['one', 'two', 'three', 'four', 'five']
const TENANTS = 4
const BORROWERS = 25

interface Round {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Processor time of one piece of work, by engine. */
  readonly processor: string
}

const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN

/** The clock runs while the work is done; asking how long each piece took is not part of it. */
async function timed(pieces: number, work: () => Promise<void>, latenciesOf: () => Promise<number[]>): Promise<Round> {
  const before = processorTimes()
  const started = performance.now()
  await work()
  const totalMs = performance.now() - started
  const processor = processorTimeEach(before, processorTimes(), pieces)
  const latencies = (await latenciesOf()).sort((a, b) => a - b)
  if (latencies.length !== pieces) throw new Error(`${latencies.length} of ${pieces} pieces of work were timed`)
  return {
    perSecond: (pieces / totalMs) * 1000,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    processor,
  }
}

const middle = (rounds: readonly Round[]): Round => {
  const sorted = [...rounds].sort((a, b) => a.perSecond - b.perSecond)
  const round = sorted[sorted.length >> 1]
  if (!round) throw new Error('no rounds were run')
  return round
}

async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + GIVE_UP_MS; !(await done());) {
    if (Date.now() > end) throw new Error('the bench did not end')
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  }
}

async function fillTenants(database: string): Promise<void> {
  const operator = new Db({ url: urlOf(database, 'OPERATOR'), poolSize: 1 })
  const app = new Db({ url: urlOf(database, 'APP'), poolSize: 1 })
  const organizationId = await createOrganization(operator, 'Bench')
  for (let tenant = 1; tenant <= TENANTS; tenant += 1) {
    const named = { organizationId, name: `Bench ${tenant}`, plan: FULL_PLAN }
    const workspace = await createWorkspace(operator, named)
    await app.inTenant({ workspaceUuid: workspace.uuid }, async (tx) => {
      for (let number = 1; number <= BORROWERS; number += 1) {
        const borrower = await insertBorrower(tx, { businessName: `Bench ${number}` }, { isIntake: false })
        await insertLoan(tx, borrower.id, {})
      }
    })
  }
  await operator.close()
  await app.close()
}

/** Confirmed uploads, as the API leaves them: job, reservation and outbox row in one commit. */
async function confirmPackages(database: string, packages: number, salt: string): Promise<void> {
  await asSuperuser(
    database,
    `WITH loan AS (
       SELECT workspace_id, borrower_id, id, row_number() OVER (ORDER BY md5(id::text)) AS place, count(*) OVER () AS loans
       FROM loans),
     made AS (
       INSERT INTO jobs (workspace_id, id, borrower_id, loan_id, file_name, content_type, size_bytes, livemode, sha256,
         status, upload_expires_at, confirmed_at)
       SELECT workspace_id, gen_random_uuid(), borrower_id, id, 'bench.pdf', 'application/pdf', 1, true,
         sha256(convert_to($1 || n::text, 'UTF8')), 'QUEUED', now(), clock_timestamp()
       FROM generate_series(1, $2) AS n JOIN loan ON place = 1 + n % loans RETURNING workspace_id, id),
     reserved AS (INSERT INTO reservations SELECT workspace_id, id, 0 FROM made),
     entered AS (
       INSERT INTO ledger_entries (workspace_id, id, created_at, kind, balance_cents, reserved_cents, in_flight_docs, job_id)
       SELECT workspace_id, gen_random_uuid(), now(), 'reserve', 0, 0, 1, id FROM made),
     summed AS (
       INSERT INTO billing_accounts (workspace_id, period, in_flight_docs)
       SELECT workspace_id, to_char(now(), 'YYYY-MM'), count(*) FROM made GROUP BY workspace_id
       ON CONFLICT (workspace_id) DO UPDATE
         SET in_flight_docs = billing_accounts.in_flight_docs + excluded.in_flight_docs)
     INSERT INTO outbox (workspace_id, id, topic, payload)
     SELECT workspace_id, gen_random_uuid(), 'package', jsonb_build_object('job', id) FROM made`,
    [salt, packages],
  )
}

/** The bare service is none of the product's, so the engine's adapter would refuse it. The port may be known from before. */
async function announce(adminUrl: string, uri: string): Promise<void> {
  const body = JSON.stringify({ uri, use_http_11: false, force: true })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${adminUrl}/deployments`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`the bare service was not taken: ${answer.status} ${await answer.text()}`)
}

export async function run(args: string[]): Promise<BenchResult> {
  const jobs = Number(args[0] ?? 1_000)
  process.loadEnvFile('.stack/env')
  const database = await createTestDatabase()
  const config = parseConfig({ ...testSettings(database.name), TIEOUT_PACKAGE_SLOTS: '128' })
  const engine = engineOf(config)
  const finished = new Map<string, number>()
  const bareName = `${config.TIEOUT_RESTATE_PREFIX}bare`
  const bare = service({
    name: bareName,
    handlers: {
      run: async (context: Context, message: { work: string }): Promise<void> => {
        for (const name of STEPS) await context.run(name, () => Promise.resolve('done'))
        finished.set(message.work, performance.now())
      },
    },
  })
  const server = createServer(
    createEndpointHandler({
      services: [bare],
      identityKeys: [config.TIEOUT_RESTATE_IDENTITY_KEY],
      logger: () => undefined,
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await announce(config.TIEOUT_RESTATE_ADMIN_URL, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)

  const bareRound = (): Promise<Round> => {
    finished.clear()
    const sent = new Map<string, number>()
    const ids = Array.from({ length: jobs }, () => randomUUID())
    const rest = [...ids]
    const send = async (): Promise<void> => {
      for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
        sent.set(id, performance.now())
        await engine.start({ id, workspaceUuid: '', topic: 'bare', payload: {} })
      }
    }
    const work = async (): Promise<void> => {
      await Promise.all(Array.from({ length: 32 }, send))
      await until(() => finished.size === jobs)
    }
    return timed(jobs, work, () => Promise.resolve(ids.map((id) => (finished.get(id) ?? NaN) - (sent.get(id) ?? NaN))))
  }

  const logger = pino({ level: 'silent' })
  const worker = await startWorker(config, logger, { reader: new TrivialReader() })
  const relay = await startRelay(config, logger)
  await fillTenants(database.name)

  // One connection that stays: opening one for every look took as much of the processor as a quarter of the packages.
  const looker = new Db({ url: urlOf(database.name, 'SUPERUSER'), poolSize: 1 })
  const isEmpty = async (): Promise<boolean> => {
    const left = await looker.outsideTenants(
      build.selectFrom('outbox').select('id').where('topic', '=', 'package').limit(1),
    )
    return left.length === 0
  }

  // From being handed over to being done: waiting for a slot is the length of the queue, not of the work.
  const packageLatencies = async (): Promise<number[]> => {
    const rows = await asSuperuser<{ ms: string }>(
      database.name,
      `SELECT extract(epoch FROM finished_at - (deadline_at - make_interval(secs => $1))) * 1000 AS ms
       FROM jobs ORDER BY confirmed_at DESC LIMIT $2`,
      [config.TIEOUT_JOB_DEADLINE_SECONDS, jobs],
    )
    return rows.map(({ ms }) => Number(ms))
  }

  const confirmingMs: number[] = []
  const packageRound = async (round: number): Promise<Round> => {
    const started = performance.now()
    await confirmPackages(database.name, jobs, `round ${round} `)
    confirmingMs.push(performance.now() - started)
    return timed(jobs, () => until(isEmpty), packageLatencies)
  }

  const bareRounds: Round[] = []
  const packageRounds: Round[] = []
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      bareRounds.push(await bareRound())
      packageRounds.push(await packageRound(round))
    }
  } finally {
    await looker.close()
    await relay.stop()
    await worker.stop()
    server.close()
    await engine.close()
  }
  const [completed] = await asSuperuser<{ n: number }>(
    database.name,
    `SELECT count(*)::int AS n FROM jobs WHERE status = 'COMPLETED'`,
  )
  if (completed?.n !== ROUNDS * jobs)
    throw new Error(`only ${completed?.n ?? 0} of ${ROUNDS * jobs} packages completed`)
  await database.drop()
  const one = middle(bareRounds)
  const other = middle(packageRounds)
  return {
    figures: {
      'bare five-step service, jobs/s': one.perSecond.toFixed(0),
      'bare, hand-over to end, p50 / p99 ms': `${one.p50.toFixed(0)} / ${one.p99.toFixed(0)}`,
      'bare, processor ms a job': one.processor,
      'package pipeline, packages/s': other.perSecond.toFixed(0),
      'confirming the packages, before the clock, ms': confirmingMs.map((ms) => ms.toFixed(0)).join(', '),
      'package pipeline, begin to end, p50 / p99 ms': `${other.p50.toFixed(0)} / ${other.p99.toFixed(0)}`,
      'package pipeline, processor ms a package': other.processor,
    },
    ratioName: 'packages/s against bare jobs/s',
    ratio: other.perSecond / one.perSecond,
    bar: 'at least 0.5',
  }
}
