import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { newApiKey } from '../../src/lib/api-key.ts'
import { newUuid } from '../../src/lib/ids.ts'
import { setPlan, verifyAudit } from '../../src/store/operator.ts'
import { asSuperuser } from '../support/database.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()

test('a key tells who it is: mode, role, scopes, workspace and organization', async () => {
  const tenant = await service.tenant({ name: 'Prairie Bank' })
  const { json } = await service.call('/api/me', { key: tenant.key })
  assert.equal(json.key_id, tenant.keyId)
  assert.equal(json.mode, 'live')
  assert.equal(json.role, 'admin')
  assert.equal(json.workspace.id, tenant.workspace.id)
  assert.deepEqual(json.organization, { id: tenant.workspace.organizationId, name: 'Prairie Bank' })
  const list = await service.call('/api/organizations', { key: tenant.key })
  assert.deepEqual(Object.keys(list.json), ['data', 'limit', 'next_cursor'])
  assert.equal(list.json.data[0].name, 'Prairie Bank')
  const twin = await service.twinOf(tenant)
  const test = await service.call('/api/me', { key: twin.key })
  assert.equal(test.json.mode, 'test')
  assert.notEqual(test.json.workspace.id, tenant.workspace.id)
})

test('a live workspace has exactly one test twin, however often it is asked for', async () => {
  const tenant = await service.tenant()
  const twins = await Promise.all(Array.from({ length: 8 }, () => service.twinOf(tenant)))
  assert.equal(new Set(twins.map((twin) => twin.workspace.id)).size, 1)
})

test('a key that is unknown, malformed, of the wrong mode or in another scheme gives the same 401', async () => {
  const tenant = await service.tenant()
  const headers = [
    undefined, 'Bearer', `Bearer ${newApiKey('live', newUuid())}`, `Bearer ${newApiKey('test', newUuid())}`, `Basic ${tenant.key}`,
    `Bearer ${tenant.key.replace('live', 'test')}`, `Bearer ${tenant.key}x`, `Bearer ${tenant.key} ${tenant.key}`,
  ] // prettier-ignore
  for (const authorization of headers) {
    const reply = await service.call('/api/me', { headers: authorization === undefined ? {} : { authorization } })
    assert.equal(reply.status, 401, authorization)
    assert.equal(reply.json.error.type, 'unauthenticated')
    assert.equal(reply.headers.get('ratelimit-limit'), null)
  }
})

test('an administrator issues a key that works, is listed without its text, and stops at once when revoked', async () => {
  const tenant = await service.tenant()
  const as = { key: tenant.key }
  const issued = await service.call('/api/keys', {
    ...as,
    method: 'POST',
    body: { name: 'nightly job', scopes: ['borrowers:read'] },
  })
  assert.equal(issued.status, 201)
  assert.match(issued.json.key, /^svc_live_[0-9A-Za-z]{36}$/)
  const mine = { key: issued.json.key as string }
  assert.equal((await service.call('/api/borrowers', mine)).status, 200)
  assert.equal(
    (await service.call('/api/borrowers', { ...mine, method: 'POST', body: { business_name: 'x' } })).status,
    403,
  )
  const listed = await service.call('/api/keys', as)
  assert.equal(listed.json.data.length, 2)
  assert.ok(!listed.text.includes(issued.json.key))
  assert.equal((await service.call(`/api/keys/${issued.json.id}`, { ...as, method: 'DELETE' })).status, 204)
  for (let tries = 0; tries < 40; tries += 1) {
    if ((await service.call('/api/borrowers', mine)).status === 401) break
    await new Promise((resolve) => setTimeout(resolve, 25))
    assert.ok(tries < 39, 'the revoked key still works after a second')
  }
  assert.equal((await service.call(`/api/keys/${issued.json.id}`, { ...as, method: 'DELETE' })).status, 404)
})

test('nobody hands out more than they hold, and only an administrator hands out anything', async () => {
  const tenant = await service.tenant()
  const narrow = await service.keyFor(tenant.workspace, { scopes: ['keys:write', 'borrowers:read'] })
  const member = await service.keyFor(tenant.workspace, { role: 'member' })
  const ask = (key: string, scopes: string[]) =>
    service.call('/api/keys', { key, method: 'POST', body: { name: 'x', scopes } })
  assert.equal((await ask(narrow.key, ['borrowers:read'])).status, 201)
  assert.equal((await ask(narrow.key, ['borrowers:write'])).json.error.type, 'missing_scope')
  assert.equal((await ask(member.key, ['borrowers:read'])).json.error.type, 'missing_scope')
})

test('a workspace without an active or trialing subscription gets 402 on operations that need one, reads go on', async () => {
  const tenant = await service.tenant()
  const create = () => service.call('/api/borrowers', { key: tenant.key, method: 'POST', body: { business_name: 'x' } })
  assert.equal((await create()).status, 201)
  for (const status of ['none', 'past_due', 'canceled']) {
    await setPlan(service.operator, tenant.workspace.id, { subscriptionStatus: status })
    await new Promise((resolve) => setTimeout(resolve, 100))
    const refused = await create()
    assert.equal(refused.status, 402, status)
    assert.equal(refused.json.error.type, 'subscription_required')
    assert.equal((await service.call('/api/borrowers', { key: tenant.key })).status, 200)
  }
  await setPlan(service.operator, tenant.workspace.id, { subscriptionStatus: 'trialing' })
  await new Promise((resolve) => setTimeout(resolve, 100))
  assert.equal((await create()).status, 201)
})

test('every write is in the audit log: who, what, when, which request', async () => {
  const tenant = await service.tenant()
  const as = { key: tenant.key }
  const made = await service.call('/api/borrowers', {
    ...as,
    method: 'POST',
    body: { business_name: 'Logged', ein_last4: '1234' },
  })
  const { json } = await service.call('/api/audit-log?limit=1', as)
  const [entry] = json.data
  assert.equal(entry.action, 'borrower.created')
  assert.equal(entry.target, made.json.id)
  assert.deepEqual(entry.actor, { kind: 'key', id: tenant.keyId })
  assert.equal(entry.request_id, made.headers.get('x-request-id'))
  assert.deepEqual(entry.fields.sort(), ['business_name', 'ein_last4'])
  assert.ok(!JSON.stringify(entry).includes('1234'))
  assert.notEqual(json.next_cursor, null)
  const older = await service.call(`/api/audit-log?cursor=${json.next_cursor}`, as)
  assert.equal(older.json.data[0].action, 'key.issued')
  assert.equal(older.json.data[0].hash, entry.previous_hash)
})

test('a missing, changed or cut-off audit entry shows, and 40 writers at once leave the chain whole', async () => {
  const tenant = await service.tenant()
  const writes = Array.from({ length: 40 }, (_, index) =>
    service.call('/api/borrowers', { key: tenant.key, method: 'POST', body: { business_name: `B${index}` } }),
  )
  assert.ok((await Promise.all(writes)).every((reply) => reply.status === 201))
  const { uuid } = tenant.workspace
  const whole = await verifyAudit(service.operator, uuid)
  assert.deepEqual(whole, { entries: 41, brokenAt: null, reason: null })
  const tampered = async (text: string) => {
    await asSuperuser(service.database, 'CREATE TABLE kept AS SELECT * FROM audit_log WHERE workspace_id = $1', [uuid])
    await asSuperuser(service.database, text, [uuid])
    const verdict = await verifyAudit(service.operator, uuid)
    await asSuperuser(service.database, 'DELETE FROM audit_log WHERE workspace_id = $1', [uuid])
    await asSuperuser(service.database, 'INSERT INTO audit_log SELECT * FROM kept')
    await asSuperuser(service.database, 'DROP TABLE kept')
    return verdict.brokenAt
  }
  assert.equal(
    await tampered(
      `UPDATE audit_log SET entry = replace(entry, 'created', 'deleted') WHERE workspace_id = $1 AND seq = 7`,
    ),
    7n,
  )
  assert.equal(await tampered('DELETE FROM audit_log WHERE workspace_id = $1 AND seq = 12'), 12n)
  assert.equal(await tampered('DELETE FROM audit_log WHERE workspace_id = $1 AND seq > 30'), 31n)
  assert.equal((await verifyAudit(service.operator, uuid)).brokenAt, null)
})

test('the application cannot write the audit log but by appending to its own chain', async () => {
  const { Client } = (await import('pg')).default
  const { urlOf } = await import('../support/database.ts')
  const client = new Client({ connectionString: urlOf(service.database, 'APP') })
  await client.connect()
  for (const text of [
    'DELETE FROM audit_log',
    `UPDATE audit_log SET entry = ''`,
    'DELETE FROM audit_heads',
    `SELECT append_audit('x')`,
  ]) {
    await assert.rejects(client.query(text), /permission denied|needs a tenant/)
  }
  await client.end()
})

test('bar 38: a dump of the database and the logs holds no usable key; a bad checksum costs no store call', async () => {
  const lines: string[] = []
  const own = await startTestService({ log: { write: (line) => void lines.push(line) } })
  const tenant = await own.tenant()
  const issued = await own.call('/api/keys', { key: tenant.key, method: 'POST', body: { name: 'x', scopes: [] } })
  await own.call('/api/borrowers', { key: tenant.key, method: 'POST', body: { business_name: issued.json.key } })
  await own.call(`/api/borrowers?cursor=${tenant.key}`, { key: tenant.key })
  await asSuperuser(own.database, 'CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
  const [first] = await asSuperuser<{ calls: number }>(own.database, LOOKUPS)
  for (let index = 0; index < 20; index += 1) {
    assert.equal((await own.call('/api/me', { key: `svc_live_${'a'.repeat(36)}` })).status, 401)
  }
  const [second] = await asSuperuser<{ calls: number }>(own.database, LOOKUPS)
  assert.ok(first && first.calls > 0)
  assert.deepEqual(second, first)
  assert.ok(lines.length > 20)
  const log = lines.join('')
  const dump =
    JSON.stringify(await asSuperuser(own.database, `SELECT k.* FROM api_keys k`)) +
    JSON.stringify(await asSuperuser(own.database, 'SELECT * FROM audit_log')) +
    JSON.stringify(await asSuperuser(own.database, 'SELECT * FROM idempotency_keys'))
  for (const secret of [tenant.key, issued.json.key as string]) {
    assert.ok(!log.includes(secret), 'a key is in the log')
    assert.ok(!dump.includes(secret), 'a key is in the database')
    assert.ok(dump.includes(JSON.stringify(createHash('sha256').update(secret).digest())), 'its hash is')
  }
})
const LOOKUPS = `SELECT coalesce(sum(calls), 0)::int AS calls FROM pg_stat_statements s
  JOIN pg_database d ON d.oid = s.dbid WHERE d.datname = current_database() AND query LIKE '%authenticate_key%'`
