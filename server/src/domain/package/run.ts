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
import { endJobs, lockJob } from '../../store/jobs.ts'
import type { Job, JobEnding } from '../../store/jobs.ts'
import { endWork, endWorks, holdWorks } from '../../store/outbox.ts'
import { settleReservations } from '../billing/settle.ts'
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
  // The job before the work: who ends the work holds the job, and needs the work to itself.
  const [job, held] = await Promise.all([lockJob(tx, run.jobId), holdWorks(tx, [run.workId])])
  if (!held.has(run.workId)) return null
  if (job && isOpen(job)) return job
  await endWork(tx, run.workId)
  return null
}

export const isOpen = ({ status }: Job): boolean => status === 'QUEUED' || status === 'PROCESSING'

/** How a run ends that is held, and its job with it. */
export interface EndedRun {
  readonly run: PackageRun
  readonly job: Job
  readonly change: Omit<JobEnding, 'id' | 'finishedAt'>
  /** The error code, where nothing came of it. */
  readonly reason: string | null
  /** How many documents are charged for. */
  readonly documents: number
  /** What happened before, to be told first. */
  readonly before: readonly NewEvent[]
}

/** Ends runs of one tenant that are held, and tells each end once. */
export async function endRuns(tx: WriteTx, runs: readonly EndedRun[], now: Date): Promise<void> {
  // None waits for another: what they send leaves in one packet.
  const [ended, offTheBooks] = await Promise.all([
    endJobs(
      tx,
      runs.map(({ job, change }) => ({ ...change, id: job.id, finishedAt: now })),
    ),
    endWorks(
      tx,
      runs.map(({ run }) => run.workId),
    ),
    recordEvents(
      tx,
      runs.flatMap(({ job, reason, before }) => [...before, completed(job, reason)]),
    ),
  ])
  if (ended !== runs.length || offTheBooks !== runs.length) throw new Error('a run ended that was not held')
  // Last, because all of the tenant's work meets at its account.
  await settleReservations(
    tx,
    now,
    runs.map(({ job, documents }) => ({ jobId: job.id, documents })),
  )
}

export async function completeRun(tx: WriteTx, run: PackageRun, job: Job, now: Date): Promise<void> {
  const documents = await countGoodDocuments(tx, job.id)
  await endRuns(tx, [{ run, job, change: { status: 'COMPLETED' }, reason: null, documents, before: [] }], now)
}

export async function endAsDuplicate(
  tx: WriteTx,
  run: PackageRun,
  job: Job,
  ending: { ofJobId: string; now: Date },
): Promise<void> {
  const { ofJobId, now } = ending
  const change = { status: 'DUPLICATE', duplicateOfJobId: ofJobId } as const
  await endRuns(tx, [{ run, job, change, reason: 'duplicate', documents: 0, before: [] }], now)
}

export async function failRun(tx: WriteTx, run: PackageRun, job: Job, code: JobError, now: Date): Promise<void> {
  const change = { status: 'FAILED', errorCode: code } as const
  await endRuns(tx, [{ run, job, change, reason: code, documents: 0, before: [failed(job, code)] }], now)
}

/** Tells that nothing of a package could be read. */
export function failed(job: Job, code: JobError): NewEvent<'document.failed'> {
  return {
    type: 'document.failed',
    livemode: job.livemode,
    loanId: job.loanId,
    data: { ...idsOf(job), document_id: null, reason: code },
    once: `document.failed ${job.id}`,
  }
}

/** Tells that a package has come to its end; the reason is null when something came of it. */
export function completed(job: Job, reason: string | null): NewEvent<'job.completed'> {
  return {
    type: 'job.completed',
    livemode: job.livemode,
    loanId: job.loanId,
    data: { ...idsOf(job), reason },
    once: `job.completed ${job.id}`,
  }
}

/** What every event of a job names. */
export function idsOf(job: Job): { borrower_id: string; loan_id: string; job_id: string } {
  return { borrower_id: job.borrowerId, loan_id: job.loanId, job_id: job.id }
}
