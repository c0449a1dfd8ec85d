import { Problem } from '../../lib/problem.ts'
import { countActiveEndpoints, insertEndpoint, insertSecret } from '../../store/webhooks.ts'
import type { WebhookEndpoint } from '../../store/webhooks.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { ApiDeps } from '../deps.ts'
import { acceptedUrl } from './endpoint.ts'
import { newSigningSecret } from './signature.ts'

/** Registers an endpoint. Its secret is given back here and never again. */
export async function createEndpoint(
  deps: Pick<ApiDeps, 'db' | 'clock' | 'webhookSender' | 'keyRing' | 'webhookEndpoints'>,
  caller: RequestCaller,
  input: { url: string; description: string | null; subscribedEvents: readonly string[] },
): Promise<{ endpoint: WebhookEndpoint; signingSecret: string }> {
  const url = await acceptedUrl(deps.webhookSender, input.url)
  const signingSecret = newSigningSecret()
  const endpoint = await deps.db.inTenant(caller, async (tx) => {
    const inserted = await insertEndpoint(tx, { ...input, url })
    await insertSecret(tx, inserted.id, (place) => deps.keyRing.seal(signingSecret, place))
    await recordAudit(
      tx,
      { caller, clock: deps.clock },
      { action: 'webhook_endpoint.created', target: inserted.id, fields: Object.keys(input) },
    )
    // Counted under the lock of the audit chain's head: of two that are registered at once, the second sees the first.
    if ((await countActiveEndpoints(tx)) > deps.webhookEndpoints) throw tooMany(deps.webhookEndpoints)
    return inserted
  })
  return { endpoint, signingSecret }
}

const tooMany = (limit: number): Problem =>
  new Problem('conflict', {
    message: `This workspace has ${limit} endpoints in force, and may have no more. Revoke one that is not needed, or let one receive more events.`,
  })
