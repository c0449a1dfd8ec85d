/**
 * When requests come: independently of each other and of the answers, as customers do. A generator that waits for an
 * answer before it asks again goes easy on a service that is slow, and never sees its queue.
 */
import type { Random } from '../eval/generator/random.ts'

/** One request of the day. */
export interface Arrival<Family extends string> {
  /** Milliseconds after the beginning. */
  readonly at: number
  readonly family: Family
}

/** Arrivals of a Poisson process: so many a second on average, each of a family by its share of the whole. */
export function arrivals<Family extends string>(
  shares: Readonly<Record<Family, number>>,
  { perSecond, seconds, random }: { perSecond: number; seconds: number; random: Random },
): Arrival<Family>[] {
  const families = Object.entries<number>(shares) as [Family, number][]
  const whole = families.reduce((sum, [, share]) => sum + share, 0)
  const pick = (): Family => {
    let left = random.next() * whole
    for (const [family, share] of families) {
      left -= share
      if (left < 0) return family
    }
    return (families.at(-1) as [Family, number])[0]
  }
  const found: Arrival<Family>[] = []
  const gap = (): number => (-Math.log(1 - random.next()) / perSecond) * 1000
  for (let at = gap(); at < seconds * 1000; at += gap()) found.push({ at, family: pick() })
  return found
}
