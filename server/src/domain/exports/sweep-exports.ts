/** Looks after exports: hands over again those that nobody works on, and deletes bundles past their time. */
import { uuidOf } from '../../lib/ids.ts'
import type { Db } from '../../store/db.ts'
import { changeExport, forgetBundle, listExportsToSweep, lockExport } from '../../store/exports.ts'
import type { SweptExport } from '../../store/exports.ts'
import { addToOutbox } from '../../store/outbox.ts'
import type { Clock } from '../deps.ts'
import { FORGET_BLOBS_TOPIC } from '../jobs/blobs.ts'
import { EXPORT_TOPIC, exportPrefix, isFinished } from './export.ts'

/**
 * A step takes seconds. The books hold the work until it ends, also through a loss of the engine's data; one that says
 * nothing for this long waits for a store, or somebody has ended its work in the engine by hand, which takes it off the books.
 */
const SILENT_MS = 5 * 60 * 1000
const AT_MOST = 200

export async function sweepExports(deps: { readonly db: Db; readonly clock: Clock }): Promise<number> {
  const silentSince = new Date(deps.clock.now().getTime() - SILENT_MS)
  const swept = await listExportsToSweep(deps.db, silentSince, AT_MOST)
  for (const one of swept) await (one.why === 'silent' ? handOverAgain(deps.db, one) : deleteBundle(deps.db, one))
  return swept.length
}

async function handOverAgain(db: Db, { workspaceUuid, exportId }: SweptExport): Promise<void> {
  await db.inTenant({ workspaceUuid }, async (tx) => {
    const held = await lockExport(tx, exportId)
    if (!held || isFinished(held.status)) return
    await addToOutbox(tx, { topic: EXPORT_TOPIC, payload: { export: uuidOf('exp', held.id) } })
    // Touched, so that it is not handed over with every sweep.
    await changeExport(tx, held.id, {})
  })
}

async function deleteBundle(db: Db, { workspaceUuid, exportId }: SweptExport): Promise<void> {
  await db.inTenant({ workspaceUuid }, async (tx) => {
    const held = await lockExport(tx, exportId)
    if (held?.bundle === null || held === null) return
    await addToOutbox(tx, { topic: FORGET_BLOBS_TOPIC, payload: { prefix: exportPrefix(workspaceUuid, held) } })
    await forgetBundle(tx, held.id)
  })
}
