/**
 * Makes many customers of one: all rows that the service itself wrote for a workspace, again and again under other
 * ids. Every uuid of a copy is made of the old one and the number of the copy, so that copies refer to each other as
 * the originals do. What is stored out of line (payloads) is not copied: it is only ever read by its row, and would
 * fill the disk before it told anything about growth.
 */
import pg from 'pg'
import { urlOf } from '../server/test/support/database.ts'

/** Payloads of copies. The measured workspace keeps its own. */
const OUT_OF_LINE: Readonly<Record<string, string>> = { payload: `'{}'` }
/** What belongs to the one workspace and not to its documents. */
const NOT_COPIED = new Set(['api_keys', 'embed_sessions', 'idempotency_keys', 'audit_log', 'audit_heads', 'outbox'])
/** Three quarters of the bytes. Ten million documents find room on a machine like ours without them, and only so. */
export const BULK: ReadonlySet<string> = new Set(['figures', 'events', 'snapshots'])
/** Copies in one statement: enough to be fast, few enough to show progress. */
const BATCH = 1_000

interface Column {
  readonly table_name: string
  readonly column_name: string
  readonly udt_name: string
  readonly is_generated: string
}

export interface Copies {
  /** The first of them. */
  readonly from: number
  /** One more than the last of them. */
  readonly to: number
  /** Tables of which they have nothing. */
  readonly without: ReadonlySet<string>
}

/** Adds copies of everything of the workspace, each a workspace of its own. */
export async function multiply(database: string, workspace: string, { from, to, without }: Copies): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(database, 'SUPERUSER') })
  await client.connect()
  try {
    // The copies are as consistent as their original: nobody needs to look every reference up again.
    await client.query('SET session_replication_role = replica')
    const tables = (await tenantTables(client)).filter(([table]) => !without.has(table))
    for (let first = from; first < to; first += BATCH) {
      const copies = [first, Math.min(first + BATCH, to) - 1]
      await client.query(
        `INSERT INTO workspaces (id, organization_id, name, mode, subscription_status)
         SELECT md5(id::text || '/' || n)::uuid, organization_id, 'Copy ' || n, mode, subscription_status
         FROM workspaces, generate_series($2::int, $3::int) AS n WHERE id = $1`,
        [workspace, ...copies],
      )
      for (const [table, columns] of tables) {
        const names = columns.map(({ column_name }) => `"${column_name}"`).join(', ')
        await client.query(
          `INSERT INTO "${table}" (${names}) SELECT ${columns.map(copyOf).join(', ')}
           FROM "${table}" t, generate_series($2::int, $3::int) AS n WHERE t.workspace_id = $1`,
          [workspace, ...copies],
        )
      }
    }
    await client.query('VACUUM ANALYZE')
    // What the load has left to be written would be written beside the requests that are measured.
    await client.query('CHECKPOINT')
  } finally {
    await client.end()
  }
}

function copyOf({ column_name, udt_name }: Column): string {
  const column = `t."${column_name}"`
  if (udt_name === 'uuid') return `md5(${column}::text || '/' || n)::uuid`
  return OUT_OF_LINE[column_name]
    ? `CASE WHEN ${column} IS NULL THEN NULL ELSE ${OUT_OF_LINE[column_name]}::json END`
    : column
}

/** The tables that are partitioned or fenced by workspace and hold rows of their own, with their columns. */
async function tenantTables(client: pg.Client): Promise<[string, Column[]][]> {
  const { rows } = await client.query<Column>(
    `SELECT c.table_name, c.column_name, c.udt_name, c.is_generated
     FROM information_schema.columns c
     JOIN pg_class k ON k.relname = c.table_name AND k.relnamespace = 'public'::regnamespace
     WHERE c.table_schema = 'public' AND k.relkind IN ('r', 'p') AND NOT k.relispartition
       AND EXISTS (SELECT 1 FROM information_schema.columns w
                   WHERE w.table_schema = 'public' AND w.table_name = c.table_name AND w.column_name = 'workspace_id')
     ORDER BY c.table_name, c.ordinal_position`,
  )
  const tables = Map.groupBy(
    rows.filter(({ table_name, is_generated }) => !NOT_COPIED.has(table_name) && is_generated === 'NEVER'),
    ({ table_name }) => table_name,
  )
  return [...tables]
}
