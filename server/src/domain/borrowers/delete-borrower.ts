import { Problem } from '../../lib/problem.ts'
import { deleteBorrower as deleteRow, lockBorrower } from '../../store/borrowers.ts'
import { hasUnfinishedExport } from '../../store/exports.ts'
import { hasUnfinishedRender } from '../../store/memo-renders.ts'
import { recordAudit } from '../audit-trail.ts'
import { releaseDeleted } from '../billing/settle.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { forgetBlobs } from '../jobs/blobs.ts'

/** Deletes a borrower and, by the foreign keys, everything that is its own; running work on it ends by itself. */
export async function deleteBorrower(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  borrowerId: string,
): Promise<void> {
  await deps.db.inTenant(caller, async (tx) => {
    const borrower = await lockBorrower(tx, borrowerId)
    if (!borrower) throw new Problem('not_found')
    const isBusy = (await hasUnfinishedExport(tx, borrower.id)) || (await hasUnfinishedRender(tx, borrower.id))
    if (isBusy) throw new Problem('busy')
    await deleteRow(tx, borrower.id)
    await releaseDeleted(tx, deps.clock.now())
    await forgetBlobs(tx, { borrowerId: borrower.id }, deps.clock.now())
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'borrower.deleted', target: borrower.id })
  })
}
