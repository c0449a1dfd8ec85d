import { Problem } from '../../lib/problem.ts'
import { countOfLoan } from '../../store/embed.ts'
import type { Caller, EmbedSession } from '../caller.ts'
import type { Deps } from '../deps.ts'

/** What a request names: every id by which it could reach into a loan. */
export interface Named {
  readonly loans: readonly string[]
  readonly borrowers: readonly string[]
  readonly jobs: readonly string[]
  readonly documents: readonly string[]
}

/**
 * Holds a session to its loan: everything that a request names must be of it, and it must name something of it, for
 * what names nothing speaks of the whole workspace. What is not the loan's is out of reach whether or not it exists.
 */
export async function assertWithinLoan(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  session: EmbedSession,
  named: Named,
): Promise<void> {
  const foreign =
    named.loans.some((id) => id !== session.loanId) || named.borrowers.some((id) => id !== session.borrowerId)
  const kept = { jobs: [...new Set(named.jobs)], documents: [...new Set(named.documents)] }
  const wanted = kept.jobs.length + kept.documents.length
  if (foreign || (named.loans.length === 0 && wanted === 0)) throw new Problem('loan_out_of_reach')
  if (wanted === 0) return
  const found = await deps.db.readAtOnce(caller, (tx) => countOfLoan(tx, session.loanId, kept))
  if (found !== wanted) throw new Problem('loan_out_of_reach')
}
