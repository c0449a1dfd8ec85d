import { Problem } from '../../lib/problem.ts'
import { insertJobs } from '../../store/jobs.ts'
import type { FileFacts, Job } from '../../store/jobs.ts'
import { findLoan } from '../../store/loans.ts'
import { recordAudit } from '../audit-trail.ts'
import { admitDocuments } from '../billing/admit-documents.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { originalKey, UPLOAD_LINK_SECONDS } from './blobs.ts'

/** A job and the link that takes its file. */
export interface Upload {
  readonly job: Job
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Makes one job a file and a link for each, straight to the object store. All of them or none. */
export async function presignUploads(
  deps: Pick<Deps, 'db' | 'clock' | 'objects'>,
  caller: RequestCaller,
  input: { loanId: string; files: readonly FileFacts[] },
): Promise<Upload[]> {
  const jobs = await deps.db.inTenant(caller, async (tx) => {
    const loan = await findLoan(tx, input.loanId)
    if (!loan) throw new Problem('not_found')
    await admitDocuments(tx, { caller, clock: deps.clock }, input.files.length)
    const made = await insertJobs(
      tx,
      { borrowerId: loan.borrowerId, loanId: loan.id, ...linkTerms(deps, caller) },
      input.files,
    )
    for (const { id } of made) {
      await recordAudit(tx, { caller, clock: deps.clock }, { action: 'upload.presigned', target: id })
    }
    return made
  })
  return Promise.all(jobs.map((job) => linkFor(deps, caller, job)))
}

/** The terms of an upload that is asked for now. */
export function linkTerms(deps: Pick<Deps, 'clock'>, caller: RequestCaller) {
  const uploadExpiresAt = new Date(deps.clock.now().getTime() + UPLOAD_LINK_SECONDS * 1000)
  return { livemode: caller.livemode, uploadExpiresAt }
}

export async function linkFor(deps: Pick<Deps, 'objects'>, caller: RequestCaller, job: Job): Promise<Upload> {
  const link = await deps.objects.linkToUpload(originalKey(caller.workspaceUuid, job), {
    contentType: job.contentType,
    sizeBytes: job.sizeBytes,
    expiresInSeconds: UPLOAD_LINK_SECONDS,
  })
  return { job, ...link }
}
