/** Ends jobs that nobody will move any more: files that never came, and packages whose time is up. */
import type { Db } from '../../store/db.ts'
import { changeJob, listOverdueJobs, lockJob } from '../../store/jobs.ts'
import type { OverdueJob } from '../../store/jobs.ts'
import { findWorkOfJob } from '../../store/outbox.ts'
import type { Clock } from '../deps.ts'
import { forgetBlobs } from '../jobs/blobs.ts'
import { failRun } from '../package/run.ts'

/** How long after its link an upload may still be confirmed. */
const CONFIRM_WINDOW_MS = 60 * 60 * 1000
/** A run ends itself at its deadline; only one that does not, by this much, is ended from here. */
const DEADLINE_GRACE_MS = 30_000
const AT_MOST = 500

export async function sweepJobs(deps: { db: Db; clock: Clock }): Promise<number> {
  const now = deps.clock.now().getTime()
  const overdue = await listOverdueJobs(
    deps.db,
    { unconfirmedSince: new Date(now - CONFIRM_WINDOW_MS), pastDeadline: new Date(now - DEADLINE_GRACE_MS) },
    AT_MOST,
  )
  for (const job of overdue) await (job.why === 'never_uploaded' ? expire(deps, job) : timeOut(deps, job))
  return overdue.length
}

async function expire(deps: { db: Db; clock: Clock }, { workspaceUuid, jobId }: OverdueJob): Promise<void> {
  const now = deps.clock.now()
  await deps.db.inTenant({ workspaceUuid }, async (tx) => {
    const change = { status: 'EXPIRED', finishedAt: now } as const
    const job = await changeJob(tx, { id: jobId, statuses: ['AWAITING_UPLOAD'] }, change)
    if (job) await forgetBlobs(tx, { borrowerId: job.borrowerId, loanId: job.loanId, jobId: job.id }, now)
  })
}

async function timeOut(deps: { db: Db; clock: Clock }, { workspaceUuid, jobId }: OverdueJob): Promise<void> {
  await deps.db.inTenant({ workspaceUuid }, async (tx) => {
    const job = await lockJob(tx, jobId)
    const workId = job?.status === 'PROCESSING' ? await findWorkOfJob(tx, jobId) : null
    if (job && workId !== null) {
      await failRun(tx, { workspaceUuid, jobId, workId }, job, 'timed_out', deps.clock.now())
    }
  })
}
