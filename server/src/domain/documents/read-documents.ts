/** Reads of documents and what was read from them. A document under another borrower than the path names is not found. */
import { Problem } from '../../lib/problem.ts'
import { findBorrower } from '../../store/borrowers.ts'
import type { ReadTx } from '../../store/db.ts'
import { findDocument, listDocuments as listRows } from '../../store/documents.ts'
import type { DocumentFilter } from '../../store/documents.ts'
import { findExtraction } from '../../store/extractions.ts'
import type { Extraction } from '../../store/extractions.ts'
import type { Page, PageRequest } from '../../store/paging.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import type { Document } from './document.ts'

export interface DocumentPlace {
  readonly borrowerId: string
  readonly documentId: string
}

export async function listDocuments(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  input: { filter: DocumentFilter; page: PageRequest },
): Promise<Page<Document>> {
  return deps.db.read(caller, async (tx) => {
    if (!(await findBorrower(tx, input.filter.borrowerId))) throw new Problem('not_found')
    return listRows(tx, input.filter, input.page)
  })
}

export async function readDocument(deps: Pick<Deps, 'db'>, caller: Caller, place: DocumentPlace): Promise<Document> {
  return deps.db.read(caller, (tx) => documentAt(tx, place))
}

export async function documentAt(tx: ReadTx, place: DocumentPlace): Promise<Document> {
  const document = await findDocument(tx, place.documentId)
  if (document?.borrowerId !== place.borrowerId) throw new Problem('not_found')
  return document
}

export interface ReportData {
  readonly document: Document
  readonly extraction: Extraction
}

/**
 * One revision of a document's extraction, the one in force unless another is named. `reportType` is what the caller
 * expects it to be: anything else is not found, and so is a document that has no extraction.
 */
/** As it is handed out, over HTTP and in files: the payload, and which revision of which document it is. */
export function toReportData({
  document,
  extraction,
}: {
  readonly document: Pick<Document, 'id'>
  readonly extraction: Extraction
}): Record<string, unknown> {
  return {
    document_id: document.id,
    extraction_version: extraction.version,
    ...(extraction.payload as Record<string, unknown>),
  }
}

export async function readReportData(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  input: DocumentPlace & { version?: number | undefined; reportType?: string },
): Promise<ReportData> {
  return deps.db.read(caller, async (tx) => {
    const document = await documentAt(tx, input)
    const version = input.version ?? document.extractionVersion
    const extraction = version === null ? null : await findExtraction(tx, document.id, version)
    if (!extraction || (input.reportType !== undefined && extraction.reportType !== input.reportType))
      throw new Problem('not_found')
    return { document, extraction }
  })
}
