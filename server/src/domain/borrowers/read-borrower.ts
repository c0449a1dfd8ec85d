import { Problem } from '../../lib/problem.ts'
import { findBorrower, listBorrowers as listRows } from '../../store/borrowers.ts'
import type { Borrower } from '../../store/borrowers.ts'
import type { Page, PageRequest } from '../../store/paging.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'

export async function readBorrower(deps: Pick<Deps, 'db'>, caller: Caller, borrowerId: string): Promise<Borrower> {
  const borrower = await deps.db.readAtOnce(caller, (tx) => findBorrower(tx, borrowerId))
  if (!borrower) throw new Problem('not_found')
  return borrower
}

export async function listBorrowers(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  input: { intake: boolean; page: PageRequest },
): Promise<Page<Borrower>> {
  return deps.db.readAtOnce(caller, (tx) => listRows(tx, { intake: input.intake }, input.page))
}
