import { Problem } from '../../lib/problem.ts'
import { holdLoan } from '../../store/loans.ts'
import { insertSnapshot, latestSnapshot, lockSpread } from '../../store/spreads.ts'
import type { Snapshot } from '../../store/spreads.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { WorkspaceCharts } from '../mappings/workspace-charts.ts'
import { assertCurrentVersion } from '../versions.ts'
import { gatherInputs } from './gather-inputs.ts'
import { makeSnapshot } from './make-snapshot.ts'
import type { AnalystWork } from './manifest.ts'
import { SpreadSources } from './spread-sources.ts'

/** Keeps an analyst's work as a draft snapshot: what was given, and the attributes that follow from it now. */
export async function saveDraft(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  input: { readonly loanId: string; readonly version?: number | undefined; readonly work: AnalystWork },
): Promise<Snapshot> {
  const { loanId, work } = input
  return deps.db.inTenant(caller, async (tx) => {
    const loan = await holdLoan(tx, loanId)
    if (!loan) throw new Problem('not_found')
    const { closedBy } = await lockSpread(tx, loanId)
    if (closedBy !== null) throw new Problem('conflict', { message: 'The spread is final: reopen it to work on it.' })
    const latest = await latestSnapshot(tx, loanId, 'draft')
    assertCurrentVersion({ version: latest?.version ?? 0 }, input.version)
    const sources = new SpreadSources(tx)
    const { inputs } = await gatherInputs(sources, loan, work)
    const made = await makeSnapshot(sources, new WorkspaceCharts(), inputs)
    const draft = await insertSnapshot(tx, loanId, {
      status: 'draft',
      payload: made.payloadText,
      manifest: made.manifestText,
      hash: made.manifest.hash,
      finalized: null,
    })
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'spread.draft_saved', target: draft.id })
    return draft
  })
}
