/**
 * The four engines of one stack and what can be done to each. Fault tests use `openStack()` to take one engine away
 * and bring it back; the command line in stack.ts is made of the same calls.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Engine } from './engine.ts'
import { withLock } from './lock.ts'
import { objectStoreEngine } from './object-store.ts'
import {
  choicesFile,
  DEFAULT_PORT_BASE,
  envFile,
  lockFile,
  planStack,
  portsFrom,
  stackDir,
  StackProblem,
  type EngineName,
  type RecordedChoices,
  type StackPlan,
} from './plan.ts'
import { postgresEngine } from './postgres.ts'
import { kill, runningPid, stop, takenPorts } from './processes.ts'
import { redisEngine } from './redis.ts'
import { restateEngine } from './restate.ts'
import { loadOrMakeSecrets } from './secrets.ts'
import { renderEnvFile, serviceSettings } from './settings.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Blocks to take when the default one is taken; below the ports of outgoing connections, as that one is. */
const OTHER_PORT_BASES = [22, 23, 24, 25, 26, 27, 28, 29, 30, 31].map((thousands) => thousands * 1_000)

export interface Stack {
  plan: StackPlan
  engines: Record<EngineName, Engine>
}

type Environment = Readonly<Record<string, string | undefined>>

/** The lock of the stack that this environment means. */
export const stackLock = (env: Environment = process.env): string => lockFile(stackDir(ROOT, env))

/** The stack that this environment means: its folder with secrets and env file is made if need be, nothing is started. */
export async function openStack(env: Environment = process.env): Promise<Stack> {
  const dir = stackDir(ROOT, env)
  return withLock(stackLock(env), async () => {
    mkdirSync(join(dir, 'logs'), { recursive: true })
    const recorded = existsSync(choicesFile(dir))
      ? (JSON.parse(readFileSync(choicesFile(dir), 'utf8')) as RecordedChoices)
      : undefined
    const wanted = env['TIEOUT_STACK_PORT_BASE'] || 'default'
    const given = wanted !== 'auto' && wanted !== 'default'
    const base = given ? wanted : String(recorded?.portBase ?? (await freePortBase(wanted)))
    const plan = planStack(ROOT, { ...env, TIEOUT_STACK_PORT_BASE: base }, recorded)
    const { portBase, objectStore } = plan
    if (!recorded) writeFileSync(choicesFile(dir), `${JSON.stringify({ portBase, objectStore })}\n`)
    const secrets = loadOrMakeSecrets(dir)
    writeFileSync(envFile(dir), renderEnvFile(serviceSettings(plan.ports, secrets)), { mode: 0o600 })
    const engines = {
      postgres: postgresEngine(plan, secrets),
      redis: redisEngine(plan, secrets),
      restate: restateEngine(plan, secrets),
      s3: objectStoreEngine(plan, secrets),
    }
    if (!recorded) await endLeftOvers(Object.values(engines))
    return { plan, engines }
  })
}

/**
 * The first free block for a new folder: the default one if it can be, else any. `auto` passes over the default one and
 * begins anywhere, so that CI runs that start together rarely look at the same block.
 */
async function freePortBase(wanted: 'auto' | 'default'): Promise<number> {
  const first = Math.floor(Math.random() * OTHER_PORT_BASES.length)
  const others = [...OTHER_PORT_BASES.slice(first), ...OTHER_PORT_BASES.slice(0, first)]
  for (const base of wanted === 'auto' ? others : [DEFAULT_PORT_BASE, ...others])
    if ((await takenPorts(Object.values(portsFrom(base)))).length === 0) return base
  throw new StackProblem(`no free block of ports among ${others.sort().join(', ')}: set TIEOUT_STACK_PORT_BASE`)
}

/** A folder deleted under a running stack leaves engines behind whose passwords nobody knows any more. */
async function endLeftOvers(engines: readonly Engine[]): Promise<void> {
  for (const engine of engines) {
    if (pidsOf(engine).length > 0) console.error(`${engine.name}: ends, because its folder was deleted`)
    for (const daemon of engine.daemons) await kill(daemon)
  }
}

export function pidsOf(engine: Engine): number[] {
  return engine.daemons.map(runningPid).filter((pid) => pid !== undefined)
}

/**
 * Starts what of the engine is not running. An engine that runs goes through the same steps, because the start before
 * may have been cut off between its first answer and its last account.
 */
export async function startEngine(engine: Engine): Promise<void> {
  const taken = pidsOf(engine).length === 0 ? await takenPorts(engine.ports) : []
  if (taken.length > 0)
    throw new StackProblem(
      `port ${taken.join(', ')} is taken by another program (a stack of another checkout?): end that one, or delete ` +
        "this stack's folder to let it choose other ports",
    )
  await engine.start()
}

export async function stopEngine(engine: Engine): Promise<void> {
  for (const daemon of engine.daemons.toReversed()) await stop(daemon)
}

/** As a crash would: no farewell, nothing written. */
export async function killEngine(engine: Engine): Promise<void> {
  for (const daemon of engine.killed) await kill(daemon)
}
