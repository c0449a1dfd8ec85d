/** Fills a database with many tenants and borrowers, straight into the tables, for tests and benches of size. */
import pg from 'pg'
import { urlOf } from './database.ts'

export interface Volume {
  readonly workspaces: number
  /** Over all workspaces. */
  readonly borrowers: number
  /** How many of them the largest workspace has. */
  readonly largest: number
}

/** Answers the uuid of the largest workspace; borrowers are spread over two years, one a moment. */
export async function loadBorrowers(database: string, volume: Volume): Promise<{ largest: string }> {
  const client = new pg.Client({ connectionString: urlOf(database, 'SUPERUSER') })
  await client.connect()
  try {
    await client.query(`INSERT INTO organizations (id, name) VALUES ('00000000-0000-7000-8000-000000000000', 'Volume')`)
    await client.query(
      `INSERT INTO workspaces (id, organization_id, name, mode, subscription_status)
       SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, '00000000-0000-7000-8000-000000000000',
              'Workspace ' || n, 'live', 'active' FROM generate_series(1, $1::int) AS n`,
      [volume.workspaces],
    )
    await client.query(
      `INSERT INTO borrowers (workspace_id, id, business_name, is_intake, created_at)
       SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(CASE WHEN n <= $2 THEN 1 ELSE 2 + n % ($3::int - 1) END), 12, '0'))::uuid,
              ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Borrower ' || n, false,
              timestamptz '2024-01-01' + n * interval '2 years' / $1::int
       FROM generate_series(1, $1::int) AS n`,
      [volume.borrowers, volume.largest, volume.workspaces],
    )
    await client.query(
      `INSERT INTO loans (workspace_id, id, borrower_id, name, created_at)
       SELECT workspace_id, id, id, 'Loan', created_at FROM borrowers
       WHERE workspace_id = '00000000-0000-7000-8000-000000000001' LIMIT 20000`,
    )
    await client.query('VACUUM ANALYZE borrowers')
    await client.query('VACUUM ANALYZE loans')
  } finally {
    await client.end()
  }
  return { largest: '00000000-0000-7000-8000-000000000001' }
}
