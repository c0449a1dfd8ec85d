import { Problem } from '../../lib/problem.ts'
import { findLoan } from '../../store/loans.ts'
import type { Page, PageRequest } from '../../store/paging.ts'
import {
  findSnapshot,
  isSpreadRequestForgotten,
  latestSnapshot,
  listSnapshots as listRows,
} from '../../store/spreads.ts'
import type { Snapshot, SnapshotFacts, SnapshotStatus } from '../../store/spreads.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { requestSpread } from './request-spread.ts'

/**
 * The latest snapshot of a status; without one, the final one, and where nothing is final yet the machine's. A read that
 * finds that the machine's was never made, or that the request for it was lost, asks for it.
 */
export async function readLatestSnapshot(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  wanted: { readonly loanId: string; readonly status: SnapshotStatus | null },
): Promise<Snapshot> {
  const { loanId, status } = wanted
  const { snapshot, isLost } = await deps.db.read(caller, async (tx) => ({
    snapshot:
      status === null
        ? ((await latestSnapshot(tx, loanId, 'final')) ?? (await latestSnapshot(tx, loanId, 'machine')))
        : await latestSnapshot(tx, loanId, status),
    isLost: await isSpreadRequestForgotten(tx, loanId),
  }))
  if (isLost || (snapshot === null && status !== 'draft' && status !== 'final')) await askAgain(deps, caller, loanId)
  if (!snapshot) throw new Problem('not_found')
  return snapshot
}

async function askAgain(deps: Pick<Deps, 'db'>, caller: Caller, loanId: string): Promise<void> {
  await deps.db.inTenant(caller, async (tx) => {
    if (await findLoan(tx, loanId)) await requestSpread(tx, loanId)
  })
}

export async function readSnapshot(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  wanted: { readonly loanId: string; readonly snapshotId: string },
): Promise<Snapshot> {
  const snapshot = await deps.db.readAtOnce(caller, (tx) => findSnapshot(tx, wanted.loanId, wanted.snapshotId))
  if (!snapshot) throw new Problem('not_found')
  return snapshot
}

export async function listSnapshots(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  input: { readonly loanId: string; readonly status: SnapshotStatus | null; readonly page: PageRequest },
): Promise<Page<SnapshotFacts>> {
  const page = await deps.db.readAtOnce(caller, async (tx) => {
    const [loan, listed] = await Promise.all([findLoan(tx, input.loanId), listRows(tx, input, input.page)])
    return loan && listed
  })
  if (!page) throw new Problem('not_found')
  return page
}
