import { Problem } from '../../lib/problem.ts'
import { deleteDocument as deleteRow, lockDocument } from '../../store/documents.ts'
import { holdBorrower } from '../../store/borrowers.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { resolveEntities } from '../entities/resolve.ts'
import { requestSpread } from '../spreads/request-spread.ts'
import { forgetWorkbooks } from '../workbook/forget-workbooks.ts'
import type { DocumentPlace } from './read-documents.ts'

/** Deletes a document with all its revisions. The file it came in stays with its job, and so do its other documents. */
export async function deleteDocument(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  place: DocumentPlace,
): Promise<void> {
  await deps.db.inTenant(caller, async (tx) => {
    await holdBorrower(tx, place.borrowerId)
    const document = await lockDocument(tx, place.documentId)
    if (document?.borrowerId !== place.borrowerId) throw new Problem('not_found')
    await deleteRow(tx, document.id)
    await resolveEntities(tx, document.borrowerId)
    await requestSpread(tx, document.loanId)
    await forgetWorkbooks(tx, document)
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'document.deleted', target: document.id })
  })
}
