import { updateEndpoint as writeEndpoint } from '../../store/webhooks.ts'
import type { WebhookEndpoint } from '../../store/webhooks.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { acceptedUrl, lockActiveEndpoint } from './endpoint.ts'

/** Changes an endpoint. Deliveries that are pending go to the new URL; what is subscribed to counts from now on. */
export async function updateEndpoint(
  deps: Pick<Deps, 'db' | 'clock' | 'webhookSender'>,
  caller: RequestCaller,
  input: {
    endpointId: string
    change: { url?: string; description?: string | null; subscribedEvents?: readonly string[] }
  },
): Promise<WebhookEndpoint> {
  const { url, ...others } = input.change
  const change = { ...others, ...(url !== undefined && { url: await acceptedUrl(deps.webhookSender, url) }) }
  return deps.db.inTenant(caller, async (tx) => {
    await lockActiveEndpoint(tx, input.endpointId)
    const endpoint = await writeEndpoint(tx, input.endpointId, change)
    await recordAudit(
      tx,
      { caller, clock: deps.clock },
      { action: 'webhook_endpoint.updated', target: endpoint.id, fields: Object.keys(input.change) },
    )
    return endpoint
  })
}
