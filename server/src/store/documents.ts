/** Documents: what a package turned out to hold. */
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { AssuranceLevel, Engagement, Evidence } from '../engine/model/classification.ts'
import type { Spot } from '../engine/model/extraction.ts'
import { encodeId, newUuid, uuidOf } from '../lib/ids.ts'
import { build, ofTenant } from './db.ts'
import type { ReadTx, WriteTx } from './db.ts'
import type { Documents } from './database.ts'
import { jsonOrNull, storable } from './json.ts'
import type { Job } from './jobs.ts'
import { rowsToFetch, toPage } from './paging.ts'
import type { Page, PageRequest } from './paging.ts'

export const DOCUMENT_STATUSES = ['processing', 'processed', 'failed'] as const
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number]

/** What cutting a package says of one of its documents. */
export interface DocumentFacts {
  readonly category: string
  readonly reportType: string
  /** Page numbers in the package, from 1, ascending. */
  readonly pages: readonly number[]
  /** Which part of each page; null when nothing was read. */
  readonly pageParts: unknown
  readonly classification: { readonly confidence: number; readonly evidence: readonly Evidence[] } | null
  readonly entity: { readonly name: string; readonly source: Spot } | null
  readonly einLast4: string | null
  readonly assurance: AssuranceLevel | null
  readonly engagement: Engagement | null
}

export interface ProofCounts {
  readonly state: string
  readonly passed: number
  readonly failed: number
  readonly not_proved: number
}

export interface Document extends DocumentFacts {
  readonly id: string
  readonly jobId: string
  readonly borrowerId: string
  readonly loanId: string
  readonly fileName: string
  readonly status: DocumentStatus
  /** The revision in force; null while there is none. */
  readonly extractionVersion: number | null
  readonly proof: ProofCounts | null
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
    pageParts: row.page_parts,
    classification: row.classification as DocumentFacts['classification'],
    entity: row.entity_name === null ? null : { name: row.entity_name, source: row.entity_source as Spot },
    einLast4: row.entity_ein_last4,
    assurance: row.assurance_level as AssuranceLevel | null,
    engagement: row.cpa_engagement as Engagement | null,
    fileName: row.file_name,
    status: row.status as DocumentStatus,
    extractionVersion: row.extraction_version,
    proof: row.proof as ProofCounts | null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

const ofJob = (tx: ReadTx, jobId: string) =>
  build.selectFrom('documents').selectAll().where(ofTenant(tx)).where('job_id', '=', uuidOf('job', jobId))

/** The documents of a job in the order of its pages: empty until they were cut. */
export async function documentsOfJob(tx: ReadTx, jobId: string): Promise<Document[]> {
  return (await tx.rows(ofJob(tx, jobId).orderBy('id'))).map(toDocument)
}

/** How many documents of a package were found and not failed: what it is charged for. */
export async function countGoodDocuments(tx: ReadTx, jobId: string): Promise<number> {
  const row = await tx.first(
    build
      .selectFrom('documents')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where(ofTenant(tx))
      .where('job_id', '=', uuidOf('job', jobId))
      .where('status', '<>', 'failed'),
  )
  return row?.count ?? 0
}

/** In the order of the package, which their ids keep. */
export async function insertDocuments(
  tx: WriteTx,
  job: Job,
  facts: readonly DocumentFacts[],
  status: DocumentStatus,
): Promise<Document[]> {
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
          page_parts: jsonOrNull(document.pageParts),
          classification: jsonOrNull(document.classification),
          entity_name: document.entity ? storable(document.entity.name) : null,
          entity_source: jsonOrNull(document.entity?.source ?? null),
          entity_ein_last4: document.einLast4,
          assurance_level: document.assurance,
          cpa_engagement: jsonOrNull(document.engagement),
          file_name: job.fileName,
          status,
        })),
      )
      .returningAll(),
  )
  return rows.map(toDocument)
}

/**
 * Changes a document, given that it still has that status and revision. Null: it has moved on or is gone, and nothing
 * was written.
 */
export async function changeDocument(
  tx: WriteTx,
  expected: Pick<Document, 'id' | 'status' | 'extractionVersion'>,
  change: Partial<Pick<Document, 'status' | 'extractionVersion' | 'proof'>>,
): Promise<Document | null> {
  const row = await tx.first(
    build
      .updateTable('documents')
      .set({
        ...(change.status !== undefined && { status: change.status }),
        ...(change.extractionVersion !== undefined && { extraction_version: change.extractionVersion }),
        ...(change.proof !== undefined && { proof: jsonOrNull(change.proof) }),
        updated_at: sql`now()`,
      })
      .where(ofTenant(tx))
      .where('id', '=', uuidOf('doc', expected.id))
      .where('status', '=', expected.status)
      .where('extraction_version', 'is not distinct from', expected.extractionVersion)
      .returningAll(),
  )
  return row && toDocument(row)
}

/** In the order of the package: the one list that does not begin with the newest. */
export async function listDocumentsOfJob(tx: ReadTx, jobId: string, page: PageRequest): Promise<Page<Document>> {
  const { after } = page
  let query = ofJob(tx, jobId)
  if (after) query = query.where('id', '>', after.uuid)
  return toPage(await tx.rows(query.orderBy('id').limit(rowsToFetch(page))), page, toDocument)
}
