/**
 * Makes sure that no pending delivery is without a scheduled attempt, whatever was lost: a worker, the engine's memory,
 * or the row that should have been handed over. Every overdue delivery is handed over again under the id that its
 * attempt always has, which is nothing new to an engine that still holds it.
 */
import { enqueueAttempts, keepPartitions, sweepOverdue } from '../../store/webhook-deliveries.ts'
import { forgetExpiredSecrets } from '../../store/webhooks.ts'
import type { Deps } from '../deps.ts'

/** Longer than a lease and a hand-over take; short enough that a lost attempt is made within a minute. */
const OVERDUE_SECONDS = 30
const SWEPT_AT_ONCE = 1_000

/** Answers how many deliveries were overdue. */
export async function sweepDeliveries(deps: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const overdue = await sweepOverdue(deps.db, {
    at: deps.clock.now(),
    overdueSeconds: OVERDUE_SECONDS,
    atMost: SWEPT_AT_ONCE,
  })
  for (const [workspaceUuid, calls] of Map.groupBy(overdue, (call) => call.workspaceUuid)) {
    await deps.db.inTenant({ workspaceUuid }, (tx) => enqueueAttempts(tx, calls))
  }
  return overdue.length
}

/** The daily round: partitions of the log, and secrets whose time is over. */
export async function keepWebhooks(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await keepPartitions(deps.db)
  await forgetExpiredSecrets(deps.db, deps.clock.now())
}
