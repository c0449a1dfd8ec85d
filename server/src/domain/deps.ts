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

/** One request to a receiver: the bytes that were signed, and the headers that say so. */
export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type WebhookSendOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  /** The reason is for the operator's log: to the tenant every way of getting no answer looks the same. */
  | { readonly kind: 'no_answer'; readonly reason: string }

/** Posts to public https destinations, and to nothing else. Neither operation throws for what the other side does. */
export interface WebhookSender {
  /** The URL as it will be called; null when it must not be. */
  accepts(url: string): Promise<string | null>
  send(message: WebhookRequest): Promise<WebhookSendOutcome>
}
