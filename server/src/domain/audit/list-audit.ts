import type { Position } from '../../lib/cursor.ts'
import { listAudit as listRows } from '../../store/audit.ts'
import type { ChainedAuditEntry } from '../../store/audit.ts'
import type { Page, PageRequest } from '../../store/paging.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'

export type AuditItem = ChainedAuditEntry

export async function listAudit(deps: Pick<Deps, 'db'>, caller: Caller, page: PageRequest): Promise<Page<AuditItem>> {
  const { items, nextSeq } = await deps.db.readAtOnce(caller, (tx) =>
    listRows(tx, { limit: page.limit, beforeSeq: seqOf(page.after) }),
  )
  return { items, next: nextSeq === null ? null : positionOf(nextSeq) }
}

/** The log is ordered by its number alone; a cursor carries it in the last twelve digits of its uuid. */
function positionOf(seq: number): Position {
  return { createdAt: new Date(0), uuid: `00000000-0000-0000-0000-${seq.toString(16).padStart(12, '0')}` }
}

function seqOf(position: Position | null): number | null {
  return position && Number.parseInt(position.uuid.slice(-12), 16)
}
