/** Workspaces on their way between cells, and those that have gone. */
import { sql } from 'kysely'
import { tagOf } from '../lib/workspace-tag.ts'
import { build, statement } from './db.ts'
import type { Db, WriteTx } from './db.ts'

export type MoveState = 'leaving' | 'left' | 'arriving'

export interface Move {
  readonly state: MoveState
  /** The other cell. */
  readonly cell: string
}

/** What is known of the workspace with this tag: null when it is here, or was never here. */
export async function findMoveOfTag(db: Db, tag: string): Promise<Move | null> {
  const [row] = await db.outsideTenants(build.selectFrom(sql<Move>`move_of_tag(${tag})`.as('move')).selectAll())
  return row ?? null
}

export interface PlacedWorkspace {
  readonly uuid: string
  readonly liveUuid: string | null
}

/** The workspaces that a cell has, those on their way included, and all moves that it remembers. */
export async function listPlaces(
  db: Db,
): Promise<{ workspaces: PlacedWorkspace[]; moves: (Move & { readonly uuid: string })[] }> {
  const workspaces = await db.outsideTenants(
    build.selectFrom('workspaces').select(['id as uuid', 'live_workspace_id as liveUuid']).orderBy('id'),
  )
  const moves = await db.outsideTenants(
    build.selectFrom('workspace_moves').select(['workspace as uuid', 'state', 'cell']).orderBy('workspace'),
  )
  return { workspaces, moves: moves.map((row) => ({ ...row, state: row.state as MoveState })) }
}

export async function findMove(tx: WriteTx): Promise<(Move & { readonly lifecycle: string }) | null> {
  const row = await tx.first(
    build
      .selectFrom('workspace_moves')
      .select(['state', 'cell', 'lifecycle'])
      .where('workspace', '=', tx.workspaceUuid)
      .forUpdate(),
  )
  return row && { ...row, state: row.state as MoveState }
}

/** Remembers where the workspace stands. */
export async function saveMove(tx: WriteTx, move: Move & { readonly lifecycle: string }): Promise<void> {
  const row = { ...move, workspace: tx.workspaceUuid, tag: tagOf(tx.workspaceUuid) }
  await tx.rows(
    build
      .insertInto('workspace_moves')
      .values(row)
      .onConflict((conflict) => conflict.column('workspace').doUpdateSet({ ...row, since: sql<Date>`now()` })),
  )
}

/** The workspace is at home here. */
export async function forgetMove(tx: WriteTx): Promise<void> {
  await tx.rows(build.deleteFrom('workspace_moves').where('workspace', '=', tx.workspaceUuid))
}

/** Closes or opens the door of the tenant's workspace; answers what it was, null when there is no such workspace. */
export async function changeLifecycle(tx: WriteTx, lifecycle: string): Promise<string | null> {
  const row = await tx.first(
    statement(sql<{ before: string }>`
    WITH before AS (SELECT id, lifecycle FROM workspaces WHERE id = ${tx.workspaceUuid} FOR UPDATE)
    UPDATE workspaces w SET lifecycle = ${lifecycle} FROM before WHERE w.id = before.id RETURNING before.lifecycle AS before`),
  )
  return row?.before ?? null
}

/** Far enough for every relay to leave it alone, and told from every time that work is really due at. */
const PARKED = sql.raw(`interval '100 years'`)
const IS_PARKED = sql.raw(`due_at > now() + interval '50 years'`)

/** Keeps the tenant's waiting work from being handed over; answers how much of it is under way all the same. */
export async function parkWork(tx: WriteTx): Promise<number> {
  await tx.rows(
    statement(sql`
    UPDATE outbox SET due_at = due_at + ${PARKED}
    WHERE workspace_id = ${tx.workspaceUuid} AND handed_at IS NULL AND NOT (${IS_PARKED})`),
  )
  const row = await tx.first(
    statement(sql<{ n: number }>`
    SELECT count(*)::int AS n FROM outbox WHERE workspace_id = ${tx.workspaceUuid} AND handed_at IS NOT NULL`),
  )
  return row?.n ?? 0
}

/** Gives the tenant's work back to the relay, under new ids: what an engine knows of it under the old ones is void. */
export async function unparkWork(tx: WriteTx): Promise<void> {
  await tx.rows(
    statement(sql`
    UPDATE outbox SET id = gen_random_uuid(), handed_at = NULL, attempts = 0,
      due_at = CASE WHEN ${IS_PARKED} THEN due_at - ${PARKED} ELSE least(due_at, now()) END
    WHERE workspace_id = ${tx.workspaceUuid}`),
  )
}
