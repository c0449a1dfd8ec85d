/**
 * Which reader reads which class: one line each. To add a class, write its reader (a payload type that extends
 * ExtractionPayload, and the functions of DocumentReader) and put it in the table in the place of its null. Storing,
 * events, typed lists, queries and exports follow from the table; nothing else has to know the class.
 */
import type { DocumentClass } from '../../engine/model/classification.ts'
import type { Page } from '../../engine/model/page.ts'
import { bankReader } from './bank-reader.ts'
import type { DocumentReader, IndexedFigure } from './document-reader.ts'
import { otherReader } from './other-reader.ts'
import { proofSummary } from './payload.ts'
import type { DocumentFacts, ExtractionPayload, ProofSummary } from './payload.ts'
import { statementReader } from './statement-reader.ts'

/** Null: the class is recognised, and there is no reader for it yet. Its documents exist without an extraction. */
const READERS: Readonly<Record<DocumentClass, ClassReader | null>> = {
  'profit-loss': ofClass(statementReader('profit-loss')),
  'balance-sheet': ofClass(statementReader('balance-sheet')),
  'cash-flow': ofClass(statementReader('cash-flow')),
  'bank-statement': ofClass(bankReader),
  'tax-return': null,
  'personal-financial-statement': null,
  'debt-schedule': null,
  'ar-aging': null,
  'ap-aging': null,
  other: ofClass(otherReader),
}

/** One reading of a document, ready to be stored as a revision. */
export interface Extraction {
  readonly payload: ExtractionPayload
  readonly proof: ProofSummary
  readonly figures: readonly IndexedFigure[]
  readonly lineItems: number
}

interface ClassReader {
  readonly extract: (pages: readonly Page[], document: DocumentFacts) => Extraction
}

/** Pages of a cut document to its extraction; null when its class has no reader. */
export function readDocument(pages: readonly Page[], document: DocumentFacts): Extraction | null {
  return READERS[document.class]?.extract(pages, document) ?? null
}

/** Ties a reader's functions together over its own type of payload, so that the table can hold readers of all types. */
function ofClass<Payload extends ExtractionPayload>(reader: DocumentReader<Payload>): ClassReader {
  const toExtraction = (payload: Payload): Extraction => ({
    payload,
    proof: proofSummary(payload.proofs),
    figures: reader.figures(payload),
    lineItems: reader.lineItems(payload),
  })
  return { extract: (pages, document) => toExtraction(reader.read(pages, document)) }
}
