/** The upload family: links, confirmations, job status, downloads and the intake. */
import { Type } from 'typebox'
import { openIntake } from '../../domain/intake/open-intake.ts'
import { confirmUpload, confirmUploads } from '../../domain/jobs/confirm-uploads.ts'
import { MAX_PRESIGN_FILES } from '../../domain/jobs/job.ts'
import { presignUploads } from '../../domain/jobs/presign-uploads.ts'
import { linkToOriginal, readJob, readJobs } from '../../domain/jobs/read-jobs.ts'
import { decodeId } from '../../lib/ids.ts'
import { namedId } from '../filters.ts'
import { created, ok, route } from '../route.ts'
import type { Answer } from '../route.ts'
import { BorrowerBody, borrowerToWire } from '../schemas/borrowers.ts'
import { Closed, PathId, Text } from '../schemas/common.ts'
import {
  ConfirmBatchBody,
  ConfirmBody,
  ConfirmedBody,
  confirmedToWire,
  ConfirmResultsBody,
  DownloadLinkBody,
  IntakeFile,
  JobBody,
  jobToWire,
  outcomeToWire,
  PresignBatchBody,
  PresignBody,
  StatusBatchBody,
  StatusResultsBody,
  statusToWire,
  toFile,
  UploadBody,
  uploadToWire,
} from '../schemas/jobs.ts'
import { CreateLoanBody, LoanBody, loanToWire, toTerms } from '../schemas/loans.ts'

const tag = 'Uploads'
const params = Closed({ jobId: PathId('job') })
const accepted = (body: unknown): Answer => ({ status: 202, body })
/** What money and throughput may refuse an upload for. */
const usage = ['billing_required', 'spend_cap_reached', 'insufficient_credits', 'usage_throttled'] as const
const writes = { tag, method: 'POST', scope: 'documents:write', lane: 'upload', subscription: true } as const
const reads = { tag, scope: 'documents:read', lane: 'upload', subscription: false } as const

/** Splits ids in a body into those that could name a job and those that can't. */
function jobIdsOf(texts: readonly string[]): { wellFormed: string[]; hopeless: string[] } {
  const unique = [...new Set(texts)]
  return {
    wellFormed: unique.filter((text) => decodeId('job', text) !== null),
    hopeless: unique.filter((text) => decodeId('job', text) === null),
  }
}

/** Puts results back into the order of the request. */
function inOrder<Result extends { job_id: string }>(ids: readonly string[], results: readonly Result[]): Result[] {
  const byId = new Map(results.map((result) => [result.job_id, result]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}

export const uploadRoutes = [
  route({
    ...writes,
    path: '/api/documents/presigned-url',
    operationId: 'presignUpload',
    embed: 'loan',
    summary: 'Ask for a link to upload one file',
    description:
      'The link leads straight to the object store, takes one PUT of the announced type and length, and is good for 15 minutes. Confirm the upload afterwards; what is not confirmed within an hour after that expires.',
    body: PresignBody,
    answers: { 201: { description: 'The job and its link.', body: UploadBody } },
    problems: usage,
    handle: async ({ deps, caller, body: { loan_id, ...file } }) => {
      const [upload] = await presignUploads(deps, caller, { loanId: namedId('loan', loan_id), files: [toFile(file)] })
      if (!upload) throw new Error('one file gave no upload')
      return created(uploadToWire(upload))
    },
  }),
  route({
    ...writes,
    path: '/api/documents/presigned-urls-batch',
    operationId: 'presignUploads',
    embed: 'loan',
    summary: `Ask for links to upload up to ${MAX_PRESIGN_FILES} files of one loan`,
    body: PresignBatchBody,
    answers: {
      201: { description: 'A job and a link a file, in order.', body: Closed({ uploads: Type.Array(UploadBody) }) },
    },
    problems: usage,
    handle: async ({ deps, caller, body }) => {
      const uploads = await presignUploads(deps, caller, {
        loanId: namedId('loan', body.loan_id),
        files: body.files.map(toFile),
      })
      return created({ uploads: uploads.map(uploadToWire) })
    },
  }),
  route({
    ...writes,
    path: '/api/documents/:jobId/confirm-upload',
    operationId: 'confirmUpload',
    embed: 'loan',
    summary: 'Confirm that a file was uploaded',
    description:
      'Starts the processing. Confirming again answers the same and starts nothing. A file whose bytes are already in the loan becomes a DUPLICATE of the earlier job.',
    params,
    body: ConfirmBody,
    bodyMayBeMissing: true,
    answers: { 202: { description: 'The job as it is now.', body: ConfirmedBody } },
    problems: [...usage, 'conflict'],
    handle: async ({ deps, caller, params: { jobId }, body }) =>
      accepted(
        confirmedToWire(await confirmUpload(deps, caller, { jobId, sampleDocument: body.sample_document ?? null })),
      ),
  }),
  route({
    ...writes,
    path: '/api/documents/confirm-uploads',
    operationId: 'confirmUploads',
    summary: 'Confirm up to 250 uploads',
    description: 'Each job has its own outcome; one that can not be confirmed does not hold up the others.',
    body: ConfirmBatchBody,
    answers: { 202: { description: 'One result a job.', body: ConfirmResultsBody } },
    problems: usage,
    handle: async ({ deps, caller, body }) => {
      const { wellFormed, hopeless } = jobIdsOf(body.job_ids)
      const outcomes = await confirmUploads(deps, caller, {
        jobIds: wellFormed,
        sampleDocument: body.sample_document ?? null,
      })
      const none = hopeless.map((jobId) => ({ jobId, job: null, problem: null }))
      return accepted({ results: inOrder(body.job_ids, [...outcomes, ...none].map(outcomeToWire)) })
    },
  }),
  route({
    ...reads,
    method: 'GET',
    path: '/api/documents/:jobId/status',
    operationId: 'getJobStatus',
    embed: 'loan',
    summary: 'Read the state of a job',
    params,
    answers: { 200: { description: 'The job.', body: JobBody } },
    handle: async ({ deps, caller, params: { jobId } }) => ok(jobToWire(await readJob(deps, caller, jobId))),
  }),
  route({
    ...reads,
    method: 'POST',
    path: '/api/documents/status-batch',
    operationId: 'getJobStatuses',
    summary: 'Read the state of up to 200 jobs',
    body: StatusBatchBody,
    answers: { 200: { description: 'One result a job.', body: StatusResultsBody } },
    handle: async ({ deps, caller, body }) => {
      const { wellFormed, hopeless } = jobIdsOf(body.job_ids)
      const found = await readJobs(deps, caller, wellFormed)
      const none = hopeless.map((jobId) => ({ jobId, job: null }))
      return ok({ results: inOrder(body.job_ids, [...found, ...none].map(statusToWire)) })
    },
  }),
  route({
    ...reads,
    method: 'GET',
    path: '/api/documents/:jobId/download-url',
    operationId: 'getDownloadLink',
    embed: 'loan',
    summary: 'Get a short-lived link to the file as it was uploaded',
    description: 'Good for five minutes. There is none before the upload is confirmed.',
    params,
    answers: { 200: { description: 'The link.', body: DownloadLinkBody } },
    handle: async ({ deps, caller, params: { jobId } }) => {
      const { job, url, expiresAt } = await linkToOriginal(deps, caller, jobId)
      return ok({ job_id: job.id, download_url: url, file_name: job.fileName, expires_at: expiresAt.toISOString() })
    },
  }),
  route({
    ...writes,
    path: '/api/intake',
    operationId: 'openIntake',
    summary: 'Open a borrower, a loan and uploads in one call',
    description: 'The borrower stands on the intake list until its intake is completed. All of it is made, or nothing.',
    body: Closed({
      business_name: Type.Optional(Text(200)),
      loan: Type.Optional(CreateLoanBody),
      files: Type.Array(IntakeFile, { maxItems: MAX_PRESIGN_FILES }),
    }),
    answers: {
      201: {
        description: 'What was made.',
        body: Closed({
          borrower: BorrowerBody,
          loan: LoanBody,
          uploads: Type.Array(UploadBody),
          sample: Type.Optional(Type.Boolean({ description: 'True in test mode, left out otherwise.' })),
        }),
      },
    },
    problems: [...usage, 'duplicate_external_id'],
    handle: async ({ deps, caller, body }) => {
      const made = await openIntake(deps, caller, {
        businessName: body.business_name ?? null,
        terms: toTerms(body.loan ?? {}),
        files: body.files.map(toFile),
      })
      return created({
        borrower: borrowerToWire(made.borrower),
        loan: loanToWire(made.loan),
        uploads: made.uploads.map(uploadToWire),
        ...(!caller.livemode && { sample: true }),
      })
    },
  }),
]
