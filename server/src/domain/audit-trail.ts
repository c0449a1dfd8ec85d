import { appendAudit } from '../store/audit.ts'
import type { WriteTx } from '../store/db.ts'
import { auditEntry } from './caller.ts'
import type { RequestCaller } from './caller.ts'
import type { Clock } from './deps.ts'

/** Writes down who did what. Called last in a transaction: the chain's head stays locked until it commits. */
export async function recordAudit(
  tx: WriteTx,
  by: { caller: RequestCaller; clock: Clock },
  what: { action: string; target: string; fields?: readonly string[] },
): Promise<void> {
  await appendAudit(tx, auditEntry(by.caller, what, by.clock.now()))
}
