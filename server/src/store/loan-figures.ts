/** What the documents of one loan say, for checks over all of them: the figures that such checks can be about. */
import { sql } from 'kysely'
import { encodeId, uuidOf } from '../lib/ids.ts'
import { ofTenant, statement } from './db.ts'
import type { ReadTx } from './db.ts'
import type { CompanyAttachment } from './documents.ts'

export interface LoanFigure {
  readonly documentId: string
  readonly reportType: string
  readonly entityKey: string | null
  readonly companyAttachments: readonly CompanyAttachment[]
  readonly address: string
  readonly caption: string
  readonly fiscalYear: number | null
  readonly periodEnd: string | null
  /** Of the period with that end; null where the document does not say. */
  readonly months: number | null
  readonly value: string
  readonly scale: string
  readonly page: number
  readonly box: readonly number[]
  readonly printed: string
}

interface FigureRow {
  document_id: string
  report_type: string
  entity_key: string | null
  company_attachments: CompanyAttachment[]
  address: string
  caption: string
  fiscal_year: number | null
  period_end: string | null
  value: string
  scale: string
  page: number
  box: number[]
  printed: string
}

/**
 * In the order of print. Rows of agings and movements of banks are left in the store: there may be a hundred thousand,
 * and only what they come to is compared.
 */
export async function figuresOfLoan(tx: ReadTx, loanId: string): Promise<LoanFigure[]> {
  const loan = uuidOf('loan', loanId)
  const rows = await tx.rows(
    statement(sql<FigureRow>`
    SELECT figure.document_id, document.report_type, document.entity_key, document.company_attachments,
      figure.address, figure.caption, figure.fiscal_year, figure.period_end::text, round(figure.value, 2)::text AS value,
      figure.scale::text, figure.page, figure.box, figure.printed
    FROM documents document
    JOIN figures figure ON figure.workspace_id = document.workspace_id AND figure.document_id = document.id
    WHERE ${ofTenant(tx, 'document.workspace_id')} AND ${ofTenant(tx, 'figure.workspace_id')}
      AND document.loan_id = ${loan}
      AND (document.report_type IN ('balance-sheets', 'profit-loss-statements', 'tax-returns', 'debt-schedules')
        OR (document.report_type IN ('ar-agings', 'ap-agings') AND figure.address LIKE 'totals.%')
        OR (document.report_type = 'bank-statements' AND figure.caption = 'Closing balance'))
    ORDER BY document.id, figure.id DESC`),
  )
  const months = await monthsOfLoan(tx, loan)
  return rows.map((row) => ({
    documentId: encodeId('doc', row.document_id),
    reportType: row.report_type,
    entityKey: row.entity_key,
    companyAttachments: row.company_attachments,
    address: row.address,
    caption: row.caption,
    fiscalYear: row.fiscal_year,
    periodEnd: row.period_end,
    months: months.get(`${row.document_id} ${row.period_end ?? ''}`) ?? null,
    value: row.value,
    scale: row.scale,
    page: row.page,
    box: row.box,
    printed: row.printed,
  }))
}

async function monthsOfLoan(tx: ReadTx, loan: string): Promise<Map<string, number>> {
  const rows = await tx.rows(
    statement(sql<{ id: string; period_end: string | null; months: number | null }>`
    SELECT document.id, period ->> 'period_end' AS period_end, (period ->> 'months_covered')::integer AS months
    FROM documents document
    JOIN extractions extraction ON extraction.workspace_id = document.workspace_id
      AND extraction.document_id = document.id AND extraction.version = document.extraction_version
    CROSS JOIN LATERAL json_array_elements(extraction.payload -> 'periods') AS period
    WHERE ${ofTenant(tx, 'document.workspace_id')} AND ${ofTenant(tx, 'extraction.workspace_id')}
      AND document.loan_id = ${loan} AND document.report_type = 'profit-loss-statements'`),
  )
  return new Map(
    rows.flatMap(({ id, period_end, months }) => (months === null ? [] : [[`${id} ${period_end ?? ''}`, months]])),
  )
}

/** A form of a tax return, without its lines. */
export interface LoanForm {
  readonly documentId: string
  /** Its place in the payload: `forms.<index>` begins the address of its lines. */
  readonly index: number
  readonly form: string
  readonly owner: string | null
}

export async function formsOfLoan(tx: ReadTx, loanId: string): Promise<LoanForm[]> {
  const rows = await tx.rows(
    statement(sql<{ id: string; index: number; form: string; owner: string | null }>`
    SELECT document.id, (position - 1)::integer AS index, form ->> 'form' AS form, form -> 'owner' ->> 'name' AS owner
    FROM documents document
    JOIN extractions extraction ON extraction.workspace_id = document.workspace_id
      AND extraction.document_id = document.id AND extraction.version = document.extraction_version
    CROSS JOIN LATERAL json_array_elements(extraction.payload -> 'forms') WITH ORDINALITY AS forms (form, position)
    WHERE ${ofTenant(tx, 'document.workspace_id')} AND ${ofTenant(tx, 'extraction.workspace_id')}
      AND document.loan_id = ${uuidOf('loan', loanId)} AND document.report_type = 'tax-returns'
    ORDER BY document.id, position`),
  )
  return rows.map(({ id, ...row }) => ({ documentId: encodeId('doc', id), ...row }))
}
