import { Problem } from '../../lib/problem.ts'
import { lockLoan, updateLoan as writeLoan } from '../../store/loans.ts'
import type { Loan, LoanTerms } from '../../store/loans.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { requestSpread } from '../spreads/request-spread.ts'
import { assertCurrentVersion } from '../versions.ts'
import { refuseDuplicateLoan } from './create-loan.ts'
import { asSeenBy } from './loan.ts'

export async function updateLoan(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  input: { loanId: string; version?: number | undefined; change: Partial<LoanTerms> },
): Promise<Loan> {
  return deps.db
    .inTenant(caller, async (tx) => {
      const loan = await lockLoan(tx, input.loanId)
      if (!loan) throw new Problem('not_found')
      assertCurrentVersion(loan, input.version)
      const updated = await writeLoan(tx, loan.id, input.change)
      // Its amount and its guarantors are in the spread.
      await requestSpread(tx, loan.id)
      await recordAudit(
        tx,
        { caller, clock: deps.clock },
        { action: 'loan.updated', target: loan.id, fields: Object.keys(input.change) },
      )
      return asSeenBy(caller, updated)
    })
    .catch(refuseDuplicateLoan)
}
