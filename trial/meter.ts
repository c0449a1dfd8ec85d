/** What became of the requests: answered, shed, or failed, and how long it took by family. */

/** `shed` is a refusal that says when to come back: the service protects itself and loses nothing. */
export type Outcome = 'answered' | 'shed' | 'failed'

export function outcomeOf(status: number, retryAfter: string | null): Outcome {
  if (status >= 200 && status < 400) return 'answered'
  return (status === 429 || status === 503) && retryAfter !== null ? 'shed' : 'failed'
}

export interface FamilyFigures {
  readonly answered: number
  readonly shed: number
  readonly failed: number
  /** Of those answered, in milliseconds from the moment they were due, not from when the generator got to them. */
  readonly p50: number
  readonly p99: number
}

export class Meter<Family extends string> {
  readonly #times = new Map<Family, number[]>()
  readonly #others = new Map<Family, { shed: number; failed: number }>()
  readonly failures: string[] = []

  note(family: Family, outcome: Outcome, ms: number, detail = ''): void {
    if (outcome === 'answered') {
      const times = this.#times.get(family)
      if (times) times.push(ms)
      else this.#times.set(family, [ms])
      return
    }
    const others = this.#others.get(family) ?? { shed: 0, failed: 0 }
    others[outcome] += 1
    this.#others.set(family, others)
    if (outcome === 'failed' && this.failures.length < KEPT_FAILURES) this.failures.push(`${family}: ${detail}`)
  }

  figures(): Partial<Record<Family, FamilyFigures>> {
    const families = [...new Set([...this.#times.keys(), ...this.#others.keys()])].sort()
    return Object.fromEntries(
      families.map((family) => {
        const times = (this.#times.get(family) ?? []).toSorted((a, b) => a - b)
        const others = this.#others.get(family) ?? { shed: 0, failed: 0 }
        return [family, { answered: times.length, ...others, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }]
      }),
    ) as Partial<Record<Family, FamilyFigures>>
  }

  total(): FamilyFigures {
    const times = [...this.#times.values()].flat().sort((a, b) => a - b)
    const others = [...this.#others.values()]
    return {
      answered: times.length,
      shed: others.reduce((sum, { shed }) => sum + shed, 0),
      failed: others.reduce((sum, { failed }) => sum + failed, 0),
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
    }
  }
}

/** Enough to see what is wrong. */
const KEPT_FAILURES = 20

/** The value below which the given part of sorted values lies; 0 for none. */
function quantile(sorted: readonly number[], part: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0)
}
