/** The noun itself, for those who may not look into the store, and who may see how much of it. */
import type { Loan } from '../../store/loans.ts'
import type { Caller } from '../caller.ts'

export { LOAN_STATUSES } from '../../store/loans.ts'
export type { Loan, LoanStatus, LoanTerms } from '../../store/loans.ts'

/** The loan file proper is for those who may open it: without `loans:read` its guarantors read as null. */
export function asSeenBy(caller: Caller, loan: Loan): Loan {
  return caller.scopes.has('loans:read') ? loan : { ...loan, guarantors: null }
}
