import { Problem } from '../../lib/problem.ts'
import { findBorrower } from '../../store/borrowers.ts'
import { listOwnerNamings } from '../../store/owners.ts'
import type { OwnerNaming } from '../../store/owners.ts'
import type { Page, PageRequest } from '../../store/paging.ts'
import { rowsToFetch, toPage } from '../../store/paging.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { resolveOwners } from './resolve-owners.ts'
import type { Owner, OwnerMention } from './resolve-owners.ts'

export type { Owner } from './resolve-owners.ts'

/** A borrower has a handful of owners and some hundred papers: they are resolved together and then cut into pages. */
export async function listOwners(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  input: { borrowerId: string; page: PageRequest },
): Promise<Page<Owner>> {
  const namings = await deps.db.read(caller, async (tx) => {
    if (!(await findBorrower(tx, input.borrowerId))) throw new Problem('not_found')
    return listOwnerNamings(tx, input.borrowerId)
  })
  const rows = resolveOwners(namings.flatMap(mentionsOf))
    .map((owner) => ({ id: owner.id, created_at: owner.createdAt, owner }))
    .filter((row) => isAfter(row, input.page))
  return toPage(rows.slice(0, rowsToFetch(input.page)), input.page, (row) => row.owner)
}

function isAfter(row: { id: string; created_at: Date }, { after }: PageRequest): boolean {
  if (after === null) return true
  const later = row.created_at.getTime() - after.createdAt.getTime()
  return later < 0 || (later === 0 && row.id < after.uuid)
}

function mentionsOf({ documentId, createdAt, person, owners }: OwnerNaming): OwnerMention[] {
  const base = { documentId, createdAt }
  return [
    ...(person === null ? [] : [{ ...base, name: person, sharePercent: null, k1Form: null }]),
    ...owners.map((owner) => ({
      ...base,
      name: owner.name,
      sharePercent: owner.share_percent,
      k1Form: owner.k1_form,
    })),
  ]
}
