import { Problem } from '../../lib/problem.ts'
import { holdLoan } from '../../store/loans.ts'
import { insertMemo } from '../../store/memos.ts'
import type { Memo, MemoText } from '../../store/memos.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'

export async function createMemo(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  input: MemoText & { readonly loanId: string },
): Promise<Memo> {
  return deps.db.inTenant(caller, async (tx) => {
    if (!(await holdLoan(tx, input.loanId))) throw new Problem('not_found')
    const memo = await insertMemo(tx, input.loanId, input)
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'memo.created', target: memo.id })
    return memo
  })
}
