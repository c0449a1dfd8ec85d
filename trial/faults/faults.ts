/** Every fault: what is taken away, how, and how it comes back. Each lasts for as long as it is told, and heals itself. */
import { fail } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { READINGS_AT_MOST } from '../../server/src/domain/package/read.ts'
import { killEngine, pauseEngine, startEngine } from '../../server/test/support/engines.ts'
import type { ProcessName, Rig } from './rig.ts'

export interface Fault {
  readonly name: string
  /** Two faults of one thing are not injected together. */
  readonly of: string
  readonly inject: (rig: Rig, holdMs: number) => Promise<void>
}

const SLOW_MS = 200
/** A file is read so often at most, and one more kill would be a reason to give it up. */
const READER_KILLS = READINGS_AT_MOST - 1
const BETWEEN_KILLS_MS = 1_500

const PROCESSES = { api: 'API', worker: 'worker', relay: 'relay' } as const
const ENGINES = { postgres: 'PostgreSQL', restate: 'Restate', redis: 'Redis', s3: 'object store' } as const
type EngineName = keyof typeof ENGINES

function faultsOfProcess(name: ProcessName): Fault[] {
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
    for (let kills = 0; kills < READER_KILLS; kills += 1) {
      for (const pid of childrenOf(processes.worker.pid)) endProcess(pid)
      await sleep(Math.max(BETWEEN_KILLS_MS, holdMs / READER_KILLS))
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

/** Further off than any lease, deadline or link lasts. */
const JUMP_SECONDS = 3_600

function clockJumps(name: ProcessName): Fault[] {
  const jump = (where: string, aheadSeconds: number): Fault => ({
    name: `clock of the ${PROCESSES[name]} an hour ${where}`,
    of: PROCESSES[name],
    inject: async ({ clocks }, holdMs) => {
      if (!clocks) throw new Error('there is no clock to set')
      clocks[name].set(aheadSeconds)
      await sleep(holdMs)
      clocks[name].set(0)
    },
  })
  return [jump('ahead', JUMP_SECONDS), jump('behind', -JUMP_SECONDS)]
}

/** One of three: the others have all that it had, and go on. */
const NODES: readonly Fault[] = [0, 1, 2].flatMap((index): Fault[] => {
  const of = `Restate node ${index + 1}`
  const nodeOf = ({ cluster }: Rig) => cluster?.nodes[index] ?? fail(`there is no ${of}`)
  return [
    {
      name: `${of} killed`,
      of,
      inject: async (rig, holdMs) => {
        await nodeOf(rig).kill()
        await sleep(holdMs)
        await nodeOf(rig).restart()
      },
    },
    {
      name: `${of} paused`,
      of,
      inject: async (rig, holdMs) => {
        const { pid } = nodeOf(rig)
        process.kill(pid, 'SIGSTOP')
        await sleep(holdMs)
        process.kill(pid, 'SIGCONT')
      },
    },
  ]
})

const CLOCKS: readonly Fault[] = (Object.keys(PROCESSES) as ProcessName[]).flatMap(clockJumps)

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
  ...(Object.keys(PROCESSES) as ProcessName[]).flatMap(faultsOfProcess),
  readersKilled,
  ...(Object.keys(ENGINES) as EngineName[]).flatMap(faultsOfEngine),
  diskFull,
  ...CLOCKS,
  ...NODES,
]

/** What this rig can suffer. */
export const faultsFor = (rig: Rig): Fault[] =>
  FAULTS.filter((fault) => {
    if (fault === diskFull) return rig.disk !== null
    if (CLOCKS.includes(fault)) return rig.clocks !== null
    if (NODES.includes(fault)) return rig.cluster !== null
    // The stack's own engine stands idle beside a cluster.
    return rig.cluster === null || !/^Restate (killed|paused)$/.test(fault.name)
  })

/** Every two faults of different things. */
export function pairsOf(faults: readonly Fault[]): [Fault, Fault][] {
  return faults.flatMap((first, index) =>
    faults
      .slice(index + 1)
      .filter((second) => second.of !== first.of)
      .map((second): [Fault, Fault] => [first, second]),
  )
}
