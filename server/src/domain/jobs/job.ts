/** The noun itself, its limits, and the words that go with it. */
export { JOB_STATUSES } from '../../store/jobs.ts'
export type { FileFacts, Job, JobStatus } from '../../store/jobs.ts'
export type { Document } from '../../store/documents.ts'

/** What may be uploaded. Only compared with what the bytes turn out to be, never believed. */
export const CONTENT_TYPES = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/tiff',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-excel',
  'text/csv',
] as const

export const MAX_UPLOAD_BYTES = 200 * 1000 * 1000
export const MAX_PRESIGN_FILES = 100
export const MAX_CONFIRM_JOBS = 250
export const MAX_STATUS_JOBS = 200

/** Why a package could not be processed, with the words the customer sees. */
export const JOB_ERRORS = {
  unreadable: 'The file is damaged or could not be read.',
  encrypted: 'The file is protected by a password.',
  empty: 'The file has no pages, or nothing is printed on them.',
  too_many_pages: 'The file has more than 3,000 pages.',
  type_mismatch: 'The file is not of the type it was declared to be.',
  timed_out: 'The file could not be read in the time allowed.',
  unsupported: 'The file is of a type that is not supported.',
} as const
export type JobError = keyof typeof JOB_ERRORS

export const JOB_ERROR_CODES = Object.keys(JOB_ERRORS) as JobError[]
