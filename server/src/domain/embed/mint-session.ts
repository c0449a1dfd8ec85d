import { hashSecret } from '../../lib/checked-secret.ts'
import { newEmbedToken } from '../../lib/embed-secret.ts'
import { Problem } from '../../lib/problem.ts'
import { insertSession } from '../../store/embed.ts'
import { holdLoan } from '../../store/loans.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { DEFAULT_LIFETIME_SECONDS, scopesFor, SURFACES } from './surface.ts'
import type { EmbedScope } from './surface.ts'

export interface SessionRequest {
  readonly loanId: string
  readonly scopes?: readonly EmbedScope[] | undefined
  readonly externalUserId: string | null
  readonly displayName: string | null
  readonly lifetimeSeconds?: number | undefined
}

/** A session as it is shown once: with its token, which is not kept. */
export interface MintedSession {
  readonly sessionId: string
  readonly token: string
  readonly loanId: string
  readonly scopes: readonly string[]
  readonly externalUserId: string | null
  readonly displayName: string | null
  readonly expiresAt: Date
}

export async function mintSession(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  request: SessionRequest,
): Promise<MintedSession> {
  assertNamed(request)
  const scopes = scopesFor(caller, request.scopes, SURFACES)
  const token = newEmbedToken(caller.workspaceUuid)
  const { loanId, externalUserId, displayName } = request
  const lifetime = request.lifetimeSeconds ?? DEFAULT_LIFETIME_SECONDS
  const expiresAt = new Date(deps.clock.now().getTime() + lifetime * 1000)
  const session = { keyId: caller.keyId, loanId, scopes, externalUserId, displayName, expiresAt }
  const sessionId = await deps.db.inTenant(caller, async (tx) => {
    const loan = await holdLoan(tx, loanId)
    if (!loan) throw new Problem('not_found')
    const id = await insertSession(tx, { ...session, borrowerId: loan.borrowerId, tokenHash: hashSecret(token) })
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'embed_session.minted', target: id })
    return id
  })
  return { sessionId, token, ...session }
}

/** A display name is of somebody. */
export function assertNamed(request: Pick<SessionRequest, 'externalUserId' | 'displayName'>): void {
  if (request.displayName !== null && request.externalUserId === null) {
    throw new Problem('validation_failed', { message: 'body.display_name needs an external_user_id.' })
  }
}
