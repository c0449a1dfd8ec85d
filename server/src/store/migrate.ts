/**
 * Brings a database up to date: plain SQL files, forward only, each in its own transaction, once. A file that was
 * applied must never change: its hash is kept and compared, so that two databases with the same list are the same.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const FOLDER = join(import.meta.dirname, '../../migrations')
const FILE_FORM = /^\d{4}-[a-z0-9-]+\.sql$/
/** Two migrators at once must queue: an arbitrary but fixed advisory lock. */
const LOCK = 7_401_965_201n

interface Migration {
  name: string
  text: string
  hash: string
}

function migrationsOnDisk(): Migration[] {
  return readdirSync(FOLDER)
    .filter((name) => FILE_FORM.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(FOLDER, name), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    })
}

/** Applies what is missing; answers the names of what it applied. */
export async function migrate(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'tieout-migrate' })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    await client.query(`CREATE TABLE IF NOT EXISTS migrations (
      name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`)
    const { rows } = await client.query<{ name: string; hash: string }>('SELECT name, hash FROM migrations')
    const applied = new Map(rows.map((row) => [row.name, row.hash]))
    const fresh: string[] = []
    for (const migration of migrationsOnDisk()) {
      const known = applied.get(migration.name)
      if (known === migration.hash) continue
      if (known !== undefined) throw new Error(`${migration.name} was changed after it was applied`)
      await apply(client, migration)
      fresh.push(migration.name)
    }
    return fresh
  } finally {
    await client.end()
  }
}

/** The names of the migrations that the database still lacks. */
export async function pendingMigrations(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'tieout-migrate' })
  await client.connect()
  try {
    const known = await client.query<{ found: boolean }>(`SELECT to_regclass('public.migrations') IS NOT NULL AS found`)
    if (!known.rows[0]?.found) return migrationsOnDisk().map((migration) => migration.name)
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations')
    const applied = new Set(rows.map((row) => row.name))
    return migrationsOnDisk().flatMap((migration) => (applied.has(migration.name) ? [] : [migration.name]))
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(migration.text)
    await client.query('INSERT INTO migrations (name, hash) VALUES ($1, $2)', [migration.name, migration.hash])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new Error(`${migration.name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
