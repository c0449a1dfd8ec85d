import { Problem } from '../../lib/problem.ts'
import { revokeApiKey } from '../../store/access.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'

export async function revokeKey(deps: Pick<Deps, 'db' | 'clock'>, caller: RequestCaller, keyId: string): Promise<void> {
  if (caller.role !== 'admin') {
    throw new Problem('missing_scope', { message: 'Only an administrator key may revoke keys.' })
  }
  await deps.db.inTenant(caller, async (tx) => {
    if (!(await revokeApiKey(tx, keyId))) throw new Problem('not_found')
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'key.revoked', target: keyId })
  })
}
