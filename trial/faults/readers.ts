/** Readers that are alive: a worker that ends takes all of its own with it, whatever ended it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** On the command line of every reader of this checkout, and of the walls around it. */
const READER_CODE = join(import.meta.dirname, '../../server/src/reader/main.ts')
const ENDS_WITHIN_MS = 5_000

interface Process {
  readonly pid: number
  readonly parent: number
}

/** What only waits to be reaped has no command line any more. */
function readers(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        if (!readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').includes(READER_CODE)) return []
        return [{ pid: Number(name), parent: parentOf(Number(name)) }]
      } catch {
        return [] // Gone meanwhile.
      }
    })
}

/** The second field holds the program's name in brackets, which may hold anything. */
function parentOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return Number(fields.slice(fields.lastIndexOf(')') + 2).split(' ')[1])
}

export interface Readers {
  /** How many have the worker behind them: it keeps some ready, so that none at all means that nobody looked. */
  readonly kept: number
  /** Those that descend from none, once those that are just ending have had the time to. */
  readonly stray: readonly number[]
}

export async function lookForReaders(worker: number): Promise<Readers> {
  for (const end = Date.now() + ENDS_WITHIN_MS; ;) {
    const alive = readers()
    const parents = new Map(alive.map(({ pid, parent }) => [pid, parent]))
    const isKept = (pid: number | undefined): boolean =>
      pid !== undefined && (pid === worker || isKept(parents.get(pid)))
    const stray = alive.filter(({ pid }) => !isKept(pid)).map(({ pid }) => pid)
    const kept = alive.length - stray.length
    if ((stray.length === 0 && kept > 0) || Date.now() > end) return { kept, stray }
    await sleep(100)
  }
}
