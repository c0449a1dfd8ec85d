import { Problem } from '../../lib/problem.ts'
import { lockBorrower, updateBorrower as writeBorrower } from '../../store/borrowers.ts'
import type { Borrower, BorrowerProfile } from '../../store/borrowers.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { resolveEntities } from '../entities/resolve.ts'
import { requestSpreadsOfBorrower } from '../spreads/request-spread.ts'
import { assertCurrentVersion } from '../versions.ts'
import { refuseDuplicateBorrower } from './create-borrower.ts'

export async function updateBorrower(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  input: { borrowerId: string; version?: number | undefined; change: Partial<BorrowerProfile> },
): Promise<Borrower> {
  return deps.db
    .inTenant(caller, async (tx) => {
      const borrower = await lockBorrower(tx, input.borrowerId)
      if (!borrower) throw new Problem('not_found')
      assertCurrentVersion(borrower, input.version)
      const updated = await writeBorrower(tx, borrower.id, input.change)
      // Its name or EIN may have changed, and with them which documents are its own.
      await resolveEntities(tx, borrower.id)
      await requestSpreadsOfBorrower(tx, borrower.id)
      await recordAudit(
        tx,
        { caller, clock: deps.clock },
        { action: 'borrower.updated', target: borrower.id, fields: Object.keys(input.change) },
      )
      return updated
    })
    .catch(refuseDuplicateBorrower)
}
