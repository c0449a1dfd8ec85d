/** Keyset pagination, the same for every list: newest first, ties broken by uuid, the position of the last item given back. */
import { sql } from 'kysely'
import type { Expression, SqlBool } from 'kysely'
import type { Position } from '../lib/cursor.ts'

export interface PageRequest {
  readonly limit: number
  /** The last item of the page before; null for the first page. */
  readonly after: Position | null
}

export interface Page<Item> {
  readonly items: readonly Item[]
  /** Where the next page starts; null when there is none. */
  readonly next: Position | null
}

/** The condition that skips what earlier pages held. A row comparison, so that one index range answers it. */
export function afterPosition(after: Position | null): Expression<SqlBool> {
  if (after === null) return sql<SqlBool>`true`
  return sql<SqlBool>`(created_at, id) < (${after.createdAt}, ${after.uuid})`
}

/** One row more than the page is asked for: its presence says that there is a next page. */
export function rowsToFetch(request: PageRequest): number {
  return request.limit + 1
}

export function toPage<Row extends { created_at: Date; id: string }, Item>(
  rows: readonly Row[],
  request: PageRequest,
  toItem: (row: Row) => Item,
): Page<Item> {
  const kept = rows.slice(0, request.limit)
  const last = kept.at(-1)
  const more = rows.length > request.limit && last !== undefined
  return { items: kept.map(toItem), next: more ? { createdAt: last.created_at, uuid: last.id } : null }
}
