import { Problem } from '../../lib/problem.ts'
import { holdBorrower } from '../../store/borrowers.ts'
import { deleteJob as deleteRow, findJob, lockJob } from '../../store/jobs.ts'
import { recordAudit } from '../audit-trail.ts'
import { releaseDeleted } from '../billing/settle.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { requestSpread } from '../spreads/request-spread.ts'
import { forgetWorkbooks } from '../workbook/forget-workbooks.ts'
import { forgetBlobs } from './blobs.ts'

/**
 * Deletes a job, its documents and its bytes. Work on it ends by itself: it looks for its row before every write and
 * about once a second while it reads.
 */
export async function deleteJob(deps: Pick<Deps, 'db' | 'clock'>, caller: RequestCaller, jobId: string): Promise<void> {
  await deps.db.inTenant(caller, async (tx) => {
    const seen = await findJob(tx, jobId)
    // The borrower's row before the job's and its documents': whoever files its documents takes them in that order.
    if (seen) await holdBorrower(tx, seen.borrowerId)
    const job = await lockJob(tx, jobId)
    if (!job) throw new Problem('not_found')
    await deleteRow(tx, job.id)
    await forgetBlobs(tx, { borrowerId: job.borrowerId, loanId: job.loanId, jobId: job.id }, deps.clock.now())
    await requestSpread(tx, job.loanId)
    await forgetWorkbooks(tx, job)
    // The account after the loan's request, in the order in which the end of a package takes them.
    await releaseDeleted(tx, deps.clock.now())
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'job.deleted', target: job.id })
  })
}
