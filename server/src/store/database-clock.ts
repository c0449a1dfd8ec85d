/**
 * The time of the database, for every process: what one writes down as due or as held until a moment, another judges,
 * and their machines' clocks may differ by an hour. A database that is away leaves the clock running as it was.
 */
import { sql } from 'kysely'
import { FollowedClock } from '../lib/followed-clock.ts'
import { build } from './db.ts'
import type { Db } from './db.ts'

const LOOK_EVERY_MS = 5_000
/** An answer that took longer says too little of when it was true. */
const LONGEST_LOOK_MS = 1_000

export interface DatabaseClock {
  now(): Date
  stop(): void
}

export async function followDatabase(db: Db): Promise<DatabaseClock> {
  const clock = new FollowedClock()
  const look = async (): Promise<void> => {
    const begun = performance.now()
    const [row] = await db.outsideTenants(build.selectNoFrom(sql<Date>`clock_timestamp()`.as('now')))
    const tookMs = performance.now() - begun
    if (row && tookMs <= LONGEST_LOOK_MS) clock.follow(row.now, tookMs)
  }
  // Away for the moment: it goes on by itself until the next look.
  const lookIfThere = (): Promise<void> => look().catch(() => undefined)
  await lookIfThere()
  const timer = setInterval(() => void lookIfThere(), LOOK_EVERY_MS).unref()
  return { now: () => clock.now(), stop: () => clearInterval(timer) }
}
