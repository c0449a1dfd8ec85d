import { Problem } from '../../lib/problem.ts'
import { latestAddbacks } from '../../store/addbacks.ts'
import type { AddbackList } from '../../store/addbacks.ts'
import { findLoan } from '../../store/loans.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'

/** Whose addbacks: all of a loan, or those of one of its companies. */
export interface AddbackScope {
  readonly borrowerId: string
  readonly loanId: string
  readonly entityKey: string | null
}

export async function readAddbacks(deps: Pick<Deps, 'db'>, caller: Caller, scope: AddbackScope): Promise<AddbackList> {
  const { list, loan } = await deps.db.readAtOnce(caller, async (tx) => {
    const [found, latest] = await Promise.all([findLoan(tx, scope.loanId), latestAddbacks(tx, scope.loanId)])
    return { loan: found, list: latest }
  })
  if (loan?.borrowerId !== scope.borrowerId) throw new Problem('not_found')
  return within(list, scope)
}

/** The rows of the scope; the version is the loan's, since a company's rows are some of its rows. */
export function within(list: AddbackList, { entityKey }: AddbackScope): AddbackList {
  if (entityKey === null) return list
  return { ...list, rows: list.rows.filter((row) => row.entity_key === entityKey) }
}
