/** Makes a workbook from what is in force. Every step is safe to repeat: the place of its bytes is the build's own. */
import { createHash } from 'node:crypto'
import { loanToWorkbook } from '../../engine/workbook/loan-to-workbook.ts'
import type { WorkbookInput } from '../../engine/workbook/input.ts'
import { encodeId } from '../../lib/ids.ts'
import { findLoan } from '../../store/loans.ts'
import type { Loan } from '../../store/loans.ts'
import { addToOutbox } from '../../store/outbox.ts'
import { endBuild, findWorkbook, lockWorkbook } from '../../store/workbooks.ts'
import type { StoredWorkbook } from '../../store/workbooks.ts'
import type { WorkerDeps } from '../deps.ts'
import { FORGET_BLOBS_TOPIC } from '../jobs/blobs.ts'
import type { WorkspaceCharts } from '../mappings/workspace-charts.ts'
import { renderFailsOnPurpose } from '../sandbox/failing-samples.ts'
import { basisOf } from './basis.ts'
import type { Basis } from './basis.ts'
import { gatherWorkbook } from './gather-workbook.ts'
import { WORKBOOK_CONTENT_TYPE, WORKBOOK_LINK_SECONDS, workbookObject, workbookPrefix } from './workbook.ts'
import type { WorkbookKind } from './workbook.ts'

export interface WorkbookRun {
  readonly workspaceUuid: string
  readonly loanId: string
  readonly kind: WorkbookKind
}

export function workbookRun(message: { workspace: string; loan: string; kind: string }): WorkbookRun {
  return {
    workspaceUuid: message.workspace,
    loanId: encodeId('loan', message.loan),
    kind: message.kind === 'tables' ? 'tables' : 'statements',
  }
}

export type BuildDeps = Pick<WorkerDeps, 'db' | 'clock' | 'objects' | 'workbooks' | 'viewer' | 'faults'> & {
  readonly charts: WorkspaceCharts
}

/** Whether every statement of the loan is mapped from what is in force, so that a workbook need not be made twice. */
export async function isSettled(deps: Pick<BuildDeps, 'db'>, run: WorkbookRun): Promise<boolean> {
  return deps.db.read(run, async (tx) => {
    const loan = await findLoan(tx, run.loanId)
    return !loan || (await basisOf(tx, loan)).unsettled.length === 0
  })
}

export async function buildWorkbook(deps: BuildDeps, run: WorkbookRun): Promise<void> {
  const found = await deps.db.read(run, async (tx) => {
    const [loan, stored] = [await findLoan(tx, run.loanId), await findWorkbook(tx, run)]
    if (!loan || !stored?.asked) return null
    const basis = await basisOf(tx, loan)
    const isThere = stored.latest?.key === basis.key
    const input = isThere ? null : await gatherWorkbook(deps, tx, loan, basis)
    return { loan, basis, asked: stored.asked, input, fails: await renderFailsOnPurpose(tx, loan.id) }
  })
  if (!found) return
  const { loan, basis, asked, input, fails } = found
  const bytes = input && !fails ? await bytesOf(deps, run, input) : null
  const place = { borrowerId: loan.borrowerId, loanId: loan.id, buildId: asked.buildId }
  if (bytes) await deps.objects.write(workbookObject(run.workspaceUuid, place), bytes, WORKBOOK_CONTENT_TYPE)
  await end(deps, run, { loan, basis, asked, bytes, isDue: input !== null })
}

/** Null when it cannot be made: that would be so again, and is the operator's to look at. */
async function bytesOf(deps: BuildDeps, run: WorkbookRun, input: WorkbookInput): Promise<Uint8Array | null> {
  try {
    return await deps.workbooks.write(loanToWorkbook(run.kind, input).workbook)
  } catch (error) {
    deps.faults.report(error, { what: 'a workbook could not be made', loan: run.loanId, kind: run.kind })
    return null
  }
}

async function end(
  deps: BuildDeps,
  run: WorkbookRun,
  made: {
    readonly loan: Loan
    readonly basis: Basis
    readonly asked: NonNullable<StoredWorkbook['asked']>
    readonly bytes: Uint8Array | null
    readonly isDue: boolean
  },
): Promise<void> {
  const { loan, basis, asked, bytes, isDue } = made
  const now = deps.clock.now()
  const prefixOf = (buildId: string): string =>
    workbookPrefix(run.workspaceUuid, { borrowerId: loan.borrowerId, loanId: loan.id, buildId })
  await deps.db.inTenant(run, async (tx) => {
    const held = await lockWorkbook(tx, run)
    // The loan is gone, or the build was given up and another one asked for.
    if (held?.asked?.buildId !== asked.buildId) {
      const isInForce = held?.latest?.buildId === asked.buildId
      if (!isInForce) await addToOutbox(tx, { topic: FORGET_BLOBS_TOPIC, payload: { prefix: prefixOf(asked.buildId) } })
      return
    }
    if (!bytes) return endBuild(tx, run, isDue ? { failed: { key: basis.key, at: now } } : {})
    const sha256 = createHash('sha256').update(bytes).digest()
    const built = { buildId: asked.buildId, key: basis.key, sizeBytes: bytes.length, sha256, renderedAt: now }
    await endBuild(tx, run, { made: built })
    if (!held.latest) return
    // Links to the one before are good for some minutes more.
    const dueAt = new Date(now.getTime() + 2 * WORKBOOK_LINK_SECONDS * 1000)
    await addToOutbox(tx, { topic: FORGET_BLOBS_TOPIC, payload: { prefix: prefixOf(held.latest.buildId) }, dueAt })
  })
}
