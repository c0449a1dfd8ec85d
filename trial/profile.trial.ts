/**
 * Where the time goes, by profile: API and worker under V8's sampling profiler, PostgreSQL by its own statistics, over a
 * steady rate of the same day that `load` plays. `npm run trial -- profile [requests a second] [seconds]`.
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownTime, processorTimes, treeTime } from '../bench/processor-time.ts'
import { Random } from '../eval/generator/random.ts'
import { asSuperuser } from '../server/test/support/database.ts'
import { drained, play } from './day.ts'
import { openHooks } from './hooks.ts'
import { busyTime, selfTimes } from './profile.ts'
import type { Profile } from './profile.ts'
import type { TrialResult } from './result.ts'
import { startServiceProcesses } from './service-processes.ts'
import { Client, createCustomers } from './world.ts'

const CUSTOMERS = 5
/** Half of what two free cores carry: busy enough that work comes together as it does by day. */
const PER_SECOND = 80
const SECONDS = 60
const SHOWN = 10
const DRAIN_SECONDS = 300
/** Statements are shown so far. */
const STATEMENT_CHARACTERS = 90

interface Cost {
  readonly where: string
  readonly what: string
  readonly ms: number
}

async function statements(database: string): Promise<Cost[]> {
  const rows = await asSuperuser<{ query: string; ms: number; calls: number }>(
    database,
    `SELECT query, total_exec_time AS ms, calls::int AS calls FROM pg_stat_statements
     WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) ORDER BY total_exec_time DESC LIMIT 40`,
  )
  return rows.map(({ query, ms, calls }) => ({
    where: 'PostgreSQL',
    what: `${shortened(query)} (${calls} calls)`,
    ms,
  }))
}

const shortened = (query: string): string =>
  `\`${query.replaceAll(/\s+/g, ' ').replaceAll(/[`|]/g, ' ').slice(0, STATEMENT_CHARACTERS)}\``

/**
 * By module, in time of the processor. The profiler takes its samples by the clock on the wall, on a busy machine also of
 * a thread that waits for its turn: what the kernel counted for the process is spread over the samples.
 */
function profiled(folder: string, where: string, since: number, kernelMs: number): Cost[] {
  const [file] = globSync(join(folder, where, '*.cpuprofile'))
  if (file === undefined) throw new Error(`${where} left no profile`)
  const profile = JSON.parse(readFileSync(file, 'utf8')) as Profile
  const scale = kernelMs / busyTime(profile, since)
  return [...selfTimes(profile, since)].map(([what, ms]) => ({ where, what, ms: ms * scale }))
}

/** What statements took is on the wall too; the rest of the engine's time is parsing, planning, talking and committing. */
function ofPostgres(statementCosts: readonly Cost[], kernelMs: number): Cost[] {
  const counted = statementCosts.reduce((sum, { ms }) => sum + ms, 0)
  const scale = Math.min(1, kernelMs / counted)
  const rest = { where: 'PostgreSQL', what: 'all around the statements', ms: Math.max(0, kernelMs - counted) }
  return [...statementCosts.map((cost) => ({ ...cost, ms: cost.ms * scale })), rest]
}

export async function run(args: string[]): Promise<TrialResult> {
  process.loadEnvFile('.stack/env')
  const [perSecond = PER_SECOND, seconds = SECONDS] = args.map(Number)
  const folder = mkdtempSync(join(tmpdir(), 'tieout-profile-'))
  const hooks = await openHooks()
  const processes = await startServiceProcesses({
    settings: hooks.settings,
    nodeOptions: (program) => ['--cpu-prof', `--cpu-prof-dir=${join(folder, program)}`],
  })
  const { api, worker, relay, service } = processes
  const { database } = service
  try {
    await asSuperuser(database, 'CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
    const client = new Client(api.url)
    const onKey = (key: string) => hooks.register(api.url, key)
    const customers = await createCustomers({ database, client, onKey }, CUSTOMERS)
    await asSuperuser(database, 'SELECT pg_stat_statements_reset()')
    const times = () => ({
      API: ownTime(api.pid),
      worker: ownTime(worker.pid),
      relay: ownTime(relay.pid),
      // Processes of their own, which only the kernel counts.
      readers: treeTime(worker.pid) - ownTime(worker.pid),
      PostgreSQL: processorTimes()['PostgreSQL'] ?? 0,
    })
    const [since, before] = [Number(process.hrtime.bigint() / 1_000n), times()]
    const meter = await play({ client, customers, random: new Random(1) }, perSecond, seconds)
    const backlog = await drained(database, DRAIN_SECONDS)
    const [documents] = await asSuperuser<{ n: number }>(database, 'SELECT count(*)::int AS n FROM documents')
    const sql = await statements(database)
    const after = times()
    // The profiles are written when they end.
    await processes.stop()
    const took = (part: keyof typeof after): number => after[part] - before[part]
    const all = [
      ...(['API', 'worker', 'relay'] as const).flatMap((name) => profiled(folder, name, since, took(name))),
      ...ofPostgres(sql, took('PostgreSQL')),
      { where: 'readers', what: 'opening, reading and drawing files', ms: took('readers') },
    ].toSorted((one, other) => other.ms - one.ms)
    const whole = all.reduce((sum, { ms }) => sum + ms, 0)
    return {
      figures: {
        documents: documents?.n ?? 0,
        perSecond,
        seconds,
        requests: meter.total(),
        wholeMs: Math.round(whole),
        costs: all.slice(0, SHOWN).map((cost) => ({ ...cost, ms: Math.round(cost.ms), share: cost.ms / whole })),
        next: all.slice(SHOWN, 3 * SHOWN).map(({ where, what, ms }) => `${Math.round(ms)} ms ${where}: ${what}`),
      },
      holds: { 'nothing failed while it was looked at': meter.total().failed === 0 && backlog !== null },
    }
  } finally {
    await processes.stop()
    await hooks.receiver.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
