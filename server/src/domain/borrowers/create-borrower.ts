import { Problem } from '../../lib/problem.ts'
import { BORROWER_EXTERNAL_ID, insertBorrower } from '../../store/borrowers.ts'
import type { Borrower, BorrowerProfile } from '../../store/borrowers.ts'
import { violates } from '../../store/db.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'

export async function createBorrower(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  profile: Partial<BorrowerProfile> & { businessName: string },
): Promise<Borrower> {
  return deps.db
    .inTenant(caller, async (tx) => {
      const borrower = await insertBorrower(tx, profile, { isIntake: false })
      await recordAudit(
        tx,
        { caller, clock: deps.clock },
        { action: 'borrower.created', target: borrower.id, fields: Object.keys(profile) },
      )
      return borrower
    })
    .catch(refuseDuplicateBorrower)
}

export function refuseDuplicateBorrower(error: unknown): never {
  throw violates(error, BORROWER_EXTERNAL_ID) ? new Problem('duplicate_external_id', { cause: error }) : error
}
