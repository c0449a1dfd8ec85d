/**
 * When the tests were not given the machine that their time limits presuppose: the cores of a virtual machine are
 * others' too, and it may stand still for seconds.
 */
import { stolenBetween, ticksNow } from './stolen.ts'
import type { Ticks } from './stolen.ts'

export interface Look {
  readonly atMs: number
  /** By how much this look came later than it was due. */
  readonly lateMs: number
  readonly ticks: Ticks | null
}

export interface Want {
  /** What part of the cores others had; null where the system does not tell. */
  readonly stolen: number | null
  readonly latestMs: number
}

/** What came of a test file, and when it ran. */
export interface Outcome {
  passed: number
  failed: number
  fromMs: number
  toMs: number
}

/** More files that fail have a cause of their own. */
const EXCUSED_AT_MOST = 5
const LOOK_EVERY_MS = 500
const STOLEN = 0.2
/** Who looks does next to nothing: our own load, which has the cores in turn, does not hold it up for that long. */
const LATE_MS = 1_000

/** What was wanting between two moments, where that is enough to upset a time limit; null: the machine was there. */
function wantBetween(looks: readonly Look[], fromMs: number, toMs: number): Want | null {
  const before = looks.findLast((look) => look.atMs <= fromMs) ?? looks[0]
  const after = looks.find((look) => look.atMs >= toMs) ?? looks.at(-1)
  const within = looks.filter((look) => look.atMs > fromMs && look.atMs <= (after?.atMs ?? toMs))
  const stolen = stolenBetween(before?.ticks ?? null, after?.ticks ?? null)
  const latestMs = Math.max(0, ...within.map(({ lateMs }) => lateMs))
  return (stolen ?? 0) >= STOLEN || latestMs >= LATE_MS ? { stolen, latestMs } : null
}

/** The files that failed while the machine was elsewhere, each with what it wanted for; none where they are many. */
export function excusedFailures(
  outcomes: ReadonlyMap<string, Readonly<Outcome>>,
  looks: readonly Look[],
): { file: string; failed: number; want: Want }[] {
  const excused = [...outcomes].flatMap(([file, { failed, fromMs, toMs }]) => {
    const want = failed > 0 ? wantBetween(looks, fromMs, toMs) : null
    return want === null ? [] : [{ file, failed, want }]
  })
  return excused.length > EXCUSED_AT_MOST ? [] : excused
}

/** Looks at the machine from now on for as long as this process has something else to do. */
export function watchMachine(): readonly Look[] {
  const looks: Look[] = []
  let due = performance.now()
  const look = (): void => {
    const atMs = performance.now()
    looks.push({ atMs, lateMs: Math.max(0, atMs - due), ticks: ticksNow() })
    due = atMs + LOOK_EVERY_MS
    setTimeout(look, LOOK_EVERY_MS).unref()
  }
  look()
  return looks
}
