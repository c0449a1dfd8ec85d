/**
 * One attempt of one delivery. Everything it needs to know is in the row, which it reads first and claims; everything
 * it finds out goes back into the row, where its claim still stands. The engine that calls it may call twice, late,
 * or again after a crash: each of those finds the row as it is and does what is left to do.
 */
import { randomUUID } from 'node:crypto'
import { claimAttempt, finishAttempt, lockDelivery } from '../../store/webhook-attempts.ts'
import type { ClaimedAttempt, DeliveryState, Outcome } from '../../store/webhook-attempts.ts'
import type { AttemptCall } from '../../store/webhook-deliveries.ts'
import type { WriteTx } from '../../store/db.ts'
import type { Deps, WebhookSendOutcome } from '../deps.ts'
import { HORIZON_MS, isPastHorizon, judgeAttempt, LEASE_MS, MAX_ATTEMPTS } from './schedule.ts'
import type { AttemptOutcome, DeliveryError, Verdict } from './schedule.ts'
import { signatureHeader } from './signature.ts'

export type { AttemptCall } from '../../store/webhook-deliveries.ts'

export interface AttemptRun {
  readonly workspaceUuid: string
  readonly call: AttemptCall
  /** Names the piece of work that this run is of; the same when the engine runs it again. */
  readonly runner: string
}

/** The attempt to schedule next; null when there is none. */
export interface NextAttempt {
  readonly attempt: number
  readonly at: Date
}

export type AttemptDeps = Pick<Deps, 'db' | 'clock' | 'webhookSender' | 'keyRing'> & {
  /** Told why there was no answer; the tenant is not. */
  readonly onNoAnswer?: (reason: string) => void
}

export async function attemptDelivery(deps: AttemptDeps, run: AttemptRun): Promise<NextAttempt | null> {
  const { call } = run
  const token = randomUUID()
  const claim = { call, token, runner: run.runner, at: deps.clock.now(), leaseMs: LEASE_MS, horizonMs: HORIZON_MS }
  const claimed = await deps.db.inTenant(run, async (tx) => {
    const taken = await claimAttempt(tx, claim)
    return taken ? { taken } : { next: await settleUnclaimed(tx, run, claim.at) }
  })
  if (claimed.taken === undefined) return claimed.next
  const sent = await send(deps, claimed.taken)
  if (sent.kind === 'no_answer') deps.onNoAnswer?.(sent.reason)
  const endedAt = deps.clock.now()
  const verdict = judgeAttempt(sent, { attempt: call.attempt, enqueuedAt: call.createdAt, endedAt })
  const written = await deps.db.inTenant(run, (tx) =>
    finishAttempt(tx, call, token, outcomeOf(verdict, { endedAt, outcome: sent })),
  )
  return written ? nextOf(verdict, call.attempt) : null
}

async function send(deps: AttemptDeps, claimed: ClaimedAttempt): Promise<WebhookSendOutcome> {
  const secret = deps.keyRing.open(claimed.secret, claimed.secretPlace)
  return deps.webhookSender.send({
    url: claimed.url,
    body: claimed.body,
    headers: {
      'Service-Signature': signatureHeader(secret, deps.clock.now(), claimed.body),
      'Service-Event-Id': claimed.eventId,
      'User-Agent': 'Service-Webhooks/1',
    },
  })
}

/** Why the attempt could not be claimed, and what that means for the delivery. */
async function settleUnclaimed(tx: WriteTx, run: AttemptRun, now: Date): Promise<NextAttempt | null> {
  const { call } = run
  const row = await lockDelivery(tx, call)
  // Done, dead, or further on: whoever took it further has scheduled what follows.
  if (row?.status !== 'pending' || row.attempts > call.attempt) return null
  if (row.lease !== null) return settleLease(tx, run, row, now)
  if (!row.endpointActive) return die(tx, call, 'endpoint_revoked')
  if (isPastHorizon(call.createdAt, now) || row.attempts >= MAX_ATTEMPTS) return die(tx, call, 'expired')
  if (row.attempts === call.attempt) {
    // This attempt was made and written down, but the engine did not hear of it: tell it again what comes next.
    return row.nextAttemptAt && { attempt: row.attempts + 1, at: row.nextAttemptAt }
  }
  // Everything fits but the secret, whose time is over.
  return die(tx, call, 'expired')
}

/** The attempt is taken. By a run that may still live: leave it. By one that is over: nobody knows what it came to. */
async function settleLease(tx: WriteTx, run: AttemptRun, row: DeliveryState, now: Date): Promise<NextAttempt | null> {
  const isOver = row.leasedBy === run.runner || (row.leasedUntil !== null && row.leasedUntil <= now)
  if (!isOver) return null
  const outcome: AttemptOutcome = { kind: 'interrupted' }
  const verdict = judgeAttempt(outcome, { attempt: row.attempts, enqueuedAt: run.call.createdAt, endedAt: now })
  await finishAttempt(tx, run.call, row.lease, outcomeOf(verdict, { endedAt: now, outcome }))
  return nextOf(verdict, row.attempts)
}

async function die(tx: WriteTx, call: AttemptCall, error: DeliveryError): Promise<null> {
  await finishAttempt(tx, call, null, {
    status: 'dead',
    nextAttemptAt: null,
    statusCode: null,
    error,
    deliveredAt: null,
  })
  return null
}

function outcomeOf(verdict: Verdict, ended: { endedAt: Date; outcome: AttemptOutcome }): Outcome {
  return {
    status: verdict.status,
    nextAttemptAt: verdict.status === 'pending' ? verdict.nextAttemptAt : null,
    statusCode: ended.outcome.kind === 'answered' ? ended.outcome.status : null,
    error: verdict.status === 'delivered' ? null : verdict.error,
    deliveredAt: verdict.status === 'delivered' ? ended.endedAt : null,
  }
}

function nextOf(verdict: Verdict, attempt: number): NextAttempt | null {
  return verdict.status === 'pending' ? { attempt: attempt + 1, at: verdict.nextAttemptAt } : null
}
