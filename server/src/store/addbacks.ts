/** What analysts add back to a loan's earnings: every saved version of the list. */
import { uuidOf } from '../lib/ids.ts'
import { build, ofTenant } from './db.ts'
import type { ReadTx, WriteTx } from './db.ts'
import { toJson } from './json.ts'

export interface AddbackRow {
  readonly id: string
  readonly label: string
  readonly category: string
  /** Amounts are decimal text, signed toward EBITDA. */
  readonly amounts: readonly {
    readonly fiscal_year: number
    readonly period_end: string | null
    readonly amount: string
  }[]
  readonly note: string | null
  readonly entity_key: string | null
}

/** Version 0 where nothing was saved yet. */
export interface AddbackList {
  readonly version: number
  readonly rows: readonly AddbackRow[]
}

const ofLoan = (tx: ReadTx, loanId: string) =>
  build
    .selectFrom('addback_versions')
    .select(['version', 'rows'])
    .where(ofTenant(tx))
    .where('loan_id', '=', uuidOf('loan', loanId))

export async function latestAddbacks(tx: ReadTx, loanId: string): Promise<AddbackList> {
  const row = await tx.first(ofLoan(tx, loanId).orderBy('version', 'desc').limit(1))
  return row ? { version: row.version, rows: row.rows as AddbackRow[] } : { version: 0, rows: [] }
}

/** What was saved as this version; null when there is none. Version 0 is the empty list. */
export async function addbacksOfVersion(tx: ReadTx, loanId: string, version: number): Promise<AddbackList | null> {
  if (version === 0) return { version, rows: [] }
  const row = await tx.first(ofLoan(tx, loanId).where('version', '=', version))
  return row && { version, rows: row.rows as AddbackRow[] }
}

/** Saves the next version; the caller holds the loan's spread. */
export async function insertAddbacks(
  tx: WriteTx,
  loanId: string,
  saved: AddbackList & { readonly by: string },
): Promise<void> {
  await tx.rows(
    build.insertInto('addback_versions').values({
      workspace_id: tx.workspaceUuid,
      loan_id: uuidOf('loan', loanId),
      version: saved.version,
      rows: toJson(saved.rows),
      saved_by: saved.by,
    }),
  )
}
