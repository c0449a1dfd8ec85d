/** Credit memos: what people write about a loan. */
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { encodeId, newUuid, uuidOf } from '../lib/ids.ts'
import type { Memos } from './database.ts'
import { build, ofTenant } from './db.ts'
import type { ReadTx, WriteTx } from './db.ts'
import { storable, toJson } from './json.ts'
import { afterPosition, rowsToFetch, toPage } from './paging.ts'
import type { Page, PageRequest } from './paging.ts'

/** Text by section. */
export type Commentary = Readonly<Record<string, string>>

export interface MemoText {
  readonly title: string
  readonly commentary: Commentary
}

export interface Memo extends MemoText {
  readonly id: string
  readonly loanId: string
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

function toMemo(row: Selectable<Memos>): Memo {
  return {
    id: encodeId('memo', row.id),
    loanId: encodeId('loan', row.loan_id),
    title: row.title,
    commentary: row.commentary as Commentary,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export async function insertMemo(tx: WriteTx, loanId: string, { title, commentary }: MemoText): Promise<Memo> {
  const row = await tx.first(
    build
      .insertInto('memos')
      .values({
        workspace_id: tx.workspaceUuid,
        id: newUuid(),
        loan_id: uuidOf('loan', loanId),
        title: storable(title),
        commentary: toJson(commentary),
      })
      .returningAll(),
  )
  if (!row) throw new Error('an insert returned no row')
  return toMemo(row)
}

/** Where a memo stands: one of another loan is none. */
export interface MemoPlace {
  readonly loanId: string
  readonly memoId: string
}

const theMemo = (tx: ReadTx, { loanId, memoId }: MemoPlace) =>
  build
    .selectFrom('memos')
    .selectAll()
    .where(ofTenant(tx))
    .where('loan_id', '=', uuidOf('loan', loanId))
    .where('id', '=', uuidOf('memo', memoId))

export async function findMemo(tx: ReadTx, place: MemoPlace): Promise<Memo | null> {
  const row = await tx.first(theMemo(tx, place))
  return row && toMemo(row)
}

export async function lockMemo(tx: WriteTx, place: MemoPlace): Promise<Memo | null> {
  const row = await tx.first(theMemo(tx, place).forUpdate())
  return row && toMemo(row)
}

export async function listMemos(tx: ReadTx, loanId: string, page: PageRequest): Promise<Page<Memo>> {
  const rows = await tx.rows(
    build
      .selectFrom('memos')
      .selectAll()
      .where(ofTenant(tx))
      .where('loan_id', '=', uuidOf('loan', loanId))
      .where(afterPosition(page.after))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(rowsToFetch(page)),
  )
  return toPage(rows, page, toMemo)
}

/** Changes a memo that the caller has locked. */
export async function updateMemo(tx: WriteTx, id: string, { title, commentary }: MemoText): Promise<Memo> {
  const row = await tx.first(
    build
      .updateTable('memos')
      .set({
        title: storable(title),
        commentary: toJson(commentary),
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where(ofTenant(tx))
      .where('id', '=', uuidOf('memo', id))
      .returningAll(),
  )
  if (!row) throw new Error('the locked memo is gone')
  return toMemo(row)
}
