import { Problem } from '../../lib/problem.ts'
import { holdBorrower } from '../../store/borrowers.ts'
import { deleteLoan as deleteRow, findLoan, lockLoan } from '../../store/loans.ts'
import { recordAudit } from '../audit-trail.ts'
import { releaseDeleted } from '../billing/settle.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { forgetBlobs } from '../jobs/blobs.ts'

export async function deleteLoan(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  loanId: string,
): Promise<void> {
  await deps.db.inTenant(caller, async (tx) => {
    const seen = await findLoan(tx, loanId)
    // The borrower's row before the loan's and its documents': whoever files its documents takes them in that order.
    if (seen) await holdBorrower(tx, seen.borrowerId)
    const loan = await lockLoan(tx, loanId)
    if (!loan) throw new Problem('not_found')
    await deleteRow(tx, loan.id)
    await releaseDeleted(tx, deps.clock.now())
    await forgetBlobs(tx, { borrowerId: loan.borrowerId, loanId: loan.id }, deps.clock.now())
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'loan.deleted', target: loan.id })
  })
}
