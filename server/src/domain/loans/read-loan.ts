import { Problem } from '../../lib/problem.ts'
import { findBorrower } from '../../store/borrowers.ts'
import { findLoan, listLoans as listRows } from '../../store/loans.ts'
import type { Loan, LoanFilter } from '../../store/loans.ts'
import type { Page, PageRequest } from '../../store/paging.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { asSeenBy } from './loan.ts'

export async function readLoan(deps: Pick<Deps, 'db'>, caller: Caller, loanId: string): Promise<Loan> {
  const loan = await deps.db.readAtOnce(caller, (tx) => findLoan(tx, loanId))
  if (!loan) throw new Problem('not_found')
  return asSeenBy(caller, loan)
}

export async function listLoans(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  input: { filter: LoanFilter; page: PageRequest },
): Promise<Page<Loan>> {
  const page = await deps.db.readAtOnce(caller, (tx) => listRows(tx, input.filter, input.page))
  return { ...page, items: page.items.map((loan) => asSeenBy(caller, loan)) }
}

/** The loans of one borrower; not found when the borrower isn't there, rather than an empty list. */
export async function listLoansOfBorrower(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  input: { borrowerId: string; page: PageRequest },
): Promise<Page<Loan>> {
  const page = await deps.db.readAtOnce(caller, async (tx) => {
    const [borrower, loans] = await Promise.all([
      findBorrower(tx, input.borrowerId),
      listRows(tx, { borrowerId: input.borrowerId, status: null }, input.page),
    ])
    return borrower && loans
  })
  if (!page) throw new Problem('not_found')
  return { ...page, items: page.items.map((loan) => asSeenBy(caller, loan)) }
}
