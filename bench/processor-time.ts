/**
 * Processor time by engine, so that a bench can say where it goes: this process, and each engine of the local stack
 * with the children it has and had. Linux tells it in /proc; elsewhere the figures are left out.
 */
import { readdirSync, readFileSync } from 'node:fs'

/** The kernel counts in hundredths of a second for user space, whatever it counts in itself. */
const TICK_MS = 10
const ENGINES = { PostgreSQL: ['postgres'], Restate: ['restate'], 'object store': ['s3-gateway', 's3-osd', 's3-mon'] }

export type ProcessorTimes = Readonly<Record<string, number>>

interface ProcessStat {
  readonly pid: number
  readonly parent: number
  /** Its own time, and that of children that have ended. */
  readonly ms: number
  readonly ownMs: number
}

function statOf(pid: string): ProcessStat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name may hold anything, brackets too: the fields begin behind the last one.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, ofChildren = 0, systemOfChildren = 0] = fields.slice(11, 15)
    const ownMs = (user + system) * TICK_MS
    return { pid: Number(pid), parent: fields[1] ?? 0, ms: ownMs + (ofChildren + systemOfChildren) * TICK_MS, ownMs }
  } catch {
    return null // It has ended since it was listed.
  }
}

function allProcesses(): ProcessStat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => statOf(pid) ?? [])
}

/** Milliseconds of a process and of the children it has and had; 0 where nobody tells. */
/** Of one process alone, without any child; 0 when it is gone. */
export function ownTime(pid: number): number {
  return statOf(String(pid))?.ownMs ?? 0
}

export function treeTime(root: number): number {
  if (process.platform !== 'linux') return 0
  return allProcesses()
    .filter(({ pid, parent }) => pid === root || parent === root)
    .reduce((sum, { ms }) => sum + ms, 0)
}

/** Milliseconds since each was started. */
export function processorTimes(): ProcessorTimes {
  const { user, system } = process.cpuUsage()
  const times: Record<string, number> = { 'this process': (user + system) / 1000 }
  if (process.platform !== 'linux') return times
  const all = allProcesses()
  for (const [engine, names] of Object.entries(ENGINES)) {
    const roots = new Set(names.map((name) => Number(readFileSync(`.stack/${name}.pid`, 'utf8').split('\n')[0])))
    times[engine] = all
      .filter(({ pid, parent }) => roots.has(pid) || roots.has(parent))
      .reduce((sum, { ms }) => sum + ms, 0)
  }
  return times
}

/** What each took between two looks, for one of `count` pieces of work: `this process 1.2, PostgreSQL 3.4`. */
export function processorTimeEach(before: ProcessorTimes, after: ProcessorTimes, count: number): string {
  return Object.entries(after)
    .map(([name, ms]) => `${name} ${((ms - (before[name] ?? 0)) / count).toFixed(1)}`)
    .join(', ')
}
