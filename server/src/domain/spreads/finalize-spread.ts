import { Problem } from '../../lib/problem.ts'
import type { WriteTx } from '../../store/db.ts'
import { recordEvent } from '../../store/events.ts'
import { holdLoan } from '../../store/loans.ts'
import type { Loan } from '../../store/loans.ts'
import { closeSpread, findSnapshot, insertSnapshot, latestSnapshot, lockSpread } from '../../store/spreads.ts'
import type { NewSnapshot, Snapshot } from '../../store/spreads.ts'
import { recordAudit } from '../audit-trail.ts'
import { actorOf } from '../caller.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { requestMappings } from '../mappings/request-mapping.ts'
import { WorkspaceCharts } from '../mappings/workspace-charts.ts'
import { gatherInputs } from './gather-inputs.ts'
import { makeSnapshot } from './make-snapshot.ts'
import type { MadeSnapshot } from './make-snapshot.ts'
import { NO_WORK } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { SpreadSources } from './spread-sources.ts'

/**
 * Freezes the figures: what the documents in force say, with the work of the last draft. A caller that names the
 * snapshot it has looked at is refused when the figures are no longer those.
 */
export async function finalizeSpread(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
  input: { readonly loanId: string; readonly seenSnapshotId?: string | undefined },
): Promise<Snapshot> {
  const { loanId } = input
  const finalized = await deps.db.inTenant(caller, async (tx) => {
    const loan = await holdLoan(tx, loanId)
    if (!loan) throw new Problem('not_found')
    const { closedBy } = await lockSpread(tx, loanId)
    if (closedBy !== null) throw new Problem('conflict', { message: 'The spread is final already.' })
    const draft = await latestSnapshot(tx, loanId, 'draft')
    const work = draft ? (draft.manifest as Manifest).analyst : NO_WORK
    const sources = new SpreadSources(tx)
    const { inputs, unsettled } = await gatherInputs(sources, loan, work)
    if (unsettled.length > 0) return unsettled
    const made = await makeSnapshot(sources, new WorkspaceCharts(), inputs)
    await assertSeen(tx, input, made.manifest)
    const snapshot = await freeze(tx, loan, made, {
      livemode: caller.livemode,
      finalized: {
        at: deps.clock.now(),
        by: actorOf(caller).id,
        externalUserId: caller.embed?.externalUserId ?? null,
      },
    })
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'spread.finalized', target: snapshot.id })
    return snapshot
  })
  if (!Array.isArray(finalized)) return finalized as Snapshot
  const unsettled = finalized as readonly string[]
  // The request for the mappings stays; the refusal comes after it is kept.
  await deps.db.inTenant(caller, (tx) => requestMappings(tx, unsettled))
  throw new Problem('conflict', { message: `A statement is still being mapped: ${unsettled.join(', ')}.` })
}

/** Keeps a final snapshot, which closes the spread, and tells it; the caller holds the spread. */
export async function freeze(
  tx: WriteTx,
  loan: Loan,
  made: MadeSnapshot,
  how: { readonly livemode: boolean; readonly finalized: NonNullable<NewSnapshot['finalized']> },
): Promise<Snapshot> {
  const snapshot = await insertSnapshot(tx, loan.id, {
    status: 'final',
    payload: made.payloadText,
    manifest: made.manifestText,
    hash: made.manifest.hash,
    finalized: how.finalized,
  })
  await closeSpread(tx, loan.id, snapshot.id)
  await recordEvent(tx, {
    type: 'spread.finalized',
    livemode: how.livemode,
    loanId: loan.id,
    data: {
      borrower_id: loan.borrowerId,
      loan_id: loan.id,
      snapshot_id: snapshot.id,
      version: snapshot.version,
    },
    once: `spread.finalized ${snapshot.id}`,
  })
  return snapshot
}

async function assertSeen(
  tx: WriteTx,
  { loanId, seenSnapshotId }: { readonly loanId: string; readonly seenSnapshotId?: string | undefined },
  manifest: Manifest,
): Promise<void> {
  if (seenSnapshotId === undefined) return
  const seen = await findSnapshot(tx, loanId, seenSnapshotId)
  if (!seen) throw new Problem('not_found')
  if (seen.hash !== manifest.hash)
    throw new Problem('conflict', { message: 'The figures have changed since that snapshot was made.' })
}
