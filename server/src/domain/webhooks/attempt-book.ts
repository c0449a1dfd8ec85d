/**
 * Claims and outcomes of attempts in the database. Under load many begin and end at about the same time, and a
 * transaction each would cost more than the requests do: those of one tenant that come together share one.
 */
import { Batches } from '../../lib/batches.ts'
import { claimAttempts, finishAttempts } from '../../store/webhook-attempts.ts'
import type { Claim, ClaimedAttempt, ClaimRules, EndedAttempt } from '../../store/webhook-attempts.ts'
import type { WriteTx } from '../../store/db.ts'
import { enqueueAttempts } from '../../store/webhook-deliveries.ts'
import type { EnqueuedAttempt } from '../../store/webhook-deliveries.ts'
import type { Deps } from '../deps.ts'
import { HORIZON_MS, LEASE_MS, MAX_ATTEMPTS } from './schedule.ts'

const AT_MOST = 100

/** What an attempt came to, and the attempt that follows from it. */
export interface AttemptEnd extends EndedAttempt {
  readonly next: EnqueuedAttempt | null
}

export class AttemptBook {
  readonly #claims: Batches<Claim, ClaimedAttempt | null>
  readonly #outcomes: Batches<AttemptEnd, boolean>

  constructor(deps: Pick<Deps, 'db' | 'clock'>) {
    this.#claims = new Batches({
      atMost: AT_MOST,
      work: (workspaceUuid, claims) =>
        deps.db.inTenant({ workspaceUuid }, (tx) => claimAttempts(tx, claims, claimRules(deps.clock.now()))),
    })
    this.#outcomes = new Batches({
      atMost: AT_MOST,
      work: (workspaceUuid, ended) => deps.db.inTenant({ workspaceUuid }, (tx) => endAttempts(tx, ended)),
    })
  }

  /** Takes an attempt; null when it could not be taken, for whatever reason. */
  claim(workspaceUuid: string, claim: Claim): Promise<ClaimedAttempt | null> {
    return this.#claims.run(workspaceUuid, claim)
  }

  /** Writes down what an attempt came to; false when it is not the attempt's to say any more. */
  end(workspaceUuid: string, ended: AttemptEnd): Promise<boolean> {
    return this.#outcomes.run(workspaceUuid, ended)
  }
}

export const claimRules = (at: Date): ClaimRules => ({
  at,
  leaseMs: LEASE_MS,
  horizonMs: HORIZON_MS,
  maxAttempts: MAX_ATTEMPTS,
})

/** Writes down what attempts came to and leaves those that follow for the engine, all in one transaction. */
export async function endAttempts(tx: WriteTx, ended: readonly AttemptEnd[]): Promise<boolean[]> {
  const written = await finishAttempts(tx, ended)
  await enqueueAttempts(
    tx,
    ended.flatMap(({ next }, index) => (next && written[index] ? [next] : [])),
  )
  return written
}
