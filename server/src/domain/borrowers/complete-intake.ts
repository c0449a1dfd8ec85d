import { Problem } from '../../lib/problem.ts'
import { lockBorrower, updateBorrower } from '../../store/borrowers.ts'
import type { Borrower } from '../../store/borrowers.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { resolveEntities } from '../entities/resolve.ts'
import { requestSpreadsOfBorrower } from '../spreads/request-spread.ts'

/** Names the borrower and moves it from the intake list to the curated one; once only. */
export async function completeIntake(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  input: { borrowerId: string; businessName: string },
): Promise<Borrower> {
  return deps.db.inTenant(caller, async (tx) => {
    const borrower = await lockBorrower(tx, input.borrowerId)
    if (!borrower) throw new Problem('not_found')
    if (!borrower.isIntake) throw new Problem('intake_already_completed')
    const completed = await updateBorrower(tx, borrower.id, { businessName: input.businessName, isIntake: false })
    await resolveEntities(tx, borrower.id)
    await requestSpreadsOfBorrower(tx, borrower.id)
    await recordAudit(
      tx,
      { caller, clock: deps.clock },
      { action: 'borrower.intake_completed', target: borrower.id, fields: ['businessName'] },
    )
    return completed
  })
}
