import { recordEvent } from '../../store/events.ts'
import type { Event } from '../../store/events.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { lockActiveEndpoint } from './endpoint.ts'

/** Sends `webhook.test` to one endpoint by the same way as everything else, or with none named to followers alone. */
export async function sendTest(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  endpointId: string | null,
): Promise<Event> {
  return deps.db.inTenant(caller, async (tx) => {
    if (endpointId !== null) await lockActiveEndpoint(tx, endpointId)
    const event = await recordEvent(
      tx,
      { type: 'webhook.test', livemode: caller.livemode, loanId: null, data: {} },
      endpointId === null ? 'followers' : { endpointId },
    )
    if (!event) throw new Error('a test is always recorded')
    await recordAudit(
      tx,
      { caller, clock: deps.clock },
      { action: 'webhook_endpoint.tested', target: endpointId ?? event.id },
    )
    return event
  })
}
