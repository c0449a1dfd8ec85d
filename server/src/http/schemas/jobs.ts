import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { ConfirmOutcome } from '../../domain/jobs/confirm-uploads.ts'
import {
  CONTENT_TYPES,
  JOB_ERROR_CODES,
  JOB_ERRORS,
  JOB_STATUSES,
  MAX_CONFIRM_JOBS,
  MAX_PRESIGN_FILES,
  MAX_STATUS_JOBS,
  MAX_UPLOAD_BYTES,
} from '../../domain/jobs/job.ts'
import type { FileFacts, Job, JobError } from '../../domain/jobs/job.ts'
import type { Upload } from '../../domain/jobs/presign-uploads.ts'
import { PROBLEMS } from '../../lib/problem.ts'
import { Closed, DateTime, Id, Nullable, OneOf, Text } from './common.ts'

const SampleDocument = Text(100, {
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  description: 'Test mode only: which sample to answer with. Without it the file name decides. Live keys: ignored.',
})

export const FileMembers = {
  file_name: Text(255, { description: 'As the customer knows it; given back with downloads.' }),
  content_type: OneOf(CONTENT_TYPES, { description: 'Compared with what the bytes turn out to be.' }),
  size_bytes: Type.Integer({ minimum: 1, maximum: MAX_UPLOAD_BYTES, description: 'The link takes this length only.' }),
  sha256: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'Of the bytes, in lower-case hex. When given, a file with another hash is refused as unreadable.',
    }),
  ),
}

const LoanId = Text(64, { description: 'The loan that the file belongs to: loan_…' })

export const PresignBody = Closed({ loan_id: LoanId, ...FileMembers })
export const PresignBatchBody = Closed({
  loan_id: LoanId,
  files: Type.Array(Closed(FileMembers), { minItems: 1, maxItems: MAX_PRESIGN_FILES }),
})
export const IntakeFile = Closed({ ...FileMembers, sample_document: Type.Optional(SampleDocument) })

export function toFile(input: Static<typeof IntakeFile>): FileFacts {
  return {
    fileName: input.file_name,
    contentType: input.content_type,
    sizeBytes: input.size_bytes,
    sha256: input.sha256 === undefined ? null : Buffer.from(input.sha256, 'hex'),
    sampleDocument: input.sample_document ?? null,
  }
}

export const UploadBody = Closed(
  {
    job_id: Id('job'),
    upload_url: Type.String({ description: 'Send the bytes here, once; a second upload is refused by the store.' }),
    method: OneOf(['PUT']),
    headers: Type.Record(Type.String(), Type.String(), {
      description: 'Must be sent exactly so: the link is bound to them.',
    }),
    expires_at: DateTime,
  },
  { title: 'Upload' },
)

export function uploadToWire(upload: Upload): Static<typeof UploadBody> {
  return {
    job_id: upload.job.id,
    upload_url: upload.url,
    method: 'PUT',
    headers: upload.headers,
    expires_at: upload.job.uploadExpiresAt.toISOString(),
  }
}

const JobIds = (maxItems: number) => Type.Array(Text(64), { minItems: 1, maxItems, description: 'Job ids: job_…' })

export const ConfirmBody = Closed({ sample_document: Type.Optional(SampleDocument) })
export const ConfirmBatchBody = Closed({
  job_ids: JobIds(MAX_CONFIRM_JOBS),
  sample_document: Type.Optional(SampleDocument),
})
export const StatusBatchBody = Closed({ job_ids: JobIds(MAX_STATUS_JOBS) })

const Status = OneOf(JOB_STATUSES)
const DuplicateOf = Type.Optional(
  Type.String({ description: 'The job that already has the same bytes; only when the status is DUPLICATE.' }),
)
const Sample = Type.Optional(Type.Boolean({ description: 'True in test mode, left out otherwise.' }))

export const ConfirmedBody = Closed(
  { job_id: Id('job'), status: Status, message: Type.String(), duplicate_of_job_id: DuplicateOf, sample: Sample },
  { title: 'ConfirmedUpload' },
)

const ItemError = Nullable(
  Closed({ type: OneOf(Object.keys(PROBLEMS)), message: Type.String() }, { description: 'Why this one was refused.' }),
)

export const ConfirmResultsBody = Closed({
  results: Type.Array(
    Closed({
      job_id: Type.String(),
      status: Nullable(Status),
      message: Type.String(),
      error: ItemError,
      duplicate_of_job_id: DuplicateOf,
      sample: Sample,
    }),
    { description: 'One for each job asked for, in that order; a job named twice is answered once.' },
  ),
})

const MESSAGES: Readonly<Record<Job['status'], string>> = {
  AWAITING_UPLOAD: 'The file has not arrived yet.',
  QUEUED: 'The file waits for its turn.',
  PROCESSING: 'The file is being processed.',
  COMPLETED: 'The file has been processed.',
  FAILED: 'The file could not be processed.',
  DUPLICATE: 'The same bytes are already in this loan; nothing was processed again.',
  EXPIRED: 'The file never arrived.',
}

/** Members that are there only under their condition. */
const conditional = (job: Job) => ({
  ...(job.duplicateOfJobId !== null && { duplicate_of_job_id: job.duplicateOfJobId }),
  ...(!job.livemode && { sample: true }),
})

export function confirmedToWire(job: Job): Static<typeof ConfirmedBody> {
  return { job_id: job.id, status: job.status, message: MESSAGES[job.status], ...conditional(job) }
}

export function outcomeToWire(outcome: ConfirmOutcome) {
  const { job, problem, jobId } = outcome
  if (!job || problem) {
    const words = problem ?? { type: 'not_found', message: PROBLEMS.not_found[1] }
    return { job_id: jobId, status: job?.status ?? null, message: words.message, error: words }
  }
  return { ...confirmedToWire(job), error: null }
}

export const JobBody = Closed(
  {
    job_id: Id('job'),
    borrower_id: Id('bor'),
    loan_id: Id('loan'),
    file_name: Type.String(),
    content_type: Type.String(),
    size_bytes: Type.Integer(),
    status: Status,
    progress: Closed({
      step: Nullable(Type.String({ description: 'What is being done; null before and after.' })),
      pages_done: Type.Integer(),
      pages_total: Nullable(Type.Integer()),
    }),
    error: Nullable(Closed({ code: OneOf(JOB_ERROR_CODES), message: Type.String() })),
    duplicate_of_job_id: DuplicateOf,
    sample: Sample,
    created_at: DateTime,
    updated_at: DateTime,
    finished_at: Nullable(DateTime),
  },
  { title: 'Job' },
)

export function jobToWire(job: Job): Static<typeof JobBody> {
  const code = job.errorCode as JobError | null
  return {
    job_id: job.id,
    borrower_id: job.borrowerId,
    loan_id: job.loanId,
    file_name: job.fileName,
    content_type: job.contentType,
    size_bytes: job.sizeBytes,
    status: job.status,
    progress: { step: job.step, pages_done: job.pagesDone, pages_total: job.pagesTotal },
    error: code && { code, message: JOB_ERRORS[code] },
    ...conditional(job),
    created_at: job.createdAt.toISOString(),
    updated_at: job.updatedAt.toISOString(),
    finished_at: job.finishedAt?.toISOString() ?? null,
  }
}

export const StatusResultsBody = Closed({
  results: Type.Array(Closed({ job_id: Type.String(), job: Type.Union([JobBody, Type.Null()]), error: ItemError }), {
    description: 'One for each job asked for, in that order.',
  }),
})

export function statusToWire({ jobId, job }: { jobId: string; job: Job | null }) {
  if (!job) return { job_id: jobId, job: null, error: { type: 'not_found', message: PROBLEMS.not_found[1] } }
  return { job_id: jobId, job: jobToWire(job), error: null }
}

export const DownloadLinkBody = Closed(
  { job_id: Id('job'), download_url: Type.String(), file_name: Type.String(), expires_at: DateTime },
  { title: 'DownloadLink' },
)
