/** How the engines do, as a table for a person and an exit code for a script. */
import type { Engine } from './engine.ts'
import { pidsOf, startEngine } from './engines.ts'
import type { EngineName } from './plan.ts'
import { messageOf, runningPid } from './processes.ts'

interface EngineState {
  engine: EngineName
  address: string
  /** `up` was running already, `started` was not, `failed` runs in part or does not answer. */
  state: 'up' | 'started' | 'down' | 'failed'
  version: string
  pids: number[]
  milliseconds: number
  problem?: string
}

/** Starts the engine and tells how that went. */
export async function startedState(engine: Engine): Promise<EngineState> {
  const begun = performance.now()
  const wasUp = pidsOf(engine).length === engine.daemons.length
  const { name, address } = engine
  try {
    await startEngine(engine)
    const version = await engine.probe()
    const milliseconds = performance.now() - begun
    return { engine: name, address, state: wasUp ? 'up' : 'started', version, pids: pidsOf(engine), milliseconds }
  } catch (error) {
    const milliseconds = performance.now() - begun
    const problem = messageOf(error)
    return { engine: name, address, state: 'failed', version: '', pids: pidsOf(engine), milliseconds, problem }
  }
}

export async function stateOf(engine: Engine): Promise<EngineState> {
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
    const problem = dead.length > 0 ? `not running: ${dead.join(', ')}` : `no answer: ${messageOf(error)}`
    return { ...base, state: 'failed', version: '', milliseconds, problem }
  }
}

/** Prints the table, then what is wrong in words; the exit code follows from it. */
export function printed(states: readonly EngineState[]): number {
  const rows = states.map((state) => [
    state.engine,
    state.version || '-',
    state.address,
    state.state,
    state.pids.join(' ') || '-',
    `${(state.milliseconds / 1000).toFixed(1)} s`,
  ])
  const table = [['engine', 'version', 'address', 'state', 'pid', 'took'], ...rows]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? []
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  const wrong = states.filter((state) => state.problem !== undefined)
  for (const { engine, problem } of wrong) console.error(`\n${engine}: ${problem ?? ''}`)
  return wrong.length > 0 ? 1 : 0
}
