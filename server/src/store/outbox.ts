import { newUuid } from '../lib/ids.ts'
import { build } from './db.ts'
import type { WriteTx } from './db.ts'

/** Leaves work for the engine in the transaction that causes it. Payloads hold ids, never figures or bytes. */
export async function addToOutbox(
  tx: WriteTx,
  work: { topic: string; payload: Record<string, string> },
): Promise<void> {
  await tx.rows(
    build.insertInto('outbox').values({
      workspace_id: tx.workspaceUuid,
      id: newUuid(),
      topic: work.topic,
      payload: JSON.stringify(work.payload),
    }),
  )
}
