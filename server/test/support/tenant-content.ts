/**
 * All that a tenant has, over every table of the catalogue, as one text and its hash. Ids are told by their order, times
 * not at all: two tenants, or one tenant at two times, have the same hash when they have the same content.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { encodeId, ID_PREFIXES } from '../../src/lib/ids.ts'
import { parseConfig } from '../../src/main/config.ts'
import { objectStoreOf } from '../../src/main/stores.ts'
import { asSuperuser } from './database.ts'
import { testSettings } from './service.ts'

/** What a reset leaves alone, because it is the workspace's own and not what was tried out in it. */
export const KEPT_OVER_RESET = [
  'api_keys',
  'audit_heads',
  'audit_log',
  'billing_accounts',
  'embed_origins',
  // Connections that are open, and no content.
  'event_followers',
  'idempotency_keys',
  'ledger_entries',
  'reservations',
  'sandbox_resets',
]

export async function tenantTables(database: string): Promise<string[]> {
  const rows = await asSuperuser<{ name: string }>(
    database,
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

export interface TenantContent {
  readonly text: string
  readonly hash: string
  /** Rows by table, empty tables left out. */
  readonly counts: Readonly<Record<string, number>>
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const WIRE_ID = new RegExp(`\\b(?:${ID_PREFIXES.join('|')})_[0-9a-hjkmnp-tv-z]{26}`, 'g')
const TIME = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[^"]*|(?<=\bfrozen )\d{4}-\d{2}-\d{2}/g
/** Of what is compared here itself, with ids in it. */
const DIGEST = /"[0-9a-f]{64}"|(?<="pdf_sha256": )"[^"]*"|(?<="pdf_size": )\d+|(?<=\bmanifest )[0-9a-f]{12}/g

export async function tenantContent(
  database: string,
  workspaceUuid: string,
  tables?: readonly string[],
): Promise<TenantContent> {
  const named = tables ?? (await tenantTables(database)).filter((table) => !KEPT_OVER_RESET.includes(table))
  const counts: Record<string, number> = {}
  let text = ''
  for (const table of named) {
    // In the order in which they were made: a row's own ids come first in it, and ids ascend.
    const rows = await asSuperuser<{ row: string }>(
      database,
      `SELECT to_jsonb(t)::text AS row FROM ${table} t WHERE workspace_id = $1 ORDER BY to_jsonb(t)->>'id', 1`,
      [workspaceUuid],
    )
    if (rows.length > 0) counts[table] = rows.length
    for (const { row } of rows) text += `${table} ${row}\n`
  }
  return { counts, ...inOrder(text, workspaceUuid) }
}

/** Rows without an id of their own are sorted once their ids are told by order. */
function inOrder(text: string, workspaceUuid: string): { text: string; hash: string } {
  const numbers = new Map<string, string>([[workspaceUuid, 'workspace']])
  const uuids = [...new Set(text.match(UUID) ?? [])].filter((uuid) => uuid !== workspaceUuid).sort()
  for (const [index, uuid] of uuids.entries()) numbers.set(uuid, `id ${index}`)
  const byWireId = new Map(
    [...numbers].flatMap(([uuid, name]) => ID_PREFIXES.map((prefix) => [encodeId(prefix, uuid), name] as const)),
  )
  const lines = text
    .replaceAll(UUID, (uuid) => numbers.get(uuid) ?? assert.fail(uuid))
    .replaceAll(WIRE_ID, (id) => byWireId.get(id) ?? id)
    .replaceAll(TIME, 'time')
    .replaceAll(DIGEST, '"digest"')
    .split('\n')
  const told = lines.sort().join('\n')
  return { text: told, hash: createHash('sha256').update(told).digest('hex') }
}

/** The folders of a tenant in the object store, by borrower. */
export async function storedBorrowers(database: string, workspaceUuid: string): Promise<string[]> {
  const objects = objectStoreOf(parseConfig(testSettings(database)))
  try {
    const prefix = `${workspaceUuid}/`
    return (await objects.foldersUnder(prefix)).map((folder) => folder.slice(prefix.length, -1)).sort()
  } finally {
    objects.close()
  }
}

/** Names the first row that differs, because all of them are too many to look at. */
export function assertSame(actual: TenantContent, expected: TenantContent): void {
  const rows = expected.text.split('\n')
  const at = actual.text.split('\n').findIndex((row, index) => row !== rows[index])
  assert.equal(
    actual.hash,
    expected.hash,
    `row ${at}: ${actual.text.split('\n')[at] ?? ''}\ninstead of ${rows[at] ?? ''}`,
  )
}
