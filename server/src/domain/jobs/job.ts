/** The noun itself, its limits, and the words that go with it. */
import type { DocumentType, ReadFailureCode } from '../../engine/model/reading.ts'

export { JOB_STATUSES } from '../../store/jobs.ts'
export type { FileFacts, Job, JobStatus } from '../../store/jobs.ts'

/** What may be uploaded, and what it claims to be. Only compared with what the bytes turn out to be, never believed. */
const TYPES = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/tiff': 'tiff',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.ms-excel': 'xls',
  'text/csv': 'csv',
} as const satisfies Record<string, DocumentType>
export type ContentType = keyof typeof TYPES
export const CONTENT_TYPES = Object.keys(TYPES) as ContentType[]

export function declaredType(contentType: string): DocumentType | null {
  return contentType in TYPES ? TYPES[contentType as ContentType] : null
}

export { MAX_DOCUMENT_BYTES as MAX_UPLOAD_BYTES } from '../../engine/model/reading.ts'
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
} as const satisfies Record<ReadFailureCode, string>
export type JobError = ReadFailureCode

export { READ_FAILURE_CODES as JOB_ERROR_CODES } from '../../engine/model/reading.ts'
