/**
 * Which reader reads which class: one line each. To add a class, write its reader (a payload type that extends
 * ExtractionPayload, and the functions of DocumentReader) and put it in the table in the place of its null. Storing,
 * events, typed lists, queries and exports follow from the table; nothing else has to know the class.
 */
import type { DocumentClass } from '../../engine/model/classification.ts'
import type { Page } from '../../engine/model/page.ts'
import type { CsvCell } from '../../lib/csv.ts'
import { finish } from '../../lib/steps.ts'
import type { Steps } from '../../lib/steps.ts'
import { classOf } from '../documents/categories.ts'
import { bankReader } from './bank-reader.ts'
import { correctWith } from './corrections.ts'
import type { Correction } from './corrections.ts'
import type { DocumentReader, IndexedFigure } from './document-reader.ts'
import { otherReader } from './other-reader.ts'
import { commonPayload, proofSummary } from './payload.ts'
import type { DocumentFacts, ExtractionPayload, ProofSummary } from './payload.ts'
import { personalReader } from './personal-reader.ts'
import { statementReader } from './statement-reader.ts'
import { agingReader, debtReader } from './table-readers.ts'
import { taxReturnReader } from './tax-reader.ts'

/** Null: the class is recognised, and there is no reader for it yet. Its documents exist without an extraction. */
const READERS: Readonly<Record<DocumentClass, ClassReader | null>> = {
  'profit-loss': ofClass(statementReader('profit-loss')),
  'balance-sheet': ofClass(statementReader('balance-sheet')),
  'cash-flow': ofClass(statementReader('cash-flow')),
  'bank-statement': ofClass(bankReader),
  'tax-return': ofClass(taxReturnReader),
  'personal-financial-statement': ofClass(personalReader),
  'debt-schedule': ofClass(debtReader),
  'ar-aging': ofClass(agingReader('ar-aging')),
  'ap-aging': ofClass(agingReader('ap-aging')),
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
  readonly extract: (pages: readonly Page[], document: DocumentFacts) => Steps<Extraction>
  readonly table: (payload: ExtractionPayload) => CsvCell[][]
  /** Null while the class takes no corrections. */
  readonly correct: ((payload: ExtractionPayload, corrections: readonly Correction[]) => Extraction) | null
  /** A stored payload again as an extraction. */
  readonly restore: (payload: ExtractionPayload) => Extraction
}

/** Pages of a cut document to its extraction; null when its class has no reader. */
export function readDocument(pages: readonly Page[], document: DocumentFacts): Extraction | null {
  return finish(readDocumentInSteps(pages, document))
}

export function* readDocumentInSteps(pages: readonly Page[], document: DocumentFacts): Steps<Extraction | null> {
  const reader = READERS[document.class]
  return reader === null ? null : yield* reader.extract(pages, document)
}

/** What is known of a document without reading it: the revision of one whose class has no reader. */
export function unreadExtraction(pages: readonly Page[], document: DocumentFacts): Extraction {
  return { payload: commonPayload(pages, document), proof: proofSummary([]), figures: [], lineItems: 0 }
}

/** The line items of a stored payload as a table with a head. */
export function tableOf(payload: ExtractionPayload): CsvCell[][] {
  return readerOf(payload)?.table(payload) ?? figureTable([])
}

/** A stored payload with corrections, checked anew; null when its class takes none. One that fits nothing is refused. */
export function correctPayload(payload: ExtractionPayload, corrections: readonly Correction[]): Extraction | null {
  return readerOf(payload)?.correct?.(payload, corrections) ?? null
}

/** A stored payload as it was, for a revision in which something else has changed. */
export function restoreExtraction(payload: ExtractionPayload): Extraction {
  const restored = readerOf(payload)?.restore(payload)
  return restored ?? { payload, proof: proofSummary(payload.proofs), figures: [], lineItems: 0 }
}

function readerOf(payload: ExtractionPayload): ClassReader | null {
  return READERS[classOf(payload.report_type) ?? 'other']
}

function figureTable(figures: readonly IndexedFigure[]): CsvCell[][] {
  return [
    ['caption', 'fiscal_year', 'period_end', 'period', 'value', 'page', 'address', 'text'],
    ...figures.map(({ figure, caption, period }) => [
      caption,
      period?.fiscal_year ?? null,
      period?.period_end ?? null,
      period?.label ?? null,
      figure.value,
      figure.page,
      figure.address,
      figure.text,
    ]),
  ]
}

/** Ties a reader's functions together over its own type of payload, so that the table can hold readers of all types. */
function ofClass<Payload extends ExtractionPayload>(reader: DocumentReader<Payload>): ClassReader {
  const toExtraction = (payload: Payload): Extraction => ({
    payload,
    proof: proofSummary(payload.proofs),
    figures: reader.figures(payload),
    lineItems: reader.lineItems(payload),
  })
  const { correctable, table } = reader
  // A payload that comes from the store was written by this reader: its report type says so.
  return {
    *extract(pages, document) {
      const { read, readInSteps } = reader
      const payload = readInSteps ? yield* readInSteps(pages, document) : read(pages, document)
      yield
      return toExtraction(payload)
    },
    table: (payload) => (table ? table(payload as Payload) : figureTable(reader.figures(payload as Payload))),
    correct: correctable
      ? (payload, corrections) => toExtraction(correctWith(correctable, payload as Payload, corrections))
      : null,
    restore: (payload) => toExtraction(payload as Payload),
  }
}
