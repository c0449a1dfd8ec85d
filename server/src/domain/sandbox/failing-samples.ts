/**
 * Failures that a client asks for in test mode, by the sample that it uploaded: what is made of such a document fails,
 * with a code that live work fails with too. Whoever makes something of documents asks here before it begins.
 */
import type { ReadTx } from '../../store/db.ts'
import { hasSample } from '../../store/jobs.ts'
import { EXPORT_FAILING_SAMPLE, RENDER_FAILING_SAMPLE } from './sample.ts'

/** Whether one of the documents of an export is there to make it fail. */
export async function exportFailsOnPurpose(
  tx: ReadTx,
  of: { readonly livemode: boolean; readonly loanId: string; readonly documentIds: readonly string[] },
): Promise<boolean> {
  return !of.livemode && (await hasSample(tx, EXPORT_FAILING_SAMPLE, of))
}

/** Whether what is drawn up of a loan, its memo or its workbook, is meant to fail. */
export async function renderFailsOnPurpose(tx: ReadTx, loanId: string): Promise<boolean> {
  return hasSample(tx, RENDER_FAILING_SAMPLE, { loanId })
}
