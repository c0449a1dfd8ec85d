/** People whom a borrower's documents are about: its owners, as far as their papers name them. */
import { sql } from 'kysely'
import { encodeId, uuidOf } from '../lib/ids.ts'
import { ofTenant, statement } from './db.ts'
import type { ReadTx } from './db.ts'
import { rowsToFetch, toPage } from './paging.ts'
import type { Page, PageRequest } from './paging.ts'

export interface Owner {
  readonly name: string
  /** Every way in which the name is printed, the newest first. */
  readonly names: readonly string[]
  readonly documentIds: readonly string[]
}

interface OwnerRow {
  id: string
  created_at: Date
  names: string[]
  documents: string[]
}

/** One for each folded name; whoever has the newest document comes first. */
export async function listOwners(tx: ReadTx, borrowerId: string, page: PageRequest): Promise<Page<Owner>> {
  const after = page.after?.uuid ?? null
  const rows = await tx.rows(
    statement(sql<OwnerRow>`
    SELECT documents[1] AS id, created_at, names, documents FROM (
      SELECT array_agg(id ORDER BY id DESC) AS documents, array_agg(entity_name ORDER BY id DESC) AS names,
        max(created_at) AS created_at
      FROM documents
      WHERE ${ofTenant(tx)} AND borrower_id = ${uuidOf('bor', borrowerId)} AND entity_key LIKE 'person:%'
      GROUP BY entity_key
    ) owner
    WHERE ${after}::uuid IS NULL OR documents[1] < ${after}::uuid
    ORDER BY documents[1] DESC LIMIT ${rowsToFetch(page)}`),
  )
  return toPage(rows, page, (row) => ({
    name: row.names[0] ?? '',
    names: [...new Set(row.names)],
    documentIds: row.documents.map((uuid) => encodeId('doc', uuid)),
  }))
}
