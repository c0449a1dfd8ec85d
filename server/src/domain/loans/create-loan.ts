import { Problem } from '../../lib/problem.ts'
import { lockBorrower } from '../../store/borrowers.ts'
import { violates } from '../../store/db.ts'
import { insertLoan, LOAN_EXTERNAL_ID } from '../../store/loans.ts'
import type { Loan, LoanTerms } from '../../store/loans.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { asSeenBy } from './loan.ts'

export async function createLoan(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  input: { borrowerId: string; terms: Partial<LoanTerms> },
): Promise<Loan> {
  return deps.db
    .inTenant(caller, async (tx) => {
      const borrower = await lockBorrower(tx, input.borrowerId)
      if (!borrower) throw new Problem('not_found')
      const loan = await insertLoan(tx, borrower.id, input.terms)
      await recordAudit(
        tx,
        { caller, clock: deps.clock },
        { action: 'loan.created', target: loan.id, fields: Object.keys(input.terms) },
      )
      return asSeenBy(caller, loan)
    })
    .catch(refuseDuplicateLoan)
}

export function refuseDuplicateLoan(error: unknown): never {
  throw violates(error, LOAN_EXTERNAL_ID) ? new Problem('duplicate_external_id', { cause: error }) : error
}
