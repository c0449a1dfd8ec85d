/** Extractions: every revision of what was read from a document, and the figures of the one in force. */
import { sql } from 'kysely'
import { newUuid, uuidOf } from '../lib/ids.ts'
import { build, ofTenant, statement } from './db.ts'
import type { ReadTx, WriteTx } from './db.ts'
import type { Document, ProofCounts } from './documents.ts'
import { toJson } from './json.ts'

/** Why there is a revision: the first reading, a person's correction, or a reading anew. */
export type ExtractionCause = 'read' | 'corrected' | 'reprocessed'

interface Revision {
  readonly version: number
  readonly reportType: string
  readonly engineVersion: string
  readonly cause: ExtractionCause
  readonly proof: ProofCounts
  readonly lineItems: number
}

export interface NewExtraction extends Revision {
  /** Written by toJson or jsonInSteps: how long that may take at once, its caller knows. */
  readonly payloadJson: string
}

export interface Extraction extends Revision {
  readonly payload: unknown
  readonly createdAt: Date
}

/** A figure for queries. Values are decimal text: PostgreSQL's numeric, never a float. */
export interface NewFigure {
  readonly address: string
  readonly caption: string
  readonly captionKey: string
  readonly fiscalYear: number | null
  readonly periodEnd: string | null
  readonly periodLabel: string | null
  readonly value: string
  readonly scale: number
  readonly page: number
  readonly box: readonly number[]
  readonly printed: string
}

/** Writes one revision of each document with one statement. */
export async function insertExtractions(
  tx: WriteTx,
  extractions: readonly { readonly documentId: string; readonly revision: NewExtraction }[],
): Promise<void> {
  if (extractions.length === 0) return
  await tx.rows(
    build.insertInto('extractions').values(
      extractions.map(({ documentId, revision }) => ({
        workspace_id: tx.workspaceUuid,
        document_id: uuidOf('doc', documentId),
        version: revision.version,
        report_type: revision.reportType,
        engine_version: revision.engineVersion,
        cause: revision.cause,
        payload: revision.payloadJson,
        proof: toJson(revision.proof),
        line_items: revision.lineItems,
      })),
    ),
  )
}

/** One revision of a document's extraction. */
export async function findExtraction(tx: ReadTx, documentId: string, version: number): Promise<Extraction | null> {
  const row = await tx.first(
    build
      .selectFrom('extractions')
      .selectAll()
      .where(ofTenant(tx))
      .where('document_id', '=', uuidOf('doc', documentId))
      .where('version', '=', version),
  )
  return (
    row && {
      version: row.version,
      reportType: row.report_type,
      engineVersion: row.engine_version,
      cause: row.cause as ExtractionCause,
      payload: row.payload,
      proof: row.proof as ProofCounts,
      lineItems: row.line_items,
      createdAt: row.created_at,
    }
  )
}

/** Rows written with one statement. */
const FIGURES_TOGETHER = 5_000

/** Puts the figures of the revision in force in the place of those before it. */
export async function replaceFigures(tx: WriteTx, document: Document, figures: readonly NewFigure[]): Promise<void> {
  await tx.rows(build.deleteFrom('figures').where(ofTenant(tx)).where('document_id', '=', uuidOf('doc', document.id)))
  await insertFigures(tx, document, figures)
}

/**
 * Writes the figures of a document that has none. Lists begin with the newest, so the ids are given out backwards: a
 * document's figures then come in print order.
 */
export async function insertFigures(tx: WriteTx, document: Document, figures: readonly NewFigure[]): Promise<void> {
  const documentUuid = uuidOf('doc', document.id)
  const ids = figures.map(newUuid).reverse()
  for (let from = 0; from < figures.length; from += FIGURES_TOGETHER) {
    const rows = figures.slice(from, from + FIGURES_TOGETHER).map((figure, index) => ({
      id: ids[from + index],
      address: figure.address,
      caption: figure.caption,
      caption_key: figure.captionKey,
      fiscal_year: figure.fiscalYear,
      period_end: figure.periodEnd,
      period_label: figure.periodLabel,
      value: figure.value,
      scale: figure.scale,
      page: figure.page,
      box: `{${figure.box.join(',')}}`,
      printed: figure.printed,
    }))
    // One parameter for all rows: a parameter for each member would soon be more than the protocol has numbers for.
    await tx.rows(
      statement(sql`
      INSERT INTO figures (workspace_id, borrower_id, document_id, id, address, caption, caption_key, fiscal_year,
        period_end, period_label, value, scale, page, box, printed)
      SELECT ${tx.workspaceUuid}::uuid, ${uuidOf('bor', document.borrowerId)}::uuid, ${documentUuid}::uuid, figure.*
      FROM json_to_recordset(${toJson(rows)}::json) AS figure (id uuid, address text, caption text,
        caption_key text, fiscal_year integer, period_end date, period_label text, value numeric, scale numeric,
        page integer, box double precision[], printed text)`),
    )
  }
}
