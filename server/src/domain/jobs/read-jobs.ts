import { Problem } from '../../lib/problem.ts'
import { findBorrower } from '../../store/borrowers.ts'
import { listDocumentsOfJob } from '../../store/documents.ts'
import type { Document } from '../../store/documents.ts'
import { findJob, findJobs, listJobs as listRows } from '../../store/jobs.ts'
import type { Job, JobFilter } from '../../store/jobs.ts'
import type { Page, PageRequest } from '../../store/paging.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { originalKey } from './blobs.ts'

export async function readJob(deps: Pick<Deps, 'db'>, caller: Caller, jobId: string): Promise<Job> {
  const job = await deps.db.read(caller, (tx) => findJob(tx, jobId))
  if (!job) throw new Problem('not_found')
  return job
}

/** The jobs in the order asked for; null where there is none. */
export async function readJobs(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  jobIds: readonly string[],
): Promise<{ jobId: string; job: Job | null }[]> {
  const found = await deps.db.read(caller, (tx) => findJobs(tx, jobIds))
  return jobIds.map((jobId) => ({ jobId, job: found.get(jobId) ?? null }))
}

export async function listJobs(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  input: { filter: JobFilter; page: PageRequest },
): Promise<Page<Job>> {
  return deps.db.read(caller, async (tx) => {
    if (!(await findBorrower(tx, input.filter.borrowerId))) throw new Problem('not_found')
    return listRows(tx, input.filter, input.page)
  })
}

export async function listResults(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  input: { borrowerId: string; jobId: string; page: PageRequest },
): Promise<Page<Document>> {
  return deps.db.read(caller, async (tx) => {
    const job = await findJob(tx, input.jobId)
    if (job?.borrowerId !== input.borrowerId) throw new Problem('not_found')
    return listDocumentsOfJob(tx, input.jobId, input.page)
  })
}

export const DOWNLOAD_LINK_SECONDS = 5 * 60

/** A short-lived link to the file as it was uploaded. There is none before it was confirmed or after it expired. */
export async function linkToOriginal(
  deps: Pick<Deps, 'db' | 'clock' | 'objects'>,
  caller: Caller,
  jobId: string,
): Promise<{ job: Job; url: string; expiresAt: Date }> {
  const job = await readJob(deps, caller, jobId)
  if (job.status === 'AWAITING_UPLOAD' || job.status === 'EXPIRED') throw new Problem('not_found')
  const url = await deps.objects.linkToDownload(originalKey(caller.workspaceUuid, job), {
    fileName: job.fileName,
    contentType: job.contentType,
    expiresInSeconds: DOWNLOAD_LINK_SECONDS,
  })
  return { job, url, expiresAt: new Date(deps.clock.now().getTime() + DOWNLOAD_LINK_SECONDS * 1000) }
}
