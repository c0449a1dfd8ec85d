/** Where a borrower's documents name its owners: papers that are about a person, and returns with K-1s. */
import { sql } from 'kysely'
import { encodeId, uuidOf } from '../lib/ids.ts'
import { ofTenant, statement } from './db.ts'
import type { ReadTx } from './db.ts'

export interface OwnerNaming {
  readonly documentId: string
  readonly createdAt: Date
  /** The person whom the document is about; null when it is about a company. */
  readonly person: string | null
  /** The owners that its revision in force lists, as the payload has them. */
  readonly owners: readonly { name: string; share_percent: string | null; k1_form: string | null }[]
}

interface NamingRow {
  id: string
  created_at: Date
  person: string | null
  owners: OwnerNaming['owners'] | null
}

export async function listOwnerNamings(tx: ReadTx, borrowerId: string): Promise<OwnerNaming[]> {
  const rows = await tx.rows(
    statement(sql<NamingRow>`
    SELECT document.id, document.created_at, extraction.payload -> 'owners' AS owners,
      CASE WHEN document.entity_key LIKE 'person:%' THEN document.entity_name END AS person
    FROM documents document
    LEFT JOIN extractions extraction ON extraction.workspace_id = document.workspace_id
      AND extraction.document_id = document.id AND extraction.version = document.extraction_version
      AND document.report_type = 'tax-returns'
    WHERE ${ofTenant(tx, 'document.workspace_id')} AND document.borrower_id = ${uuidOf('bor', borrowerId)}
      AND (document.entity_key LIKE 'person:%' OR document.report_type = 'tax-returns')`),
  )
  return rows.map((row) => ({
    documentId: encodeId('doc', row.id),
    createdAt: row.created_at,
    person: row.person,
    owners: row.owners ?? [],
  }))
}
