/** The page that lies beside the files of a bundle: what each of them is, and its hash. */
import type { Export, ExportFile } from '../../store/exports.ts'

export const MANIFEST_NAME = 'manifest.json'

export function manifestOf(of: Export, files: readonly ExportFile[]): string {
  const manifest = {
    export_id: of.id,
    borrower_id: of.borrowerId,
    loan_id: of.loanId,
    format: of.format,
    created_at: of.createdAt.toISOString(),
    files: files.map((file) => ({
      name: file.name,
      document_id: file.documentId,
      report_type: file.reportType,
      extraction_version: file.extractionVersion,
      line_items: file.lineItems,
      size_bytes: file.sizeBytes,
      sha256: file.sha256.toString('hex'),
    })),
    skipped_document_ids: of.skippedDocumentIds,
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
