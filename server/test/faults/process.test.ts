/** The process itself ended: politely, and in the middle of a write. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { asSuperuser, urlOf } from '../support/database.ts'
import { startServiceProcess } from '../support/process.ts'
import { startTestService } from '../support/service.ts'

/** A service whose database and tenants the processes under test use. */
const home = await startTestService()

async function post(url: string, key: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/api/borrowers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ business_name: 'Survivor' }),
  })
}

/** Holds a row lock until told to let go. */
async function holdLock(text: string, values: unknown[]): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: urlOf(home.database, 'SUPERUSER') })
  await client.connect()
  await client.query('BEGIN')
  const { rowCount } = await client.query(text, values)
  assert.equal(rowCount, 1)
  return async () => {
    await client.query('ROLLBACK')
    await client.end()
  }
}

async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await condition()) return
    await sleep(25)
  }
  assert.fail(`waited in vain for ${what}`)
}

test('bar 31: kill -9 after the effect and before its answer is kept: the effect happened once, for ever', async () => {
  const tenant = await home.tenant()
  const key = randomUUID()
  const service = await startServiceProcess(home.database)
  const releaseChain = await holdLock('SELECT 1 FROM audit_heads WHERE workspace_id = $1 FOR UPDATE', [
    tenant.workspace.uuid,
  ])
  const pending = post(service.url, tenant.key, { 'idempotency-key': key }).catch(() => null)
  const claimed = async () =>
    (await asSuperuser(home.database, 'SELECT 1 FROM idempotency_keys WHERE key = $1', [key])).length === 1
  await until(claimed, 'the claim')
  const releaseClaim = await holdLock('SELECT 1 FROM idempotency_keys WHERE key = $1 FOR UPDATE', [key])
  await releaseChain()
  const effects = async () =>
    (await asSuperuser(home.database, 'SELECT 1 FROM borrowers WHERE workspace_id = $1', [tenant.workspace.uuid]))
      .length
  await until(async () => (await effects()) === 1, 'the effect')
  service.child.kill('SIGKILL')
  await service.gone
  await releaseClaim()
  assert.equal(await pending, null)

  const next = await startServiceProcess(home.database)
  const early = await post(next.url, tenant.key, { 'idempotency-key': key })
  assert.equal(early.status, 429)
  await asSuperuser(
    home.database,
    `UPDATE idempotency_keys SET claimed_at = claimed_at - interval '2 minutes' WHERE key = $1`,
    [key],
  )
  const late = await post(next.url, tenant.key, { 'idempotency-key': key })
  assert.equal(late.status, 500)
  assert.equal(((await late.json()) as { error: { type: string } }).error.type, 'idempotency_response_lost')
  assert.equal(await effects(), 1)
  next.child.kill('SIGTERM')
  assert.equal(await next.gone, 0)
})

test('a polite stop finishes every request that has begun, refuses readiness, and ends with 0', async () => {
  const tenants = await Promise.all(Array.from({ length: 4 }, () => home.tenant()))
  const service = await startServiceProcess(home.database)
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  let stopping = false
  let answered = 0
  let broken = 0
  const ask = (key: string): Promise<'answered' | 'refused' | 'broken'> =>
    new Promise((resolve) => {
      const request = httpRequest(`${service.url}/api/borrowers?limit=5`, {
        agent,
        headers: { authorization: `Bearer ${key}` },
      })
      let sent = false
      request.on('response', (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode === 200 ? 'answered' : 'refused'))
        response.on('error', () => resolve('broken'))
      })
      request.on('finish', () => (sent = true))
      // Refused at the door is fine; a request that was taken in and dropped is not.
      request.on('error', (error: NodeJS.ErrnoException) => {
        const atTheDoor =
          error.code === 'ECONNREFUSED' || (request.reusedSocket && error.code === 'ECONNRESET') || !sent
        resolve(stopping && atTheDoor ? 'refused' : 'broken')
      })
      request.end()
    })
  const worker = async (key: string): Promise<void> => {
    for (let index = 0; index < 45; index += 1) {
      const fate = await ask(key)
      if (fate === 'answered') answered += 1
      else if (fate === 'broken') broken += 1
      else return
    }
  }
  const load = Promise.all(tenants.map((tenant) => worker(tenant.key)))
  await sleep(150)
  const slow = await holdLock('SELECT 1 FROM audit_heads WHERE workspace_id = $1 FOR UPDATE', [
    tenants[0]!.workspace.uuid,
  ])
  const begun = post(service.url, tenants[0]!.key)
  await sleep(100)
  stopping = true
  service.child.kill('SIGTERM')
  await sleep(300)
  await slow()
  assert.equal((await begun).status, 201)
  await load
  assert.equal(await service.gone, 0)
  console.log(`polite stop: ${answered} answered, ${broken} broken`)
  assert.ok(answered >= 4)
  assert.equal(broken, 0)
})

test('a database that is away gives 503 with Retry-After and nothing changed, and the service recovers by itself', async () => {
  const { killEngine, startEngine } = await import('../support/engines.ts')
  const tenant = await home.tenant()
  const service = await startServiceProcess(home.database)
  assert.equal((await post(service.url, tenant.key)).status, 201)
  await killEngine('postgres')
  try {
    const away = await post(service.url, tenant.key)
    assert.equal(away.status, 503)
    assert.match(away.headers.get('retry-after') ?? '', /^\d+$/)
    assert.equal((await fetch(`${service.url}/readyz`)).status, 503)
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200)
  } finally {
    await startEngine('postgres')
  }
  await until(async () => (await fetch(`${service.url}/readyz`)).status === 200, 'readiness')
  assert.equal((await post(service.url, tenant.key)).status, 201)
  service.child.kill('SIGTERM')
  assert.equal(await service.gone, 0)
})
