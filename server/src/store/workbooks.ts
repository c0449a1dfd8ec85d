/** The latest workbook of each kind of a loan, and whether another is being made. */
import type { Selectable, Updateable } from 'kysely'
import { uuidOf } from '../lib/ids.ts'
import type { Workbooks } from './database.ts'
import { build, ofTenant } from './db.ts'
import type { ReadTx, WriteTx } from './db.ts'

/** Which workbook. */
export interface WorkbookOf {
  readonly loanId: string
  readonly kind: string
}

export interface StoredWorkbook {
  /** The build under way; null while there is none. */
  readonly asked: { readonly buildId: string; readonly at: Date } | null
  readonly latest: BuiltWorkbook | null
  readonly failed: { readonly key: string; readonly at: Date } | null
}

export interface BuiltWorkbook {
  readonly buildId: string
  /** What it was made from. */
  readonly key: string
  readonly sizeBytes: number
  readonly sha256: Buffer
  readonly renderedAt: Date
}

function toWorkbook(row: Selectable<Workbooks>): StoredWorkbook {
  const { built_key, build: buildId, size_bytes, sha256, rendered_at } = row
  const isBuilt =
    built_key !== null && buildId !== null && size_bytes !== null && sha256 !== null && rendered_at !== null
  return {
    asked: row.asked_build === null || row.asked_at === null ? null : { buildId: row.asked_build, at: row.asked_at },
    latest: isBuilt
      ? { buildId, key: built_key, sizeBytes: Number(size_bytes), sha256, renderedAt: rendered_at }
      : null,
    failed: row.failed_key === null || row.failed_at === null ? null : { key: row.failed_key, at: row.failed_at },
  }
}

const theWorkbook = (tx: ReadTx, { loanId, kind }: WorkbookOf) =>
  build
    .selectFrom('workbooks')
    .selectAll()
    .where(ofTenant(tx))
    .where('loan_id', '=', uuidOf('loan', loanId))
    .where('kind', '=', kind)

export async function findWorkbook(tx: ReadTx, of: WorkbookOf): Promise<StoredWorkbook | null> {
  const row = await tx.first(theWorkbook(tx, of))
  return row && toWorkbook(row)
}

/** Null when nobody has asked for it yet, or the loan is gone. */
export async function lockWorkbook(tx: WriteTx, of: WorkbookOf): Promise<StoredWorkbook | null> {
  const row = await tx.first(theWorkbook(tx, of).forUpdate())
  return row && toWorkbook(row)
}

/** Held until the transaction ends, made first where nobody has asked yet; the caller holds the loan. */
export async function lockWorkbookOrNew(tx: WriteTx, of: WorkbookOf): Promise<StoredWorkbook> {
  await tx.rows(
    build
      .insertInto('workbooks')
      .values({ workspace_id: tx.workspaceUuid, loan_id: uuidOf('loan', of.loanId), kind: of.kind })
      .onConflict((conflict) => conflict.doNothing()),
  )
  const held = await lockWorkbook(tx, of)
  if (!held) throw new Error('a workbook is gone while its loan is held')
  return held
}

export async function noteBuild(
  tx: WriteTx,
  of: WorkbookOf,
  asked: { readonly buildId: string; readonly at: Date },
): Promise<void> {
  await change(tx, of, { asked_build: asked.buildId, asked_at: asked.at })
}

/** The build under way is over: it has made a file, has failed, or found nothing to do. */
export async function endBuild(
  tx: WriteTx,
  of: WorkbookOf,
  end: {
    readonly made?: BuiltWorkbook
    readonly failed?: { readonly key: string; readonly at: Date }
  },
): Promise<void> {
  await change(tx, of, {
    asked_build: null,
    asked_at: null,
    ...(end.made && {
      build: end.made.buildId,
      built_key: end.made.key,
      size_bytes: BigInt(end.made.sizeBytes),
      sha256: end.made.sha256,
      rendered_at: end.made.renderedAt,
      failed_key: null,
      failed_at: null,
    }),
    ...(end.failed && { failed_key: end.failed.key, failed_at: end.failed.at }),
  })
}

/** No file is the loan's any more, none under way either; answers the builds that were. */
export async function forgetBuilds(tx: WriteTx, loanId: string): Promise<string[]> {
  const ofLoan = build.selectFrom('workbooks').where(ofTenant(tx)).where('loan_id', '=', uuidOf('loan', loanId))
  const rows = await tx.rows(ofLoan.select(['kind', 'build', 'asked_build']).orderBy('kind').forUpdate())
  const nothing = { build: null, built_key: null, size_bytes: null, sha256: null, rendered_at: null }
  for (const { kind } of rows) await change(tx, { loanId, kind }, { ...nothing, asked_build: null, asked_at: null })
  return rows.flatMap((row) => row.build ?? [])
}

async function change(tx: WriteTx, of: WorkbookOf, set: Updateable<Workbooks>): Promise<void> {
  await tx.rows(
    build
      .updateTable('workbooks')
      .set(set)
      .where(ofTenant(tx))
      .where('loan_id', '=', uuidOf('loan', of.loanId))
      .where('kind', '=', of.kind),
  )
}
