/**
 * One attempt of one delivery. Everything it needs to know is in the row, which it reads first and claims; everything
 * it finds out goes back into the row, where its claim still stands, and the attempt that follows is left for the
 * engine in the same transaction. The engine that calls it may call twice, late, or again after a crash: each of those
 * finds the row as it is and does what is left to do.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { newUuid } from '../../lib/ids.ts'
import { claimAttempts, lockDelivery } from '../../store/webhook-attempts.ts'
import type { Claim, ClaimedAttempt, DeliveryState } from '../../store/webhook-attempts.ts'
import type { AttemptCall } from '../../store/webhook-deliveries.ts'
import type { WriteTx } from '../../store/db.ts'
import type { Deps, WebhookSendOutcome } from '../deps.ts'
import { claimRules, endAttempts } from './attempt-book.ts'
import type { AttemptBook, AttemptEnd } from './attempt-book.ts'
import { judgeAttempt, LEASE_MS } from './schedule.ts'
import type { AttemptOutcome, DeliveryError } from './schedule.ts'
import { signatureHeader } from './signature.ts'

export type { AttemptCall } from '../../store/webhook-deliveries.ts'

export interface AttemptRun {
  readonly workspaceUuid: string
  readonly call: AttemptCall
  /** Names the piece of work that this run is of; the same when the engine runs it again. */
  readonly runner: string
}

export type AttemptDeps = Pick<Deps, 'db' | 'clock' | 'webhookSender' | 'keyRing'> & {
  readonly book: AttemptBook
  /** Told why there was no answer; the tenant is not. */
  readonly onNoAnswer?: (reason: string) => void
}

export async function attemptDelivery(deps: AttemptDeps, run: AttemptRun): Promise<void> {
  const claim = { call: run.call, token: randomUUID(), runner: run.runner }
  const leasedUntil = performance.now() + LEASE_MS
  const claimed = (await deps.book.claim(run.workspaceUuid, claim)) ?? (await claimOrSettle(deps, run, claim))
  if (claimed === null) return
  const sent = await send(deps, claimed)
  if (sent.kind === 'no_answer') deps.onNoAnswer?.(sent.reason)
  const end = endOf(run.call, { lease: claim.token, outcome: sent, at: deps.clock.now() })
  await writeDown(deps, run, { end, until: leasedUntil })
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

const WRITE_AGAIN_MS = 200

/**
 * An outcome that is forgotten is a request that the receiver gets again: while the lease lasts, a database that is
 * away is waited for.
 */
async function writeDown(deps: AttemptDeps, run: AttemptRun, what: { end: AttemptEnd; until: number }): Promise<void> {
  for (;;) {
    try {
      await deps.book.end(run.workspaceUuid, what.end)
      return
    } catch (error) {
      if (performance.now() + WRITE_AGAIN_MS > what.until) throw error
      await sleep(WRITE_AGAIN_MS)
    }
  }
}

/** Why the attempt could not be claimed, and what that means for the delivery; or the claim, should it be free now. */
async function claimOrSettle(deps: AttemptDeps, run: AttemptRun, claim: Claim): Promise<ClaimedAttempt | null> {
  return deps.db.inTenant(run, async (tx) => {
    const { call } = run
    const row = await lockDelivery(tx, call)
    const now = deps.clock.now()
    // Done, dead, or further on: whoever took it further has left what follows for the engine.
    if (row?.status !== 'pending' || row.attempts > call.attempt) return null
    if (row.lease !== null) return settleLease(tx, run, row, now)
    if (!row.endpointActive) return die(tx, call, 'endpoint_revoked')
    // This attempt was made and written down, and what follows was left for the engine with it.
    if (row.attempts !== call.attempt - 1) return null
    const [claimed = null] = await claimAttempts(tx, [claim], claimRules(now))
    // Its day is over, or its secret's.
    return claimed ?? die(tx, call, 'expired')
  })
}

/** The attempt is taken. By a run that may still live: leave it. By one that is over: nobody knows what it came to. */
async function settleLease(tx: WriteTx, run: AttemptRun, row: DeliveryState, now: Date): Promise<null> {
  const isOver = row.leasedBy === run.runner || (row.leasedUntil !== null && row.leasedUntil <= now)
  if (!isOver) return null
  const taken = { ...run.call, attempt: row.attempts }
  const end = endOf(taken, { lease: row.lease, outcome: { kind: 'interrupted' }, at: now })
  // A call that leaves its own attempt for the engine again must not be taken for itself.
  const isOwn = end.next?.attempt === run.call.attempt
  await endAttempts(tx, [{ ...end, next: end.next && isOwn ? { ...end.next, id: newUuid() } : end.next }])
  return null
}

async function die(tx: WriteTx, call: AttemptCall, error: DeliveryError): Promise<null> {
  const outcome = { status: 'dead', nextAttemptAt: null, statusCode: null, error, deliveredAt: null }
  await endAttempts(tx, [{ call, lease: null, outcome, next: null }])
  return null
}

interface Ended {
  readonly lease: string | null
  readonly outcome: AttemptOutcome
  readonly at: Date
}

/** What to write down of an attempt, and the one that follows. */
function endOf(call: AttemptCall, { lease, outcome, at }: Ended): AttemptEnd {
  const verdict = judgeAttempt(outcome, { attempt: call.attempt, enqueuedAt: call.createdAt, endedAt: at })
  const nextAttemptAt = verdict.status === 'pending' ? verdict.nextAttemptAt : null
  return {
    call,
    lease,
    outcome: {
      status: verdict.status,
      nextAttemptAt,
      statusCode: outcome.kind === 'answered' ? outcome.status : null,
      error: verdict.status === 'delivered' ? null : verdict.error,
      deliveredAt: verdict.status === 'delivered' ? at : null,
    },
    next: nextAttemptAt && { ...call, attempt: call.attempt + 1, at: nextAttemptAt },
  }
}
