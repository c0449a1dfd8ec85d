import { Problem } from '../../lib/problem.ts'
import { findBorrower } from '../../store/borrowers.ts'
import { listOwners as listRows } from '../../store/owners.ts'
import type { Owner } from '../../store/owners.ts'
import type { Page, PageRequest } from '../../store/paging.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'

export type { Owner } from '../../store/owners.ts'

export async function listOwners(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  input: { borrowerId: string; page: PageRequest },
): Promise<Page<Owner>> {
  return deps.db.read(caller, async (tx) => {
    if (!(await findBorrower(tx, input.borrowerId))) throw new Problem('not_found')
    return listRows(tx, input.borrowerId, input.page)
  })
}
