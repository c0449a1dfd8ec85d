/** What a run leaves behind (every table of the database, every line of the log) is searched for the secrets it used. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secretsIn } from '../../../ops/check/secrets.ts'
import { asSuperuser } from '../support/database.ts'
import { seededId, seedTenant } from '../support/seed.ts'
import { startTestService } from '../support/service.ts'

const lines: string[] = []
const service = await startTestService({ log: { write: (line) => void lines.push(line) } })

/** Every row of every table as text, and binary columns also as the text they may hold. */
async function dump(): Promise<{ text: string; rows: number }> {
  const tables = await asSuperuser<{ name: string }>(
    service.database,
    `SELECT c.oid::regclass::text AS name FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
  )
  assert.ok(tables.length >= 30, `only ${tables.length} tables`)
  const parts: string[] = []
  for (const { name } of tables) {
    const rows = await asSuperuser<{ row: string }>(service.database, `SELECT t::text AS row FROM ${name} t`)
    parts.push(...rows.map(({ row }) => row))
  }
  const text = parts.join('\n')
  const binary = [...text.matchAll(/\\x([0-9a-f]{16,})/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
  return { text: `${text}\n${binary.join('\n')}`, rows: parts.length }
} // prettier-ignore

test('after keys, webhooks, sessions, exports and repeats no secret is in any table or in the log', async (t) => {
  const tenant = await service.tenant()
  const seeds = await seedTenant(service, tenant)
  const as = { key: tenant.key, method: 'POST' }
  const post = async (path: string, body: unknown, key: string) => {
    const headers = { 'idempotency-key': key }
    const first = await service.call(path, { ...as, body, headers })
    assert.equal(first.status, 201, first.text)
    // What is kept for a repeat holds the secret as well, and is sealed.
    assert.deepEqual((await service.call(path, { ...as, body, headers })).json, first.json)
    return first.json
  }
  const issued = await post('/api/keys', { name: 'x', scopes: [] }, 'key')
  const hook = { url: 'https://hooks.example.com/', subscribed_events: ['*'] }
  const endpoint = await post('/api/webhooks', hook, 'hook')
  const session = await post('/api/embed/sessions', { loan_id: seededId(seeds, 'loan') }, 'session')
  const handle = await post('/api/embed/iframe-urls', { loan_id: seededId(seeds, 'loan'), surface: 'spreading' }, 'url')
  const rotated = await service.call(`/api/webhooks/${endpoint.id}/rotate`, as)
  await service.call('/api/me', { key: session.token })
  await service.call(`/api/borrowers?cursor=${tenant.key}`, { key: tenant.key })
  await service.call(`/api/borrowers/${issued.key}`, { key: tenant.key })
  await service.call('/api/me', { headers: { authorization: `Basic ${tenant.key}`, cookie: issued.key } })
  const secrets = [
    tenant.key, issued.key, endpoint.signing_secret, rotated.json.signing_secret, session.token,
    new URL(handle.url as string).hash.replace('#handle=', ''),
  ] as string[] // prettier-ignore
  for (const secret of secrets) assert.ok(secret.length >= 20, 'each of them was given out')
  assert.ok(secrets.filter((secret) => secretsIn(secret).length > 0).length >= 5, 'the search knows their forms')
  const { text, rows } = await dump()
  const log = lines.join('')
  t.diagnostic(`${secrets.length} secrets, ${rows} rows, ${lines.length} lines of log`)
  assert.ok(rows > 100 && lines.length > 20)
  assert.deepEqual(secretsIn(text), [], 'in the database')
  assert.deepEqual(secretsIn(log), [], 'in the log')
  for (const secret of secrets) assert.ok(!text.includes(secret) && !log.includes(secret), secret.slice(0, 10))
})
