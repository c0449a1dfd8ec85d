/** What it takes to read one class of documents: a reader is pure, and plugs into the table in read-document.ts. */
import type { CsvCell } from '../../lib/csv.ts'
import type { Steps } from '../../lib/steps.ts'
import type { Page } from '../../engine/model/page.ts'
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

/** What a person says that a document says: another value of a figure, or another caption of a line. */
export type Correction =
  | { readonly address: string; readonly value: string; readonly label?: undefined }
  | { readonly address: string; readonly label: string; readonly value?: undefined }

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
  /**
   * The payload with a person's corrections, checked anew; left out while the class takes none. A correction that fits
   * nothing in the payload is refused with a Problem.
   */
  readonly correct?: (payload: Payload, corrections: readonly Correction[]) => Payload
}
