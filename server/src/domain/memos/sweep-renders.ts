/** Hands over again the renders that nobody works on. */
import { uuidOf } from '../../lib/ids.ts'
import type { Db } from '../../store/db.ts'
import { changeRender, listRendersToSweep, lockRender } from '../../store/memo-renders.ts'
import { addToOutbox } from '../../store/outbox.ts'
import type { Clock } from '../deps.ts'
import { isFinished, RENDER_TOPIC } from './memo.ts'

/**
 * A step takes a second. The books hold the work until it ends, also through a loss of the engine's data; one that says
 * nothing for this long waits for a store, or somebody has ended its work in the engine by hand, which takes it off the books.
 */
const SILENT_MS = 5 * 60 * 1000
const AT_MOST = 200

export async function sweepRenders({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<number> {
  const silent = await listRendersToSweep(db, new Date(clock.now().getTime() - SILENT_MS), AT_MOST)
  for (const { workspaceUuid, renderId } of silent)
    await db.inTenant({ workspaceUuid }, async (tx) => {
      const held = await lockRender(tx, renderId)
      if (!held || isFinished(held.status)) return
      await addToOutbox(tx, { topic: RENDER_TOPIC, payload: { render: uuidOf('rnd', held.id) } })
      // Touched, so that it is not handed over with every sweep.
      await changeRender(tx, held.id, {})
    })
  return silent.length
}
