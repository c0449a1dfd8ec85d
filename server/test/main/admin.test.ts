/** The operator's command line, run as an operator runs it. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { asSuperuser, createTestDatabase, urlOf } from '../support/database.ts'

const ADMIN = join(import.meta.dirname, '../../bin/tieout-admin')
const database = await createTestDatabase()
test.after(() => database.drop())

async function admin(
  args: string[],
  settings: Record<string, string> = {},
): Promise<{ code: number; out: string; error: string }> {
  const child = spawn(process.execPath, [ADMIN, ...args], {
    env: {
      ...process.env,
      TIEOUT_DATABASE_APP_URL: urlOf(database.name, 'APP'),
      TIEOUT_DATABASE_WORKER_URL: urlOf(database.name, 'WORKER'),
      TIEOUT_DATABASE_OPERATOR_URL: urlOf(database.name, 'OPERATOR'),
      TIEOUT_DATABASE_OWNER_URL: urlOf(database.name, 'OWNER'),
      ...settings,
    },
  })
  let out = ''
  let error = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()))
  const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? -1)))
  return { code, out, error }
}

async function json(args: string[]): Promise<any> {
  const { code, out, error } = await admin(['--json', ...args])
  assert.equal(code, 0, error)
  return JSON.parse(out)
}

test('an operator makes a tenant, issues and revokes keys, and every step is in its audit log', async () => {
  const organization = await json(['organizations', 'create', '--name', 'Prairie Bank'])
  const workspace = await json(['workspaces', 'create', '--organization', organization.id, '--name', 'Lending'])
  const live = await json(['keys', 'create', '--workspace', workspace.id, '--name', 'loan system', '--role', 'admin'])
  const trial = await json(['keys', 'create', '--workspace', workspace.id, '--name', 'developer', '--mode', 'test'])
  assert.match(live.key, /^svc_live_/)
  assert.match(trial.key, /^svc_test_/)
  assert.notEqual(trial.workspaceId, workspace.id)
  const again = await json(['keys', 'create', '--workspace', workspace.id, '--name', 'second', '--mode', 'test'])
  assert.equal(again.workspaceId, trial.workspaceId)
  await json(['plans', 'set', '--workspace', workspace.id, '--subscription', 'past_due', '--features', 'embed'])
  const [row] = await asSuperuser(
    database.name,
    'SELECT subscription_status, features FROM workspaces WHERE live_workspace_id IS NULL',
  )
  assert.deepEqual(row, { subscription_status: 'past_due', features: ['embed'] })
  await json(['keys', 'limits', '--key', live.id, '--lane', 'api=500'])
  await json(['keys', 'revoke', '--workspace', workspace.id, '--key', live.id])
  const keys = await json(['keys', 'list', '--workspace', workspace.id])
  assert.equal(keys.length, 1)
  assert.notEqual(keys[0].revokedAt, null)
  assert.deepEqual(keys[0].rateLimits, { api: 500 })
  assert.ok(!JSON.stringify(keys).includes(live.key))
  assert.deepEqual(await json(['audit', 'verify', '--workspace', workspace.id]), {
    entries: 2,
    brokenAt: null,
    reason: null,
  })
})

test('an operator sets terms, gives credit, and can have the books added up anew', async () => {
  const organization = await json(['organizations', 'create', '--name', 'Harbor Bank'])
  const { id } = await json(['workspaces', 'create', '--organization', organization.id, '--name', 'Lending'])
  const billing = (...args: string[]) => json(['billing', ...args, '--workspace', id])
  await billing('set', '--per-document', '1.50', '--spend-cap', '1000.00', '--max-in-flight', '40')
  await billing('credit', '--amount', '500.00', '--note', 'first invoice')
  await billing('credit', '--amount', '-20.00', '--note', 'correction')
  const lifted = await billing('set', '--spend-cap', 'none', '--processing', 'off')
  assert.deepEqual(lifted, {
    balance_usd: '480.00', reserved_usd: '0.00', in_flight_docs: 0, per_document_usd: '1.50', spend_cap_usd: null,
    max_in_flight_docs: 40, covers_processing: false, month: new Date().toISOString().slice(0, 7),
    month_spent_usd: '0.00', month_documents: 0,
  }) // prettier-ignore
  assert.deepEqual(await billing('show'), lifted)
  assert.deepEqual(await billing('verify'), { entries: 2, differences: [] })
  assert.equal((await json(['audit', 'verify', '--workspace', id])).entries, 4)
  await asSuperuser(database.name, 'UPDATE billing_accounts SET balance_cents = balance_cents + 1')
  const wrong = await admin(['billing', 'verify', '--workspace', id])
  assert.equal(wrong.code, 1)
  assert.match(wrong.out, /the balance: 48001 is kept, the ledger gives 48000/)
})

test('a wrong argument is answered with what would be right, and changes nothing', async () => {
  const table: [string[], RegExp][] = [
    [['keys', 'create', '--workspace', 'nonsense', '--name', 'x'], /'nonsense' is not an id of the form ws_…/],
    [['keys', 'create', '--workspace', 'ws_01m7egd21fekrrwsc0wdmskssh', '--name', 'x'], /There is no workspace .* 'tieout-admin workspaces list' shows them/],
    [['workspaces', 'create', '--organization', 'org_01m7egd21fekrrwsc0wdmskssh', '--name', 'x', '--features', 'magic'], /Unknown feature: magic\. Known: statement_mapping/],
    [['keys', 'limits', '--key', 'key_01m7egd21fekrrwsc0wdmskssh', '--lane', 'fast=1'], /not of the form lane=limit/],
    [['billing', 'credit', '--workspace', 'ws_01m7egd21fekrrwsc0wdmskssh', '--amount', '5', '--note', 'x'], /'5' is not an amount of the form 12\.50/],
    [['billing', 'set', '--workspace', 'ws_01m7egd21fekrrwsc0wdmskssh', '--processing', 'maybe'], /takes on or off/],
    [['organizations', 'create'], /required option '--name <name>'/],
  ] // prettier-ignore
  for (const [args, words] of table) {
    const { code, error } = await admin(args)
    assert.notEqual(code, 0, args.join(' '))
    assert.match(error, words)
  }
})

test('the doctor finds everything well on a running stack', async () => {
  const { code, out } = await admin(['doctor'])
  assert.equal(code, 0, out)
  assert.ok((out.match(/^ok /gm) ?? []).length >= 8)
})

test('the doctor says in words what is wrong: an engine away, a role too strong, a database not migrated', async () => {
  const away = await admin(['doctor'], { TIEOUT_REDIS_URL: 'redis://127.0.0.1:1' })
  assert.equal(away.code, 1)
  assert.match(away.out, /FAULT +redis .*ECONNREFUSED.* See TIEOUT_REDIS_URL/)
  const strong = await admin(['doctor'], { TIEOUT_DATABASE_APP_URL: urlOf(database.name, 'SUPERUSER') })
  assert.equal(strong.code, 1)
  assert.match(strong.out, /FAULT +database, app .*may bypass row-level security/)
  await asSuperuser(database.name, `DELETE FROM migrations WHERE name = '0003-borrowers-loans.sql'`)
  const stale = await admin(['doctor'])
  assert.equal(stale.code, 1)
  assert.match(stale.out, /FAULT +migrations .*not applied yet: 0003-borrowers-loans\.sql\. Run: tieout-admin migrate/)
})
