/**
 * Reading a document again, from the pages of its package, as what it is now held to be. Done in the background; the
 * revision in force stays in force until the new one is stored. What a person corrected belongs to the reading that
 * was corrected, and is not carried over: it stays readable in its own revision.
 */
import type { Page } from '../../engine/model/page.ts'
import { encodeId, uuidOf } from '../../lib/ids.ts'
import { Problem } from '../../lib/problem.ts'
import { holdBorrower } from '../../store/borrowers.ts'
import type { Tenant, WriteTx } from '../../store/db.ts'
import { findDocument, lockDocument } from '../../store/documents.ts'
import type { Document } from '../../store/documents.ts'
import { findJob } from '../../store/jobs.ts'
import { addToOutbox } from '../../store/outbox.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps, WorkerDeps } from '../deps.ts'
import { keepExtraction } from '../extractions/keep-extraction.ts'
import { pagesOfParts } from '../extractions/page-parts.ts'
import type { PagePart } from '../extractions/page-parts.ts'
import { unreadExtraction } from '../extractions/read-document.ts'
import { extractionOf } from '../package/extract.ts'
import { pagesOfBlob } from '../package/page-blob.ts'
import { factsOf } from './facts.ts'
import type { DocumentPlace } from './read-documents.ts'
import { REREAD_TOPIC } from './topics.ts'

export async function reprocessDocument(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  place: DocumentPlace,
): Promise<Document> {
  return deps.db.inTenant(caller, async (tx) => {
    const document = await lockDocument(tx, place.documentId)
    if (document?.borrowerId !== place.borrowerId) throw new Problem('not_found')
    if (document.status === 'processing')
      throw new Problem('conflict', { message: 'The document is still being read.' })
    await requestReread(tx, document)
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'document.reprocessed', target: document.id })
    return document
  })
}

/** Leaves the work in the transaction that causes it. It names the revision it replaces, so that it is done once. */
export async function requestReread(tx: WriteTx, document: Document): Promise<void> {
  if (document.pageParts === null)
    throw new Problem('conflict', { message: 'The document was not read from a file: there is nothing to read again.' })
  const payload = { document: uuidOf('doc', document.id), version: String(document.extractionVersion ?? 0) }
  await addToOutbox(tx, { topic: REREAD_TOPIC, payload })
}

export interface RereadRequest extends Tenant {
  readonly documentId: string
  /** The revision that was in force when it was asked for; 0 for none. */
  readonly version: number
}

/** From the engine's message, which holds ids only. */
export function rereadRequest(message: { workspace: string; document: string; version: string }): RereadRequest {
  return {
    workspaceUuid: message.workspace,
    documentId: encodeId('doc', message.document),
    version: Number(message.version),
  }
}

/** `over` when the document is gone or has another revision already. */
export async function rereadDocument(
  deps: Pick<WorkerDeps, 'db' | 'objects' | 'faults'>,
  request: RereadRequest,
): Promise<'reread' | 'over'> {
  const asked = await deps.db.read(request, async (tx) => {
    const document = await findDocument(tx, request.documentId)
    const job = document && (await findJob(tx, document.jobId))
    return document && job && (document.extractionVersion ?? 0) === request.version ? { document, job } : null
  })
  if (!asked) return 'over'
  const pages = await pagesOf(deps, asked.document, asked.job.pagesKey)
  const about = { document_id: asked.document.id }
  const extraction =
    (await extractionOf(deps, pages, asked.document, about)) ?? unreadExtraction(pages, factsOf(asked.document))
  // It can't be read: the revision in force stays, and the operator was told.
  if (extraction === 'failed') return 'over'
  return deps.db.inTenant(request, async (tx) => {
    // Before the document: whoever files the borrower's documents holds its row, then changes any of them.
    await holdBorrower(tx, asked.document.borrowerId)
    const document = await lockDocument(tx, request.documentId)
    if (!document || (document.extractionVersion ?? 0) !== request.version) return 'over'
    // Reclassified once more meanwhile: that left work of its own.
    if (document.reportType !== asked.document.reportType) return 'over'
    const how = { cause: 'reprocessed', livemode: asked.job.livemode } as const
    return (await keepExtraction(tx, document, extraction, how)) ? 'reread' : 'over'
  })
}

async function pagesOf(deps: Pick<Deps, 'objects'>, document: Document, pagesKey: string | null): Promise<Page[]> {
  const bytes = pagesKey === null ? null : await deps.objects.read(pagesKey)
  if (bytes === null) throw new Error('the pages are not in the object store')
  const wanted = new Set(document.pages)
  const held = new Map<number, Page>()
  for await (const page of pagesOfBlob(bytes)) if (wanted.has(page.number)) held.set(page.number, page)
  return pagesOfParts(document.pageParts as PagePart[], held)
}
