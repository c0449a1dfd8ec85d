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
import { kill, messageOf, runningPid, stop, takenPorts } from './processes.ts'
import { redisEngine } from './redis.ts'
import { restateEngine } from './restate.ts'
import { loadOrMakeSecrets } from './secrets.ts'
import { renderEnvFile, serviceSettings } from './settings.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Blocks tried by TIEOUT_STACK_PORT_BASE=auto, away from the default one and from the ports of outgoing connections. */
const AUTO_PORT_BASES = [22, 23, 24, 25, 26, 27, 28, 29, 30, 31].map((thousands) => thousands * 1_000)

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
    const auto = env['TIEOUT_STACK_PORT_BASE'] === 'auto'
    const base = auto ? String(recorded?.portBase ?? (await freePortBase())) : env['TIEOUT_STACK_PORT_BASE']
    const plan = planStack(ROOT, { ...env, TIEOUT_STACK_PORT_BASE: base }, recorded)
    const { portBase, objectStore } = plan
    if (!recorded) writeFileSync(choicesFile(dir), `${JSON.stringify({ portBase, objectStore })}\n`)
    const secrets = loadOrMakeSecrets(dir)
    writeFileSync(envFile(dir), renderEnvFile(serviceSettings(plan.ports, secrets)), { mode: 0o600 })
    return {
      plan,
      engines: {
        postgres: postgresEngine(plan, secrets),
        redis: redisEngine(plan, secrets),
        restate: restateEngine(plan, secrets),
        s3: objectStoreEngine(plan, secrets),
      },
    }
  })
}

/** Begins at a random block, so that two runs that start together rarely look at the same one. */
async function freePortBase(): Promise<number> {
  const first = Math.floor(Math.random() * AUTO_PORT_BASES.length)
  for (const base of [...AUTO_PORT_BASES.slice(first), ...AUTO_PORT_BASES.slice(0, first)])
    if ((await takenPorts(Object.values(portsFrom(base)))).length === 0) return base
  throw new StackProblem(`no free block of ports among ${AUTO_PORT_BASES.join(', ')}: set TIEOUT_STACK_PORT_BASE`)
}

export interface EngineState {
  engine: EngineName
  address: string
  state: 'up' | 'started' | 'down' | 'failed'
  version: string
  pids: number[]
  milliseconds: number
  problem?: string
}

export function pidsOf(engine: Engine): number[] {
  return engine.daemons.map(runningPid).filter((pid) => pid !== undefined)
}

/**
 * Starts what of the engine is not running. An engine that runs goes through the same steps, because the start before
 * may have been cut off between its first answer and its last account; either way it has answered a real question in the end.
 */
export async function startEngine(engine: Engine): Promise<EngineState> {
  const begun = performance.now()
  const running = pidsOf(engine).length
  const report = (rest: Pick<EngineState, 'state' | 'version'> & { problem?: string }): EngineState => ({
    engine: engine.name,
    address: engine.address,
    pids: pidsOf(engine),
    milliseconds: performance.now() - begun,
    ...rest,
  })
  try {
    if (running === 0) await refuseTakenPorts(engine)
    await engine.start()
    return report({ state: running === engine.daemons.length ? 'up' : 'started', version: await engine.probe() })
  } catch (error) {
    return report({ state: 'failed', version: '', problem: messageOf(error) })
  }
}

async function refuseTakenPorts(engine: Engine): Promise<void> {
  const taken = await takenPorts(engine.ports)
  if (taken.length === 0) return
  throw new StackProblem(
    `${engine.name}: port ${taken.join(', ')} is taken by another program (a stack of another checkout?): ` +
      'set TIEOUT_STACK_PORT_BASE to another block, or to auto, for a new TIEOUT_STACK_DIR',
  )
}

export async function stopEngine(engine: Engine): Promise<void> {
  for (const daemon of engine.daemons.toReversed()) await stop(daemon)
}

/** As a crash would: no farewell, nothing written. */
export async function killEngine(engine: Engine): Promise<void> {
  for (const daemon of engine.killed) await kill(daemon)
}

export async function engineState(engine: Engine): Promise<EngineState> {
  const begun = performance.now()
  const pids = pidsOf(engine)
  const base = { engine: engine.name, address: engine.address, pids }
  try {
    const version = await engine.probe()
    return { ...base, state: 'up', version, milliseconds: performance.now() - begun }
  } catch (error) {
    const milliseconds = performance.now() - begun
    if (pids.length === 0) return { ...base, state: 'down', version: '', milliseconds, problem: 'not running' }
    const dead = engine.daemons.filter((daemon) => runningPid(daemon) === undefined).map((daemon) => daemon.name)
    const problem = dead.length > 0 ? `${dead.join(', ')} not running` : `no answer: ${messageOf(error)}`
    return { ...base, state: 'failed', version: '', milliseconds, problem }
  }
}
