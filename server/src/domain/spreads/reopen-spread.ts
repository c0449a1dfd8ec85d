import { Problem } from '../../lib/problem.ts'
import { recordEvent } from '../../store/events.ts'
import { holdLoan } from '../../store/loans.ts'
import { closeSpread, findSnapshot, lockSpread } from '../../store/spreads.ts'
import type { Snapshot } from '../../store/spreads.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'

/** Lets work go on. The final snapshot stays in force until the next one; each can be reopened once. */
export async function reopenSpread(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  loanId: string,
): Promise<Snapshot> {
  return deps.db.inTenant(caller, async (tx) => {
    const loan = await holdLoan(tx, loanId)
    if (!loan) throw new Problem('not_found')
    const { closedBy } = await lockSpread(tx, loanId)
    const final = closedBy === null ? null : await findSnapshot(tx, loanId, closedBy)
    if (!final) throw new Problem('conflict', { message: 'The spread is not final.' })
    await closeSpread(tx, loanId, null)
    await recordEvent(tx, {
      type: 'spread.reopened',
      livemode: caller.livemode,
      loanId,
      data: { borrower_id: loan.borrowerId, loan_id: loanId, snapshot_id: final.id, version: final.version },
      once: `spread.reopened ${final.id}`,
    })
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'spread.reopened', target: final.id })
    return final
  })
}
