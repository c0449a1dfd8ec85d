import { insertSecret, retireCurrentSecret } from '../../store/webhooks.ts'
import type { WebhookEndpoint } from '../../store/webhooks.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { lockActiveEndpoint } from './endpoint.ts'
import { newSigningSecret } from './signature.ts'

/** As long as the horizon of a delivery: whatever was enqueued with the old secret is done or dead by then. */
const OVERLAP_MS = 24 * 60 * 60 * 1000

/** Gives the endpoint a new secret. The one before stays valid for a day, and so does each one before that. */
export async function rotateSecret(
  deps: Pick<Deps, 'db' | 'clock' | 'keyRing'>,
  caller: RequestCaller,
  endpointId: string,
): Promise<{ endpoint: WebhookEndpoint; signingSecret: string; previousSecretRevokesAt: Date }> {
  const signingSecret = newSigningSecret()
  const previousSecretRevokesAt = new Date(deps.clock.now().getTime() + OVERLAP_MS)
  const endpoint = await deps.db.inTenant(caller, async (tx) => {
    const locked = await lockActiveEndpoint(tx, endpointId)
    await retireCurrentSecret(tx, endpointId, previousSecretRevokesAt)
    await insertSecret(tx, endpointId, (place) => deps.keyRing.seal(signingSecret, place))
    await recordAudit(
      tx,
      { caller, clock: deps.clock },
      { action: 'webhook_endpoint.secret_rotated', target: endpointId, fields: ['signing_secret'] },
    )
    return locked
  })
  return { endpoint, signingSecret, previousSecretRevokesAt }
}
