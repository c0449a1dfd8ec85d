/**
 * The knee: the highest rate at which everything is still answered in time. Doubled until it is not, then halved
 * between the last rate that held and the first that did not.
 */

export interface Step {
  readonly perSecond: number
  readonly holds: boolean
}

/** How near the two sides must come, as a part of the rate. */
const NEAR_ENOUGH = 0.15

/** The next rate to try; null when the knee is known well enough. */
export function nextRate(steps: readonly Step[], first: number): number | null {
  if (steps.length === 0) return first
  const held = knee(steps)
  const broken = Math.min(...steps.filter(({ holds }) => !holds).map(({ perSecond }) => perSecond))
  if (broken === Infinity) return held * 2
  if (held === 0) return broken > 1 ? broken / 2 : null
  return (broken - held) / broken <= NEAR_ENOUGH ? null : (held + broken) / 2
}

/** The highest rate that held below the lowest that did not; 0 when none did. */
export function knee(steps: readonly Step[]): number {
  const broken = Math.min(...steps.filter(({ holds }) => !holds).map(({ perSecond }) => perSecond))
  const held = steps.filter(({ holds, perSecond }) => holds && perSecond < broken).map(({ perSecond }) => perSecond)
  return Math.max(0, ...held)
}
