import { Problem } from '../../lib/problem.ts'
import { lockHandle, markRevoked, revokeSession as endSession } from '../../store/embed.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'

/** Ends a session at once: of the key that made it, or by an administrator. Ended twice is ended. */
export async function revokeSession(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  sessionId: string,
): Promise<void> {
  const keyId = caller.role === 'admin' ? null : caller.keyId
  await deps.db.inTenant(caller, async (tx) => {
    if (!(await endSession(tx, sessionId, { keyId, at: deps.clock.now() }))) throw new Problem('not_found')
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'embed_session.revoked', target: sessionId })
  })
}

/** Takes a handle back, and with it the session that it gave, should it have been exchanged already. */
export async function revokeHandle(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  handleId: string,
): Promise<void> {
  await deps.db.inTenant(caller, async (tx) => {
    const handle = await lockHandle(tx, handleId)
    if (!handle || (caller.role !== 'admin' && handle.keyId !== caller.keyId)) throw new Problem('not_found')
    const at = deps.clock.now()
    await markRevoked(tx, handleId, at)
    if (handle.sessionId !== null) await endSession(tx, handle.sessionId, { keyId: null, at })
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'embed_handle.revoked', target: handleId })
  })
}
