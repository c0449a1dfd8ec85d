import { Problem } from '../../lib/problem.ts'
import { insertAddbacks, latestAddbacks } from '../../store/addbacks.ts'
import type { AddbackList, AddbackRow } from '../../store/addbacks.ts'
import { holdLoan } from '../../store/loans.ts'
import { lockSpread } from '../../store/spreads.ts'
import { recordAudit } from '../audit-trail.ts'
import { actorOf } from '../caller.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { requestSpread } from '../spreads/request-spread.ts'
import { assertCurrentVersion } from '../versions.ts'
import { within } from './read-addbacks.ts'
import type { AddbackScope } from './read-addbacks.ts'

/** Replaces the rows of the scope, all of the loan's or one company's, and leaves the others as they are. */
export async function saveAddbacks(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  input: { readonly scope: AddbackScope; readonly version?: number | undefined; readonly rows: readonly AddbackRow[] },
): Promise<AddbackList> {
  const { scope } = input
  return deps.db.inTenant(caller, async (tx) => {
    const loan = await holdLoan(tx, scope.loanId)
    if (loan?.borrowerId !== scope.borrowerId) throw new Problem('not_found')
    await lockSpread(tx, scope.loanId)
    const before = await latestAddbacks(tx, scope.loanId)
    assertCurrentVersion(before, input.version)
    const others = scope.entityKey === null ? [] : before.rows.filter((row) => row.entity_key !== scope.entityKey)
    const rows = [...others, ...input.rows.map((row) => ofScope(row, scope))]
    refuseTwice(rows)
    const saved = { version: before.version + 1, rows }
    await insertAddbacks(tx, scope.loanId, { ...saved, by: actorOf(caller).id })
    await requestSpread(tx, scope.loanId)
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'addbacks.saved', target: scope.loanId })
    return within(saved, scope)
  })
}

/** A row saved in the scope of a company is that company's. */
function ofScope(row: AddbackRow, { entityKey }: AddbackScope): AddbackRow {
  if (entityKey === null) return row
  if (row.entity_key !== null && row.entity_key !== entityKey)
    throw new Problem('validation_failed', { message: `rows: ${row.id} is of ${row.entity_key}, not of ${entityKey}.` })
  return { ...row, entity_key: entityKey }
}

function refuseTwice(rows: readonly AddbackRow[]): void {
  const ids = new Set<string>()
  for (const { id } of rows) {
    if (ids.has(id)) throw new Problem('validation_failed', { message: `rows: the id ${id} is there twice.` })
    ids.add(id)
  }
}
