/** Renders of memos: what was ordered, what was composed of it, and the file that it came to. */
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { MemoDocument } from '../engine/model/memo.ts'
import { encodeId, newUuid, uuidOf } from '../lib/ids.ts'
import type { MemoRenders } from './database.ts'
import { build, ofTenant, statement } from './db.ts'
import type { Db, ReadTx, WriteTx } from './db.ts'
import { toJson } from './json.ts'
import { seededAt } from './sandbox.ts'
import type { Commentary, MemoText } from './memos.ts'

export type RenderStatus = 'queued' | 'rendering' | 'succeeded' | 'failed' | 'cancelling' | 'cancelled'

export interface MemoRender {
  readonly id: string
  readonly borrowerId: string
  readonly loanId: string
  readonly memoId: string
  readonly memoVersion: number
  readonly snapshotId: string
  readonly status: RenderStatus
  readonly livemode: boolean
  readonly isComposed: boolean
  readonly errorCode: string | null
  readonly pdf: { readonly sizeBytes: number; readonly sha256: Buffer } | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly updatedAt: Date
}

/** What it is made from, beside the figures of its snapshot. */
export interface RenderOrder extends MemoText {
  readonly showsLoanFile: boolean
}

/** All but what is long: the text and the composed document are read by those who need them. */
const FACTS = [
  'id', 'borrower_id', 'loan_id', 'memo_id', 'memo_version', 'snapshot_id', 'status', 'livemode', 'error_code',
  'pdf_size', 'pdf_sha256', 'created_at', 'started_at', 'finished_at', 'updated_at',
] as const // prettier-ignore
const IS_COMPOSED = sql<boolean>`document IS NOT NULL`.as('is_composed')

type Row = Pick<Selectable<MemoRenders>, (typeof FACTS)[number]> & { readonly is_composed: boolean }

function toRender(row: Row): MemoRender {
  return {
    id: encodeId('rnd', row.id),
    borrowerId: encodeId('bor', row.borrower_id),
    loanId: encodeId('loan', row.loan_id),
    memoId: encodeId('memo', row.memo_id),
    memoVersion: row.memo_version,
    snapshotId: encodeId('snap', row.snapshot_id),
    status: row.status as RenderStatus,
    livemode: row.livemode,
    isComposed: row.is_composed,
    errorCode: row.error_code,
    pdf: row.pdf_size === null || row.pdf_sha256 === null ? null : { sizeBytes: row.pdf_size, sha256: row.pdf_sha256 },
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    updatedAt: row.updated_at,
  }
}

export interface NewRender extends RenderOrder {
  readonly borrowerId: string
  readonly loanId: string
  readonly memoId: string
  readonly memoVersion: number
  readonly snapshotId: string
  readonly livemode: boolean
}

export async function insertRender(tx: WriteTx, made: NewRender): Promise<MemoRender> {
  const row = await tx.first(
    build
      .insertInto('memo_renders')
      .values({
        workspace_id: tx.workspaceUuid,
        id: newUuid(),
        borrower_id: uuidOf('bor', made.borrowerId),
        loan_id: uuidOf('loan', made.loanId),
        memo_id: uuidOf('memo', made.memoId),
        memo_version: made.memoVersion,
        snapshot_id: uuidOf('snap', made.snapshotId),
        status: 'queued',
        livemode: made.livemode,
        title: made.title,
        commentary: toJson(made.commentary),
        shows_loan_file: made.showsLoanFile,
      })
      .returning([...FACTS, IS_COMPOSED]),
  )
  if (!row) throw new Error('an insert returned no row')
  return toRender(row)
}

const theRender = (tx: ReadTx, id: string) =>
  build.selectFrom('memo_renders').where(ofTenant(tx)).where('id', '=', uuidOf('rnd', id))

export async function findRender(tx: ReadTx, id: string): Promise<MemoRender | null> {
  const row = await tx.first(theRender(tx, id).select([...FACTS, IS_COMPOSED]))
  return row && toRender(row)
}

export async function lockRender(tx: WriteTx, id: string): Promise<MemoRender | null> {
  const row = await tx.first(
    theRender(tx, id)
      .select([...FACTS, IS_COMPOSED])
      .forUpdate(),
  )
  return row && toRender(row)
}

/** Those that a reset has put there: they are as old as its seed. */
export async function findRendersOfSeed(tx: ReadTx, resetId: string): Promise<MemoRender[]> {
  const rows = await tx.rows(
    build
      .selectFrom('memo_renders')
      .select([...FACTS, IS_COMPOSED])
      .where(ofTenant(tx))
      .where('created_at', '=', seededAt(tx, resetId))
      .orderBy('id'),
  )
  return rows.map(toRender)
}

/** The text that it was ordered with. */
export async function findRenderOrder(tx: ReadTx, id: string): Promise<RenderOrder | null> {
  const row = await tx.first(theRender(tx, id).select(['title', 'commentary', 'shows_loan_file']))
  return row && { title: row.title, commentary: row.commentary as Commentary, showsLoanFile: row.shows_loan_file }
}

/** What is to be printed; null until it is composed. */
export async function findRenderDocument(tx: ReadTx, id: string): Promise<MemoDocument | null> {
  const row = await tx.first(theRender(tx, id).select('document'))
  return (row?.document as MemoDocument | null | undefined) ?? null
}

/** The newest render of a memo; of those alone that came to a file where that is asked. */
export async function latestRender(
  tx: ReadTx,
  memoId: string,
  wanted: 'any' | 'succeeded' = 'any',
): Promise<MemoRender | null> {
  let query = build
    .selectFrom('memo_renders')
    .select([...FACTS, IS_COMPOSED])
    .where(ofTenant(tx))
    .where('memo_id', '=', uuidOf('memo', memoId))
  if (wanted === 'succeeded') query = query.where('status', '=', wanted)
  const row = await tx.first(query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1))
  return row && toRender(row)
}

export interface RenderChange {
  readonly status?: RenderStatus
  readonly document?: MemoDocument
  readonly errorCode?: string
  readonly pdf?: { readonly sizeBytes: number; readonly sha256: Buffer }
  readonly startedAt?: Date
  readonly finishedAt?: Date
}

/** Changes a render that the caller has locked; without a change it is only touched. */
export async function changeRender(tx: WriteTx, id: string, change: RenderChange): Promise<MemoRender> {
  const row = await tx.first(
    build
      .updateTable('memo_renders')
      .set({
        ...(change.status !== undefined && { status: change.status }),
        ...(change.document && { document: toJson(change.document) }),
        ...(change.errorCode !== undefined && { error_code: change.errorCode }),
        ...(change.pdf && { pdf_size: change.pdf.sizeBytes, pdf_sha256: change.pdf.sha256 }),
        ...(change.startedAt && { started_at: change.startedAt }),
        ...(change.finishedAt && { finished_at: change.finishedAt }),
        updated_at: sql`now()`,
      })
      .where(ofTenant(tx))
      .where('id', '=', uuidOf('rnd', id))
      .returning([...FACTS, IS_COMPOSED]),
  )
  if (!row) throw new Error(`the render ${id} is gone while it is held`)
  return toRender(row)
}

/** Whether a render for the borrower is not finished. */
export async function hasUnfinishedRender(tx: ReadTx, borrowerId: string): Promise<boolean> {
  const row = await tx.first(
    build
      .selectFrom('memo_renders')
      .select('id')
      .where(ofTenant(tx))
      .where('borrower_id', '=', uuidOf('bor', borrowerId))
      .where('status', 'in', ['queued', 'rendering', 'cancelling'])
      .limit(1),
  )
  return row !== null
}

/** Renders of any tenant that nobody has touched for too long. */
export async function listRendersToSweep(
  db: Db,
  silentSince: Date,
  atMost: number,
): Promise<{ readonly workspaceUuid: string; readonly renderId: string }[]> {
  const rows = await db.outsideTenants(
    statement(sql<{ workspace_id: string; render_id: string }>`
    SELECT workspace_id, render_id FROM memo_renders_to_sweep(${silentSince}, ${atMost})`),
  )
  return rows.map((row) => ({ workspaceUuid: row.workspace_id, renderId: encodeId('rnd', row.render_id) }))
}
