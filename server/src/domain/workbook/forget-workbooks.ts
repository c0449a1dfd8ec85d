import type { WriteTx } from '../../store/db.ts'
import { addToOutbox } from '../../store/outbox.ts'
import { forgetBuilds } from '../../store/workbooks.ts'
import { FORGET_BLOBS_TOPIC } from '../jobs/blobs.ts'
import { workbookPrefix } from './workbook.ts'

/**
 * Takes a loan's workbooks back, because a document that they show is deleted: a stale one is given for other changes, but
 * nobody is given figures of a document that is gone. A build under way is made from what was, and comes to nothing.
 */
export async function forgetWorkbooks(
  tx: WriteTx,
  { borrowerId, loanId }: { readonly borrowerId: string; readonly loanId: string },
): Promise<void> {
  for (const buildId of await forgetBuilds(tx, loanId)) {
    const prefix = workbookPrefix(tx.workspaceUuid, { borrowerId, loanId, buildId })
    await addToOutbox(tx, { topic: FORGET_BLOBS_TOPIC, payload: { prefix } })
  }
}
