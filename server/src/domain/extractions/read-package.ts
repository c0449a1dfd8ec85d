/**
 * The pure heart of document processing, in two calls: pages → documents, and a document → its extraction with
 * proofs. The stages don't know each other; this is where they meet. No clock, no store, no file: whoever calls it
 * loads the pages before and writes the result after.
 */
import { cutPages, cutPagesInSteps } from '../../engine/classify/cut-pages.ts'
import { readStatement } from '../../engine/extract/statement/read-statement.ts'
import type { CutDocument, DocumentClass } from '../../engine/model/classification.ts'
import type { Proof, StatementClass, StatementReading } from '../../engine/model/extraction.ts'
import { STATEMENT_CLASSES } from '../../engine/model/extraction.ts'
import type { Page } from '../../engine/model/page.ts'
import { proveStatement } from '../../engine/prove/prove-statement.ts'
import type { Steps } from '../../lib/steps.ts'

export interface ProvedStatement {
  readonly reading: StatementReading
  readonly proofs: readonly Proof[]
}

export function pagesToDocuments(pages: readonly Page[]): CutDocument[] {
  return cutPages(pages)
}

export function pagesToDocumentsInSteps(pages: readonly Page[]): Steps<CutDocument[]> {
  return cutPagesInSteps(pages)
}

export function isStatementClass(of: DocumentClass): of is StatementClass {
  return (STATEMENT_CLASSES as readonly string[]).includes(of)
}

/** `pages` are those of the cut document, which may be parts of the file's pages. */
export function readProvedStatement(pages: readonly Page[], of: StatementClass): ProvedStatement {
  const reading = readStatement(pages, of)
  return { reading, proofs: proveStatement(reading) }
}
