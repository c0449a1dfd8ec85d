/** A database of its own for each test file: a clone of a migrated template, made in a fraction of a second. */
import { createHash, randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../src/store/migrate.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')
/** Test files run side by side: only one may make the template. */
const TEMPLATE_LOCK = 905_113

/** How long tests wait for a connection: a machine that stands still for some seconds is no reason to refuse them one. */
export const PATIENCE_MS = 60_000

export function setting(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set; run: npm run stack -- up`)
  return value
}

export function urlOf(database: string, role: 'OWNER' | 'APP' | 'WORKER' | 'OPERATOR' | 'SUPERUSER'): string {
  const url = new URL(setting(`TIEOUT_DATABASE_${role}_URL`))
  url.pathname = `/${database}`
  return url.href
}

async function withOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: setting('TIEOUT_DATABASE_OWNER_URL') })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function templateName(): string {
  const hash = createHash('sha256')
  for (const file of globSync(`${MIGRATIONS}/0*.sql`).sort())
    hash.update(file.slice(MIGRATIONS.length)).update(readFileSync(file))
  return `template_${hash.digest('hex').slice(0, 16)}`
}

export async function createTestDatabase(): Promise<{ name: string; drop: () => Promise<void> }> {
  const template = templateName()
  const name = `test_${randomBytes(8).toString('hex')}`
  await withOwner(async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const known = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template])
    if (known.rowCount === 0) {
      const draft = `${template}_draft`
      await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`)
      await client.query(`CREATE DATABASE ${draft}`)
      await migrate(urlOf(draft, 'OWNER'))
      await client.query(`ALTER DATABASE ${draft} RENAME TO ${template}`)
    }
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  })
  return {
    name,
    // As superuser: FORCE ends connections of every role, the tests' own ones included.
    drop: () => asSuperuser('postgres', `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).then(() => undefined),
  }
}

/** One statement as a superuser: for looking behind the fences, never for the service under test. */
export async function asSuperuser<Row extends pg.QueryResultRow>(
  database: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: urlOf(database, 'SUPERUSER') })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** A transaction that has a number and does nothing more, until it is let go. */
export async function openTransaction(database: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: urlOf(database, 'SUPERUSER') })
  await client.connect()
  await client.query('BEGIN')
  await client.query('SELECT txid_current()')
  return async () => {
    await client.query('COMMIT')
    await client.end()
  }
}
