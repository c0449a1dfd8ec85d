import { uuidOf } from '../../lib/ids.ts'
import type { Db } from '../../store/db.ts'
import { changeJob, listJobsWithoutWork } from '../../store/jobs.ts'
import { addToOutbox, reissueAll } from '../../store/outbox.ts'
import { PACKAGE_TOPIC } from '../package/topic.ts'

/**
 * Rebuilds all work in flight from the database, after the engine has lost some or all of its data. Safe at any
 * time: work gets new ids, so that a run that the engine still knows under an old one finds its row gone and stops.
 */
export async function reconcile(db: Db): Promise<{ reissued: number; restored: number }> {
  const reissued = await reissueAll(db)
  const orphans = await listJobsWithoutWork(db)
  for (const { workspaceUuid, jobId } of orphans) {
    await db.inTenant({ workspaceUuid }, async (tx) => {
      const job = await changeJob(tx, { id: jobId, statuses: ['QUEUED', 'PROCESSING'] }, {})
      if (job) await addToOutbox(tx, { topic: PACKAGE_TOPIC, payload: { job: uuidOf('job', jobId) } })
    })
  }
  return { reissued, restored: orphans.length }
}
