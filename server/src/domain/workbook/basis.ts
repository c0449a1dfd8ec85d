/** What a workbook would be made from now, as a short text: as long as it stays the same, so does the workbook. */
import { WORKBOOK_VERSION } from '../../engine/workbook/loan-to-workbook.ts'
import { SPREAD_ENGINE_VERSION } from '../../engine/spread/spread-loan.ts'
import { latestAddbacks } from '../../store/addbacks.ts'
import { findBorrower } from '../../store/borrowers.ts'
import type { ReadTx } from '../../store/db.ts'
import { documentsOfLoan } from '../../store/documents.ts'
import type { Loan } from '../../store/loans.ts'
import { mappingsInForce } from '../../store/mappings.ts'
import { listSnapshots, spreadClosedBy } from '../../store/spreads.ts'
import { isMapped } from '../mappings/mapping.ts'
import { MAPPING_LOGIC } from '../mappings/map-stored.ts'
import { sha256Of } from '../spreads/manifest.ts'

export interface Basis {
  readonly key: string
  /** The final snapshot that nobody has reopened; its figures are frozen. */
  readonly closedBy: string | null
  /** Statements that are being mapped: the workbook waits for them. */
  readonly unsettled: readonly string[]
}

/**
 * Ids and versions only, no payloads: every read of a workbook computes it. What they name is never changed, so the
 * same ids are the same content.
 */
export async function basisOf(tx: ReadTx, loan: Loan): Promise<Basis> {
  const closedBy = await spreadClosedBy(tx, loan.id)
  const borrower = await findBorrower(tx, loan.borrowerId)
  const shown = {
    versions: [WORKBOOK_VERSION, SPREAD_ENGINE_VERSION],
    loan: [loan.name, loan.amount === null ? null : String(loan.amount), borrower?.businessName ?? null],
  }
  if (closedBy !== null) return { key: sha256Of({ ...shown, closedBy }), closedBy, unsettled: [] }
  const documents = await documentsOfLoan(tx, loan.id)
  const mappings = await mappingsInForce(tx, loan.id, MAPPING_LOGIC)
  const draft = await listSnapshots(tx, { loanId: loan.id, status: 'draft' }, { limit: 1, after: null })
  const unsettled = documents
    .filter((document) => document.extractionVersion !== null && isMapped(document))
    .filter(({ id }) => mappings.get(id)?.isCurrent !== true)
    .map(({ id }) => id)
  const key = sha256Of({
    ...shown,
    guarantors: loan.guarantors,
    documents: documents.map((document) => [
      document.id,
      document.reportType,
      document.extractionVersion,
      document.entity?.name ?? null,
      document.companyAttachments,
      document.assurance,
      mappings.get(document.id) ?? null,
    ]),
    unsettled,
    addbacks: (await latestAddbacks(tx, loan.id)).version,
    draft: draft.items[0]?.id ?? null,
  })
  return { key, closedBy, unsettled }
}
