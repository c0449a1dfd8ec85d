import { Problem } from '../../lib/problem.ts'
import { findHandle, workspaceOfHandle } from '../../store/embed.ts'
import type { Handle } from '../../store/embed.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'

/** The key that made a handle reads it; an administrator reads any of the organization. To others there is none. */
export async function readHandle(deps: Pick<Deps, 'db'>, caller: Caller, handleId: string): Promise<Handle> {
  const own = await deps.db.read(caller, (tx) => findHandle(tx, handleId))
  const handle = own ?? (caller.role === 'admin' ? await readInOrganization(deps, caller, handleId) : null)
  if (!handle || (caller.role !== 'admin' && handle.keyId !== caller.keyId)) throw new Problem('not_found')
  return handle
}

async function readInOrganization(deps: Pick<Deps, 'db'>, caller: Caller, handleId: string): Promise<Handle | null> {
  const workspaceUuid = await deps.db.read(caller, (tx) => workspaceOfHandle(tx, handleId))
  return workspaceUuid === null ? null : deps.db.read({ workspaceUuid }, (tx) => findHandle(tx, handleId))
}
