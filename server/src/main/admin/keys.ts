/** Keys issued and revoked by the operator, with the same trace in the workspace's audit log as anyone's. */
import type { Scope } from '../../domain/scopes.ts'
import { hashApiKey, hintOfApiKey, newApiKey } from '../../lib/api-key.ts'
import type { Mode } from '../../lib/api-key.ts'
import { orderFirstSeed } from '../../domain/sandbox/reset.ts'
import { insertApiKey, revokeApiKey } from '../../store/access.ts'
import { appendAudit } from '../../store/audit.ts'
import type { Db } from '../../store/db.ts'
import { ensureTwin, operatorEntry } from '../../store/operator.ts'
import type { OperatorWorkspace } from '../../store/operator.ts'
import { hasBeenReset } from '../../store/sandbox.ts'

export interface IssuedKey {
  readonly id: string
  readonly key: string
  readonly workspaceId: string
  readonly mode: Mode
}

export async function issueOperatorKey(
  db: Db,
  workspace: OperatorWorkspace,
  wish: { name: string; mode: Mode; role: 'member' | 'admin'; scopes: readonly Scope[] },
): Promise<IssuedKey> {
  const target = wish.mode === 'test' && workspace.mode === 'live' ? await ensureTwin(db, workspace) : workspace
  if (target.mode !== wish.mode) throw new Error(`${workspace.id} is a test workspace: it takes test keys only.`)
  const key = newApiKey(wish.mode, target.uuid)
  const issued = await db.inTenant({ workspaceUuid: target.uuid }, async (tx) => {
    const row = await insertApiKey(tx, { ...wish, hash: hashApiKey(key), hint: hintOfApiKey(key) })
    // A sandbox comes to be with its first key, and a worker fills it with its seed.
    if (target !== workspace && !(await hasBeenReset(tx))) await orderFirstSeed(tx)
    await appendAudit(tx, operatorEntry('key.issued', row.id, new Date()))
    return row
  })
  return { id: issued.id, key, workspaceId: target.id, mode: wish.mode }
}

export async function revokeOperatorKey(db: Db, workspace: OperatorWorkspace, keyId: string): Promise<void> {
  await db.inTenant({ workspaceUuid: workspace.uuid }, async (tx) => {
    if (!(await revokeApiKey(tx, keyId))) throw new Error(`Workspace ${workspace.id} has no key ${keyId} in force.`)
    await appendAudit(tx, operatorEntry('key.revoked', keyId, new Date()))
  })
}
