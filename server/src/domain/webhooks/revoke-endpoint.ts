import { Problem } from '../../lib/problem.ts'
import { endDeliveriesOf, hasAttemptUnderWay } from '../../store/webhook-deliveries.ts'
import { lockEndpoint, updateEndpoint } from '../../store/webhooks.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { ATTEMPT_DEADLINE_MS } from './schedule.ts'

const LOOK_AGAIN_MS = 50

/**
 * Revokes an endpoint: nothing is enqueued for it any more, and what was pending is dead. It answers once no request
 * to the endpoint can be on its way: whoever has the answer can take the receiver down. Repeating it changes nothing.
 */
export async function revokeEndpoint(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  endpointId: string,
): Promise<void> {
  await deps.db.inTenant(caller, async (tx) => {
    const endpoint = await lockEndpoint(tx, endpointId)
    if (!endpoint) throw new Problem('not_found')
    if (endpoint.status === 'revoked') return
    await updateEndpoint(tx, endpointId, { status: 'revoked' })
    await endDeliveriesOf(tx, endpointId, 'endpoint_revoked')
    await recordAudit(
      tx,
      { caller, clock: deps.clock },
      { action: 'webhook_endpoint.revoked', target: endpointId, fields: ['status'] },
    )
  })
  const noLaterThan = performance.now() + 2 * ATTEMPT_DEADLINE_MS
  while (performance.now() < noLaterThan) {
    const now = deps.clock.now()
    if (!(await deps.db.read(caller, (tx) => hasAttemptUnderWay(tx, endpointId, now)))) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}
