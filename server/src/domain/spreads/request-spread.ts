import { uuidOf } from '../../lib/ids.ts'
import type { WriteTx } from '../../store/db.ts'
import { loansWithDocuments } from '../../store/documents.ts'
import { addToOutbox } from '../../store/outbox.ts'
import { noteSpreadRequest } from '../../store/spreads.ts'
import { SPREAD_TOPIC } from './topics.ts'

/** Has the machine snapshot of the loan follow a change, in the change's own transaction, unless that is asked already. */
export async function requestSpread(tx: WriteTx, loanId: string): Promise<void> {
  if (!(await noteSpreadRequest(tx, loanId))) return
  const loan = uuidOf('loan', loanId)
  await addToOutbox(tx, { topic: SPREAD_TOPIC, payload: { key: loan, loan } })
}

/** Several at once, always in one order: each holds a row until the transaction ends. */
export async function requestSpreads(tx: WriteTx, loanIds: Iterable<string>): Promise<void> {
  for (const loanId of [...new Set(loanIds)].sort()) await requestSpread(tx, loanId)
}

/** Who the borrower is has changed, and with it what its loans' documents are to them. */
export async function requestSpreadsOfBorrower(tx: WriteTx, borrowerId: string): Promise<void> {
  await requestSpreads(tx, await loansWithDocuments(tx, borrowerId))
}
