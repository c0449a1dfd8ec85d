/** Makes the machine snapshot of a loan from what is in force. Safe to repeat: from the same inputs there is one. */
import type { Tenant, WriteTx } from '../../store/db.ts'
import { findLoan, holdLoan } from '../../store/loans.ts'
import { endSpreadRequest, insertSnapshot, latestSnapshot, lockSpread } from '../../store/spreads.ts'
import type { WorkerDeps } from '../deps.ts'
import type { WorkspaceCharts } from '../mappings/workspace-charts.ts'
import { gatherInputs } from './gather-inputs.ts'
import { makeSnapshot } from './make-snapshot.ts'
import type { MadeSnapshot } from './make-snapshot.ts'
import { NO_WORK } from './manifest.ts'
import { SpreadSources } from './spread-sources.ts'

export async function prepareSpread(
  deps: Pick<WorkerDeps, 'db'> & { readonly charts: WorkspaceCharts },
  tenant: Tenant,
  loanId: string,
): Promise<void> {
  // Before anything is read: what changes from here on asks anew.
  await deps.db.inTenant(tenant, (tx) => endSpreadRequest(tx, loanId))
  const made = await deps.db.read(tenant, async (tx) => {
    const loan = await findLoan(tx, loanId)
    if (!loan) return null
    const sources = new SpreadSources(tx)
    const { inputs } = await gatherInputs(sources, loan, NO_WORK)
    return makeSnapshot(sources, deps.charts, inputs)
  })
  if (!made) return
  await deps.db.inTenant(tenant, async (tx) => {
    if (!(await holdLoan(tx, loanId))) return
    await lockSpread(tx, loanId)
    const latest = await latestSnapshot(tx, loanId, 'machine')
    if (latest?.hash === made.manifest.hash) return
    // A loan that nobody has uploaded anything to has nothing to show, and never had.
    if (!latest && made.manifest.documents.length === 0) return
    await insertMachineSnapshot(tx, loanId, made)
  })
}

/** The caller holds the spread. */
export async function insertMachineSnapshot(tx: WriteTx, loanId: string, made: MadeSnapshot): Promise<void> {
  await insertSnapshot(tx, loanId, {
    status: 'machine',
    payload: made.payloadText,
    manifest: made.manifestText,
    hash: made.manifest.hash,
    finalized: null,
  })
}
