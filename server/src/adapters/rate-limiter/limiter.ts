/**
 * The rate limiter of the service. Redis holds the shared windows; each node also notes what it admitted itself. When
 * Redis fails, the node goes on by its own notes with its share of the budget: nobody is refused because of the fault,
 * and all nodes together can't admit more than one and a half budgets (docs/decisions/0005-limiter-without-redis.md).
 */
import { metrics } from '@opentelemetry/api'
import type { LimitDecision, RateLimiter } from '../../domain/deps.ts'
import { SlidingWindow } from './sliding-window.ts'

export interface LimiterOptions {
  readonly shared: { take(bucket: string, budget: number): Promise<LimitDecision> }
  readonly windowMs: number
  /** How many nodes serve requests side by side: what one node's share is measured by. */
  readonly nodes: number
  readonly now?: () => number
  readonly onFault?: (error: Error) => void
}

/** After a failed call Redis is left alone for this long, so that an outage costs no request a time-out of its own. */
const PAUSE_AFTER_FAULT_MS = 250
const SWEEP_EVERY_TAKES = 10_000
/** What several nodes together may admit without Redis, as a multiple of the budget. */
const FALLBACK_FACTOR = 1.5

/** One node's share of a budget while it can't ask the others. The strict lane is never exceeded. */
export function shareOf(budget: number, lane: string, nodes: number): number {
  if (nodes <= 1) return budget
  if (lane === 'strict') return Math.max(1, Math.floor(budget / nodes))
  return Math.min(budget, Math.floor((FALLBACK_FACTOR * budget) / nodes))
}

export class FaultTolerantLimiter implements RateLimiter {
  readonly #options: LimiterOptions
  readonly #now: () => number
  readonly #own: SlidingWindow
  #pauseUntil = -Infinity
  /** For a window after a fault Redis may know less than happened: both counts must agree until then. */
  #doubtUntil = -Infinity
  #takes = 0
  readonly #fallbacks = metrics.getMeter('tieout.limits').createCounter('rate_limit.fallbacks', {
    description: 'Requests that were counted without Redis.',
  })

  constructor(options: LimiterOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.#own = new SlidingWindow(options.windowMs)
  }

  async take(bucket: string, limit: { lane: string; budget: number }): Promise<LimitDecision> {
    this.#sweepSometimes()
    const share = shareOf(limit.budget, limit.lane, this.#options.nodes)
    if (this.#now() < this.#pauseUntil) return this.#takeOwn(bucket, share)
    let decision: LimitDecision
    try {
      decision = await this.#options.shared.take(bucket, limit.budget)
    } catch (error) {
      this.#pauseUntil = this.#now() + PAUSE_AFTER_FAULT_MS
      this.#doubtUntil = this.#now() + this.#options.windowMs
      this.#options.onFault?.(error instanceof Error ? error : new Error(String(error)))
      return this.#takeOwn(bucket, share)
    }
    if (!decision.allowed) return decision
    const now = this.#now()
    if (now < this.#doubtUntil) {
      const own = this.#own.take(bucket, share, now)
      return own.allowed ? { ...decision, remaining: Math.min(decision.remaining, own.remaining) } : own
    }
    this.#own.record(bucket, now)
    return decision
  }

  #takeOwn(bucket: string, share: number): LimitDecision {
    this.#fallbacks.add(1)
    return this.#own.take(bucket, share, this.#now())
  }

  #sweepSometimes(): void {
    this.#takes += 1
    if (this.#takes % SWEEP_EVERY_TAKES === 0) this.#own.sweep(this.#now())
  }
}
