/** What it takes to read one class of documents: a reader is pure, and plugs into the table in read-document.ts. */
import type { CsvCell } from '../../lib/csv.ts'
import type { Steps } from '../../lib/steps.ts'
import type { Page } from '../../engine/model/page.ts'
import type { Correctable } from './corrections.ts'
import type { DocumentFacts, ExtractionPayload, FigureSource, PeriodWire } from './payload.ts'

/** A figure as queries find it: under its caption, in its period. */
export interface IndexedFigure {
  readonly figure: FigureSource
  readonly caption: string
  /** Null where the document gives no period that the figure belongs to. */
  readonly period: Pick<PeriodWire, 'fiscal_year' | 'period_end' | 'label'> | null
  /** What one printed unit is worth. */
  readonly scale: number
}

export interface DocumentReader<Payload extends ExtractionPayload> {
  /** Pages, cut to the document's part, to the whole payload: figures with their places, proofs, leftovers. */
  readonly read: (pages: readonly Page[], document: DocumentFacts) => Payload
  /** The same in steps; left out where a document never has so many pages that others would have to wait. */
  readonly readInSteps?: (pages: readonly Page[], document: DocumentFacts) => Steps<Payload>
  /** Those of its figures that queries find, in print order. */
  readonly figures: (payload: Payload) => readonly IndexedFigure[]
  /** Lines, rows or transactions: what the limit of an export counts. */
  readonly lineItems: (payload: Payload) => number
  /** Its line items as a table with a head, for an export; left out where a list of the figures says as much. */
  readonly table?: (payload: Payload) => CsvCell[][]
  /** How a person's corrections change the payload; left out where there is nothing to correct. */
  readonly correctable?: Correctable<Payload>
}
