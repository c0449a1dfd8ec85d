import { Problem } from '../../lib/problem.ts'
import { changeRender, lockRender } from '../../store/memo-renders.ts'
import type { MemoRender } from '../../store/memo-renders.ts'
import type { MemoPlace } from '../../store/memos.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { endCancelled } from './end-render.ts'

/** One that has not begun is cancelled at once; one that has ends at its next step. */
export async function cancelRender(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  input: MemoPlace & { readonly renderId: string },
): Promise<MemoRender> {
  return deps.db.inTenant(caller, async (tx) => {
    const found = await lockRender(tx, input.renderId)
    if (found?.memoId !== input.memoId || found.loanId !== input.loanId) throw new Problem('not_found')
    if (found.status === 'succeeded' || found.status === 'failed') throw new Problem('render_finished')
    if (found.status === 'cancelled' || found.status === 'cancelling') return found
    const changed =
      found.status === 'queued'
        ? await endCancelled(tx, deps.clock, found)
        : await changeRender(tx, found.id, { status: 'cancelling' })
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'memo.render_cancelled', target: found.id })
    return changed
  })
}
