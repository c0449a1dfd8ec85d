/** The documents of a loan against each other, as they stand now: nothing is stored, so nothing can be stale. */
import type { CrossCheck } from '../../engine/model/cross-check.ts'
import { crossChecks } from '../../engine/prove/cross-checks.ts'
import { Problem } from '../../lib/problem.ts'
import { figuresOfLoan, formsOfLoan } from '../../store/loan-figures.ts'
import { findLoan } from '../../store/loans.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { loanFacts } from './loan-facts.ts'

export type { CheckSide, Cited, CrossCheck } from '../../engine/model/cross-check.ts'
export { CROSS_CHECKS } from '../../engine/model/cross-check.ts'

export async function checkLoan(deps: Pick<Deps, 'db'>, caller: Caller, loanId: string): Promise<CrossCheck[]> {
  return deps.db.read(caller, async (tx) => {
    if (!(await findLoan(tx, loanId))) throw new Problem('not_found')
    return crossChecks(loanFacts(await figuresOfLoan(tx, loanId), await formsOfLoan(tx, loanId)))
  })
}
