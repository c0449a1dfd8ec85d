import { changeJob, findJob } from '../../store/jobs.ts'
import { lockLoan } from '../../store/loans.ts'
import type { WorkerDeps } from '../deps.ts'
import { originalKey } from '../jobs/blobs.ts'
import { hashOf, judgeContent } from '../jobs/content.ts'
import { endAsDuplicate, failRun, holdRun } from './run.ts'
import type { PackageRun } from './run.ts'

/** Hashes what was too large to be hashed when it was confirmed, and ends the run when the loan has the same bytes. */
export async function identifyPackage(
  deps: Pick<WorkerDeps, 'db' | 'clock' | 'objects'>,
  run: PackageRun,
): Promise<'read' | 'over'> {
  const seen = await deps.db.read(run, (tx) => findJob(tx, run.jobId))
  const bytes = seen && (await deps.objects.read(originalKey(run.workspaceUuid, seen)))
  const sha256 = bytes && (await hashOf(bytes))
  return deps.db.inTenant(run, async (tx) => {
    if (seen) await lockLoan(tx, seen.loanId)
    const job = await holdRun(tx, run)
    if (!job) return 'over'
    const now = deps.clock.now()
    const verdict = sha256 ? await judgeContent(tx, job, sha256) : { kind: 'damaged' as const }
    if (sha256) await changeJob(tx, { id: job.id, statuses: ['PROCESSING'] }, { sha256 })
    if (verdict.kind === 'fresh') return 'read'
    if (verdict.kind === 'damaged') await failRun(tx, run, job, 'unreadable', now)
    else await endAsDuplicate(tx, run, job, { ofJobId: verdict.ofJobId, now })
    return 'over'
  })
}
