/** Mappings of statements, and the requests for those that are not there yet. */
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { encodeId, newUuid, uuidOf } from '../lib/ids.ts'
import type { ChartVersions } from './charts.ts'
import { build, ofTenant, statement } from './db.ts'
import type { ReadTx, WriteTx } from './db.ts'
import { jsonOrNull, toJson } from './json.ts'
import { keptToPayload, payloadToKept } from './mapping-form.ts'
import type { KeptPayload, MappingPayload, Outline, TreeRow } from './mapping-form.ts'
import { toPage } from './paging.ts'
import type { Page, PageRequest } from './paging.ts'

/** The report type of the documents that are mapped. */
const MAPPED_TYPE = 'profit-loss-statements'

/** What a mapping is made by, beside the statement and the workspace's own chart. */
export interface MappingLogic {
  readonly engineVersion: string
  readonly platformChartVersion: string
}

export interface MadeFrom extends MappingLogic {
  readonly extractionVersion: number
  readonly chart: ChartVersions
}

export interface NewMapping extends MadeFrom {
  /** Null when the statement could not be read as a profit and loss statement at all. */
  readonly payload: MappingPayload | null
  /** Of the chart that it was made on. */
  readonly outline: Outline
  readonly hint: unknown
  readonly placements: Readonly<Record<string, readonly string[]>>
}

export interface StoredMapping extends MadeFrom {
  readonly id: string
  readonly documentId: string
  readonly status: 'ready' | 'unmappable'
  readonly payload: unknown
  readonly hint: unknown
  readonly createdAt: Date
  /** Whether it is made from what is in force now. */
  readonly isCurrent: boolean
}

/** What of a document decides how its statement is mapped, beside its extraction. */
export interface MappableStatement {
  readonly id: string
  readonly createdAt: Date
}

/** A document as the mapping sees it. */
export interface StatementDocument extends MappableStatement {
  readonly loanId: string
  readonly isStatement: boolean
  readonly status: string
  readonly extractionVersion: number | null
}

interface MappingRow {
  id: string
  document_id: string
  extraction_version: number
  chart_document_version: number
  chart_rules_version: number
  export_map_version: number
  engine_version: string
  platform_chart_version: string
  status: string
  payload: unknown
  /** Null where the payload is kept whole. */
  outline: readonly TreeRow[] | null
  hint: unknown
  created_at: Date
  is_current: boolean
}

function toMapping(row: MappingRow): StoredMapping {
  return {
    id: encodeId('map', row.id),
    documentId: encodeId('doc', row.document_id),
    extractionVersion: row.extraction_version,
    chart: { chart: row.chart_document_version, rules: row.chart_rules_version, exportMap: row.export_map_version },
    engineVersion: row.engine_version,
    platformChartVersion: row.platform_chart_version,
    status: row.status as StoredMapping['status'],
    payload: row.outline === null ? row.payload : keptToPayload(row.payload as KeptPayload, row.outline),
    hint: row.hint,
    createdAt: row.created_at,
    isCurrent: row.is_current,
  }
}

/** Compared in the statement that finds the mapping, so that both are of one moment. */
function isCurrent(tx: ReadTx, logic: MappingLogic) {
  const version = (column: string) =>
    sql`coalesce((SELECT ${sql.ref(column)} FROM charts WHERE ${ofTenant(tx, 'charts.workspace_id')}), 0)`
  return sql<SqlBool>`(m.extraction_version = d.extraction_version
    AND m.chart_document_version = ${version('charts.chart_version')}
    AND m.chart_rules_version = ${version('charts.rules_version')}
    AND m.export_map_version = ${version('charts.export_map_version')}
    AND m.engine_version = ${logic.engineVersion} AND m.platform_chart_version = ${logic.platformChartVersion})`
}

/** The rows that the mapping's tree has by its chart. */
const OUTLINE = sql`(SELECT o.rows FROM mapping_outlines o WHERE o.workspace_id = m.workspace_id AND o.id = m.outline_id)
  AS outline`

/** Newest first: none of the versions ever goes back, and releases of the engine follow each other in time. */
export const NEWEST_MAPPING = sql`m.extraction_version DESC, m.chart_document_version DESC, m.chart_rules_version DESC,
  m.export_map_version DESC, m.created_at DESC, m.id DESC`

/** The mapping in force of a document; null when it has none yet. */
export async function latestMapping(
  tx: ReadTx,
  documentId: string,
  logic: MappingLogic,
): Promise<StoredMapping | null> {
  const row = await tx.first(
    statement(sql<MappingRow>`
    SELECT m.*, ${OUTLINE}, ${isCurrent(tx, logic)} AS is_current
    FROM mappings m JOIN documents d ON d.workspace_id = m.workspace_id AND d.id = m.document_id
    WHERE ${ofTenant(tx, 'm.workspace_id')} AND m.document_id = ${uuidOf('doc', documentId)}
    ORDER BY ${NEWEST_MAPPING} LIMIT 1`),
  )
  return row && toMapping(row)
}

/** Which mapping is in force of each statement of a loan, without what it says. */
export async function mappingsInForce(
  tx: ReadTx,
  loanId: string,
  logic: MappingLogic,
): Promise<Map<string, { readonly mappingId: string; readonly isCurrent: boolean }>> {
  const rows = await tx.rows(
    statement(sql<Pick<MappingRow, 'id' | 'document_id' | 'is_current'>>`
    SELECT DISTINCT ON (m.document_id) m.id, m.document_id, ${isCurrent(tx, logic)} AS is_current
    FROM mappings m JOIN documents d ON d.workspace_id = m.workspace_id AND d.id = m.document_id
    WHERE ${ofTenant(tx, 'm.workspace_id')} AND ${ofTenant(tx, 'd.workspace_id')} AND d.loan_id = ${uuidOf('loan', loanId)}
    ORDER BY m.document_id, ${NEWEST_MAPPING}`),
  )
  return new Map(
    rows.map((row) => [
      encodeId('doc', row.document_id),
      { mappingId: encodeId('map', row.id), isCurrent: row.is_current },
    ]),
  )
}

/** Whether a mapping is made from what is in force. */
export async function hasCurrentMapping(tx: ReadTx, documentId: string, logic: MappingLogic): Promise<boolean> {
  const row = await tx.first(
    statement(sql<{ id: string }>`
    SELECT m.id FROM mappings m JOIN documents d ON d.workspace_id = m.workspace_id AND d.id = m.document_id
    WHERE ${ofTenant(tx, 'm.workspace_id')} AND m.document_id = ${uuidOf('doc', documentId)} AND ${isCurrent(tx, logic)}`),
  )
  return row !== null
}

export async function findMapping(
  tx: ReadTx,
  mapping: { readonly id: string; readonly documentId: string },
  logic: MappingLogic,
): Promise<StoredMapping | null> {
  const row = await tx.first(
    statement(sql<MappingRow>`
    SELECT m.*, ${OUTLINE}, ${isCurrent(tx, logic)} AS is_current
    FROM mappings m JOIN documents d ON d.workspace_id = m.workspace_id AND d.id = m.document_id
    WHERE ${ofTenant(tx, 'm.workspace_id')} AND m.id = ${uuidOf('map', mapping.id)}
      AND m.document_id = ${uuidOf('doc', mapping.documentId)}`),
  )
  return row && toMapping(row)
}

/** Whose documents a list is of. */
export interface MappingScope {
  readonly borrowerId: string
  readonly loanId: string | null
}

const inScope = (tx: ReadTx, scope: MappingScope) => sql<SqlBool>`${ofTenant(tx, 'd.workspace_id')}
  AND d.borrower_id = ${uuidOf('bor', scope.borrowerId)}
  ${scope.loanId === null ? sql`` : sql`AND d.loan_id = ${uuidOf('loan', scope.loanId)}`}
  AND d.report_type = ${MAPPED_TYPE}`

/** The mapping in force of each document that has one, the newest document first. */
export async function listMappings(
  tx: ReadTx,
  scope: MappingScope,
  page: PageRequest & { readonly logic: MappingLogic },
): Promise<Page<StoredMapping>> {
  const after = page.after && sql`AND (d.created_at, d.id) < (${page.after.createdAt}, ${page.after.uuid})`
  const rows = await tx.rows(
    statement(sql<MappingRow & { listed_at: Date }>`
    SELECT latest.*, d.created_at AS listed_at
    FROM documents d CROSS JOIN LATERAL (
      SELECT m.*, ${OUTLINE}, ${isCurrent(tx, page.logic)} AS is_current FROM mappings m
      WHERE m.workspace_id = d.workspace_id AND m.document_id = d.id ORDER BY ${NEWEST_MAPPING} LIMIT 1
    ) latest
    WHERE ${inScope(tx, scope)} ${after ?? sql``}
    ORDER BY d.created_at DESC, d.id DESC LIMIT ${page.limit + 1}`),
  )
  // A page of documents, so its position is a document's.
  const documents = rows.map((row) => ({ created_at: row.listed_at, id: row.document_id, row }))
  return toPage(documents, page, ({ row }) => toMapping(row))
}

/** Statements that were read and have no mapping at all, the newest first. */
export async function unmappedDocuments(tx: ReadTx, scope: MappingScope): Promise<string[]> {
  const rows = await tx.rows(
    statement(sql<{ id: string }>`
    SELECT d.id FROM documents d
    WHERE ${inScope(tx, scope)} AND d.extraction_version IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM mappings m WHERE m.workspace_id = d.workspace_id AND m.document_id = d.id)
    ORDER BY d.created_at DESC, d.id DESC`),
  )
  return rows.map(({ id }) => encodeId('doc', id))
}

/** A statement with the extraction that its mapping is to be made from. */
export interface OutdatedStatement extends MappableStatement {
  readonly extraction: { readonly version: number; readonly payload: unknown }
}

/** The next statements in the order of their ids, and of them those whose mapping is not made from what is in force. */
export interface StatementBatch {
  readonly outdated: readonly OutdatedStatement[]
  /** The last one looked at; null when there are no more. */
  readonly last: string | null
}

/**
 * Goes through the statements by their ids and looks at so many of them, whatever they are: a search for those that are
 * outdated would go through all that are not, again with every batch.
 */
export async function outdatedStatements(
  tx: ReadTx,
  logic: MappingLogic,
  from: { readonly after: string | null; readonly atMost: number },
): Promise<StatementBatch> {
  const rows = await tx.rows(
    statement(sql<{ id: string; created_at: Date; version: number | null; payload: unknown }>`
    SELECT d.id, d.created_at, e.version, e.payload
    FROM (
      SELECT workspace_id, id, created_at, extraction_version FROM documents
      WHERE ${ofTenant(tx, 'documents.workspace_id')} AND report_type = ${MAPPED_TYPE} AND extraction_version IS NOT NULL
        ${from.after === null ? sql`` : sql`AND id > ${uuidOf('doc', from.after)}`}
      ORDER BY id LIMIT ${from.atMost}
    ) d LEFT JOIN extractions e
      ON e.workspace_id = d.workspace_id AND e.document_id = d.id AND e.version = d.extraction_version
        AND NOT EXISTS (SELECT 1 FROM mappings m
          WHERE m.workspace_id = d.workspace_id AND m.document_id = d.id AND ${isCurrent(tx, logic)})
    ORDER BY d.id`),
  )
  const outdated = rows.flatMap((row) => {
    const { version, payload } = row
    if (version === null) return []
    return [{ id: encodeId('doc', row.id), createdAt: row.created_at, extraction: { version, payload } }]
  })
  const last = rows.at(-1)
  return { outdated, last: last ? encodeId('doc', last.id) : null }
}

/** The loans that have statements, in the order of their ids, from behind `after`. */
export async function loansWithStatements(
  tx: ReadTx,
  from: { readonly after: string | null; readonly atMost: number },
): Promise<string[]> {
  const rows = await tx.rows(
    statement(sql<{ loan_id: string }>`
    SELECT DISTINCT d.loan_id FROM documents d
    WHERE ${ofTenant(tx, 'd.workspace_id')} AND d.report_type = ${MAPPED_TYPE}
      ${from.after === null ? sql`` : sql`AND d.loan_id > ${uuidOf('loan', from.after)}`}
    ORDER BY d.loan_id LIMIT ${from.atMost}`),
  )
  return rows.map((row) => encodeId('loan', row.loan_id))
}

export async function findStatementDocument(
  tx: ReadTx,
  document: { readonly id: string; readonly borrowerId: string | null },
): Promise<StatementDocument | null> {
  let query = build
    .selectFrom('documents')
    .select(['id', 'loan_id', 'report_type', 'status', 'extraction_version', 'created_at'])
    .where(ofTenant(tx))
    .where('id', '=', uuidOf('doc', document.id))
  if (document.borrowerId !== null) query = query.where('borrower_id', '=', uuidOf('bor', document.borrowerId))
  const row = await tx.first(query)
  return (
    row && {
      id: encodeId('doc', row.id),
      loanId: encodeId('loan', row.loan_id),
      isStatement: row.report_type === MAPPED_TYPE,
      status: row.status,
      extractionVersion: row.extraction_version,
      createdAt: row.created_at,
    }
  )
}

/** Keeps mappings; one that was made from the same twice is kept once. */
export async function insertMappings(
  tx: WriteTx,
  mappings: readonly { readonly documentId: string; readonly mapping: NewMapping }[],
): Promise<void> {
  if (mappings.length === 0) return
  const kept = mappings.map(({ documentId, mapping }) => ({ documentId, mapping, ...toKept(mapping) }))
  for (const outline of new Set(kept.flatMap(({ outline }) => outline ?? []))) await keepOutline(tx, outline)
  await tx.rows(
    build
      .insertInto('mappings')
      .values(
        kept.map(({ documentId, mapping, payload, outline }) => ({
          workspace_id: tx.workspaceUuid,
          id: newUuid(),
          document_id: uuidOf('doc', documentId),
          extraction_version: mapping.extractionVersion,
          chart_document_version: mapping.chart.chart,
          chart_rules_version: mapping.chart.rules,
          export_map_version: mapping.chart.exportMap,
          engine_version: mapping.engineVersion,
          platform_chart_version: mapping.platformChartVersion,
          status: mapping.payload === null ? 'unmappable' : 'ready',
          payload: jsonOrNull(payload),
          outline_id: outline?.id ?? null,
          hint: jsonOrNull(mapping.hint),
          placements: JSON.stringify(mapping.placements),
        })),
      )
      .onConflict((conflict) => conflict.doNothing()),
  )
}

function toKept({ payload, outline }: NewMapping): { payload: unknown; outline: Outline | null } {
  const kept = payload && payloadToKept(payload, outline)
  return kept ? { payload: kept, outline } : { payload, outline: null }
}

/** Looked for first: it is there already but for the first mapping of a chart, and larger than a mapping. */
async function keepOutline(tx: WriteTx, outline: Outline): Promise<void> {
  const there = build.selectFrom('mapping_outlines').select('id').where(ofTenant(tx)).where('id', '=', outline.id)
  if (await tx.first(there)) return
  await tx.rows(
    build
      .insertInto('mapping_outlines')
      .values({ workspace_id: tx.workspaceUuid, id: outline.id, rows: toJson(outline.rows) })
      .onConflict((conflict) => conflict.doNothing()),
  )
}

/** A request that nobody has answered for so long may be made again. */
const FORGOTTEN_AFTER = sql.raw(`interval '60 seconds'`)

/** Notes that the mapping is asked for. False when it has been already, and somebody is at it. */
export async function noteRequest(tx: WriteTx, documentId: string): Promise<boolean> {
  const row = await tx.first(
    statement(sql<{ document_id: string }>`
    INSERT INTO mapping_requests (workspace_id, document_id) VALUES (${tx.workspaceUuid}, ${uuidOf('doc', documentId)})
    ON CONFLICT (workspace_id, document_id) DO UPDATE SET requested_at = now()
      WHERE mapping_requests.requested_at < now() - ${FORGOTTEN_AFTER}
    RETURNING document_id`),
  )
  return row !== null
}

export async function endRequest(tx: WriteTx, documentId: string): Promise<void> {
  await tx.rows(
    build.deleteFrom('mapping_requests').where(ofTenant(tx)).where('document_id', '=', uuidOf('doc', documentId)),
  )
}
