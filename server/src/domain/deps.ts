/** What operations may ask for from outside. Each takes the few it needs by `Pick<Deps, …>`. */
import type { Db } from '../store/db.ts'

export interface Deps {
  readonly db: Db
  readonly clock: Clock
}

export interface Clock {
  now(): Date
}

/** What a rate limiter says of one request. Seconds are whole and rounded up, so that waiting them is enough. */
export interface LimitDecision {
  readonly allowed: boolean
  readonly remaining: number
  /** Until the whole budget is free again, should nothing more be asked meanwhile. */
  readonly resetSeconds: number
  /** Until one request is free again; 0 when this one was allowed. */
  readonly retryAfterSeconds: number
}

/** Counts requests in a sliding window, over all nodes together. It always answers: its own faults stay its own. */
export interface RateLimiter {
  take(bucket: string, limit: { readonly lane: string; readonly budget: number }): Promise<LimitDecision>
}

/** Counts requests by address, whoever they claim to be. */
export interface AddressFence {
  admits(address: string): boolean
}
