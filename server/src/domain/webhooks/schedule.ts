/**
 * When a delivery is tried and what becomes of it: the whole retry policy as pure functions of the row, so that it can
 * be read in one place and tested as a table. The number of attempts comes from the row and from nowhere else: what
 * an engine counts does not survive its worker.
 */

export const MAX_ATTEMPTS = 12
/** A delivery that is not done a day after it was enqueued is dead, whatever held it up. */
export const HORIZON_MS = 24 * 60 * 60 * 1000
/** One deadline over look-up, connection, handshake, headers and body. */
export const ATTEMPT_DEADLINE_MS = 5_000
/** How long a worker may hold an attempt: the deadline, and ample time to write down the outcome. */
export const LEASE_MS = 3 * ATTEMPT_DEADLINE_MS

/** Seconds to wait before attempt n: none before the first, then 2, 4, 8 … 2048. */
export function backoffSeconds(attempt: number): number {
  return attempt <= 1 ? 0 : 2 ** (attempt - 1)
}

/** What an attempt came to: an answer with a status, or none, for whatever reason. */
export type AttemptOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  /** No look-up, no connection, no valid certificate, no answer in time, or a destination that must not be called. */
  | { readonly kind: 'no_answer' }
  /** The worker that made the attempt did not live to tell. */
  | { readonly kind: 'interrupted' }

/** The words of the delivery log. One word for every way of getting no answer: the log is no port scanner. */
export type DeliveryError = 'bad_status' | 'no_answer' | 'interrupted' | 'expired' | 'endpoint_revoked'

export type Verdict =
  | { readonly status: 'delivered' }
  | { readonly status: 'dead'; readonly error: DeliveryError }
  | { readonly status: 'pending'; readonly error: DeliveryError; readonly nextAttemptAt: Date }

export interface AttemptRecord {
  /** The number of this attempt, the first being 1. */
  readonly attempt: number
  readonly enqueuedAt: Date
  /** When the attempt ended. */
  readonly endedAt: Date
}

/** Given an attempt and its outcome, what becomes of the delivery. */
export function judgeAttempt(outcome: AttemptOutcome, record: AttemptRecord): Verdict {
  if (outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300) return { status: 'delivered' }
  const error = outcome.kind === 'answered' ? 'bad_status' : outcome.kind
  if (outcome.kind === 'answered' && isFinalRefusal(outcome.status)) return { status: 'dead', error }
  if (record.attempt >= MAX_ATTEMPTS) return { status: 'dead', error }
  const nextAttemptAt = new Date(record.endedAt.getTime() + backoffSeconds(record.attempt + 1) * 1000)
  if (isPastHorizon(record.enqueuedAt, nextAttemptAt)) return { status: 'dead', error: 'expired' }
  return { status: 'pending', error, nextAttemptAt }
}

/** A receiver that says no means it, unless it only asks for patience. */
function isFinalRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 429
}

export function isPastHorizon(enqueuedAt: Date, at: Date): boolean {
  return at.getTime() - enqueuedAt.getTime() >= HORIZON_MS
}
