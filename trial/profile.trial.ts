/**
 * Where the time goes, by profile: API and worker under V8's sampling profiler, PostgreSQL by its own statistics, over a
 * steady rate of the same day that `load` plays. `npm run trial -- profile [requests a second] [seconds]`.
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from '../bench/service.ts'
import { treeTime } from '../bench/processor-time.ts'
import { Random } from '../eval/generator/random.ts'
import { asSuperuser, createTestDatabase } from '../server/test/support/database.ts'
import { freePort } from '../server/test/support/pipeline-processes.ts'
import { testSettings } from '../server/test/support/service.ts'
import { drained, play } from './day.ts'
import { busyTime, selfTimes } from './profile.ts'
import type { Profile } from './profile.ts'
import type { TrialResult } from './result.ts'
import { Client, createCustomers } from './world.ts'

const CUSTOMERS = 5
const PER_SECOND = 15
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

function profiles(folder: string, where: string): { costs: Cost[]; busyMs: number } {
  const [file] = globSync(join(folder, where, '*.cpuprofile'))
  if (file === undefined) throw new Error(`${where} left no profile`)
  const profile = JSON.parse(readFileSync(file, 'utf8')) as Profile
  const costs = [...selfTimes(profile)].map(([what, ms]) => ({ where, what, ms }))
  return { costs, busyMs: busyTime(profile) }
}

export async function run(args: string[]): Promise<TrialResult> {
  process.loadEnvFile('.stack/env')
  const [perSecond = PER_SECOND, seconds = SECONDS] = args.map(Number)
  const database = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'tieout-profile-'))
  const env = {
    ...testSettings(database.name),
    TIEOUT_WORKER_PORT: String(await freePort()),
  } as Record<string, string>
  const isUp = (word: string) => (entry: Record<string, unknown>) => String(entry['msg']).includes(word)
  const profiled = (name: string) => ['--cpu-prof', `--cpu-prof-dir=${join(folder, name)}`]
  const api = await startProgram('server/src/main/start.ts', env, isUp('the API is up'), profiled('API'))
  const worker = await startProgram('server/src/main/worker.ts', env, isUp('the worker is up'), profiled('worker'))
  const relay = await startProgram('server/src/main/relay.ts', env, isUp('the relay is up'), profiled('relay'))
  const programs = [relay, worker, api]
  try {
    await asSuperuser(database.name, 'CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
    const client = new Client(api.url)
    const customers = await createCustomers(database.name, client, CUSTOMERS)
    await asSuperuser(database.name, 'SELECT pg_stat_statements_reset()')
    const meter = await play({ client, customers, random: new Random(1) }, perSecond, seconds)
    const backlog = await drained(database.name, DRAIN_SECONDS)
    const [documents] = await asSuperuser<{ n: number }>(database.name, 'SELECT count(*)::int AS n FROM documents')
    const sql = await statements(database.name)
    const workerTree = treeTime(worker.pid)
    for (const program of programs.splice(0)) await program.stop()
    const parts = ['API', 'worker', 'relay'].map((name) => profiles(folder, name))
    // The readers are processes of their own, which only the kernel counts.
    const readers = {
      where: 'readers',
      what: 'opening, reading and drawing files',
      ms: workerTree - (parts[1]?.busyMs ?? 0),
    }
    const all = [...parts.flatMap(({ costs }) => costs), ...sql, readers].toSorted((one, other) => other.ms - one.ms)
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
    for (const program of programs) await program.stop()
    rmSync(folder, { recursive: true, force: true })
    await database.drop()
  }
}
