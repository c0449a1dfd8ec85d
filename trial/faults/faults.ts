/** Every fault: what is taken away, how, and how it comes back. Each lasts for as long as it is told, and heals itself. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { killEngine, pauseEngine, startEngine } from '../../server/test/support/engines.ts'
import type { Rig } from './rig.ts'

export interface Fault {
  readonly name: string
  /** Two faults of one thing are not injected together. */
  readonly of: string
  readonly inject: (rig: Rig, holdMs: number) => Promise<void>
}

const SLOW_MS = 200
/** A file is read three times at most: a machine that kills more often than that is not one to run a service on. */
const KILL_READERS_EVERY_MS = 1_500

const PROCESSES = { api: 'API', worker: 'worker', relay: 'relay' } as const
const ENGINES = { postgres: 'PostgreSQL', restate: 'Restate', redis: 'Redis', s3: 'object store' } as const
type Process = keyof typeof PROCESSES
type EngineName = keyof typeof ENGINES

function faultsOfProcess(name: Process): Fault[] {
  const of = PROCESSES[name]
  return [
    {
      name: `${of} killed`,
      of,
      inject: async ({ processes }, holdMs) => {
        await processes[name].kill()
        await sleep(holdMs)
        await processes[name].restart()
      },
    },
    {
      name: `${of} paused`,
      of,
      inject: async ({ processes }, holdMs) => {
        const { pid } = processes[name]
        process.kill(pid, 'SIGSTOP')
        await sleep(holdMs)
        // Another fault may have ended it meanwhile, and started another.
        if (processes[name].pid === pid) process.kill(pid, 'SIGCONT')
      },
    },
  ]
}

function faultsOfEngine(name: EngineName): Fault[] {
  const of = ENGINES[name]
  const overLinks = (what: string, begin: (link: Rig['links'][EngineName][number]) => void): Fault => ({
    name: `${of} ${what}`,
    of,
    inject: async ({ links }, holdMs) => {
      for (const link of links[name]) begin(link)
      await sleep(holdMs)
      for (const link of links[name]) link.mend()
    },
  })
  const killed: Fault = {
    name: `${of} killed`,
    of,
    inject: async (_rig, holdMs) => {
      await killEngine(name)
      await sleep(holdMs)
      await startEngine(name)
    },
  }
  const paused: Fault = {
    name: `${of} paused`,
    of,
    inject: (_rig, holdMs) => pauseEngine(name, () => sleep(holdMs)),
  }
  // The local object store keeps its objects in memory: what a crash takes from it says nothing about the service.
  return [
    ...(name === 's3' ? [] : [killed]),
    paused,
    overLinks('cut off', (link) => link.cut()),
    overLinks('slow', (link) => link.slow(SLOW_MS)),
  ]
}

const readersKilled: Fault = {
  name: 'reader killed',
  of: 'reader',
  inject: async ({ processes }, holdMs) => {
    for (const end = Date.now() + holdMs; Date.now() < end;) {
      for (const pid of childrenOf(processes.worker.pid)) endProcess(pid)
      await sleep(KILL_READERS_EVERY_MS)
    }
  },
}

const diskFull: Fault = {
  name: 'disk of PostgreSQL full',
  of: 'disk',
  inject: async ({ disk }, holdMs) => {
    if (!disk) throw new Error('there is no disk to fill')
    disk.fill()
    await sleep(holdMs)
    disk.free()
  },
}

/** The readers are the only children that a worker has. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number).filter(Boolean)
  } catch {
    return []
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

export const FAULTS: readonly Fault[] = [
  ...(Object.keys(PROCESSES) as Process[]).flatMap(faultsOfProcess),
  readersKilled,
  ...(Object.keys(ENGINES) as EngineName[]).flatMap(faultsOfEngine),
  diskFull,
]

/** What this rig can suffer. */
export const faultsFor = (rig: Rig): Fault[] => FAULTS.filter((fault) => fault !== diskFull || rig.disk !== null)

/** Every two faults of different things. */
export function pairsOf(faults: readonly Fault[]): [Fault, Fault][] {
  return faults.flatMap((first, index) =>
    faults
      .slice(index + 1)
      .filter((second) => second.of !== first.of)
      .map((second): [Fault, Fault] => [first, second]),
  )
}
