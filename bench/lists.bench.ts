/**
 * Does a list stay as fast on its thousandth page as on its first, with 2,000 workspaces and 2 million borrowers?
 * Through the running service, first and deep pages by turns, so that both meet the same neighbours.
 */
import { SCOPES } from '../server/src/domain/scopes.ts'
import { issueOperatorKey } from '../server/src/main/admin/keys.ts'
import { Db } from '../server/src/store/db.ts'
import { listWorkspaces, setRateLimits } from '../server/src/store/operator.ts'
import { createTestDatabase, urlOf } from '../server/test/support/database.ts'
import { loadBorrowers } from '../server/test/support/volume.ts'
import type { BenchResult } from './result.ts'
import { quantile, startService } from './service.ts'

const PAGE = 25
const DEEP_PAGE = 1_000
const ROUNDS = 1_500

async function keyOf(database: string, uuid: string): Promise<string> {
  const db = new Db({ url: urlOf(database, 'OPERATOR'), poolSize: 1 })
  try {
    const workspace = (await listWorkspaces(db)).find((candidate) => candidate.uuid === uuid)
    if (!workspace) throw new Error('the largest workspace is gone')
    const issued = await issueOperatorKey(db, workspace, {
      name: 'bench',
      mode: 'live',
      role: 'member',
      scopes: SCOPES,
    })
    await setRateLimits(db, issued.id, { api: 100_000 })
    return issued.key
  } finally {
    await db.close()
  }
}

interface ListAnswer {
  data: { id: string }[]
  next_cursor: string | null
}

export async function run(args: string[]): Promise<BenchResult> {
  process.loadEnvFile('.stack/env')
  const small = args.includes('--small')
  const volume = small
    ? { workspaces: 200, borrowers: 200_000, largest: 30_000 }
    : { workspaces: 2_000, borrowers: 2_000_000, largest: 100_000 }
  const database = await createTestDatabase()
  const loading = performance.now()
  const { largest } = await loadBorrowers(database.name, volume)
  const loaded = (performance.now() - loading) / 1000
  const key = await keyOf(database.name, largest)
  const service = await startService(database.name)
  try {
    const ask = async (query: string): Promise<{ answer: ListAnswer; ms: number }> => {
      const started = performance.now()
      const response = await fetch(`${service.url}/api/borrowers?${query}`, {
        headers: { authorization: `Bearer ${key}` },
      })
      const answer = (await response.json()) as ListAnswer
      const ms = performance.now() - started
      if (response.status !== 200) throw new Error(`answered ${response.status}`)
      return { answer, ms }
    }
    let cursor: string | null = null
    for (let skipped = 0; skipped < PAGE * (DEEP_PAGE - 1); skipped += 75) {
      const query: string = cursor === null ? 'limit=75' : `limit=75&cursor=${cursor}`
      cursor = (await ask(query)).answer.next_cursor
    }
    if (cursor === null) throw new Error('the list ended before its thousandth page')
    const times = { first: [] as number[], deep: [] as number[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = await ask(`limit=${PAGE}`)
      const deep = await ask(`limit=${PAGE}&cursor=${cursor}`)
      if (first.answer.data.length !== PAGE || deep.answer.data.length !== PAGE) throw new Error('a page is not full')
      if (round < 100) continue
      times.first.push(first.ms)
      times.deep.push(deep.ms)
    }
    const show = (values: number[]): string =>
      [0.5, 0.95, 0.99].map((part) => quantile(values, part).toFixed(2)).join(' / ')
    return {
      figures: {
        workspaces: volume.workspaces,
        borrowers: volume.borrowers,
        'borrowers of the workspace asked': volume.largest,
        'loading, s': loaded.toFixed(1),
        'page 1, ms p50 / p95 / p99': show(times.first),
        [`page ${DEEP_PAGE}, ms p50 / p95 / p99`]: show(times.deep),
      },
      ratioName: `p99 of page ${DEEP_PAGE}, of page 1`,
      ratio: quantile(times.deep, 0.99) / quantile(times.first, 0.99),
      bar: 'within 1.5',
    }
  } finally {
    await service.stop()
    await database.drop()
  }
}
