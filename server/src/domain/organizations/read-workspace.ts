import { Problem } from '../../lib/problem.ts'
import { findOwnWorkspace } from '../../store/access.ts'
import type { Workspace } from '../../store/access.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'

/** The workspace that the caller's key belongs to, with the organization that owns it. */
export async function readOwnWorkspace(deps: Pick<Deps, 'db'>, caller: Caller): Promise<Workspace> {
  const workspace = await deps.db.readAtOnce(caller, findOwnWorkspace)
  if (!workspace) throw new Problem('not_found')
  return workspace
}
