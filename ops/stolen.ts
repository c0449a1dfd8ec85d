/** What part of the processors this machine was not given: those of a virtual machine are others' too, and no load average tells it. */
import { existsSync, readFileSync } from 'node:fs'

export interface Ticks {
  readonly total: number
  readonly stolen: number
}

/** The first line of Linux's /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal; guests are counted as users too. */
export function ticksOf(stat: string): Ticks | null {
  const columns = /^cpu +([\d ]+)/.exec(stat)?.[1]?.split(' ').slice(0, 8).map(Number)
  const stolen = columns?.[7]
  if (columns === undefined || stolen === undefined) return null
  return { total: columns.reduce((sum, ticks) => sum + ticks, 0), stolen }
}

/** Null where the system does not tell, here and below. */
export function ticksNow(): Ticks | null {
  return existsSync('/proc/stat') ? ticksOf(readFileSync('/proc/stat', 'utf8')) : null
}

export function stolenBetween(before: Ticks | null, after: Ticks | null): number | null {
  if (before === null || after === null || after.total <= before.total) return null
  return (after.stolen - before.stolen) / (after.total - before.total)
}
