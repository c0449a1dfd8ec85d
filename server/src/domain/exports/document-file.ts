/** One document as a file of a bundle. */
import { createHash } from 'node:crypto'
import { toCsv } from '../../lib/csv.ts'
import type { Document } from '../../store/documents.ts'
import type { ExportFile } from '../../store/exports.ts'
import type { Extraction } from '../../store/extractions.ts'
import { toReportData } from '../documents/read-documents.ts'
import type { ExtractionPayload } from '../extractions/payload.ts'
import { tableOf } from '../extractions/read-document.ts'
import type { SheetWriter } from '../deps.ts'
import type { ExportFormat } from './export.ts'

export interface WrittenFile extends ExportFile {
  readonly bytes: Uint8Array
}

export async function toFile(
  deps: { readonly sheets: SheetWriter },
  document: Pick<Document, 'id'>,
  extraction: Extraction,
  format: ExportFormat,
): Promise<WrittenFile> {
  const bytes = await bytesOf(deps, document, extraction, format)
  return {
    documentId: document.id,
    // Made of nothing that a customer or a document has named.
    name: `${extraction.reportType}/${document.id}.${format}`,
    reportType: extraction.reportType,
    extractionVersion: extraction.version,
    lineItems: extraction.lineItems,
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
    bytes,
  }
}

async function bytesOf(
  { sheets }: { readonly sheets: SheetWriter },
  document: Pick<Document, 'id'>,
  extraction: Extraction,
  format: ExportFormat,
): Promise<Uint8Array> {
  if (format === 'json') return Buffer.from(`${JSON.stringify(toReportData({ document, extraction }), null, 1)}\n`)
  const table = tableOf(extraction.payload as ExtractionPayload)
  return format === 'csv' ? Buffer.from(toCsv(table)) : sheets.write('Movements', table)
}
