/** Takes engines of the running stack away and brings them back. Only for files under test/faults, which run alone. */
import { once } from 'node:events'
import { connectRedis } from '../../src/adapters/redis.ts'
import { setting } from './database.ts'
import { killEngine as kill, openStack, pidsOf, startEngine as start } from '../../../ops/stack/engines.ts'
import type { EngineName } from '../../../ops/stack/plan.ts'

/** As a crash would: no farewell, nothing written. */
export async function killEngine(name: EngineName): Promise<void> {
  const stack = await openStack()
  await kill(stack.engines[name])
}

export async function startEngine(name: EngineName): Promise<void> {
  const stack = await openStack()
  await start(stack.engines[name])
}

/** Stops the engine where it is, for as long as `during` lasts: it holds its connections and answers nobody. */
export async function pauseEngine(name: EngineName, during: () => Promise<void>): Promise<void> {
  const pids = pidsOf((await openStack()).engines[name])
  if (pids.length === 0) throw new Error(`${name} does not run`)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  try {
    await during()
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
}

/** Redis forgets everything. */
export async function flushRedis(): Promise<void> {
  const redis = connectRedis(setting('TIEOUT_REDIS_URL'), () => undefined)
  try {
    await once(redis, 'ready')
    await redis.flushall()
  } finally {
    redis.disconnect()
  }
}
