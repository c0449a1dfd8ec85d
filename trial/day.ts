/** A day of requests played against a running service, and waiting for what it leaves behind. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../eval/generator/random.ts'
import { asSuperuser } from '../server/test/support/database.ts'
import { arrivals } from './arrivals.ts'
import { REQUESTS, SHARES } from './families.ts'
import type { Family } from './families.ts'
import { Meter, outcomeOf } from './meter.ts'
import { UNDER_WAY } from './under-way.ts'
import type { Client, Customer } from './world.ts'

export interface Scene {
  readonly client: Client
  readonly customers: readonly Customer[]
  readonly random: Random
}

/** Sends a day's requests at their times, and answers once all of them have ended. */
export async function play(
  { client, customers, random }: Scene,
  perSecond: number,
  seconds: number,
): Promise<Meter<Family>> {
  const meter = new Meter<Family>()
  const begun = performance.now()
  const running: Promise<void>[] = []
  for (const { at, family } of arrivals(SHARES, { perSecond, seconds, random })) {
    const wait = begun + at - performance.now()
    if (wait > 1) await sleep(wait)
    const customer = random.pick(customers)
    running.push(
      REQUESTS[family](client, customer, random).then(
        ({ status, retryAfter, json }) =>
          meter.note(
            family,
            outcomeOf(status, retryAfter),
            performance.now() - begun - at,
            `${status} ${JSON.stringify(json).slice(0, 200)}`,
          ),
        (error: unknown) => meter.note(family, 'failed', performance.now() - begun - at, String(error)),
      ),
    )
  }
  await Promise.all(running)
  return meter
}

/** Waits until all that was asked for is done; answers how long it took, null when it gave up. */
export async function drained(database: string, seconds: number): Promise<number | null> {
  const begun = performance.now()
  while (performance.now() - begun < seconds * 1000) {
    const [row] = await asSuperuser<{ left: string }>(database, UNDER_WAY)
    if (row?.left === '0') return (performance.now() - begun) / 1000
    await sleep(250)
  }
  return null
}
