/**
 * Stores one revision of a document's extraction: the revision itself, its figures for queries, what the document says
 * of it, and the events, in one transaction or not at all.
 */
import { foldText } from '../../lib/fold.ts'
import type { WriteTx } from '../../store/db.ts'
import { changeDocument } from '../../store/documents.ts'
import type { Document } from '../../store/documents.ts'
import { recordEvent, recordEvents } from '../../store/events.ts'
import type { NewEvent } from '../../store/events.ts'
import { insertExtractions, insertFigures, replaceFigures } from '../../store/extractions.ts'
import type { ExtractionCause, NewExtraction, NewFigure } from '../../store/extractions.ts'
import { jsonInSteps, toJson } from '../../store/json.ts'
import { isMapped } from '../mappings/mapping.ts'
import { requestMapping } from '../mappings/request-mapping.ts'
import { requestSpread } from '../spreads/request-spread.ts'
import { takeTurns } from '../turns.ts'
import type { IndexedFigure } from './document-reader.ts'
import type { Extraction } from './read-document.ts'

/** A payload of more line items takes longer to write than anybody else should wait. */
const LONG_LINE_ITEMS = 2_000

/**
 * The first revision makes the document `processed` and tells both; a later one tells that it has changed. Null when
 * the document has moved on since it was read: then nothing was written.
 */
export async function keepExtraction(
  tx: WriteTx,
  document: Document,
  extraction: Extraction,
  how: { readonly cause: ExtractionCause; readonly livemode: boolean },
): Promise<Document | null> {
  const version = (document.extractionVersion ?? 0) + 1
  const change = { status: 'processed', extractionVersion: version, proof: extraction.proof } as const
  const changed = await changeDocument(tx, document, change)
  if (!changed) return null
  const revision = await revisionOf(extraction, version, how.cause)
  await insertExtractions(tx, [{ documentId: document.id, revision }])
  await replaceFigures(tx, changed, extraction.figures.map(figureRow))
  if (isMapped(changed)) await requestMapping(tx, document.id)
  await requestSpread(tx, document.loanId)
  if (document.extractionVersion === null) {
    await recordEvents(tx, eventsOfReading(changed, how.livemode))
  } else {
    await recordEvent(tx, {
      ...about(changed, how.livemode),
      type: 'extraction.updated',
      data: {
        ...idsOfDocument(changed),
        extraction_version: version,
        previous_extraction_version: document.extractionVersion,
      },
      once: `extraction.updated ${document.id} ${version}`,
    })
  }
  return changed
}

async function revisionOf(extraction: Extraction, version: number, cause: ExtractionCause): Promise<NewExtraction> {
  const { payload, lineItems } = extraction
  return {
    version,
    reportType: payload.report_type,
    engineVersion: payload.engine_version,
    cause,
    payloadJson: lineItems > LONG_LINE_ITEMS ? await takeTurns(jsonInSteps(payload)) : toJson(payload),
    proof: extraction.proof,
    lineItems,
  }
}

/** A document that was written as `processed` in the same transaction, with what was read from it. */
export interface FirstReading {
  readonly document: Document
  readonly extraction: Extraction
}

/** The first revisions of documents that end together. Telling them is left over. */
export async function addFirstExtractions(tx: WriteTx, readings: readonly FirstReading[]): Promise<void> {
  await Promise.all([
    insertFirstExtractions(tx, readings),
    ...readings.map(({ document }) => isMapped(document) && requestMapping(tx, document.id)),
  ])
}

/** The same where the mapping is not left to others either. */
export async function insertFirstExtractions(tx: WriteTx, readings: readonly FirstReading[]): Promise<void> {
  const revisions = readings.map(async ({ document, extraction }) => ({
    documentId: document.id,
    revision: await revisionOf(extraction, 1, 'read'),
  }))
  await insertExtractions(tx, await Promise.all(revisions))
  await Promise.all(
    readings.map(({ document, extraction }) => insertFigures(tx, document, extraction.figures.map(figureRow))),
  )
}

/** The document exists and nothing more will come of it: its class has no reader. */
export async function keepUnread(tx: WriteTx, document: Document, livemode: boolean): Promise<void> {
  const changed = await changeDocument(tx, document, { status: 'processed' })
  if (changed) await recordEvents(tx, eventsOfReading(changed, livemode))
}

/** The document could not be read; the others of its package are none the worse. */
export async function keepFailed(tx: WriteTx, document: Document, livemode: boolean): Promise<void> {
  const changed = await changeDocument(tx, document, { status: 'failed' })
  if (changed) await recordEvents(tx, eventsOfReading(changed, livemode))
}

/** What is told of a document that was read for the first time, given how that ended. */
export function eventsOfReading(document: Document, livemode: boolean): NewEvent[] {
  const of = about(document, livemode)
  const ids = idsOfDocument(document)
  const version = document.extractionVersion
  if (document.status === 'failed') {
    const data = { ...ids, reason: 'unreadable' }
    return [{ ...of, type: 'document.failed', data, once: `document.failed ${document.id}` }]
  }
  const data = { ...ids, extraction_version: version }
  const processed = { ...of, type: 'document.processed', data, once: `document.processed ${document.id}` } as const
  if (version === null) return [processed]
  return [processed, { ...of, type: 'extraction.ready', data, once: `extraction.ready ${document.id}` }]
}

const about = (document: Document, livemode: boolean) => ({ livemode, loanId: document.loanId })

/** What every event of a document names. */
function idsOfDocument(document: Document) {
  return {
    borrower_id: document.borrowerId,
    loan_id: document.loanId,
    job_id: document.jobId,
    document_id: document.id,
    report_type: document.reportType,
  }
}

function figureRow({ figure, caption, period, scale }: IndexedFigure): NewFigure {
  return {
    address: figure.address,
    caption,
    captionKey: foldText(caption),
    fiscalYear: period?.fiscal_year ?? null,
    periodEnd: period?.period_end ?? null,
    periodLabel: period?.label ?? null,
    value: figure.value,
    scale,
    page: figure.page,
    box: figure.box,
    printed: figure.text,
  }
}
