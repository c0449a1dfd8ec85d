import { hashSecret } from '../../lib/checked-secret.ts'
import { newEmbedHandle } from '../../lib/embed-secret.ts'
import { Problem } from '../../lib/problem.ts'
import { insertHandle } from '../../store/embed.ts'
import { holdLoan } from '../../store/loans.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { assertNamed } from './mint-session.ts'
import type { SessionRequest } from './mint-session.ts'
import { DEFAULT_LIFETIME_SECONDS, HANDLE_LIFETIME_SECONDS, scopesFor } from './surface.ts'
import type { Handle, Surface } from './surface.ts'

/** Makes a handle: what a host puts into a frame's address, good for one exchange within minutes. */
export async function mintHandle(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  request: SessionRequest & { readonly surface: Surface },
): Promise<{ readonly handle: Handle; readonly secret: string }> {
  assertNamed(request)
  const { loanId, surface, externalUserId, displayName } = request
  const scopes = scopesFor(caller, request.scopes, [surface])
  const secret = newEmbedHandle(caller.workspaceUuid)
  const handle = await deps.db.inTenant(caller, async (tx) => {
    if (!(await holdLoan(tx, loanId))) throw new Problem('not_found')
    const minted = await insertHandle(tx, {
      keyId: caller.keyId,
      loanId,
      surface,
      scopes,
      externalUserId,
      displayName,
      hash: hashSecret(secret),
      tokenLifetimeSeconds: request.lifetimeSeconds ?? DEFAULT_LIFETIME_SECONDS,
      expiresAt: new Date(deps.clock.now().getTime() + HANDLE_LIFETIME_SECONDS * 1000),
    })
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'embed_handle.minted', target: minted.id })
    return minted
  })
  return { handle, secret }
}
