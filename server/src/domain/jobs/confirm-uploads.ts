/**
 * Confirms that files have arrived and hands them on. The bytes are looked at before the transaction, which then
 * decides for each job by itself, so that one that can't be confirmed does not hold up the others.
 */
import { uuidOf } from '../../lib/ids.ts'
import { Problem } from '../../lib/problem.ts'
import type { ProblemType } from '../../lib/problem.ts'
import type { WriteTx } from '../../store/db.ts'
import { recordEvents } from '../../store/events.ts'
import { changeJob, findJobs, findNewestAccepted, lockJobs } from '../../store/jobs.ts'
import type { Job } from '../../store/jobs.ts'
import { lockLoan } from '../../store/loans.ts'
import { addToOutbox } from '../../store/outbox.ts'
import { recordAudit } from '../audit-trail.ts'
import { reserveDocuments } from '../billing/admit-documents.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { completed, failed } from '../package/run.ts'
import { PACKAGE_TOPIC } from '../package/topic.ts'
import { DUPLICATE_SAMPLE } from '../sandbox/sample.ts'
import { originalKey } from './blobs.ts'
import { hashOf, judgeContent } from './content.ts'
import type { ContentVerdict } from './content.ts'

export interface ConfirmOutcome {
  readonly jobId: string
  /** The job as it is now; null when there is none. */
  readonly job: Job | null
  /** Why this job was not confirmed; null when it was, or had been before. */
  readonly problem: { readonly type: ProblemType; readonly message: string } | null
}

/** Larger files are hashed by the pipeline: a batch of them would not fit into a request. */
const HASHED_HERE_BYTES = 16 * 1024 * 1024
/** Enough to hide the store's latency, few enough not to fill this process with other people's bytes. */
const LOOKED_AT_TOGETHER = 8

const NOT_UPLOADED = 'Nothing has been uploaded for this job yet.'
const EXPIRED = 'The upload was not confirmed in time; ask for a new link.'

interface Arrival {
  readonly arrived: boolean
  readonly sha256: Buffer | null
}

export async function confirmUpload(
  deps: Pick<Deps, 'db' | 'clock' | 'objects'>,
  caller: RequestCaller,
  input: { jobId: string; sampleDocument: string | null },
): Promise<Job> {
  const [outcome] = await confirmUploads(deps, caller, { jobIds: [input.jobId], sampleDocument: input.sampleDocument })
  if (outcome?.problem) throw new Problem(outcome.problem.type, { message: outcome.problem.message })
  if (!outcome?.job) throw new Problem('not_found')
  return outcome.job
}

export async function confirmUploads(
  deps: Pick<Deps, 'db' | 'clock' | 'objects'>,
  caller: RequestCaller,
  input: { jobIds: readonly string[]; sampleDocument: string | null },
): Promise<ConfirmOutcome[]> {
  const ids = [...new Set(input.jobIds)]
  const seen = await deps.db.read(caller, (tx) => findJobs(tx, ids))
  const waiting = [...seen.values()].filter((job) => job.status === 'AWAITING_UPLOAD')
  const arrivals = await lookAt(deps, caller, waiting)
  return deps.db.inTenant(caller, async (tx) => {
    // Loans first, in one order for everybody: duplicates inside a loan are decided one at a time.
    for (const loanId of [...new Set(waiting.map((job) => job.loanId))].sort()) await lockLoan(tx, loanId)
    const jobs = await lockJobs(tx, ids)
    const outcomes: ConfirmOutcome[] = []
    const queued: string[] = []
    for (const jobId of ids) {
      const outcome = await confirmOne(tx, deps, {
        jobId,
        job: jobs.get(jobId) ?? null,
        arrival: arrivals.get(jobId) ?? null,
        sampleDocument: input.sampleDocument,
      })
      if (outcome.job?.status === 'QUEUED' && jobs.get(jobId)?.status === 'AWAITING_UPLOAD') queued.push(jobId)
      outcomes.push(outcome)
    }
    await reserveDocuments(tx, { caller, clock: deps.clock }, queued)
    for (const target of queued) {
      await recordAudit(tx, { caller, clock: deps.clock }, { action: 'upload.confirmed', target })
    }
    return outcomes
  })
}

/** Whether each file is there, and the hash of those that are small enough. */
async function lookAt(
  deps: Pick<Deps, 'objects'>,
  caller: RequestCaller,
  jobs: readonly Job[],
): Promise<Map<string, Arrival>> {
  const arrivals = new Map<string, Arrival>()
  const rest = [...jobs]
  const look = async (): Promise<void> => {
    for (let job = rest.shift(); job !== undefined; job = rest.shift()) {
      arrivals.set(job.id, await lookAtOne(deps, originalKey(caller.workspaceUuid, job), job))
    }
  }
  await Promise.all(Array.from({ length: LOOKED_AT_TOGETHER }, look))
  return arrivals
}

async function lookAtOne(deps: Pick<Deps, 'objects'>, key: string, job: Job): Promise<Arrival> {
  if (job.sizeBytes > HASHED_HERE_BYTES) {
    return { arrived: (await deps.objects.describe(key)) !== null, sha256: null }
  }
  const bytes = await deps.objects.read(key)
  return { arrived: bytes !== null, sha256: bytes && (await hashOf(bytes)) }
}

async function confirmOne(
  tx: WriteTx,
  deps: Pick<Deps, 'clock'>,
  input: { jobId: string; job: Job | null; arrival: Arrival | null; sampleDocument: string | null },
): Promise<ConfirmOutcome> {
  const { jobId, job, arrival } = input
  const refuse = (type: ProblemType, message: string): ConfirmOutcome => ({ jobId, job, problem: { type, message } })
  if (!job) return refuse('not_found', 'There is no such job.')
  if (job.status === 'EXPIRED') return refuse('conflict', EXPIRED)
  // Confirmed before: the same answer again, without a second effect.
  if (job.status !== 'AWAITING_UPLOAD') return { jobId, job, problem: null }
  if (!arrival?.arrived) return refuse('conflict', NOT_UPLOADED)
  return { jobId, job: await accept(tx, deps, job, arrival.sha256, input.sampleDocument), problem: null }
}

async function accept(
  tx: WriteTx,
  deps: Pick<Deps, 'clock'>,
  job: Job,
  sha256: Buffer | null,
  sampleDocument: string | null,
): Promise<Job> {
  const now = deps.clock.now()
  const verdict = await judge(tx, job, sha256, sampleDocument)
  const confirmed = {
    confirmedAt: now,
    ...(sha256 && { sha256 }),
    ...(sampleDocument !== null && { sampleDocument }),
  }
  const outcome = {
    fresh: { status: 'QUEUED', ...confirmed },
    damaged: { status: 'FAILED', errorCode: 'unreadable', finishedAt: now, ...confirmed },
    duplicate: {
      status: 'DUPLICATE',
      finishedAt: now,
      ...confirmed,
      ...(verdict.kind === 'duplicate' && { duplicateOfJobId: verdict.ofJobId }),
    },
  } as const
  const changed = await changeJob(tx, { id: job.id, statuses: ['AWAITING_UPLOAD'] }, outcome[verdict.kind])
  if (!changed) throw new Error('a locked job has changed')
  if (changed.status === 'QUEUED') {
    await addToOutbox(tx, { topic: PACKAGE_TOPIC, payload: { job: uuidOf('job', job.id) } })
  }
  if (changed.status === 'DUPLICATE') await recordEvents(tx, [completed(changed, 'duplicate')])
  if (changed.status === 'FAILED') {
    await recordEvents(tx, [failed(changed, 'unreadable'), completed(changed, 'unreadable')])
  }
  return changed
}

async function judge(
  tx: WriteTx,
  job: Job,
  sha256: Buffer | null,
  sampleDocument: string | null,
): Promise<ContentVerdict> {
  if (!job.livemode && (sampleDocument ?? job.sampleDocument) === DUPLICATE_SAMPLE) {
    const ofJobId = await findNewestAccepted(tx, job)
    if (ofJobId !== null) return { kind: 'duplicate', ofJobId }
  }
  return sha256 === null ? { kind: 'fresh' } : judgeContent(tx, job, sha256)
}
