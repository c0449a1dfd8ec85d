/** Figures over all documents of a borrower, as queries find them. */
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { encodeId, uuidOf } from '../lib/ids.ts'
import { build, ofTenant } from './db.ts'
import type { ReadTx } from './db.ts'
import { NEWEST_MAPPING } from './mappings.ts'
import { rowsToFetch, toPage } from './paging.ts'
import type { Page, PageRequest } from './paging.ts'

export interface FigureFilter {
  readonly borrowerId: string
  readonly loanId: string | null
  readonly reportType: string | null
  readonly fiscalYear: number | null
  /** Without case and punctuation. */
  readonly captionKey: string | null
  /** The kinds of entity with its folded name that will do; null for any. */
  readonly entityKeys: readonly string[] | null
  /** Where the mapping in force must have placed it: all of these keys. */
  readonly placements: readonly string[]
}

export interface FoundFigure {
  readonly documentId: string
  readonly loanId: string
  readonly reportType: string
  readonly extractionVersion: number | null
  readonly entityName: string | null
  readonly caption: string
  readonly fiscalYear: number | null
  readonly periodEnd: string | null
  readonly periodLabel: string | null
  /** As printed; the amount is what it is worth: the printed figure times the scale. */
  readonly value: string
  readonly scale: string
  readonly amount: string
  readonly address: string
  readonly page: number
  readonly box: readonly number[]
  readonly printed: string
}

/** Newest document first; within a document in print order. */
export async function listFigures(tx: ReadTx, filter: FigureFilter, page: PageRequest): Promise<Page<FoundFigure>> {
  let query = build
    .selectFrom('figures as figure')
    .innerJoin('documents as document', (join) =>
      join.onRef('document.workspace_id', '=', 'figure.workspace_id').onRef('document.id', '=', 'figure.document_id'),
    )
    .selectAll('figure')
    .select([
      'document.loan_id',
      'document.report_type',
      'document.extraction_version',
      'document.entity_name',
      sql<string>`round(figure.value * figure.scale, 2)::text`.as('amount'),
      sql<string>`round(figure.value, 2)::text`.as('printed_value'),
    ])
    .where(ofTenant(tx, 'figure.workspace_id'))
    .where(ofTenant(tx, 'document.workspace_id'))
    .where('figure.borrower_id', '=', uuidOf('bor', filter.borrowerId))
  const { after } = page
  if (after) query = query.where(sql<boolean>`(figure.created_at, figure.id) < (${after.createdAt}, ${after.uuid})`)
  if (filter.loanId !== null) query = query.where('document.loan_id', '=', uuidOf('loan', filter.loanId))
  if (filter.reportType !== null) query = query.where('document.report_type', '=', filter.reportType)
  if (filter.fiscalYear !== null) query = query.where('figure.fiscal_year', '=', filter.fiscalYear)
  if (filter.captionKey !== null) query = query.where('figure.caption_key', '=', filter.captionKey)
  if (filter.entityKeys !== null) query = query.where('document.entity_key', 'in', filter.entityKeys)
  for (const key of filter.placements) query = query.where(isPlaced(key))
  const rows = await tx.rows(
    query.orderBy('figure.created_at', 'desc').orderBy('figure.id', 'desc').limit(rowsToFetch(page)),
  )
  return toPage(rows, page, (row) => ({
    documentId: encodeId('doc', row.document_id),
    loanId: encodeId('loan', row.loan_id),
    reportType: row.report_type,
    extractionVersion: row.extraction_version,
    entityName: row.entity_name,
    caption: row.caption,
    fiscalYear: row.fiscal_year,
    periodEnd: row.period_end,
    periodLabel: row.period_label,
    value: row.printed_value,
    scale: row.scale,
    amount: row.amount,
    address: row.address,
    page: row.page,
    box: row.box,
    printed: row.printed,
  }))
}

/** Whether the document's newest mapping names the figure's address under the key. */
function isPlaced(key: string) {
  return sql<SqlBool>`(
    SELECT m.placements -> ${key} FROM mappings m
    WHERE m.workspace_id = figure.workspace_id AND m.document_id = figure.document_id
    ORDER BY ${NEWEST_MAPPING} LIMIT 1
  ) ? figure.address`
}
