/**
 * `GET /api/borrowers?limit=25` through every gate, against bare Fastify + pg with the same query: one process each,
 * the same load tool, by turns in one run. The bare one runs as superuser, so it does not pay for row-level security.
 */
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { SCOPES } from '../server/src/domain/scopes.ts'
import { issueOperatorKey } from '../server/src/main/admin/keys.ts'
import { Db } from '../server/src/store/db.ts'
import { listWorkspaces, setRateLimits } from '../server/src/store/operator.ts'
import { createTestDatabase, urlOf } from '../server/test/support/database.ts'
import { loadBorrowers } from '../server/test/support/volume.ts'
import type { BenchResult } from './result.ts'
import { median, startBare, startService } from './service.ts'
import type { BenchProcess } from './service.ts'

const ROUNDS = 5
const SECONDS = 4
const CONNECTIONS = 32
const TENANTS = 50

interface Target {
  url: string
  pid: number
  headers: Record<string, string>[]
}

/** Tenants with keys whose limits do not get in the way. */
async function prepareKeys(database: string): Promise<{ key: string; uuid: string }[]> {
  const db = new Db({ url: urlOf(database, 'OPERATOR'), poolSize: 4 })
  try {
    const workspaces = (await listWorkspaces(db)).slice(0, TENANTS)
    return await Promise.all(
      workspaces.map(async (workspace) => {
        const issued = await issueOperatorKey(db, workspace, {
          name: 'bench',
          mode: 'live',
          role: 'member',
          scopes: SCOPES,
        })
        await setRateLimits(db, issued.id, { api: 20_000 })
        return { key: issued.key, uuid: workspace.uuid }
      }),
    )
  } finally {
    await db.close()
  }
}

interface Load {
  perSecond: number
  p50: number
  p99: number
  /** CPU time of the server process, which other programs on the machine do not blur. */
  cpuMicros: number
}

/** User and system time of a process, in clock ticks of 10 ms. */
function cpuTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return Number(fields[11]) + Number(fields[12])
}

async function load(target: Target, seconds: number): Promise<Load> {
  const before = cpuTicks(target.pid)
  const result = await autocannon({
    url: `${target.url}/api/borrowers?limit=25`,
    connections: CONNECTIONS,
    duration: seconds,
    requests: target.headers.map((headers) => ({ method: 'GET', path: '/api/borrowers?limit=25', headers })),
  })
  const wrong = result.non2xx + result.errors
  if (wrong > 0 || result['2xx'] === 0) throw new Error(`${wrong} of the answers were not the list: nothing to compare`)
  const cpuMicros = ((cpuTicks(target.pid) - before) * 10_000) / result['2xx']
  return { cpuMicros, perSecond: result['2xx'] / result.duration, p50: result.latency.p50, p99: result.latency.p99 }
}

export async function run(): Promise<BenchResult> {
  process.loadEnvFile('.stack/env')
  const database = await createTestDatabase()
  const processes: BenchProcess[] = []
  try {
    await loadBorrowers(database.name, { workspaces: 200, borrowers: 200_000, largest: 5_000 })
    const keys = await prepareKeys(database.name)
    const bare = await startBare(database.name)
    const full = await startService(database.name)
    processes.push(bare, full)
    const targets = {
      bare: { ...bare, headers: keys.map(({ uuid }) => ({ 'x-workspace': uuid })) },
      tieout: { ...full, headers: keys.map(({ key }) => ({ authorization: `Bearer ${key}` })) },
    }
    await load(targets.bare, 2)
    await load(targets.tieout, 2)
    const rounds = []
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ bare: await load(targets.bare, SECONDS), tieout: await load(targets.tieout, SECONDS) })
    }
    const ratios = rounds.map((round) => round.tieout.perSecond / round.bare.perSecond)
    return {
      figures: {
        'bare requests/s (median)': Math.round(median(rounds.map((round) => round.bare.perSecond))),
        'tieout requests/s (median)': Math.round(median(rounds.map((round) => round.tieout.perSecond))),
        'bare p50 / p99 ms': `${median(rounds.map((r) => r.bare.p50))} / ${median(rounds.map((r) => r.bare.p99))}`,
        'tieout p50 / p99 ms': `${median(rounds.map((r) => r.tieout.p50))} / ${median(rounds.map((r) => r.tieout.p99))}`,
        'bare CPU µs/request': Math.round(median(rounds.map((round) => round.bare.cpuMicros))),
        'tieout CPU µs/request': Math.round(median(rounds.map((round) => round.tieout.cpuMicros))),
        'ratio by round': ratios.map((ratio) => ratio.toFixed(2)).join(' '),
      },
      ratioName: 'requests/s through all gates, of bare Fastify + pg',
      ratio: median(ratios),
      bar: 'at least 0.5',
    }
  } finally {
    for (const running of processes) await running.stop()
    await database.drop()
  }
}
