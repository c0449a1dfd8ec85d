/** Lists are answered from their index alone, however many rows and tenants there are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { newUuid } from '../../src/lib/ids.ts'
import { listBorrowers } from '../../src/store/borrowers.ts'
import type { ReadTx } from '../../src/store/db.ts'
import { listLoans } from '../../src/store/loans.ts'
import { createTestDatabase, urlOf } from '../support/database.ts'
import { loadBorrowers } from '../support/volume.ts'

const database = await createTestDatabase()
test.after(() => database.drop())
const { largest } = await loadBorrowers(database.name, { workspaces: 50, borrowers: 20_000, largest: 5_000 })

/** Every statement that `work` sends, with the plan that PostgreSQL makes for it as the application's own role. */
async function plansOf(work: (tx: ReadTx) => Promise<unknown>): Promise<string[]> {
  const client = new pg.Client({ connectionString: urlOf(database.name, 'APP') })
  await client.connect()
  const plans: string[] = []
  try {
    await client.query('BEGIN')
    await client.query(`SET LOCAL app.workspace_id = '${largest}'`)
    const explain = async (query: { compile(): { sql: string; parameters: readonly unknown[] } }) => {
      const { sql, parameters } = query.compile()
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, [...parameters])
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      return []
    }
    await work({
      workspaceUuid: largest,
      filters: true,
      rows: explain,
      first: (query) => explain(query).then(() => null),
    })
  } finally {
    await client.end()
  }
  assert.ok(plans.length > 0)
  return plans
}

const LISTS: [string, (tx: ReadTx) => Promise<unknown>, RegExp][] = [
  [
    'first page of borrowers',
    (tx) => listBorrowers(tx, { intake: false }, { limit: 25, after: null }),
    /borrowers_newest/,
  ],
  [
    'a page of borrowers in the middle',
    (tx) =>
      listBorrowers(
        tx,
        { intake: false },
        { limit: 25, after: { createdAt: new Date('2026-01-01'), uuid: newUuid() } },
      ),
    /borrowers_newest/,
  ],
  [
    'first page of loans',
    (tx) => listLoans(tx, { borrowerId: null, status: null }, { limit: 25, after: null }),
    /loans_newest/,
  ],
]

for (const [name, work, index] of LISTS) {
  test(`${name}: an index gives the rows in order, with no sequential scan and no sort`, async () => {
    for (const plan of await plansOf(work)) {
      assert.match(plan, index, plan)
      assert.doesNotMatch(plan, /Seq Scan|Sort/, plan)
    }
  })
}

test('bar 42: row-level security leaves the plan as it is: the same index, at most 1.1 times the estimated cost', async () => {
  const list = `SELECT * FROM borrowers WHERE workspace_id = '${largest}' AND is_intake = false
    ORDER BY created_at DESC, id DESC LIMIT 25`
  const planAs = async (role: 'APP' | 'SUPERUSER') => {
    const client = new pg.Client({ connectionString: urlOf(database.name, role) })
    await client.connect()
    try {
      await client.query(`BEGIN; SET LOCAL app.workspace_id = '${largest}'`)
      const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${list}`)
      return rows[0]['QUERY PLAN'][0].Plan
    } finally {
      await client.end()
    }
  }
  const fenced = await planAs('APP')
  const open = await planAs('SUPERUSER')
  const index = (plan: { 'Index Name'?: string; Plans?: unknown[] }): unknown =>
    plan['Index Name'] ?? (plan.Plans?.[0] ? index(plan.Plans[0]) : null)
  assert.equal(index(fenced), 'borrowers_newest')
  assert.equal(index(open), 'borrowers_newest')
  const ratio = fenced['Total Cost'] / open['Total Cost']
  console.log(
    `bar 42: estimated cost with row-level security, of that without: ${ratio.toFixed(3)} (p95: npm run bench -- rls)`,
  )
  assert.ok(ratio <= 1.1, String(ratio))
})
