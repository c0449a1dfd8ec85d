import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Document } from '../../domain/jobs/job.ts'
import { Closed, DateTime, Id, Nullable } from './common.ts'

/** Members of the record that are filled once a document's extraction exists; null until then. */
const Later = Nullable(Type.Object({}, { additionalProperties: true }))

export const DocumentBody = Closed(
  {
    id: Id('doc'),
    job_id: Id('job'),
    borrower_id: Id('bor'),
    loan_id: Id('loan'),
    category: Nullable(Type.String({ description: 'What kind of document it is; null until it is classified.' })),
    report_type: Nullable(Type.String({ description: 'The same as the slug that paths use.' })),
    pages: Type.Array(Type.Integer(), { description: 'Pages of the package that it takes up, from 1.' }),
    page_count: Type.Integer(),
    file_name: Type.String(),
    status: Type.String(),
    extraction_version: Nullable(Type.Integer()),
    entity_name: Nullable(Type.String()),
    entity_unlinked: Nullable(Type.Boolean()),
    entity_ein_last4: Nullable(Type.String()),
    assurance_level: Nullable(Type.String()),
    cpa_engagement: Later,
    company_attachment: Later,
    company_attachments: Nullable(Type.Array(Type.Object({}, { additionalProperties: true }))),
    classification: Later,
    proof: Later,
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'Document' },
)

export function documentToWire(document: Document): Static<typeof DocumentBody> {
  return {
    id: document.id,
    job_id: document.jobId,
    borrower_id: document.borrowerId,
    loan_id: document.loanId,
    category: document.category,
    report_type: document.reportType,
    pages: [...document.pages],
    page_count: document.pages.length,
    file_name: document.fileName,
    status: document.status,
    extraction_version: null,
    entity_name: null,
    entity_unlinked: null,
    entity_ein_last4: null,
    assurance_level: null,
    cpa_engagement: null,
    company_attachment: null,
    company_attachments: null,
    classification: null,
    proof: null,
    created_at: document.createdAt.toISOString(),
    updated_at: document.updatedAt.toISOString(),
  }
}
