import { Problem } from '../../lib/problem.ts'
import { replayDeliveries as replayRows, replayDelivery as replayRow } from '../../store/webhook-deliveries.ts'
import type { BulkReplayFilter, Delivery } from '../../store/webhook-deliveries.ts'
import { currentSecretOf } from '../../store/webhooks.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { lockActiveEndpoint } from './endpoint.ts'

/** Schedules one delivery again: a new id, the same event, the endpoint's current secret. */
export async function replayDelivery(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  input: { endpointId: string; deliveryId: string },
): Promise<Delivery> {
  return deps.db.inTenant(caller, async (tx) => {
    await lockActiveEndpoint(tx, input.endpointId)
    const secretUuid = await currentSecretOf(tx, input.endpointId)
    const source = { endpointId: input.endpointId, secretUuid, at: deps.clock.now() }
    const replayed = await replayRow(tx, source, input.deliveryId)
    if (!replayed) throw new Problem('not_found')
    await recordAudit(
      tx,
      { caller, clock: deps.clock },
      { action: 'webhook_delivery.replayed', target: input.deliveryId },
    )
    return replayed
  })
}

/** How many one call schedules: short enough to hold the audit chain's head for no one's annoyance. */
export const REPLAYED_AT_ONCE = 500

/** Schedules again what matches, oldest first. `more` says that another call would find more. */
export async function replayDeliveries(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  input: { endpointId: string; filter: BulkReplayFilter },
): Promise<{ replayed: number; more: boolean }> {
  return deps.db.inTenant(caller, async (tx) => {
    await lockActiveEndpoint(tx, input.endpointId)
    const secretUuid = await currentSecretOf(tx, input.endpointId)
    const source = { endpointId: input.endpointId, secretUuid, at: deps.clock.now() }
    const replayed = await replayRows(tx, source, input.filter, REPLAYED_AT_ONCE)
    await recordAudit(
      tx,
      { caller, clock: deps.clock },
      { action: 'webhook_deliveries.replayed', target: input.endpointId, fields: Object.keys(input.filter) },
    )
    return { replayed: replayed.length, more: replayed.length === REPLAYED_AT_ONCE }
  })
}
