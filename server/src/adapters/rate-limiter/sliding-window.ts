/**
 * An exact sliding window in memory: at no moment do the last `windowMs` hold more than the budget. It is what one
 * node knows by itself, and the whole limiter while Redis can't be reached.
 */
import type { LimitDecision } from '../../domain/deps.ts'

/** Times of admitted requests, oldest first; `start` skips what has left the window. */
interface Log {
  stamps: number[]
  start: number
}

/** Dropping a used-up prefix costs its length; below this it is cheaper to keep it. */
const COMPACT_AT = 256

export function secondsUntil(momentMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((momentMs - nowMs) / 1000))
}

export class SlidingWindow {
  readonly #windowMs: number
  readonly #logs = new Map<string, Log>()

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  /** Admits a request when the budget allows it. A refused one leaves no trace, so it can't prolong the wait. */
  take(bucket: string, budget: number, nowMs: number): LimitDecision {
    const log = this.#current(bucket, nowMs)
    const used = log.stamps.length - log.start
    if (used < budget) {
      log.stamps.push(nowMs)
      const resetSeconds = secondsUntil(nowMs + this.#windowMs, nowMs)
      return { allowed: true, remaining: budget - used - 1, resetSeconds, retryAfterSeconds: 0 }
    }
    const newest = log.stamps.at(-1) ?? nowMs
    const nextFree = log.stamps[log.stamps.length - budget] ?? nowMs
    return {
      allowed: false,
      remaining: 0,
      resetSeconds: secondsUntil(newest + this.#windowMs, nowMs),
      retryAfterSeconds: secondsUntil(nextFree + this.#windowMs, nowMs),
    }
  }

  /** Notes a request that was admitted elsewhere. */
  record(bucket: string, nowMs: number): void {
    this.#current(bucket, nowMs).stamps.push(nowMs)
  }

  /** Forgets buckets that have gone quiet. */
  sweep(nowMs: number): void {
    for (const [bucket, log] of this.#logs) {
      if ((log.stamps.at(-1) ?? 0) <= nowMs - this.#windowMs) this.#logs.delete(bucket)
    }
  }

  get buckets(): number {
    return this.#logs.size
  }

  #current(bucket: string, nowMs: number): Log {
    let log = this.#logs.get(bucket)
    if (!log) {
      log = { stamps: [], start: 0 }
      this.#logs.set(bucket, log)
    }
    while (log.start < log.stamps.length && (log.stamps[log.start] ?? 0) <= nowMs - this.#windowMs) log.start += 1
    if (log.start >= COMPACT_AT) {
      log.stamps = log.stamps.slice(log.start)
      log.start = 0
    }
    return log
  }
}
