import { Type } from 'typebox'
import { CATEGORY_NAMES, REPORT_TYPES } from '../../domain/documents/categories.ts'
import { DOCUMENT_STATUSES } from '../../domain/documents/document.ts'
import type { Document } from '../../domain/documents/document.ts'
import { Closed, DateTime, Id, Nullable, OneOf } from './common.ts'

export const Spot = {
  page: Type.Integer({ description: 'Page of the package, from 1.' }),
  box: Type.Array(Type.Number(), {
    minItems: 4,
    maxItems: 4,
    description: "Left, top, right, bottom, in points from the page's top left corner.",
  }),
  text: Type.String({ description: 'As printed.' }),
}

const Attachment = Closed(
  {
    entity_name: Type.String(),
    entity_ein_last4: Nullable(Type.String()),
    printed_name: Nullable(Type.String({ description: 'The name that the document prints.' })),
    cross_kind: Type.Boolean({
      description:
        'True when a tax return or personal financial statement was filed by hand under the other kind of entity.',
    }),
  },
  { description: "The borrower's company that the document belongs to; null when that is not known." },
)

export const DocumentBody = Closed(
  {
    id: Id('doc'),
    job_id: Id('job'),
    borrower_id: Id('bor'),
    loan_id: Id('loan'),
    category: OneOf(CATEGORY_NAMES, { description: 'What kind of document it is; Other when that is not certain.' }),
    report_type: OneOf(REPORT_TYPES, { description: 'The same as the slug that paths use.' }),
    pages: Type.Array(Type.Integer(), { description: 'Pages of the package that it takes up, from 1.' }),
    page_count: Type.Integer(),
    file_name: Type.String(),
    status: OneOf(DOCUMENT_STATUSES, {
      description: 'processing until its extraction is stored; failed when it could not be read.',
    }),
    extraction_version: Nullable(
      Type.Integer({ description: 'The revision of the extraction in force; null while there is none.' }),
    ),
    entity_name: Nullable(Type.String({ description: 'Whose document it is, as printed.' })),
    entity_unlinked: Type.Boolean({
      description: "True while the document is filed under none of the borrower's companies.",
    }),
    entity_ein_last4: Nullable(Type.String()),
    assurance_level: Nullable(
      OneOf(['audited', 'reviewed', 'compiled', 'internally_prepared', 'tax_basis'], {
        description: 'How far somebody vouches for it; null where nothing is said.',
      }),
    ),
    cpa_engagement: Nullable(
      Closed(
        {
          firm: Nullable(Type.String()),
          level: Type.String(),
          report_date: Nullable(Type.String()),
          source: Closed(Spot),
        },
        { description: "The accountant's report in front of a statement." },
      ),
    ),
    company_attachment: Nullable(Attachment),
    company_attachments: Type.Array(Attachment, { description: 'All of them, where it concerns several.' }),
    classification: Nullable(
      Closed(
        {
          confidence: Type.Number({ minimum: 0, maximum: 1 }),
          evidence: Type.Array(Closed({ kind: OneOf(['title', 'content']), ...Spot })),
        },
        { description: 'What decided the category; null in test mode, where nothing is read.' },
      ),
    ),
    proof: Nullable(
      Closed(
        {
          state: OneOf(['proved', 'failed', 'not_proved']),
          passed: Type.Integer(),
          failed: Type.Integer(),
          not_proved: Type.Integer(),
        },
        { description: 'How the checks of the extraction in force went.' },
      ),
    ),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'Document' },
)

/** Statements alone carry an accountant's engagement. */
const WITH_ENGAGEMENT: ReadonlySet<string> = new Set(['Balance Sheet', 'Profit Loss Statement', 'Cash Flow Statement'])

export function documentToWire(document: Document) {
  const { engagement } = document
  return {
    id: document.id,
    job_id: document.jobId,
    borrower_id: document.borrowerId,
    loan_id: document.loanId,
    category: document.category,
    report_type: document.reportType,
    pages: document.pages,
    page_count: document.pages.length,
    file_name: document.fileName,
    status: document.status,
    extraction_version: document.extractionVersion,
    entity_name: document.entity?.name ?? null,
    entity_unlinked: document.entityUnlinked,
    entity_ein_last4: document.einLast4,
    assurance_level: document.assurance,
    cpa_engagement:
      engagement && WITH_ENGAGEMENT.has(document.category)
        ? {
            firm: engagement.firm,
            level: engagement.level,
            report_date: engagement.reportDate,
            source: engagement.source,
          }
        : null,
    company_attachment: document.companyAttachments[0] ?? null,
    company_attachments: document.companyAttachments,
    classification: document.classification,
    proof: document.proof,
    created_at: document.createdAt.toISOString(),
    updated_at: document.updatedAt.toISOString(),
  }
}
