/**
 * One run of the processing of a package. Its work row in the outbox is what makes it valid: a run whose row is gone
 * has been finished, deleted or superseded, and must write nothing. `over` is how a step says that there is nothing
 * left to do, for whatever reason; it is never an error.
 */
import { encodeId } from '../../lib/ids.ts'
import type { Tenant, WriteTx } from '../../store/db.ts'
import { countGoodDocuments } from '../../store/documents.ts'
import { recordEvents } from '../../store/events.ts'
import type { NewEvent } from '../../store/events.ts'
import { changeJob, lockJob } from '../../store/jobs.ts'
import type { Job, JobChange } from '../../store/jobs.ts'
import { endWork, holdWork } from '../../store/outbox.ts'
import { settleReservation } from '../billing/settle.ts'
import type { JobError } from '../jobs/job.ts'

export interface PackageRun extends Tenant {
  readonly workId: string
  readonly jobId: string
}

/** From the engine's message, which holds ids only. */
export function packageRun(message: { work: string; workspace: string; job: string }): PackageRun {
  return { workId: message.work, workspaceUuid: message.workspace, jobId: encodeId('job', message.job) }
}

/** The job of a valid run, locked; null when the run is over, in which case its work is off the books as well. */
export async function holdRun(tx: WriteTx, run: PackageRun): Promise<Job | null> {
  const [held, job] = await Promise.all([holdWork(tx, run.workId), lockJob(tx, run.jobId)])
  if (!held) return null
  if (job?.status === 'QUEUED' || job?.status === 'PROCESSING') return job
  await endWork(tx, run.workId)
  return null
}

type Ending = JobChange & {
  readonly finishedAt: Date
  /** The error code, where nothing came of it. */
  readonly reason: string | null
  /** How many documents are charged for. */
  readonly documents: number
  /** What happened before, to be told first. */
  readonly before?: readonly NewEvent[]
}

/** Ends a run that is held, and its job with it, and tells it once. */
async function endRun(tx: WriteTx, run: PackageRun, job: Job, ending: Ending): Promise<void> {
  const { reason, documents, before = [], ...change } = ending
  const completed: NewEvent = {
    type: 'job.completed',
    livemode: job.livemode,
    loanId: job.loanId,
    data: { ...idsOf(job), reason },
    once: `job.completed ${job.id}`,
  }
  // None waits for another: what they send first leaves in one packet.
  const [ended, isOffTheBooks] = await Promise.all([
    changeJob(tx, { id: run.jobId, statuses: ['QUEUED', 'PROCESSING'] }, { ...change, step: null }),
    endWork(tx, run.workId),
    recordEvents(tx, [...before, completed]),
    settleReservation(tx, { jobId: job.id, documents, at: change.finishedAt }),
  ])
  if (!ended || !isOffTheBooks) throw new Error('a run ended that was not held')
}

export async function completeRun(tx: WriteTx, run: PackageRun, job: Job, now: Date): Promise<void> {
  const documents = await countGoodDocuments(tx, job.id)
  await endRun(tx, run, job, { status: 'COMPLETED', finishedAt: now, reason: null, documents })
}

/** Ends a run whose documents were all written in this same transaction: `before` tells of them. */
export async function completeWhole(
  tx: WriteTx,
  run: PackageRun,
  job: Job,
  whole: Omit<Ending, 'status' | 'reason'>,
): Promise<void> {
  await endRun(tx, run, job, { ...whole, status: 'COMPLETED', reason: null })
}

export async function endAsDuplicate(
  tx: WriteTx,
  run: PackageRun,
  job: Job,
  ending: { ofJobId: string; now: Date },
): Promise<void> {
  const { ofJobId, now } = ending
  await endRun(tx, run, job, {
    status: 'DUPLICATE',
    duplicateOfJobId: ofJobId,
    finishedAt: now,
    reason: 'duplicate',
    documents: 0,
  })
}

export async function failRun(tx: WriteTx, run: PackageRun, job: Job, code: JobError, now: Date): Promise<void> {
  const failed: NewEvent = {
    type: 'document.failed',
    livemode: job.livemode,
    loanId: job.loanId,
    data: { ...idsOf(job), document_id: null, reason: code },
    once: `document.failed ${job.id}`,
  }
  const ending = { status: 'FAILED', errorCode: code, finishedAt: now, reason: code, documents: 0 } as const
  await endRun(tx, run, job, { ...ending, before: [failed] })
}

/** What every event of a job names. */
export function idsOf(job: Job): { borrower_id: string; loan_id: string; job_id: string } {
  return { borrower_id: job.borrowerId, loan_id: job.loanId, job_id: job.id }
}
