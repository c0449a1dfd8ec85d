/** What is in force for a loan's spread at this moment, as a manifest: which revisions, and what has no revisions. */
import { platformChart } from '../../engine/chart/chart.ts'
import { SPREAD_ENGINE_VERSION } from '../../engine/spread/spread-loan.ts'
import { formatCents } from '../../lib/money.ts'
import { latestAddbacks } from '../../store/addbacks.ts'
import { findBorrower } from '../../store/borrowers.ts'
import { documentsOfLoan } from '../../store/documents.ts'
import type { Document } from '../../store/documents.ts'
import type { Loan } from '../../store/loans.ts'
import type { StoredMapping } from '../../store/mappings.ts'
import { entityKey, kindOfDocument } from '../entities/entity-key.ts'
import { isMapped } from '../mappings/mapping.ts'
import type { StatementMappingPayload } from '../mappings/mapping.ts'
import type { AnalystWork, ManifestDocument, ManifestInputs } from './manifest.ts'
import type { Source, SpreadSources } from './spread-sources.ts'
import { entersSpread } from './spread-types.ts'

export interface Gathered {
  readonly inputs: ManifestInputs
  /** Statements whose mapping is missing or not made from what is in force. */
  readonly unsettled: readonly string[]
}

export async function gatherInputs(sources: SpreadSources, loan: Loan, analyst: AnalystWork): Promise<Gathered> {
  const { tx } = sources
  const borrower = await findBorrower(tx, loan.borrowerId)
  const documents: ManifestDocument[] = []
  const unsettled: string[] = []
  for (const document of await documentsOfLoan(tx, loan.id)) {
    if (document.extractionVersion === null || !entersSpread(document)) continue
    const mapping = isMapped(document) ? await sources.latestMapping(document.id) : null
    if (isMapped(document) && !mapping?.kept.isCurrent) unsettled.push(document.id)
    const version = mapping?.kept.extractionVersion ?? document.extractionVersion
    const extraction = await sources.extraction(document.id, version)
    if (extraction) documents.push(manifestDocument(document, { version, sha256: extraction.sha256 }, mapping))
  }
  const borrowerKey = borrower?.businessName ? entityKey('business', borrower.businessName) : null
  const inputs: ManifestInputs = {
    schema_version: 1,
    engine_version: SPREAD_ENGINE_VERSION,
    chart_version: platformChart().version,
    loan_id: loan.id,
    loan_amount: loan.amount === null ? null : formatCents(loan.amount),
    borrower_key: borrowerKey,
    obligated: [
      ...(borrowerKey === null ? [] : [[borrowerKey]]),
      // A guarantor is a person, or a company that answers for another.
      ...(loan.guarantors ?? []).map((name) => [entityKey('person', name), entityKey('business', name)]),
    ],
    documents,
    addbacks_version: (await latestAddbacks(tx, loan.id)).version,
    analyst,
  }
  return { inputs, unsettled }
}

function manifestDocument(
  document: Document,
  extraction: { readonly version: number; readonly sha256: string },
  mapping: Source<StoredMapping> | null,
): ManifestDocument {
  const entity = entityOf(document)
  const payload = mapping?.kept.payload as StatementMappingPayload | null | undefined
  const unmapped = mapping ? 'unmappable' : isMapped(document) ? 'pending' : null
  return {
    document_id: document.id,
    report_type: document.reportType,
    extraction_version: extraction.version,
    extraction_sha256: extraction.sha256,
    entity_key: entity?.key ?? null,
    entity_name: entity?.name ?? null,
    entity_kind: entity?.kind ?? null,
    assurance_level: document.assurance,
    received_at: document.createdAt.toISOString(),
    mapping_id: mapping?.kept.id ?? null,
    mapping_state: payload?.mapping_state ?? unmapped,
    mapping_sha256: payload ? (mapping?.sha256 ?? null) : null,
  }
}

/** The company that the document is filed under; where it is filed under none, the name that it prints. */
function entityOf(document: Document) {
  const own = kindOfDocument(document.reportType, document.classification?.evidence ?? [])
  const [filed] = document.companyAttachments
  if (filed) {
    const kind = filed.cross_kind ? (own === 'person' ? 'business' : 'person') : own
    return { key: entityKey(kind, filed.entity_name), name: filed.entity_name, kind }
  }
  return document.entity && { key: entityKey(own, document.entity.name), name: document.entity.name, kind: own }
}
