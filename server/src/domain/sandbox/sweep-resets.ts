/** Hands resets over again that nobody works on: the engine has lost them. */
import type { Db } from '../../store/db.ts'
import { changeReset, listSilentResets, lockReset } from '../../store/sandbox.ts'
import type { Clock } from '../deps.ts'
import { handOverReset } from './reset.ts'

/** Longer than any step of a reset. */
const SILENT_MS = 2 * 60 * 1000
const AT_MOST = 100

export async function sweepResets(deps: { readonly db: Db; readonly clock: Clock }): Promise<number> {
  const silent = await listSilentResets(deps.db, new Date(deps.clock.now().getTime() - SILENT_MS), AT_MOST)
  for (const { workspaceUuid, resetId } of silent) {
    await deps.db.inTenant({ workspaceUuid }, async (tx) => {
      const held = await lockReset(tx, resetId)
      if (!held || held.status === 'done') return
      await handOverReset(tx, resetId)
      // Touched, so that it is not handed over with every sweep.
      await changeReset(tx, resetId, {})
    })
  }
  return silent.length
}
