/** Upload jobs: one uploaded file each, from the presigned link to the end of its processing. */
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { encodeId, newUuid, uuidOf } from '../lib/ids.ts'
import { build, ofTenant, statement } from './db.ts'
import type { Db, ReadTx, WriteTx } from './db.ts'
import type { Jobs } from './database.ts'
import { toJson } from './json.ts'
import { afterPosition, rowsToFetch, toPage } from './paging.ts'
import type { Page, PageRequest } from './paging.ts'
import { seededAt } from './sandbox.ts'

export const JOB_STATUSES = [
  'AWAITING_UPLOAD',
  'QUEUED',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
  'DUPLICATE',
  'EXPIRED',
] as const
export type JobStatus = (typeof JOB_STATUSES)[number]
/** What has arrived and was not sent before. */
const ACCEPTED = ['QUEUED', 'PROCESSING', 'COMPLETED'] as const

/** What the uploader says of a file before it arrives. */
export interface FileFacts {
  readonly fileName: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly sha256: Buffer | null
  readonly sampleDocument: string | null
}

export interface Job {
  readonly id: string
  readonly borrowerId: string
  readonly loanId: string
  readonly fileName: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly livemode: boolean
  readonly declaredSha256: Buffer | null
  /** Null until the service has hashed the stored bytes itself. */
  readonly sha256: Buffer | null
  readonly sampleDocument: string | null
  readonly status: JobStatus
  readonly duplicateOfJobId: string | null
  readonly errorCode: string | null
  readonly step: string | null
  readonly pagesDone: number
  readonly pagesTotal: number | null
  readonly pagesKey: string | null
  readonly lease: number
  readonly uploadExpiresAt: Date
  readonly deadlineAt: Date | null
  readonly finishedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

function toJob(row: Selectable<Jobs>): Job {
  return {
    id: encodeId('job', row.id),
    borrowerId: encodeId('bor', row.borrower_id),
    loanId: encodeId('loan', row.loan_id),
    fileName: row.file_name,
    contentType: row.content_type,
    sizeBytes: Number(row.size_bytes),
    livemode: row.livemode,
    declaredSha256: row.declared_sha256,
    sha256: row.sha256,
    sampleDocument: row.sample_document,
    status: row.status as JobStatus,
    duplicateOfJobId: row.duplicate_of === null ? null : encodeId('job', row.duplicate_of),
    errorCode: row.error_code,
    step: row.step,
    pagesDone: row.pages_done,
    pagesTotal: row.pages_total,
    pagesKey: row.pages_key,
    lease: row.lease,
    uploadExpiresAt: row.upload_expires_at,
    deadlineAt: row.deadline_at,
    finishedAt: row.finished_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

const theJob = (tx: ReadTx, id: string) =>
  build.selectFrom('jobs').selectAll().where(ofTenant(tx)).where('id', '=', uuidOf('job', id))

export async function insertJobs(
  tx: WriteTx,
  under: { borrowerId: string; loanId: string; livemode: boolean; uploadExpiresAt: Date },
  files: readonly FileFacts[],
): Promise<Job[]> {
  const rows = await tx.rows(
    build
      .insertInto('jobs')
      .values(
        files.map((file) => ({
          workspace_id: tx.workspaceUuid,
          id: newUuid(),
          borrower_id: uuidOf('bor', under.borrowerId),
          loan_id: uuidOf('loan', under.loanId),
          file_name: file.fileName,
          content_type: file.contentType,
          size_bytes: BigInt(file.sizeBytes),
          livemode: under.livemode,
          declared_sha256: file.sha256,
          sample_document: file.sampleDocument,
          upload_expires_at: under.uploadExpiresAt,
        })),
      )
      .returningAll(),
  )
  return rows.map(toJob)
}

export async function findJob(tx: ReadTx, id: string): Promise<Job | null> {
  const row = await tx.first(theJob(tx, id))
  return row && toJob(row)
}

export async function lockJob(tx: WriteTx, id: string): Promise<Job | null> {
  const row = await tx.first(theJob(tx, id).forUpdate())
  return row && toJob(row)
}

/** The jobs that a reset of the sandbox has seeded: those of its very moment. */
export async function findJobsOfSeed(tx: ReadTx, resetId: string): Promise<Job[]> {
  const rows = await tx.rows(
    build
      .selectFrom('jobs')
      .selectAll()
      .where(ofTenant(tx))
      .where('created_at', '=', seededAt(tx, resetId))
      .orderBy('id'),
  )
  return rows.map(toJob)
}

const theJobs = (tx: ReadTx, ids: readonly string[]) =>
  build
    .selectFrom('jobs')
    .selectAll()
    .where(ofTenant(tx))
    .where(sql<boolean>`id = ANY(${ids.map((id) => uuidOf('job', id))}::uuid[])`)

/** Those of the jobs that there are, by id. */
export async function findJobs(tx: ReadTx, ids: readonly string[]): Promise<Map<string, Job>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows(theJobs(tx, ids))
  return new Map(rows.map(toJob).map((job) => [job.id, job]))
}

/** Locks always in the same order, so that two batches with the same jobs can't wait for each other. */
export async function lockJobs(tx: WriteTx, ids: readonly string[]): Promise<Map<string, Job>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows(theJobs(tx, ids).orderBy('id').forUpdate())
  return new Map(rows.map(toJob).map((job) => [job.id, job]))
}

export interface JobFilter {
  readonly borrowerId: string
  readonly loanId: string | null
  readonly status: JobStatus | null
}

export async function listJobs(tx: ReadTx, filter: JobFilter, page: PageRequest): Promise<Page<Job>> {
  let query = build
    .selectFrom('jobs')
    .selectAll()
    .where(ofTenant(tx))
    .where('borrower_id', '=', uuidOf('bor', filter.borrowerId))
    .where(afterPosition(page.after))
  if (filter.loanId !== null) query = query.where('loan_id', '=', uuidOf('loan', filter.loanId))
  if (filter.status !== null) query = query.where('status', '=', filter.status)
  const rows = await tx.rows(query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(rowsToFetch(page)))
  return toPage(rows, page, toJob)
}

/** The oldest other job of the loan that has the same bytes and was accepted. */
export async function findTwin(tx: ReadTx, job: Job, sha256: Buffer): Promise<string | null> {
  const row = await tx.first(
    build
      .selectFrom('jobs')
      .select('id')
      .where(ofTenant(tx))
      .where('loan_id', '=', uuidOf('loan', job.loanId))
      .where('sha256', '=', sha256)
      .where('status', 'in', ACCEPTED)
      .where('id', '<>', uuidOf('job', job.id))
      .orderBy('created_at')
      .orderBy('id')
      .limit(1),
  )
  return row && encodeId('job', row.id)
}

/** The last other job of the loan that was accepted. */
export async function findNewestAccepted(tx: ReadTx, job: Job): Promise<string | null> {
  const row = await tx.first(
    build
      .selectFrom('jobs')
      .select('id')
      .where(ofTenant(tx))
      .where('loan_id', '=', uuidOf('loan', job.loanId))
      .where('status', 'in', ACCEPTED)
      .where('id', '<>', uuidOf('job', job.id))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1),
  )
  return row && encodeId('job', row.id)
}

/** Whether a test upload of this sample is on the loan and, where documents are named, one of them came from it. */
export async function hasSample(
  tx: ReadTx,
  sample: string,
  on: { readonly loanId: string; readonly documentIds?: readonly string[] },
): Promise<boolean> {
  const jobs = build
    .selectFrom('jobs')
    .select('jobs.id')
    .where(ofTenant(tx, 'jobs.workspace_id'))
    .where('jobs.loan_id', '=', uuidOf('loan', on.loanId))
    .where('jobs.livemode', '=', false)
    .where('jobs.sample_document', '=', sample)
  if (!on.documentIds) return (await tx.first(jobs.limit(1))) !== null
  const documents = build
    .selectFrom('documents')
    .select('documents.id')
    .where(ofTenant(tx, 'documents.workspace_id'))
    .where(
      'documents.id',
      'in',
      on.documentIds.map((id) => uuidOf('doc', id)),
    )
    .where('documents.job_id', 'in', jobs)
  return (await tx.first(documents.limit(1))) !== null
}

export interface JobChange {
  readonly status?: JobStatus
  readonly sha256?: Buffer
  readonly sampleDocument?: string
  readonly duplicateOfJobId?: string
  readonly errorCode?: string
  readonly step?: string | null
  readonly pagesDone?: number
  readonly pagesTotal?: number | null
  readonly pagesKey?: string
  readonly lease?: number
  readonly confirmedAt?: Date
  readonly deadlineAt?: Date
  readonly finishedAt?: Date
}

/**
 * Changes a job, given that it still has one of the expected statuses and, when one is named, that lease. Null: it
 * has moved on or is gone, and nothing was written.
 */
export async function changeJob(
  tx: WriteTx,
  expected: { id: string; statuses: readonly JobStatus[]; lease?: number },
  change: JobChange,
): Promise<Job | null> {
  let query = build
    .updateTable('jobs')
    .set({
      ...(change.status !== undefined && { status: change.status }),
      ...(change.sha256 !== undefined && { sha256: change.sha256 }),
      ...(change.sampleDocument !== undefined && { sample_document: change.sampleDocument }),
      ...(change.duplicateOfJobId !== undefined && { duplicate_of: uuidOf('job', change.duplicateOfJobId) }),
      ...(change.errorCode !== undefined && { error_code: change.errorCode }),
      ...(change.step !== undefined && { step: change.step }),
      ...(change.pagesDone !== undefined && { pages_done: change.pagesDone }),
      ...(change.pagesTotal !== undefined && { pages_total: change.pagesTotal }),
      ...(change.pagesKey !== undefined && { pages_key: change.pagesKey }),
      ...(change.lease !== undefined && { lease: change.lease }),
      ...(change.confirmedAt !== undefined && { confirmed_at: change.confirmedAt }),
      ...(change.deadlineAt !== undefined && { deadline_at: change.deadlineAt }),
      ...(change.finishedAt !== undefined && { finished_at: change.finishedAt }),
      updated_at: sql`now()`,
    })
    .where(ofTenant(tx))
    .where('id', '=', uuidOf('job', expected.id))
    .where('status', 'in', expected.statuses)
  if (expected.lease !== undefined) query = query.where('lease', '=', expected.lease)
  const row = await tx.first(query.returningAll())
  return row && toJob(row)
}

/**
 * Takes open jobs up for one more attempt of the work on each: the attempt gets a lease of its own, and whoever held the
 * one before can't write any more. The deadline counts from the first attempt. A job is not among the answer when it is
 * not open or its work is not on the books; one statement decides, so that it can travel with its commit.
 */
export async function leaseJobs(
  tx: WriteTx,
  work: readonly { readonly workId: string; readonly jobId: string }[],
  deadlineAt: Date,
): Promise<Job[]> {
  const rows = await tx.rows(
    statement(sql<Selectable<Jobs>>`
    WITH asked AS (
      SELECT * FROM unnest(
        ${work.map(({ workId }) => workId)}::uuid[], ${work.map(({ jobId }) => uuidOf('job', jobId))}::uuid[]
      ) AS asked (work_id, job_id)
    ),
    open AS (
      SELECT jobs.id FROM jobs JOIN asked ON jobs.id = asked.job_id
      WHERE ${ofTenant(tx, 'jobs.workspace_id')} AND status IN ('QUEUED', 'PROCESSING')
      ORDER BY jobs.id FOR UPDATE OF jobs
    ),
    held AS (
      SELECT asked.job_id FROM outbox JOIN asked ON outbox.id = asked.work_id
      WHERE ${ofTenant(tx, 'outbox.workspace_id')} FOR KEY SHARE OF outbox
    )
    UPDATE jobs SET status = 'PROCESSING', step = 'reading', lease = lease + 1, pages_done = 0, pages_total = NULL,
      deadline_at = coalesce(deadline_at, ${deadlineAt}), updated_at = now()
    WHERE ${ofTenant(tx)} AND id IN (SELECT id FROM open) AND id IN (SELECT job_id FROM held)
    RETURNING *`),
  )
  return rows.map(toJob)
}

/** How a job ended. What was read of it before stays where nothing is said. */
export type JobEnding = { readonly id: string; readonly status: JobStatus; readonly finishedAt: Date } & Pick<
  JobChange,
  'errorCode' | 'duplicateOfJobId' | 'pagesKey' | 'pagesDone' | 'pagesTotal'
>

/** Ends those of the jobs that are open; answers how many that were. */
export async function endJobs(tx: WriteTx, endings: readonly JobEnding[]): Promise<number> {
  const values = endings.map((ending) => ({
    id: uuidOf('job', ending.id),
    status: ending.status,
    finished_at: ending.finishedAt,
    error_code: ending.errorCode,
    duplicate_of: ending.duplicateOfJobId === undefined ? null : uuidOf('job', ending.duplicateOfJobId),
    pages_key: ending.pagesKey,
    pages_done: ending.pagesDone,
    pages_total: ending.pagesTotal,
  }))
  const rows = await tx.rows(
    statement(sql<{ id: string }>`
    UPDATE jobs SET status = ended.status, step = NULL, error_code = ended.error_code, duplicate_of = ended.duplicate_of,
      pages_key = coalesce(ended.pages_key, jobs.pages_key), pages_done = coalesce(ended.pages_done, jobs.pages_done),
      pages_total = coalesce(ended.pages_total, jobs.pages_total), finished_at = ended.finished_at, updated_at = now()
    FROM jsonb_to_recordset(${toJson(values)}::jsonb) AS ended (id uuid, status text, finished_at timestamptz,
      error_code text, duplicate_of uuid, pages_key text, pages_done integer, pages_total integer)
    WHERE ${ofTenant(tx, 'jobs.workspace_id')} AND jobs.id = ended.id AND jobs.status IN ('QUEUED', 'PROCESSING')
    RETURNING jobs.id`),
  )
  return rows.length
}

export async function deleteJob(tx: WriteTx, id: string): Promise<void> {
  await tx.rows(build.deleteFrom('jobs').where(ofTenant(tx)).where('id', '=', uuidOf('job', id)))
}

export interface OverdueJob {
  readonly workspaceUuid: string
  readonly jobId: string
  readonly why: 'never_uploaded' | 'past_deadline'
}

/** Jobs of any tenant that nobody will move any more. */
export async function listOverdueJobs(
  db: Db,
  before: { unconfirmedSince: Date; pastDeadline: Date },
  atMost: number,
): Promise<OverdueJob[]> {
  const rows = await db.outsideTenants(
    statement(sql<{ workspace_id: string; job_id: string; why: OverdueJob['why'] }>`
    SELECT workspace_id, job_id, why
    FROM overdue_jobs(${before.unconfirmedSince}, ${before.pastDeadline}, ${atMost})`),
  )
  return rows.map((row) => ({
    workspaceUuid: row.workspace_id,
    jobId: encodeId('job', row.job_id),
    why: row.why,
  }))
}

/** Jobs of any tenant that count as under way although no work for them is on the books. */
export async function listJobsWithoutWork(db: Db): Promise<{ workspaceUuid: string; jobId: string }[]> {
  const rows = await db.outsideTenants(
    statement(sql<{ workspace_id: string; job_id: string }>`SELECT workspace_id, job_id FROM jobs_without_work()`),
  )
  return rows.map((row) => ({ workspaceUuid: row.workspace_id, jobId: encodeId('job', row.job_id) }))
}
