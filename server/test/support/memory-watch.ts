/** Watches how much memory processes and all their descendants ever held, from the kernel's own high-water marks. */
import { readdirSync, readFileSync } from 'node:fs'

const INTERVAL_MS = 20

export interface MemoryWatch {
  /** The largest resident memory of any one process seen, in bytes. */
  peak(): number
  stop(): void
}

/** `roots` is asked again every time: processes come and go. */
export function watchMemory(roots: () => readonly number[]): MemoryWatch {
  let peak = 0
  const look = (): void => {
    for (const pid of descendants(roots())) peak = Math.max(peak, highWater(pid))
  }
  const timer = setInterval(look, INTERVAL_MS)
  return {
    peak: () => peak,
    stop: () => clearInterval(timer),
  }
}

function descendants(roots: readonly number[]): number[] {
  const children = new Map<number, number[]>()
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry)
    if (!Number.isInteger(pid)) continue
    const parent = parentOf(pid)
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), pid])
  }
  const found: number[] = []
  const visit = (pid: number): void => {
    found.push(pid)
    for (const child of children.get(pid) ?? []) visit(child)
  }
  for (const root of roots) visit(root)
  return found
}

function parentOf(pid: number): number | null {
  try {
    // The second field is the program's name in brackets and may hold anything, so the fields after it are counted.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}

/** 0 for a process that is gone meanwhile. */
function highWater(pid: number): number {
  try {
    const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(line?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
