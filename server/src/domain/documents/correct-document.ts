/** What a person changes about a document. Whatever it is, the extraction gets a new revision, and the old one stays. */
import { Problem } from '../../lib/problem.ts'
import { holdBorrower } from '../../store/borrowers.ts'
import type { WriteTx } from '../../store/db.ts'
import { changeDocument, lockDocument } from '../../store/documents.ts'
import type { CompanyAttachment, Document } from '../../store/documents.ts'
import { findExtraction } from '../../store/extractions.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { entityKey, kindOfDocument } from '../entities/entity-key.ts'
import type { EntityKind } from '../entities/entity-key.ts'
import { resolveEntities } from '../entities/resolve.ts'
import type { Correction } from '../extractions/corrections.ts'
import { keepExtraction } from '../extractions/keep-extraction.ts'
import type { ExtractionPayload } from '../extractions/payload.ts'
import { correctPayload, restoreExtraction } from '../extractions/read-document.ts'
import { CATEGORIES, classOf } from './categories.ts'
import type { CategoryName } from './categories.ts'
import type { DocumentPlace } from './read-documents.ts'
import { requestReread } from './reread.ts'

export interface CompanyChoice {
  readonly name: string
  readonly einLast4: string | null
  readonly kind: EntityKind
}

export interface DocumentCorrection {
  /** The revision that the caller has seen. */
  readonly extractionVersion?: number | undefined
  readonly category?: CategoryName | undefined
  /** Null takes the document from the company it is filed under. */
  readonly company?: CompanyChoice | null | undefined
  readonly corrections?: readonly Correction[] | undefined
}

export const MAX_CORRECTIONS = 500

/** `pending` when the new revision is still to come: a document of another category has to be read again. */
export async function correctDocument(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  input: DocumentPlace & { change: DocumentCorrection },
): Promise<{ document: Document; pending: boolean }> {
  const { change } = input
  return deps.db.inTenant(caller, async (tx) => {
    await holdBorrower(tx, input.borrowerId)
    const seen = await lockDocument(tx, input.documentId)
    if (seen?.borrowerId !== input.borrowerId) throw new Problem('not_found')
    assertUnchanged(seen, change.extractionVersion)
    const attached = change.company === undefined ? seen : await attach(tx, seen, change.company)
    const reclassified = await reclassify(tx, attached, change.category)
    const pending = reclassified.reportType !== seen.reportType
    if (pending && change.corrections?.length)
      throw new Problem('validation_failed', {
        message: 'corrections: a document of another category is read again; correct that reading.',
      })
    if (pending) await requestReread(tx, reclassified)
    else await makeRevision(tx, reclassified, change.corrections ?? [], caller.livemode)
    await resolveEntities(tx, input.borrowerId)
    const fields = Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]))
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'document.corrected', target: seen.id, fields })
    return { document: (await lockDocument(tx, seen.id)) ?? reclassified, pending }
  })
}

function assertUnchanged(document: Document, version: number | undefined): void {
  if (document.status === 'processing') throw new Problem('conflict', { message: 'The document is still being read.' })
  if (version === undefined || version === document.extractionVersion) return
  const details = { current_version: String(document.extractionVersion ?? 0) }
  throw new Problem('version_conflict', { details })
}

async function attach(tx: WriteTx, document: Document, company: CompanyChoice | null): Promise<Document> {
  const evidence = document.classification?.evidence ?? []
  // Only papers that are a person's by nature, or a company's, can be filed across.
  const crossable = ['tax-returns', 'personal-financial-statements'].includes(document.reportType)
  const own = kindOfDocument(document.reportType, evidence)
  const companyAttachments: CompanyAttachment[] = company
    ? [
        {
          entity_name: company.name,
          entity_ein_last4: company.einLast4,
          printed_name: document.entity?.name ?? null,
          cross_kind: crossable && company.kind !== own,
        },
      ]
    : []
  const links = { entityUnlinked: company === null, companyAttachments, attachedByHand: true }
  return changed(await changeDocument(tx, document, links))
}

async function reclassify(tx: WriteTx, document: Document, category: CategoryName | undefined): Promise<Document> {
  const of = category === undefined ? null : classOf(category)
  if (of === null || CATEGORIES[of].reportType === document.reportType) return document
  const { reportType } = CATEGORIES[of]
  const key = document.entity && entityKey(kindOfDocument(reportType, []), document.entity.name)
  return changed(await changeDocument(tx, document, { ...CATEGORIES[of], entityKey: key }))
}

async function makeRevision(
  tx: WriteTx,
  document: Document,
  corrections: readonly Correction[],
  livemode: boolean,
): Promise<void> {
  const { extractionVersion } = document
  const current = extractionVersion === null ? null : await findExtraction(tx, document.id, extractionVersion)
  if (!current) {
    if (corrections.length > 0) throw new Problem('conflict', { message: 'The document has no extraction to correct.' })
    return
  }
  const payload = current.payload as ExtractionPayload
  const extraction = corrections.length === 0 ? restoreExtraction(payload) : correctPayload(payload, corrections)
  if (!extraction)
    throw new Problem('conflict', { message: 'Figures of documents of this category cannot be corrected.' })
  changed(await keepExtraction(tx, document, extraction, { cause: 'corrected', livemode }))
}

/** The document is locked: nobody else can have changed it. */
function changed(document: Document | null): Document {
  if (!document) throw new Error('a locked document has changed')
  return document
}
