/** Bar 42: the same list with row-level security and, by a role that bypasses it, without; by turns on one machine. */
import { randomBytes } from 'node:crypto'
import { listBorrowers } from '../server/src/store/borrowers.ts'
import { Db } from '../server/src/store/db.ts'
import { asSuperuser, createTestDatabase, urlOf } from '../server/test/support/database.ts'
import { loadBorrowers } from '../server/test/support/volume.ts'
import type { BenchResult } from './result.ts'
import { median, quantile } from './service.ts'

const ROUNDS = 9
const QUERIES = 600

export async function run(): Promise<BenchResult> {
  process.loadEnvFile('.stack/env')
  const database = await createTestDatabase()
  const role = `bench_bypass_${randomBytes(4).toString('hex')}`
  const password = randomBytes(12).toString('hex')
  const { largest } = await loadBorrowers(database.name, { workspaces: 200, borrowers: 200_000, largest: 5_000 })
  await asSuperuser(database.name, `CREATE ROLE ${role} LOGIN BYPASSRLS PASSWORD '${password}' IN ROLE tieout_app`)
  const bypassing = new URL(urlOf(database.name, 'APP'))
  bypassing.username = role
  bypassing.password = password
  const on = new Db({ url: urlOf(database.name, 'APP'), poolSize: 1 })
  const off = new Db({ url: bypassing.href, poolSize: 1 })
  try {
    const one = async (db: Db): Promise<number> => {
      const started = performance.now()
      const page = await db.readAtOnce({ workspaceUuid: largest }, (tx) =>
        listBorrowers(tx, { intake: false }, { limit: 25, after: null }),
      )
      if (page.items.length !== 25) throw new Error('the page is not full')
      return performance.now() - started
    }
    const rounds: { on: number; off: number }[] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const times = { on: [] as number[], off: [] as number[] }
      for (let query = 0; query < QUERIES; query += 1) {
        times.on.push(await one(on))
        times.off.push(await one(off))
      }
      if (round > 0) rounds.push({ on: quantile(times.on, 0.95), off: quantile(times.off, 0.95) })
    }
    return {
      figures: {
        'p95 with row-level security, ms (median of rounds)': median(rounds.map((round) => round.on)).toFixed(3),
        'p95 without, ms (median of rounds)': median(rounds.map((round) => round.off)).toFixed(3),
      },
      ratioName: 'p95 with row-level security, of p95 without (bar 42)',
      ratio: median(rounds.map((round) => round.on / round.off)),
      bar: 'at most 1.1',
    }
  } finally {
    await on.close()
    await off.close()
    await database.drop()
    await asSuperuser('postgres', `DROP ROLE ${role}`)
  }
}
