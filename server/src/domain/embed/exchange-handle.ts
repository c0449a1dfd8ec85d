import { hashSecret } from '../../lib/checked-secret.ts'
import { isEmbedHandle, newEmbedToken } from '../../lib/embed-secret.ts'
import { Problem } from '../../lib/problem.ts'
import { tagOfSecret } from '../../lib/workspace-tag.ts'
import { appendAudit } from '../../store/audit.ts'
import { findHandleHolder, insertSession, lockHandle, markExchanged } from '../../store/embed.ts'
import { holdLoan } from '../../store/loans.ts'
import { refuseIfMoved } from '../access/moved.ts'
import type { Deps } from '../deps.ts'
import { handleStatus } from './handle-status.ts'
import type { MintedSession } from './mint-session.ts'
import type { Surface } from './surface.ts'

/**
 * Gives the session of a handle, once. Whatever is wrong with a handle, the refusal is the same: whoever tries one that
 * is not theirs learns nothing from it. Two exchanges at once are one after the other, and the second is refused: a
 * host whose own exchange fails knows that somebody else was there first.
 */
export async function exchangeHandle(
  deps: Pick<Deps, 'db' | 'clock'>,
  secret: string,
  requestId: string,
): Promise<MintedSession & { readonly surface: Surface }> {
  if (!isEmbedHandle(secret)) throw refused()
  const holder = await findHandleHolder(deps.db, hashSecret(secret))
  if (!holder) await refuseIfMoved(deps.db, tagOfSecret(secret))
  if (!holder) throw refused()
  const token = newEmbedToken(holder.workspaceUuid)
  return deps.db.inTenant(holder, async (tx) => {
    const handle = await lockHandle(tx, holder.handleId)
    const now = deps.clock.now()
    if (!handle || handleStatus(handle, now) !== 'pending') throw refused()
    const loan = await holdLoan(tx, handle.loanId)
    if (!loan) throw refused()
    const { keyId, loanId, scopes, externalUserId, displayName, surface } = handle
    const expiresAt = new Date(now.getTime() + handle.tokenLifetimeSeconds * 1000)
    const session = { keyId, loanId, scopes, externalUserId, displayName, expiresAt }
    const sessionId = await insertSession(tx, {
      ...session,
      borrowerId: loan.borrowerId,
      tokenHash: hashSecret(token),
    })
    await markExchanged(tx, handle.id, { sessionId, at: now })
    await appendAudit(tx, {
      at: now.toISOString(),
      actor: { kind: 'embed_session', id: sessionId },
      action: 'embed_handle.exchanged',
      target: handle.id,
      requestId,
      fields: [],
    })
    return { sessionId, token, surface, ...session }
  })
}

const refused = (): Problem =>
  new Problem('unauthenticated', { message: 'The handle is unknown, used, expired or revoked.' })
