import { Problem } from '../../lib/problem.ts'
import { findLoan } from '../../store/loans.ts'
import { closingSnapshot } from '../../store/spreads.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'

/** Whether the loan's figures are frozen, and by which snapshot: null while an analyst works. */
export async function readSpread(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  loanId: string,
): Promise<{ readonly closedBy: string | null }> {
  return deps.db.read(caller, async (tx) => {
    if (!(await findLoan(tx, loanId))) throw new Problem('not_found')
    return { closedBy: await closingSnapshot(tx, loanId) }
  })
}
