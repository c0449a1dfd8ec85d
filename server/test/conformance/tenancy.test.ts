/** The two fences between tenants, each tested alone: row-level security, and the filters in the queries. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { CATEGORIES } from '../../src/domain/documents/categories.ts'
import { ROUTES } from '../../src/http/routes/index.ts'
import { newUuid } from '../../src/lib/ids.ts'
import { findBorrower, insertBorrower, listBorrowers } from '../../src/store/borrowers.ts'
import { Db } from '../../src/store/db.ts'
import { asSuperuser, createTestDatabase, setting, urlOf } from '../support/database.ts'
import { exampleRequest } from '../support/example.ts'
import { seededId, seedTenant } from '../support/seed.ts'
import { startTestService } from '../support/service.ts'
import type { TestServiceOptions } from '../support/service.ts'

/** Every route with an id in its path, called by one tenant with the ids of another. */
async function walkWithForeignIds(options: TestServiceOptions): Promise<void> {
  const service = await startTestService(options)
  const owner = await service.tenant()
  const stranger = await service.tenant()
  const seeds = await seedTenant(service, owner)
  const before = await contentOf(service.database, owner.workspace.uuid)
  const withIds = ROUTES.filter((route) => Object.keys(route.params?.properties ?? {}).length > 0)
  assert.ok(withIds.length >= 9)
  for (const route of withIds) {
    const request = exampleRequest(route, (prefix) => seededId(seeds, prefix))
    await makeCategoryOf(route.path, service.database)
    const call = { method: request.method, ...(request.body !== undefined && { body: request.body }) }
    const foreign = await service.call(request.path, { ...call, key: stranger.key })
    assert.equal(foreign.status, 404, `${route.operationId} by a stranger: ${foreign.text}`)
    assert.equal(foreign.json.error.type, 'not_found', route.operationId)
    // The same request by the owner finds something: otherwise the 404 above proved nothing.
    if (route.method === 'GET') {
      const own = await service.call(request.path, { ...call, key: owner.key })
      assert.ok(
        own.status < 300 || own.json.error.type !== 'not_found',
        `${route.operationId} by its owner: ${own.text}`,
      )
    }
  }
  for (const route of ROUTES.filter((candidate) => candidate.method === 'GET' && !withIds.includes(candidate))) {
    const reply = await service.call(exampleRequest(route, () => '').path, { key: stranger.key })
    for (const [prefix, id] of seeds)
      assert.ok(!reply.text.includes(id), `${route.operationId} shows a foreign ${prefix}`)
  }
  const filtered = await service.call(`/api/loans?borrowerId=${seededId(seeds, 'bor')}`, { key: stranger.key })
  assert.deepEqual(filtered.json.data, [])
  await makeCategoryOf('/:docId/profit-loss-statement', service.database)
  assert.deepEqual(await contentOf(service.database, owner.workspace.uuid), before)
}

/** A typed read finds documents of its own category only: the seeded one, a profit and loss, is made one of them. */
async function makeCategoryOf(path: string, database: string): Promise<void> {
  const named = /\/:docId\/([a-z-]+)$/.exec(path)?.[1]
  const slug = named === 'mapping' ? 'profit-loss-statement' : named
  const category = Object.values(CATEGORIES).find(({ reportType }) => reportType === `${slug ?? ''}s`)
  if (!category) return
  await asSuperuser(database, 'UPDATE extractions SET report_type = $1', [category.reportType])
  const both = [category.reportType, category.category]
  await asSuperuser(database, 'UPDATE documents SET report_type = $1, category = $2', both)
}

async function contentOf(database: string, workspaceUuid: string): Promise<unknown> {
  const rows = await asSuperuser(
    database,
    `SELECT 'borrowers' AS kind, to_jsonb(b) AS row FROM borrowers b WHERE workspace_id = $1
     UNION ALL SELECT 'loans', to_jsonb(l) FROM loans l WHERE workspace_id = $1
     UNION ALL SELECT 'jobs', to_jsonb(j) FROM jobs j WHERE workspace_id = $1
     UNION ALL SELECT 'documents', to_jsonb(d) FROM documents d WHERE workspace_id = $1
     UNION ALL SELECT 'extractions', to_jsonb(e) FROM extractions e WHERE workspace_id = $1
     UNION ALL SELECT 'keys', to_jsonb(k) FROM api_keys k WHERE workspace_id = $1 ORDER BY 1, 2`,
    [workspaceUuid],
  )
  assert.ok(rows.length >= 6)
  return rows
}

/** A login that has the application's rights and no row-level security: what is left then are the filters. */
async function bypassingUrl(): Promise<(database: string) => string> {
  const role = `test_bypass_${randomBytes(4).toString('hex')}`
  const password = randomBytes(12).toString('hex')
  const superuser = new URL(setting('TIEOUT_DATABASE_SUPERUSER_URL'))
  const database = superuser.pathname.slice(1)
  await asSuperuser(database, `CREATE ROLE ${role} LOGIN BYPASSRLS PASSWORD '${password}' IN ROLE tieout_app`)
  test.after(() => asSuperuser(database, `DROP ROLE ${role}`))
  return (name) => {
    const url = new URL(urlOf(name, 'APP'))
    url.username = role
    url.password = password
    return url.href
  }
}

test('bar 39: every route with a foreign id answers 404 by row-level security alone', async () => {
  await walkWithForeignIds({ filters: false })
})

test('bar 39: every route with a foreign id answers 404 by the filters alone', async () => {
  const bypassing = await bypassingUrl()
  const database = await createTestDatabase()
  try {
    await walkWithForeignIds({
      database: database.name,
      settings: { TIEOUT_DATABASE_APP_URL: bypassing(database.name) },
    })
  } finally {
    await database.drop()
  }
})

test('bar 39: the tests above can fail: with both fences off, foreign rows show', async () => {
  const bypassing = await bypassingUrl()
  const database = await createTestDatabase()
  const service = await startTestService({
    database: database.name,
    filters: false,
    settings: { TIEOUT_DATABASE_APP_URL: bypassing(database.name) },
  })
  const owner = await service.tenant()
  const stranger = await service.tenant()
  const seeds = await seedTenant(service, owner)
  const reply = await service.call(`/api/borrowers/${seededId(seeds, 'bor')}`, { key: stranger.key })
  assert.equal(reply.status, 200)
  await service.stop()
  await database.drop()
})

/** What a transaction of bar 40 throws to undo itself; anything else is a finding. */
class RolledBack extends Error {}

test('bar 40: 100 tenants, 1,000 transactions at once, a pool of 4: no foreign row; without a tenant no row at all', async () => {
  const database = await createTestDatabase()
  const db = new Db({ url: urlOf(database.name, 'APP'), poolSize: 4, filters: false, connectTimeoutMs: 120_000 })
  try {
    const tenants = Array.from({ length: 100 }, () => ({ workspaceUuid: newUuid(), organization: newUuid() }))
    for (const tenant of tenants) {
      await asSuperuser(database.name, `INSERT INTO organizations (id, name) VALUES ($1, 'o')`, [tenant.organization])
      await asSuperuser(
        database.name,
        `INSERT INTO workspaces (id, organization_id, name, mode) VALUES ($1, $2, 'w', 'live')`,
        [tenant.workspaceUuid, tenant.organization],
      )
    }
    const runs = Array.from({ length: 1000 }, async (_, index) => {
      const tenant = tenants[index % tenants.length]!
      const name = tenant.workspaceUuid
      return db
        .inTenant(tenant, async (tx) => {
          const borrower = await insertBorrower(tx, { businessName: name }, { isIntake: false })
          const page = await listBorrowers(tx, { intake: false }, { limit: 100, after: null })
          assert.ok(page.items.length >= 1)
          for (const item of page.items) assert.equal(item.businessName, name)
          if (index % 3 === 0) throw new RolledBack()
          return borrower.id
        })
        .then(
          (id) => ({ tenant, id }),
          (error: unknown) => {
            if (!(error instanceof RolledBack)) throw error
            return null
          },
        )
    })
    const kept = (await Promise.all(runs)).filter((run) => run !== null)
    assert.equal(kept.length, 666)
    const [first, second] = kept
    assert.ok(first && second)
    assert.equal(await db.read(second.tenant, (tx) => findBorrower(tx, first.id)), null)
    const { Client } = (await import('pg')).default
    const bare = new Client({ connectionString: urlOf(database.name, 'APP') })
    await bare.connect()
    for (const table of [
      'borrowers',
      'loans',
      'workspaces',
      'organizations',
      'api_keys',
      'audit_log',
      'documents',
      'extractions',
      'figures',
    ]) {
      assert.equal((await bare.query(`SELECT count(*)::int AS n FROM ${table}`)).rows[0].n, 0, table)
    }
    await bare.end()
  } finally {
    await db.close()
    await database.drop()
  }
})

test('bar 41: the application owns nothing, bypasses nothing, and every tenant table forces row-level security', async () => {
  const database = await createTestDatabase()
  try {
    const roles = await asSuperuser(
      database.name,
      `SELECT rolname FROM pg_roles WHERE rolname IN ('tieout_app', 'tieout_worker', 'tieout_operator')
       AND (rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb)`,
    )
    assert.deepEqual(roles, [])
    const owned = await asSuperuser(
      database.name,
      `SELECT c.relname FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
       WHERE c.relnamespace = 'public'::regnamespace AND r.rolname <> 'tieout_owner'`,
    )
    assert.deepEqual(owned, [])
    const unforced = await asSuperuser(
      database.name,
      `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND relname <> 'migrations' AND NOT (relrowsecurity AND relforcerowsecurity)`,
    )
    assert.deepEqual(unforced, [])
    const open = await asSuperuser(
      database.name,
      `SELECT tablename, policyname FROM pg_policies WHERE 'tieout_app' = ANY (roles) AND (qual IS NULL OR qual !~ 'current_workspace')`,
    )
    assert.deepEqual(open, [])
  } finally {
    await database.drop()
  }
})

test('bar 41: the operator’s role reads the control plane and nothing of any customer', async () => {
  const database = await createTestDatabase()
  try {
    const readable = await asSuperuser<{ name: string }>(
      database.name,
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')
       AND NOT relispartition AND has_table_privilege('tieout_operator', oid, 'SELECT') ORDER BY 1`,
    )
    assert.deepEqual(
      readable.map(({ name }) => name),
      [
        'api_keys', 'audit_heads', 'audit_log', 'billing_accounts', 'ledger_entries', 'organizations', 'reservations',
        'sandbox_resets', 'workspace_moves', 'workspaces',
      ], // prettier-ignore
    )
  } finally {
    await database.drop()
  }
})

/** What serves the work of all tenants at once, or finds the tenant in the first place. */
const LED_BY_SOMETHING_ELSE = new Set([
  'api_keys_by_hash',
  'embed_sessions_by_token',
  'embed_handles_by_hash',
  'embed_sessions_by_end',
  'embed_handles_unused_by_end',
  'embed_work_of_sessions',
  'idempotency_keys_by_age',
  'outbox_waiting_by_age',
  'outbox_under_way',
  'jobs_never_uploaded',
  'jobs_past_deadline',
  'webhook_deliveries_overdue',
  'exports_unfinished',
  'exports_expiring',
  'memo_renders_unfinished',
  'sandbox_resets_unfinished',
])

test('bar 41: every key, index and foreign key of a tenant table is led by the workspace', async () => {
  const database = await createTestDatabase()
  try {
    const indexes = await asSuperuser<{ index: string; leading: string }>(
      database.name,
      `SELECT i.relname AS index, a.attname AS leading FROM pg_index x
       JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
       JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = x.indkey[0]
       WHERE t.relnamespace = 'public'::regnamespace AND NOT t.relispartition
         AND EXISTS (SELECT 1 FROM pg_attribute w WHERE w.attrelid = t.oid AND w.attname = 'workspace_id')`,
    )
    assert.ok(indexes.length > 10)
    const wrong = indexes.filter((row) => row.leading !== 'workspace_id' && !LED_BY_SOMETHING_ELSE.has(row.index))
    assert.deepEqual(wrong, [])
    const foreign = await asSuperuser<{ name: string; leading: string; target: string }>(
      database.name,
      `SELECT k.conname AS name, a.attname AS leading, k.confrelid::regclass::text AS target FROM pg_constraint k
       JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
       WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace
         AND k.conrelid::regclass::text NOT IN ('workspaces', 'organizations')`,
    )
    assert.ok(foreign.length > 4)
    assert.deepEqual(
      foreign.filter((row) => row.leading !== 'workspace_id'),
      [],
    )
  } finally {
    await database.drop()
  }
})

test('every tenant table can be carried to another cell: the owner reaches one tenant in it at a time', async () => {
  const database = await createTestDatabase()
  try {
    const tables = await asSuperuser<{ name: string; qual: string | null }>(
      database.name,
      `SELECT c.relname AS name, p.qual FROM pg_class c
       LEFT JOIN pg_policies p ON p.tablename = c.relname AND p.policyname = 'move' AND p.roles = '{tieout_owner}' AND p.cmd = 'ALL'
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND EXISTS (SELECT 1 FROM pg_attribute w WHERE w.attrelid = c.oid AND w.attname = 'workspace_id')`,
    )
    assert.ok(tables.length > 30)
    assert.deepEqual(
      tables.filter(({ qual }) => qual !== '(workspace_id = current_workspace())'),
      [],
    )
  } finally {
    await database.drop()
  }
})
