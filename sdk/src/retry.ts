/** When a call is tried again, and how long it waits first. */
import { ApiError } from './errors.ts'

/** Before the second attempt; doubled for each further one. */
const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 8_000
/** A call that the service wants later than this is the caller's to repeat. The rate windows are one minute long. */
const LONGEST_NAMED_DELAY_MS = 120_000

/**
 * A 500 is not among them: the service gives the stored answer again to the same idempotency key, so that asking once
 * more changes nothing.
 */
const PASSING_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** Milliseconds until the next attempt, or null when there is none. `attempt` counts from 1; `random` is in [0, 1). */
export function retryDelay(error: unknown, attempt: number, maxRetries: number, random: number): number | null {
  if (attempt > maxRetries) return null
  if (error instanceof ApiError) {
    // A render that failed will fail again until its data changes.
    if (!PASSING_STATUSES.has(error.status) || error.type === 'render_failed') return null
    if (error.retryAfterSeconds !== null) {
      const delay = error.retryAfterSeconds * 1000
      return delay <= LONGEST_NAMED_DELAY_MS ? delay : null
    }
  }
  const ceiling = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS)
  return Math.round(ceiling * (0.5 + random / 2))
}
