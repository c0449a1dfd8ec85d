/** Exports and the files they are made of. */
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { encodeId, newUuid, uuidOf } from '../lib/ids.ts'
import type { ExportFiles, Exports } from './database.ts'
import { build, ofTenant, statement } from './db.ts'
import type { Db, ReadTx, WriteTx } from './db.ts'
import { afterPosition, rowsToFetch, toPage } from './paging.ts'
import type { Page, PageRequest } from './paging.ts'

export type ExportStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelling' | 'cancelled'

export interface Export {
  readonly id: string
  readonly borrowerId: string
  readonly loanId: string
  readonly format: 'csv' | 'json' | 'xlsx'
  readonly status: ExportStatus
  readonly livemode: boolean
  readonly documentIds: readonly string[]
  /** Documents that are dealt with, skipped ones among them. */
  readonly done: number
  readonly skippedDocumentIds: readonly string[]
  readonly errorCode: string | null
  /** Null until there is one, and when it has been deleted. */
  readonly bundle: { readonly sizeBytes: number; readonly sha256: Buffer } | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly expiresAt: Date | null
  readonly updatedAt: Date
}

function toExport(row: Selectable<Exports>): Export {
  return {
    id: encodeId('exp', row.id),
    borrowerId: encodeId('bor', row.borrower_id),
    loanId: encodeId('loan', row.loan_id),
    format: row.format as Export['format'],
    status: row.status as ExportStatus,
    livemode: row.livemode,
    documentIds: row.document_ids.map((id) => encodeId('doc', id)),
    done: row.done,
    skippedDocumentIds: row.skipped_document_ids.map((id) => encodeId('doc', id)),
    errorCode: row.error_code,
    bundle:
      row.bundle_size === null || row.bundle_sha256 === null
        ? null
        : { sizeBytes: Number(row.bundle_size), sha256: row.bundle_sha256 },
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    expiresAt: row.expires_at,
    updatedAt: row.updated_at,
  }
}

export interface NewExport {
  readonly borrowerId: string
  readonly loanId: string
  readonly format: Export['format']
  readonly livemode: boolean
  readonly documentIds: readonly string[]
  readonly request: ExportRequest | null
}

/** The request that made it. */
export interface ExportRequest {
  readonly apiKeyId: string
  readonly idempotencyKey: string
}

/** Null when the same request has made one already. */
export async function insertExport(tx: WriteTx, made: NewExport): Promise<Export | null> {
  const row = await tx.first(
    build
      .insertInto('exports')
      .values({
        workspace_id: tx.workspaceUuid,
        id: newUuid(),
        borrower_id: uuidOf('bor', made.borrowerId),
        loan_id: uuidOf('loan', made.loanId),
        format: made.format,
        status: 'queued',
        livemode: made.livemode,
        document_ids: made.documentIds.map((id) => uuidOf('doc', id)),
        api_key_id: made.request && uuidOf('key', made.request.apiKeyId),
        idempotency_key: made.request && made.request.idempotencyKey,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'api_key_id', 'idempotency_key'])
          .where('idempotency_key', 'is not', null)
          .doNothing(),
      )
      .returningAll(),
  )
  return row && toExport(row)
}

export async function findExportOfRequest(tx: ReadTx, request: ExportRequest): Promise<Export | null> {
  const row = await tx.first(
    build
      .selectFrom('exports')
      .selectAll()
      .where(ofTenant(tx))
      .where('api_key_id', '=', uuidOf('key', request.apiKeyId))
      .where('idempotency_key', '=', request.idempotencyKey),
  )
  return row && toExport(row)
}

const theExport = (tx: ReadTx, id: string) =>
  build.selectFrom('exports').selectAll().where(ofTenant(tx)).where('id', '=', uuidOf('exp', id))

export async function findExport(tx: ReadTx, id: string): Promise<Export | null> {
  const row = await tx.first(theExport(tx, id))
  return row && toExport(row)
}

export async function lockExport(tx: WriteTx, id: string): Promise<Export | null> {
  const row = await tx.first(theExport(tx, id).forUpdate())
  return row && toExport(row)
}

export interface ExportFilter {
  readonly borrowerId: string | null
  readonly loanId: string | null
  readonly status: ExportStatus | null
}

export async function listExports(tx: ReadTx, filter: ExportFilter, page: PageRequest): Promise<Page<Export>> {
  let query = build.selectFrom('exports').selectAll().where(ofTenant(tx)).where(afterPosition(page.after))
  if (filter.borrowerId !== null) query = query.where('borrower_id', '=', uuidOf('bor', filter.borrowerId))
  if (filter.loanId !== null) query = query.where('loan_id', '=', uuidOf('loan', filter.loanId))
  if (filter.status !== null) query = query.where('status', '=', filter.status)
  const rows = await tx.rows(query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(rowsToFetch(page)))
  return toPage(rows, page, toExport)
}

export interface ExportChange {
  readonly status?: ExportStatus
  readonly done?: number
  readonly skippedDocumentIds?: readonly string[]
  readonly errorCode?: string
  readonly bundle?: { readonly sizeBytes: number; readonly sha256: Buffer }
  readonly startedAt?: Date
  readonly finishedAt?: Date
  readonly expiresAt?: Date
}

export async function changeExport(tx: WriteTx, id: string, change: ExportChange): Promise<Export> {
  const row = await tx.first(
    build
      .updateTable('exports')
      .set({
        ...(change.status !== undefined && { status: change.status }),
        ...(change.done !== undefined && { done: change.done }),
        ...(change.skippedDocumentIds && {
          skipped_document_ids: change.skippedDocumentIds.map((one) => uuidOf('doc', one)),
        }),
        ...(change.errorCode !== undefined && { error_code: change.errorCode }),
        ...(change.bundle && { bundle_size: BigInt(change.bundle.sizeBytes), bundle_sha256: change.bundle.sha256 }),
        ...(change.startedAt && { started_at: change.startedAt }),
        ...(change.finishedAt && { finished_at: change.finishedAt }),
        ...(change.expiresAt && { expires_at: change.expiresAt }),
        updated_at: sql`now()`,
      })
      .where(ofTenant(tx))
      .where('id', '=', uuidOf('exp', id))
      .returningAll(),
  )
  if (!row) throw new Error(`the export ${id} is gone while it is held`)
  return toExport(row)
}

/** The bytes of the bundle are gone; that there was one stays known. */
export async function forgetBundle(tx: WriteTx, id: string): Promise<void> {
  await tx.rows(
    build
      .updateTable('exports')
      .set({ bundle_size: null, updated_at: sql`now()` })
      .where(ofTenant(tx))
      .where('id', '=', uuidOf('exp', id)),
  )
}

/** Whether an export of the borrower is not finished. */
export async function hasUnfinishedExport(tx: ReadTx, borrowerId: string): Promise<boolean> {
  const row = await tx.first(
    build
      .selectFrom('exports')
      .select('id')
      .where(ofTenant(tx))
      .where('borrower_id', '=', uuidOf('bor', borrowerId))
      .where('status', 'in', ['queued', 'running', 'cancelling'])
      .limit(1),
  )
  return row !== null
}

/** One file of a bundle. */
export interface ExportFile {
  readonly documentId: string
  readonly name: string
  readonly reportType: string
  readonly extractionVersion: number
  readonly lineItems: number
  readonly sizeBytes: number
  readonly sha256: Buffer
}

function toFile(row: Selectable<ExportFiles>): ExportFile {
  return {
    documentId: encodeId('doc', row.document_id),
    name: row.name,
    reportType: row.report_type,
    extractionVersion: row.extraction_version,
    lineItems: row.line_items,
    sizeBytes: Number(row.size_bytes),
    sha256: row.sha256,
  }
}

/** Files by document. */
export async function findExportFiles(tx: ReadTx, exportId: string): Promise<Map<string, ExportFile>> {
  const rows = await tx.rows(
    build.selectFrom('export_files').selectAll().where(ofTenant(tx)).where('export_id', '=', uuidOf('exp', exportId)),
  )
  return new Map(rows.map(toFile).map((file) => [file.documentId, file]))
}

export async function sumExportFiles(
  tx: ReadTx,
  exportId: string,
): Promise<{ readonly files: number; readonly lineItems: number }> {
  const row = await tx.first(
    statement(sql<{ files: number; line_items: number }>`
    SELECT count(*)::int AS files, coalesce(sum(line_items), 0)::int AS line_items FROM export_files
    WHERE ${ofTenant(tx)} AND export_id = ${uuidOf('exp', exportId)}`),
  )
  return { files: row?.files ?? 0, lineItems: row?.line_items ?? 0 }
}

export async function insertExportFile(tx: WriteTx, exportId: string, file: ExportFile): Promise<void> {
  await tx.rows(
    build
      .insertInto('export_files')
      .values({
        workspace_id: tx.workspaceUuid,
        export_id: uuidOf('exp', exportId),
        document_id: uuidOf('doc', file.documentId),
        name: file.name,
        report_type: file.reportType,
        extraction_version: file.extractionVersion,
        line_items: file.lineItems,
        size_bytes: BigInt(file.sizeBytes),
        sha256: file.sha256,
      })
      .onConflict((conflict) => conflict.doNothing()),
  )
}

export interface SweptExport {
  readonly workspaceUuid: string
  readonly exportId: string
  readonly why: 'silent' | 'expired'
}

/** Exports of any tenant that nobody has touched for too long, and those whose bundle is past its time. */
export async function listExportsToSweep(db: Db, silentSince: Date, atMost: number): Promise<SweptExport[]> {
  const rows = await db.outsideTenants(
    statement(sql<{ workspace_id: string; export_id: string; why: SweptExport['why'] }>`
    SELECT workspace_id, export_id, why FROM exports_to_sweep(${silentSince}, ${atMost})`),
  )
  return rows.map((row) => ({
    workspaceUuid: row.workspace_id,
    exportId: encodeId('exp', row.export_id),
    why: row.why,
  }))
}
