/**
 * Where a job's bytes are kept. Keys go from the workspace down to the job, so that everything of a borrower, a loan
 * or a job is one prefix, and deleting any of them is one call.
 */
import type { WriteTx } from '../../store/db.ts'
import { addToOutbox } from '../../store/outbox.ts'
import type { Deps } from '../deps.ts'

interface Place {
  readonly workspaceUuid: string
  readonly borrowerId: string
  readonly loanId?: string
  readonly jobId?: string
}

/** Ends with a slash, so that one id can't be the beginning of another. */
export function blobPrefix({ workspaceUuid, borrowerId, loanId, jobId }: Place): string {
  return `${[workspaceUuid, borrowerId, loanId, jobId].filter((part) => part !== undefined).join('/')}/`
}

interface JobPlace {
  readonly borrowerId: string
  readonly loanId: string
  readonly id: string
}

const prefixOfJob = (workspaceUuid: string, job: JobPlace): string =>
  blobPrefix({ workspaceUuid, borrowerId: job.borrowerId, loanId: job.loanId, jobId: job.id })

export const originalKey = (workspaceUuid: string, job: JobPlace): string =>
  `${prefixOfJob(workspaceUuid, job)}original`

/** Each attempt to read writes to a key of its own: a late one can't touch what another has recorded. */
export const pagesKey = (workspaceUuid: string, job: JobPlace, lease: number): string =>
  `${prefixOfJob(workspaceUuid, job)}pages-${lease}.ndjson.zst`

/** A picture of a page, made when somebody first looks at it. */
export const pageImageKey = (workspaceUuid: string, job: JobPlace, page: number): string =>
  `${prefixOfJob(workspaceUuid, job)}page-${page}.webp`

export const FORGET_BLOBS_TOPIC = 'forget-blobs'

/** An upload link outlives what it was made for by this long, and so may an upload that it let in. */
export const UPLOAD_LINK_SECONDS = 15 * 60

/**
 * Has everything under a prefix deleted: at once, and again when no upload link can be in force any more, for what
 * arrived in between.
 */
export async function forgetBlobs(tx: WriteTx, place: Omit<Place, 'workspaceUuid'>, now: Date): Promise<void> {
  const payload = { prefix: blobPrefix({ ...place, workspaceUuid: tx.workspaceUuid }) }
  await addToOutbox(tx, { topic: FORGET_BLOBS_TOPIC, payload })
  const dueAt = new Date(now.getTime() + 2 * UPLOAD_LINK_SECONDS * 1000)
  await addToOutbox(tx, { topic: FORGET_BLOBS_TOPIC, payload, dueAt })
}

/** Carries it out. A prefix that is not a borrower's or something below one is refused: it would take too much. */
export async function deleteForgotten(
  deps: Pick<Deps, 'objects'>,
  workspaceUuid: string,
  prefix: string,
): Promise<number> {
  if (!prefix.startsWith(`${workspaceUuid}/bor_`) || !prefix.endsWith('/')) {
    throw new Error(`not a prefix to delete: ${prefix}`)
  }
  return deps.objects.deleteUnder(prefix)
}
