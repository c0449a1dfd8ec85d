import { Problem } from '../../lib/problem.ts'
import { lockMemo, updateMemo as writeMemo } from '../../store/memos.ts'
import type { Memo, MemoPlace } from '../../store/memos.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { assertCurrentVersion } from '../versions.ts'

export interface MemoChange {
  readonly title?: string | undefined
  /** Sections that are named are replaced, null takes one away; the others stay as they are. */
  readonly commentary?: Readonly<Record<string, string | null>> | undefined
}

export async function updateMemo(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  input: MemoPlace & { readonly version?: number | undefined; readonly change: MemoChange },
): Promise<Memo> {
  return deps.db.inTenant(caller, async (tx) => {
    const memo = await lockMemo(tx, input)
    if (!memo) throw new Problem('not_found')
    assertCurrentVersion(memo, input.version)
    const { title, commentary } = input.change
    const sections = Object.entries<string | null>({ ...memo.commentary, ...commentary })
    const updated = await writeMemo(tx, memo.id, {
      title: title ?? memo.title,
      commentary: Object.fromEntries(sections.filter((entry): entry is [string, string] => entry[1] !== null)),
    })
    const fields = [...(title === undefined ? [] : ['title']), ...Object.keys(commentary ?? {})]
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'memo.updated', target: memo.id, fields })
    return updated
  })
}
