import { changeJob } from '../../store/jobs.ts'
import type { WorkerDeps } from '../deps.ts'
import { holdRun } from './run.ts'
import type { PackageRun } from './run.ts'

/** Takes the job up: from here its deadline counts. Says whether its bytes still have to be identified. */
export async function beginPackage(
  deps: Pick<WorkerDeps, 'db' | 'clock' | 'jobDeadlineMs'>,
  run: PackageRun,
): Promise<'identify' | 'read' | 'over'> {
  return deps.db.inTenant(run, async (tx) => {
    const job = await holdRun(tx, run)
    if (!job) return 'over'
    if (job.status === 'QUEUED') {
      const deadlineAt = new Date(deps.clock.now().getTime() + deps.jobDeadlineMs)
      await changeJob(tx, { id: job.id, statuses: ['QUEUED'] }, { status: 'PROCESSING', step: 'reading', deadlineAt })
    }
    return job.sha256 === null ? 'identify' : 'read'
  })
}
