import { isDeepStrictEqual } from 'node:util'
import { holdBorrower } from '../../store/borrowers.ts'
import type { Borrower } from '../../store/borrowers.ts'
import type { WriteTx } from '../../store/db.ts'
import { documentsOfBorrowers, linkDocument } from '../../store/documents.ts'
import type { FiledDocument } from '../../store/documents.ts'
import { requestSpreads } from '../spreads/request-spread.ts'
import { linkDocuments } from './link-documents.ts'

/**
 * Files the borrower's documents under its companies anew, in the transaction of whatever changed them. The borrower's
 * row is held, so that two that change at once see each other; a caller that holds other rows must take it first.
 */
export async function resolveEntities(tx: WriteTx, borrowerId: string): Promise<void> {
  const borrower = await holdBorrower(tx, borrowerId)
  if (borrower) await requestSpreads(tx, await fileDocuments(tx, [borrower]))
}

/** The same, for borrowers that are held already; answers the loans whose spreads must follow. */
export async function fileDocuments(tx: WriteTx, borrowers: readonly Borrower[]): Promise<string[]> {
  const ofBorrower = await documentsOfBorrowers(
    tx,
    borrowers.map(({ id }) => id),
  )
  const moved: string[] = []
  for (const borrower of borrowers)
    moved.push(...(await fileUnderCompanies(tx, borrower, ofBorrower.get(borrower.id) ?? [])))
  return moved
}

async function fileUnderCompanies(
  tx: WriteTx,
  borrower: Borrower,
  documents: readonly FiledDocument[],
): Promise<string[]> {
  const links = linkDocuments(borrower, documents)
  const moved: string[] = []
  for (const document of documents) {
    const link = links.get(document.id)
    if (!link) continue
    const { entityUnlinked, companyAttachments } = document
    // By value: PostgreSQL gives members back in an order of its own.
    if (isDeepStrictEqual(link, { entityUnlinked, companyAttachments })) continue
    await linkDocument(tx, document.id, link)
    moved.push(document.loanId)
  }
  return moved
}
