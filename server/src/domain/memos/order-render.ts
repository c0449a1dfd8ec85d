import { uuidOf } from '../../lib/ids.ts'
import { Problem } from '../../lib/problem.ts'
import type { ReadTx } from '../../store/db.ts'
import { holdLoan } from '../../store/loans.ts'
import { insertRender } from '../../store/memo-renders.ts'
import type { MemoRender } from '../../store/memo-renders.ts'
import { findMemo } from '../../store/memos.ts'
import type { MemoPlace } from '../../store/memos.ts'
import { addToOutbox } from '../../store/outbox.ts'
import { findSnapshot, latestSnapshot } from '../../store/spreads.ts'
import type { SnapshotFacts } from '../../store/spreads.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { RENDER_TOPIC } from './memo.ts'

/**
 * Orders a file of the memo as it stands now, on the snapshot that is named or in force. Both are pinned here: what is
 * written or finalized later is in a later render.
 */
export async function orderRender(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  input: MemoPlace & { readonly snapshotId: string | null },
): Promise<MemoRender> {
  return deps.db.inTenant(caller, async (tx) => {
    const loan = await holdLoan(tx, input.loanId)
    const memo = loan && (await findMemo(tx, input))
    if (!memo) throw new Problem('not_found')
    const snapshot =
      input.snapshotId === null ? await snapshotInForce(tx, loan.id) : await findSnapshot(tx, loan.id, input.snapshotId)
    if (!snapshot && input.snapshotId !== null) throw new Problem('not_found')
    if (!snapshot) throw new Problem('conflict', { message: 'The loan has no figures yet: nothing has been spread.' })
    const render = await insertRender(tx, {
      borrowerId: loan.borrowerId,
      loanId: loan.id,
      memoId: memo.id,
      memoVersion: memo.version,
      snapshotId: snapshot.id,
      livemode: caller.livemode,
      title: memo.title,
      commentary: memo.commentary,
      showsLoanFile: caller.scopes.has('loans:read'),
    })
    await addToOutbox(tx, { topic: RENDER_TOPIC, payload: { render: uuidOf('rnd', render.id) } })
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'memo.render_ordered', target: render.id })
    return render
  })
}

/** The final one; where nothing is final, the machine's. */
export async function snapshotInForce(tx: ReadTx, loanId: string): Promise<SnapshotFacts | null> {
  return (await latestSnapshot(tx, loanId, 'final')) ?? (await latestSnapshot(tx, loanId, 'machine'))
}
