import { Type } from 'typebox'
import {
  EXPORT_ERRORS,
  EXPORT_FORMATS,
  EXPORT_STATUSES,
  MAX_EXPORT_DOCUMENTS,
  bundleName,
} from '../../domain/exports/export.ts'
import type { ExportErrorCode } from '../../domain/exports/export.ts'
import type { ShownExport } from '../../domain/exports/read-exports.ts'
import { Closed, DateTime, Id, Nullable, OneOf, Text } from './common.ts'

export const CreateExportBody = Closed({
  borrower_id: Text(64),
  loan_id: Text(64),
  document_ids: Type.Array(Text(64), {
    minItems: 1,
    maxItems: MAX_EXPORT_DOCUMENTS,
    uniqueItems: true,
    description: 'Documents of the loan. Those that nothing was read from are skipped and named.',
  }),
  format: Type.Optional(OneOf(EXPORT_FORMATS, { description: 'csv when left out; xlsx for bank statements only.' })),
})

const Link = Type.String({ description: 'A path of this interface.' })

export const ExportBody = Closed(
  {
    export_id: Id('exp'),
    borrower_id: Id('bor'),
    loan_id: Id('loan'),
    format: OneOf(EXPORT_FORMATS),
    status: OneOf(EXPORT_STATUSES),
    progress: Closed({ done: Type.Integer(), total: Type.Integer() }, { description: 'In documents.' }),
    document_counts: Closed({ requested: Type.Integer(), exported: Type.Integer(), skipped: Type.Integer() }),
    skipped_document_ids: Type.Array(Id('doc')),
    bundle: Nullable(
      Closed({
        name: Type.String(),
        size_bytes: Type.Integer(),
        line_item_count: Type.Integer({ description: 'Lines, rows and movements over all files.' }),
        sha256: Type.String({ description: 'Of the whole bundle, in lower-case hex.' }),
      }),
    ),
    download_url: Nullable(Type.String({ description: 'Good for some minutes; every read gives a new one.' })),
    download_expires_at: Nullable(DateTime),
    error: Nullable(Closed({ code: OneOf(Object.keys(EXPORT_ERRORS)), message: Type.String() })),
    links: Closed({ self: Link, download: Link, cancel: Link }),
    created_at: DateTime,
    started_at: Nullable(DateTime),
    finished_at: Nullable(DateTime),
    expires_at: Nullable(DateTime),
    updated_at: DateTime,
  },
  { title: 'Export' },
)

export const ExportListBody = Closed({
  exports: Type.Array(ExportBody),
  limit: Type.Integer({ description: 'The page size applied.' }),
  next_cursor: Nullable(
    Type.String({ description: 'Pass it as cursor for the next page; null when this is the last.' }),
  ),
})

export function exportToWire(one: ShownExport) {
  const self = `/api/extractions/exports/${one.id}`
  return {
    export_id: one.id,
    borrower_id: one.borrowerId,
    loan_id: one.loanId,
    format: one.format,
    status: one.status,
    progress: { done: one.done, total: one.documentIds.length },
    document_counts: {
      requested: one.documentIds.length,
      exported: one.exported,
      skipped: one.skippedDocumentIds.length,
    },
    skipped_document_ids: one.skippedDocumentIds,
    bundle: one.bundle && {
      name: bundleName(one),
      size_bytes: one.bundle.sizeBytes,
      line_item_count: one.lineItems,
      sha256: one.bundle.sha256.toString('hex'),
    },
    download_url: one.download?.url ?? null,
    download_expires_at: one.download?.expiresAt.toISOString() ?? null,
    error:
      one.errorCode === null ? null : { code: one.errorCode, message: EXPORT_ERRORS[one.errorCode as ExportErrorCode] },
    links: { self, download: `${self}/download`, cancel: `${self}/cancel` },
    created_at: one.createdAt.toISOString(),
    started_at: one.startedAt?.toISOString() ?? null,
    finished_at: one.finishedAt?.toISOString() ?? null,
    expires_at: one.expiresAt?.toISOString() ?? null,
    updated_at: one.updatedAt.toISOString(),
  }
}
