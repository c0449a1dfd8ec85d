/**
 * All rows of one tenant, table by table, as they are: for carrying a workspace to another cell. Rows travel as
 * PostgreSQL's own text of a whole row, which its input takes back to the last digit, so no type is read or written
 * here and a table that comes later needs nothing. Everything runs as the owner of the tables under row-level security,
 * in a transaction that sees one moment (`wholeTenants`).
 */
import { sql } from 'kysely'
import { statement } from './db.ts'
import type { Db, ReadTx, WriteTx } from './db.ts'

export interface TenantTable {
  readonly name: string
  /** The column that says whose a row is. */
  readonly tenantColumn: string
  /** Without those that the database computes. */
  readonly columns: readonly string[]
}

/** How many rows there are, and two sums over the SHA-256 of each: the same for the same rows in any order. */
export interface Digest {
  readonly rows: number
  readonly sums: string
}

const BATCH_ROWS = 200

const isSame = (one: Digest | undefined, other: Digest | undefined): boolean =>
  one?.rows === other?.rows && one?.sums === other?.sums

/** The tables whose rows differ, by name. */
export function differences(one: ReadonlyMap<string, Digest>, other: ReadonlyMap<string, Digest>): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => !isSame(one.get(name), other.get(name))).sort()
}

/** Puts each after all that it refers to. Throws when there is a circle. */
export function parentsFirst(names: readonly string[], references: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const ordered: string[] = []
  const left = new Set(names)
  while (left.size > 0) {
    const free = [...left].filter((name) =>
      [...(references.get(name) ?? [])].every((to) => to === name || !left.has(to)),
    )
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...left].join(', ')}`)
    for (const name of free.sort()) {
      ordered.push(name)
      left.delete(name)
    }
  }
  return ordered
}

/**
 * Every table with rows of tenants, parents first, the workspace itself at the head. A table whose rows the owner does
 * not see would stay behind without a word, and its rows would go with what they hang on: so that is refused.
 */
export async function tenantTables(db: Db): Promise<TenantTable[]> {
  const found = await db.outsideTenants(
    statement(sql<{ name: string; columns: string[]; references: string[]; seen: boolean }>`
    SELECT c.relname::text AS name,
      (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
       WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
      coalesce((SELECT array_agg(DISTINCT t.relname::text) FROM pg_constraint k JOIN pg_class t ON t.oid = k.confrelid
       WHERE k.conrelid = c.oid AND k.contype = 'f'), '{}') AS "references",
      c.relname = 'workspaces' OR EXISTS (
        SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'move' AND p.polcmd = '*') AS seen
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND (c.relname = 'workspaces' OR EXISTS (
        SELECT 1 FROM pg_attribute w WHERE w.attrelid = c.oid AND w.attname = 'workspace_id' AND NOT w.attisdropped))`),
  )
  const unseen = found.filter(({ seen }) => !seen).map(({ name }) => name)
  if (unseen.length > 0) throw new Error(`no policy 'move' lets the owner carry rows of ${unseen.join(', ')}`)
  const names = found.map(({ name }) => name)
  const known = new Set(names)
  const references = new Map(
    found.map((table) => [table.name, new Set(table.references.filter((to) => known.has(to)))]),
  )
  const byName = new Map(found.map((table) => [table.name, table]))
  return parentsFirst(names, references).map((name) => ({
    name,
    tenantColumn: name === 'workspaces' ? 'id' : 'workspace_id',
    columns: byName.get(name)?.columns ?? [],
  }))
}

/** What was applied to a database, in order: rows of one fit into another only where this is the same. */
export async function schemaOf(db: Db): Promise<string> {
  const [row] = await db.outsideTenants(
    statement(
      sql<{ all: string | null }>`SELECT string_agg(name || ' ' || hash, ', ' ORDER BY name) AS "all" FROM migrations`,
    ),
  )
  return row?.all ?? ''
}

const own = (table: TenantTable, tx: ReadTx) => sql`t.${sql.id(table.tenantColumn)} = ${tx.workspaceUuid}`

/** Rows as text depend on these; whatever a role or server has set must not matter. */
async function plainText(tx: ReadTx): Promise<void> {
  for (const setting of [
    `DateStyle = 'ISO, YMD'`,
    `TimeZone = 'UTC'`,
    `IntervalStyle = 'postgres'`,
    'extra_float_digits = 1',
    `bytea_output = 'hex'`,
  ])
    await tx.rows(statement(sql`SET LOCAL ${sql.raw(setting)}`))
}

const DIGEST_OF = sql`
  count(*)::int AS rows,
  coalesce(sum(('x' || substr(sha, 1, 16))::bit(64)::bigint::numeric), 0) || '/' ||
  coalesce(sum(('x' || substr(sha, 17, 16))::bit(64)::bigint::numeric), 0) AS sums`
const SHA = sql`encode(sha256(convert_to(t::text, 'UTF8')), 'hex') AS sha`

/** The digests of all the tenant's rows, by table. */
export async function digestRows(tx: ReadTx, tables: readonly TenantTable[]): Promise<Map<string, Digest>> {
  await plainText(tx)
  const digests = new Map<string, Digest>()
  for (const table of tables) {
    const digest = await tx.first(
      statement(
        sql<Digest>`SELECT ${DIGEST_OF} FROM (SELECT ${SHA} FROM ${sql.id(table.name)} t WHERE ${own(table, tx)}) s`,
      ),
    )
    if (digest) digests.set(table.name, digest)
  }
  return digests
}

/** Deletes all the tenant's rows, children first; answers the digests of just what it deleted. */
export async function takeRows(tx: WriteTx, tables: readonly TenantTable[]): Promise<Map<string, Digest>> {
  await plainText(tx)
  const digests = new Map<string, Digest>()
  for (const table of tables.toReversed()) {
    const digest = await tx.first(
      statement(sql<Digest>`
      WITH s AS (DELETE FROM ${sql.id(table.name)} t WHERE ${own(table, tx)} RETURNING ${SHA}) SELECT ${DIGEST_OF} FROM s`),
    )
    if (digest) digests.set(table.name, digest)
  }
  return digests
}

/** Writes the tenant's rows of one database into another where it has none, in the two transactions it is given. */
export async function copyRows(from: WriteTx, to: WriteTx, tables: readonly TenantTable[]): Promise<void> {
  await plainText(from)
  await plainText(to)
  for (const table of tables) {
    // One statement for all rows of a table would have to fit into memory; so a cursor, and a batch at a time.
    await from.rows(
      statement(sql`DECLARE rows_of_tenant NO SCROLL CURSOR FOR
      SELECT t::text AS row FROM ${sql.id(table.name)} t WHERE ${sql.raw(`t."${table.tenantColumn}" = '${from.workspaceUuid}'`)}`),
    )
    const columns = table.columns.map((name) => sql.id(name))
    for (;;) {
      const batch = await from.rows(
        statement(sql<{ row: string }>`FETCH ${sql.raw(String(BATCH_ROWS))} FROM rows_of_tenant`),
      )
      if (batch.length === 0) break
      await to.rows(
        statement(sql`
        INSERT INTO ${sql.id(table.name)} (${sql.join(columns)})
        SELECT ${sql.join(columns.map((column) => sql`(r.whole).${column}`))}
        FROM (SELECT u.row::${sql.id(table.name)} AS whole FROM unnest(${batch.map(({ row }) => row)}::text[]) AS u (row) OFFSET 0) r`),
      )
    }
    await from.rows(statement(sql`CLOSE rows_of_tenant`))
  }
}

/** Makes sure that the organization of the tenant's workspace is in the other database too. */
export async function copyOrganization(from: ReadTx, to: WriteTx): Promise<void> {
  const row = await from.first(
    statement(sql<{ id: string; name: string; created_at: Date }>`
    SELECT o.id, o.name, o.created_at FROM organizations o JOIN workspaces w ON w.organization_id = o.id
    WHERE w.id = ${from.workspaceUuid}`),
  )
  if (!row) throw new Error('the workspace has no organization')
  await to.rows(
    statement(sql`
    INSERT INTO organizations (id, name, created_at) VALUES (${row.id}, ${row.name}, ${row.created_at})
    ON CONFLICT (id) DO NOTHING`),
  )
}
