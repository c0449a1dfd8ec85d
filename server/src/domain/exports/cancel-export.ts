import { Problem } from '../../lib/problem.ts'
import { changeExport, lockExport } from '../../store/exports.ts'
import type { Export } from '../../store/exports.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'

/** Asks a running export to end; it does at its next document. */
export async function cancelExport(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  exportId: string,
): Promise<Export> {
  return deps.db.inTenant(caller, async (tx) => {
    const found = await lockExport(tx, exportId)
    if (!found) throw new Problem('not_found')
    if (found.status === 'succeeded' || found.status === 'failed') throw new Problem('export_finished')
    if (found.status === 'cancelled' || found.status === 'cancelling') return found
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'export.cancelled', target: found.id })
    return changeExport(tx, found.id, { status: 'cancelling' })
  })
}
