import { recordEvent } from '../../store/events.ts'
import type { Event } from '../../store/events.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { lockActiveEndpoint } from './endpoint.ts'

/** Sends `webhook.test` to one endpoint, by the same way as everything else. */
export async function sendTest(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  endpointId: string,
): Promise<Event> {
  return deps.db.inTenant(caller, async (tx) => {
    await lockActiveEndpoint(tx, endpointId)
    const event = await recordEvent(
      tx,
      { type: 'webhook.test', livemode: caller.livemode, loanId: null, data: {} },
      { endpointId },
    )
    if (!event) throw new Error('a test is always recorded')
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'webhook_endpoint.tested', target: endpointId })
    return event
  })
}
