/** Documents: what a package turned out to hold. */
import type { Selectable } from 'kysely'
import { encodeId, newUuid, uuidOf } from '../lib/ids.ts'
import { build, ofTenant } from './db.ts'
import type { ReadTx, WriteTx } from './db.ts'
import type { Documents } from './database.ts'
import type { Job } from './jobs.ts'
import { afterPosition, rowsToFetch, toPage } from './paging.ts'
import type { Page, PageRequest } from './paging.ts'

export interface DocumentFacts {
  readonly category: string | null
  readonly reportType: string | null
  /** Page numbers in the package, from 1, ascending. */
  readonly pages: readonly number[]
}

export interface Document extends DocumentFacts {
  readonly id: string
  readonly jobId: string
  readonly borrowerId: string
  readonly loanId: string
  readonly fileName: string
  readonly status: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

function toDocument(row: Selectable<Documents>): Document {
  return {
    id: encodeId('doc', row.id),
    jobId: encodeId('job', row.job_id),
    borrowerId: encodeId('bor', row.borrower_id),
    loanId: encodeId('loan', row.loan_id),
    category: row.category,
    reportType: row.report_type,
    pages: row.pages,
    fileName: row.file_name,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** The documents of a job, for a caller that holds the job's lock: empty until they were cut. */
export async function documentsOfJob(tx: ReadTx, jobId: string): Promise<Document[]> {
  const rows = await tx.rows(
    build.selectFrom('documents').selectAll().where(ofTenant(tx)).where('job_id', '=', uuidOf('job', jobId)),
  )
  return rows.map(toDocument)
}

export async function insertDocuments(tx: WriteTx, job: Job, facts: readonly DocumentFacts[]): Promise<Document[]> {
  const rows = await tx.rows(
    build
      .insertInto('documents')
      .values(
        facts.map((document) => ({
          workspace_id: tx.workspaceUuid,
          id: newUuid(),
          job_id: uuidOf('job', job.id),
          borrower_id: uuidOf('bor', job.borrowerId),
          loan_id: uuidOf('loan', job.loanId),
          category: document.category,
          report_type: document.reportType,
          pages: [...document.pages],
          file_name: job.fileName,
          status: 'processed',
        })),
      )
      .returningAll(),
  )
  return rows.map(toDocument)
}

export async function listDocumentsOfJob(tx: ReadTx, jobId: string, page: PageRequest): Promise<Page<Document>> {
  const rows = await tx.rows(
    build
      .selectFrom('documents')
      .selectAll()
      .where(ofTenant(tx))
      .where('job_id', '=', uuidOf('job', jobId))
      .where(afterPosition(page.after))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(rowsToFetch(page)),
  )
  return toPage(rows, page, toDocument)
}
