/** Documents: what a package turned out to hold. */
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { AssuranceLevel, Engagement, Evidence } from '../engine/model/classification.ts'
import type { Spot } from '../engine/model/extraction.ts'
import { encodeId, newUuid, uuidOf } from '../lib/ids.ts'
import { build, ofTenant, statement } from './db.ts'
import type { ReadTx, WriteTx } from './db.ts'
import type { Documents } from './database.ts'
import { jsonOrNull, toJson } from './json.ts'
import type { Job } from './jobs.ts'
import { afterPosition, rowsToFetch, toPage } from './paging.ts'
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
  /** The kind of the entity and its folded name; null without a name. */
  readonly entityKey: string | null
  readonly einLast4: string | null
  readonly assurance: AssuranceLevel | null
  readonly engagement: Engagement | null
}

/** A document as it is first written: cut and waiting to be read, or read already. */
export interface NewDocument extends DocumentFacts {
  readonly status: DocumentStatus
  readonly extractionVersion: number | null
  readonly proof: ProofCounts | null
}

/** One of the borrower's companies, as a document is filed under it. */
export interface CompanyAttachment {
  readonly entity_name: string
  readonly entity_ein_last4: string | null
  /** As the document prints it; null where it prints none. */
  readonly printed_name: string | null
  /** Filed by hand under an entity of the other kind: a person's paper under a company, or the other way round. */
  readonly cross_kind: boolean
}

export interface DocumentLinks {
  readonly entityUnlinked: boolean
  readonly companyAttachments: readonly CompanyAttachment[]
  readonly attachedByHand: boolean
}

export interface ProofCounts {
  readonly state: string
  readonly passed: number
  readonly failed: number
  readonly not_proved: number
}

export interface Document extends DocumentFacts, DocumentLinks {
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
    entityKey: row.entity_key,
    entityUnlinked: row.entity_unlinked,
    companyAttachments: row.company_attachments as CompanyAttachment[],
    attachedByHand: row.attached_by_hand,
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

/** Those of the jobs whose documents were cut. */
export async function jobsWithDocuments(tx: ReadTx, jobIds: readonly string[]): Promise<ReadonlySet<string>> {
  const uuids = jobIds.map((id) => uuidOf('job', id))
  const rows = await tx.rows(
    build
      .selectFrom('documents')
      .select('job_id')
      .distinct()
      .where(ofTenant(tx))
      .where(sql<boolean>`job_id = ANY(${uuids}::uuid[])`),
  )
  return new Set(rows.map((row) => encodeId('job', row.job_id)))
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

/** What was found in one package. */
export interface FoundDocuments {
  readonly job: Job
  readonly documents: readonly NewDocument[]
}

/**
 * In the order of the packages and of each of them, which their ids keep. All rows are one value, so that the statement
 * is the same, and planned once, however many they are.
 */
export async function insertDocuments(tx: WriteTx, found: readonly FoundDocuments[]): Promise<Document[]> {
  const values = found.flatMap(({ job, documents }) => documents.map((document) => valuesOf(job, document)))
  const rows = await tx.rows(
    statement(sql<Selectable<Documents>>`
    INSERT INTO documents (workspace_id, id, job_id, borrower_id, loan_id, category, report_type, pages, page_parts,
      classification, entity_name, entity_source, entity_key, entity_ein_last4, assurance_level, cpa_engagement, file_name,
      status, extraction_version, proof)
    SELECT ${tx.workspaceUuid}, made.* FROM jsonb_to_recordset(${toJson(values)}::jsonb) AS made (id uuid, job_id uuid,
      borrower_id uuid, loan_id uuid, category text, report_type text, pages integer[], page_parts jsonb,
      classification jsonb, entity_name text, entity_source jsonb, entity_key text, entity_ein_last4 text,
      assurance_level text, cpa_engagement jsonb, file_name text, status text, extraction_version integer, proof jsonb)
    RETURNING *`),
  )
  return rows.map(toDocument)
}

const valuesOf = (job: Job, document: NewDocument) => ({
  id: newUuid(),
  job_id: uuidOf('job', job.id),
  borrower_id: uuidOf('bor', job.borrowerId),
  loan_id: uuidOf('loan', job.loanId),
  category: document.category,
  report_type: document.reportType,
  pages: document.pages,
  page_parts: document.pageParts,
  classification: document.classification,
  entity_name: document.entity?.name,
  entity_source: document.entity?.source,
  entity_key: document.entityKey,
  entity_ein_last4: document.einLast4,
  assurance_level: document.assurance,
  cpa_engagement: document.engagement,
  file_name: job.fileName,
  status: document.status,
  extraction_version: document.extractionVersion,
  proof: document.proof,
})

/**
 * Changes a document, given that it still has that status and revision. Null: it has moved on or is gone, and nothing
 * was written.
 */
export async function changeDocument(
  tx: WriteTx,
  expected: Pick<Document, 'id' | 'status' | 'extractionVersion'>,
  change: Partial<
    Pick<Document, 'category' | 'reportType' | 'status' | 'extractionVersion' | 'proof' | 'entityKey'> & DocumentLinks
  >,
): Promise<Document | null> {
  const row = await tx.first(
    build
      .updateTable('documents')
      .set({
        ...(change.category !== undefined && { category: change.category }),
        ...(change.reportType !== undefined && { report_type: change.reportType }),
        ...(change.entityKey !== undefined && { entity_key: change.entityKey }),
        ...(change.entityUnlinked !== undefined && { entity_unlinked: change.entityUnlinked }),
        ...(change.companyAttachments !== undefined && { company_attachments: toJson(change.companyAttachments) }),
        ...(change.attachedByHand !== undefined && { attached_by_hand: change.attachedByHand }),
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

const theDocument = (tx: ReadTx, id: string) =>
  build.selectFrom('documents').selectAll().where(ofTenant(tx)).where('id', '=', uuidOf('doc', id))

export async function findDocument(tx: ReadTx, id: string): Promise<Document | null> {
  const row = await tx.first(theDocument(tx, id))
  return row && toDocument(row)
}

export async function lockDocument(tx: WriteTx, id: string): Promise<Document | null> {
  const row = await tx.first(theDocument(tx, id).forUpdate())
  return row && toDocument(row)
}

/**
 * Keeps documents from being locked or deleted until the transaction ends, and lets them be changed. Always in one order,
 * so that two who want the same can't wait for each other; answers those that are there, in that order.
 */
export async function holdDocuments(tx: WriteTx, ids: readonly string[]): Promise<string[]> {
  const uuids = ids.map((id) => uuidOf('doc', id))
  const rows = await tx.rows(
    build
      .selectFrom('documents')
      .select('id')
      .where(ofTenant(tx))
      .where(sql<boolean>`id = ANY(${uuids}::uuid[])`)
      .orderBy('id')
      .forKeyShare(),
  )
  return rows.map(({ id }) => encodeId('doc', id))
}

export async function deleteDocument(tx: WriteTx, id: string): Promise<void> {
  await tx.rows(build.deleteFrom('documents').where(ofTenant(tx)).where('id', '=', uuidOf('doc', id)))
}

export interface DocumentFilter {
  readonly borrowerId: string
  readonly loanId: string | null
  readonly reportType: string
}

export async function listDocuments(tx: ReadTx, filter: DocumentFilter, page: PageRequest): Promise<Page<Document>> {
  let query = build
    .selectFrom('documents')
    .selectAll()
    .where(ofTenant(tx))
    .where('borrower_id', '=', uuidOf('bor', filter.borrowerId))
    .where('report_type', '=', filter.reportType)
    .where(afterPosition(page.after))
  if (filter.loanId !== null) query = query.where('loan_id', '=', uuidOf('loan', filter.loanId))
  const rows = await tx.rows(query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(rowsToFetch(page)))
  return toPage(rows, page, toDocument)
}

/** What decides under which company a document is filed, and where it is filed now. */
export type FiledDocument = Pick<Document, 'id' | 'loanId' | 'reportType' | 'entityKey' | 'einLast4'> &
  DocumentLinks & { readonly entityName: string | null }

/** All documents of each borrower, for finding out which belong together: without what was read from them. */
export async function documentsOfBorrowers(
  tx: ReadTx,
  borrowerIds: readonly string[],
): Promise<ReadonlyMap<string, FiledDocument[]>> {
  const uuids = borrowerIds.map((id) => uuidOf('bor', id))
  const rows = await tx.rows(
    build
      .selectFrom('documents')
      .select([
        'id',
        'borrower_id',
        'loan_id',
        'report_type',
        'entity_name',
        'entity_key',
        'entity_ein_last4',
        'entity_unlinked',
        'company_attachments',
        'attached_by_hand',
      ]) // prettier-ignore
      .where(ofTenant(tx))
      .where(sql<boolean>`borrower_id = ANY(${uuids}::uuid[])`)
      .orderBy('id'),
  )
  const filed = new Map<string, FiledDocument[]>()
  for (const [borrowerUuid, own] of Map.groupBy(rows, (row) => row.borrower_id))
    filed.set(
      encodeId('bor', borrowerUuid),
      own.map((row) => ({
        id: encodeId('doc', row.id),
        loanId: encodeId('loan', row.loan_id),
        reportType: row.report_type,
        entityName: row.entity_name,
        entityKey: row.entity_key,
        einLast4: row.entity_ein_last4,
        entityUnlinked: row.entity_unlinked,
        companyAttachments: row.company_attachments as CompanyAttachment[],
        attachedByHand: row.attached_by_hand,
      })),
    )
  return filed
}

/** All documents of a loan, in the order in which they came. */
export async function documentsOfLoan(tx: ReadTx, loanId: string): Promise<Document[]> {
  const rows = await tx.rows(
    build
      .selectFrom('documents')
      .selectAll()
      .where(ofTenant(tx))
      .where('loan_id', '=', uuidOf('loan', loanId))
      .orderBy('id'),
  )
  return rows.map(toDocument)
}

/** The borrower's loans that have documents. */
export async function loansWithDocuments(tx: ReadTx, borrowerId: string): Promise<string[]> {
  const rows = await tx.rows(
    build
      .selectFrom('documents')
      .select('loan_id')
      .distinct()
      .where(ofTenant(tx))
      .where('borrower_id', '=', uuidOf('bor', borrowerId)),
  )
  return rows.map((row) => encodeId('loan', row.loan_id))
}

/** Says which companies a document is filed under; it stays the same revision. */
export async function linkDocument(
  tx: WriteTx,
  id: string,
  links: Pick<DocumentLinks, 'entityUnlinked' | 'companyAttachments'>,
): Promise<void> {
  await tx.rows(
    build
      .updateTable('documents')
      .set({ entity_unlinked: links.entityUnlinked, company_attachments: toJson(links.companyAttachments) })
      .where(ofTenant(tx))
      .where('id', '=', uuidOf('doc', id)),
  )
}
