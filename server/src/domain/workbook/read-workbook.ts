/**
 * The latest workbook of a loan. The read that first finds that something has changed has another one made and says so;
 * until that is done the one that is there is given, marked as stale.
 */
import { newUuid, uuidOf } from '../../lib/ids.ts'
import { Problem } from '../../lib/problem.ts'
import { findLoan, holdLoan } from '../../store/loans.ts'
import type { Loan } from '../../store/loans.ts'
import { addToOutbox } from '../../store/outbox.ts'
import { findWorkbook, lockWorkbookOrNew, noteBuild } from '../../store/workbooks.ts'
import type { BuiltWorkbook, StoredWorkbook } from '../../store/workbooks.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { requestMappings } from '../mappings/request-mapping.ts'
import { basisOf } from './basis.ts'
import type { Basis } from './basis.ts'
import {
  FAILED_BUILD_SECONDS,
  FORGOTTEN_BUILD_MS,
  WORKBOOK_CONTENT_TYPE,
  WORKBOOK_LINK_SECONDS,
  WORKBOOK_TOPIC,
  workbookObject,
} from './workbook.ts'
import type { WorkbookKind } from './workbook.ts'

type ReadDeps = Pick<Deps, 'db' | 'objects' | 'clock'>

export interface WorkbookLink {
  readonly url: string
  readonly renderedAt: Date
  readonly isStale: boolean
}

interface Wanted {
  readonly loanId: string
  readonly kind: WorkbookKind
}

/** Null while the first one, or the first one after a change, is being made. */
export async function readWorkbook(deps: ReadDeps, caller: Caller, wanted: Wanted): Promise<WorkbookLink | null> {
  const { loan, basis, stored } = await deps.db.read(caller, async (tx) => {
    const found = await findLoan(tx, wanted.loanId)
    if (!found) throw new Problem('not_found')
    return { loan: found, basis: await basisOf(tx, found), stored: await findWorkbook(tx, wanted) }
  })
  const latest = stored?.latest ?? null
  if (latest?.key === basis.key) return linkTo(deps, caller, loan, latest, false)
  if (!isUnderWay(deps, stored)) {
    assertMayBeMade(deps, stored, basis)
    // What the workbook waits for may have been lost. By itself: whoever deletes documents takes workbooks after them.
    if (basis.unsettled.length > 0) await deps.db.inTenant(caller, (tx) => requestMappings(tx, basis.unsettled))
    if (await ask(deps, caller, wanted)) return null
  }
  return latest && linkTo(deps, caller, loan, latest, true)
}

function isUnderWay(deps: ReadDeps, stored: StoredWorkbook | null): boolean {
  return !!stored?.asked && deps.clock.now().getTime() - stored.asked.at.getTime() < FORGOTTEN_BUILD_MS
}

function assertMayBeMade(deps: ReadDeps, stored: StoredWorkbook | null, basis: Basis): void {
  if (stored?.failed?.key !== basis.key) return
  const since = (deps.clock.now().getTime() - stored.failed.at.getTime()) / 1000
  if (since >= FAILED_BUILD_SECONDS) return
  throw new Problem('render_failed', { retryAfterSeconds: Math.ceil(FAILED_BUILD_SECONDS - since) })
}

/** False when somebody else has asked in the same moment. */
async function ask(deps: ReadDeps, caller: Caller, wanted: Wanted): Promise<boolean> {
  return deps.db.inTenant(caller, async (tx) => {
    if (!(await holdLoan(tx, wanted.loanId))) throw new Problem('not_found')
    const held = await lockWorkbookOrNew(tx, wanted)
    if (isUnderWay(deps, held)) return false
    await noteBuild(tx, wanted, { buildId: newUuid(), at: deps.clock.now() })
    const loan = uuidOf('loan', wanted.loanId)
    const payload = { key: `${loan} ${wanted.kind}`, loan, kind: wanted.kind }
    await addToOutbox(tx, { topic: WORKBOOK_TOPIC, payload })
    return true
  })
}

async function linkTo(
  deps: ReadDeps,
  caller: Caller,
  loan: Loan,
  { buildId, renderedAt }: BuiltWorkbook,
  isStale: boolean,
): Promise<WorkbookLink> {
  const place = { borrowerId: loan.borrowerId, loanId: loan.id, buildId }
  const url = await deps.objects.linkToDownload(workbookObject(caller.workspaceUuid, place), {
    fileName: `${loan.id}.xlsx`,
    contentType: WORKBOOK_CONTENT_TYPE,
    expiresInSeconds: WORKBOOK_LINK_SECONDS,
  })
  return { url, renderedAt, isStale }
}
