/** The nouns themselves, for those who may not look into the store, and what every operation on an endpoint asks first. */
import { Problem } from '../../lib/problem.ts'
import type { WriteTx } from '../../store/db.ts'
import { lockEndpoint } from '../../store/webhooks.ts'
import type { WebhookEndpoint } from '../../store/webhooks.ts'
import type { WebhookSender } from '../deps.ts'

export { DELIVERY_STATUSES, DELIVERY_TOPIC } from '../../store/webhook-deliveries.ts'
export type { AttemptCall, Delivery, DeliveryStatus } from '../../store/webhook-deliveries.ts'
export type { WebhookEndpoint } from '../../store/webhooks.ts'

/** The endpoint, locked, and in force. */
export async function lockActiveEndpoint(tx: WriteTx, endpointId: string): Promise<WebhookEndpoint> {
  const endpoint = await lockEndpoint(tx, endpointId)
  if (!endpoint) throw new Problem('not_found')
  if (endpoint.status === 'revoked') throw new Problem('webhook_endpoint_revoked')
  return endpoint
}

/** The URL as it will be called. One refusal for every reason: which it was would tell about networks behind us. */
export async function acceptedUrl(sender: WebhookSender, url: string): Promise<string> {
  const accepted = await sender.accepts(url)
  if (accepted === null) {
    throw new Problem('validation_failed', {
      message:
        'body.url must be an https URL of a public host that exists, without a user name and on an allowed port.',
    })
  }
  return accepted
}
