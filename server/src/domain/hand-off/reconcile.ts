import { uuidOf } from '../../lib/ids.ts'
import type { Db } from '../../store/db.ts'
import { changeJob, listJobsWithoutWork } from '../../store/jobs.ts'
import { addToOutbox, findWorkOfJob, reissueAll } from '../../store/outbox.ts'
import { PACKAGE_TOPIC } from '../package/topic.ts'

/**
 * Rebuilds all work in flight from the database, after the engine has lost some or all of its data. Safe at any
 * time: work gets new ids, so that a run that the engine still knows under an old one finds its row gone and stops.
 */
export async function reconcile(db: Db): Promise<{ reissued: number; restored: number }> {
  const reissued = await reissueAll(db)
  return { reissued, restored: await restoreWork(db) }
}

/** Puts work back on the books for every job that counts as under way and has none; answers for how many. */
export async function restoreWork(db: Db): Promise<number> {
  let restored = 0
  for (const { workspaceUuid, jobId } of await listJobsWithoutWork(db)) {
    await db.inTenant({ workspaceUuid }, async (tx) => {
      // Changes nothing, but holds the job: it may have ended or been restored since it was listed.
      const job = await changeJob(tx, { id: jobId, statuses: ['QUEUED', 'PROCESSING'] }, {})
      if (!job || (await findWorkOfJob(tx, jobId)) !== null) return
      await addToOutbox(tx, { topic: PACKAGE_TOPIC, payload: { job: uuidOf('job', jobId) } })
      restored += 1
    })
  }
  return restored
}
