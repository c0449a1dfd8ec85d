import { hashApiKey, hintOfApiKey, newApiKey } from '../../lib/api-key.ts'
import { Problem } from '../../lib/problem.ts'
import { insertApiKey } from '../../store/access.ts'
import type { ApiKey, Role } from '../../store/access.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import type { Scope } from '../scopes.ts'

/**
 * Issues a key for the caller's own workspace. Only an administrator may, and nobody hands out more than they hold:
 * otherwise a key that may write keys could make itself one that may do anything.
 */
export async function issueKey(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  input: { name: string; role: Role; scopes: readonly Scope[] },
): Promise<{ key: ApiKey; secret: string }> {
  if (caller.role !== 'admin')
    throw new Problem('missing_scope', { message: 'Only an administrator key may issue keys.' })
  const beyond = input.scopes.filter((scope) => !caller.scopes.has(scope))
  if (beyond.length > 0) {
    throw new Problem('missing_scope', { message: `A key cannot grant scopes that it lacks: ${beyond.join(', ')}.` })
  }
  const secret = newApiKey(caller.livemode ? 'live' : 'test', caller.workspaceUuid)
  const key = await deps.db.inTenant(caller, async (tx) => {
    const issued = await insertApiKey(tx, { ...input, hash: hashApiKey(secret), hint: hintOfApiKey(secret) })
    await recordAudit(
      tx,
      { caller, clock: deps.clock },
      { action: 'key.issued', target: issued.id, fields: Object.keys(input) },
    )
    return issued
  })
  return { key, secret }
}
