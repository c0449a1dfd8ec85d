/**
 * Taking packages up. Under load many begin at about the same time, and what taking one up costs is the transaction
 * around it: those of one tenant share theirs.
 */
import { Batches } from '../../lib/batches.ts'
import { leaseJobs } from '../../store/jobs.ts'
import type { Job } from '../../store/jobs.ts'
import type { WorkerDeps } from '../deps.ts'
import type { PackageRun } from './run.ts'

/** The job of the run with a lease of the caller's own; null when the run is over or another attempt comes first. */
export type TakeLease = (run: PackageRun) => Promise<Job | null>

const AT_MOST = 32

export function leaseTogether(deps: Pick<WorkerDeps, 'db' | 'clock' | 'jobDeadlineMs'>): TakeLease {
  const leases = new Batches<PackageRun, Job | null>({
    atMost: AT_MOST,
    work: async (workspaceUuid, runs) => {
      const deadlineAt = new Date(deps.clock.now().getTime() + deps.jobDeadlineMs)
      const jobs = await deps.db.writeAtOnce({ workspaceUuid }, (tx) => leaseJobs(tx, runs, deadlineAt))
      const leased = new Map(jobs.map((job) => [job.id, job]))
      return runs.map(({ jobId }) => {
        const job = leased.get(jobId) ?? null
        leased.delete(jobId) // A lease is one attempt's: a second of the same job has been overtaken.
        return job
      })
    },
  })
  return (run) => leases.run(run.workspaceUuid, run)
}
