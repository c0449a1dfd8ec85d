/** What becomes of deliveries, attempt by attempt, under a clock of the test's own. */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { verifyWebhook } from '../../../sdk/src/webhooks.ts'
import { attemptDelivery } from '../../src/domain/webhooks/attempt-delivery.ts'
import { asSuperuser } from '../support/database.ts'
import { answerStatus, startReceiver } from '../support/receiver.ts'
import type { Received } from '../support/receiver.ts'
import { startWebhookBench } from '../support/webhooks.ts'

const bench = await startWebhookBench()
afterEach(() => void (bench.offsetMs = 0))

const verify = (received: Received, secret: string, now = bench.clock.now()) =>
  verifyWebhook({ body: received.body, signature: received.headers['service-signature'], secret, now })

test('bar 18, 21: gaps of 2, 4 … 2048 s, exactly 12 attempts with the same bytes and a fresh time each, then dead', async () => {
  const tenant = await bench.service.tenant()
  const endpoint = await bench.endpoint(tenant, { answer: answerStatus(503) })
  const times: Date[] = []
  endpoint.receiver.answer = (_received, response) => {
    times.push(bench.clock.now())
    response.writeHead(503).end()
  }
  const event = await bench.record(tenant)
  assert.deepEqual(await bench.attemptToTheEnd(), [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048])
  assert.equal(endpoint.receiver.received.length, 12)
  for (const [index, received] of endpoint.receiver.received.entries()) {
    assert.deepEqual(received.body, endpoint.receiver.received[0]?.body)
    assert.equal(verify(received, endpoint.secret, times[index]).id, event.id)
    assert.equal(received.headers['service-event-id'], event.id)
    assert.equal(received.headers['user-agent'], 'Service-Webhooks/1')
  }
  const stamps = endpoint.receiver.received.map((received) => received.headers['service-signature'])
  assert.equal(new Set(stamps).size, 12)
  const [row] = await bench.deliveries(tenant, endpoint.id)
  assert.deepEqual(
    { ...row, id: null, created_at: null },
    {
      id: null, event_ref: event.id, event_type: 'job.completed', loan_id: null, status: 'dead', attempts: 12,
      next_attempt_at: null, last_status_code: 503, last_error: 'bad_status', created_at: null, delivered_at: null,
    },
  ) // prettier-ignore
})

test('bar 19: a delivery that was paused for more than a day is dead without a further attempt', async () => {
  const tenant = await bench.service.tenant()
  const endpoint = await bench.endpoint(tenant)
  await bench.record(tenant)
  const [work] = await bench.handedOver()
  bench.offsetMs = 24 * 60 * 60 * 1000 + 1
  assert.equal(await bench.attempt(work!.workspaceUuid, work!.call), null)
  bench.offsetMs = 0
  assert.equal(endpoint.receiver.connections, 0)
  const [row] = await bench.deliveries(tenant, endpoint.id)
  assert.deepEqual([row.status, row.attempts, row.last_error], ['dead', 0, 'expired'])
})

const TABLE: readonly [status: number, becomes: string][] = [
  [200, 'delivered'], [204, 'delivered'], [299, 'delivered'], [301, 'pending'], [302, 'pending'], [307, 'pending'],
  [429, 'pending'], [500, 'pending'], [503, 'pending'], [400, 'dead'], [401, 'dead'], [404, 'dead'], [408, 'dead'],
  [410, 'dead'], [422, 'dead'],
] // prettier-ignore

test('bar 5, 20: what a receiver answers decides what becomes of the delivery', async () => {
  const tenant = await bench.service.tenant()
  const endpoint = await bench.endpoint(tenant)
  const target = await startReceiver(bench.authority.issue(['hooks.receiver.test']))
  for (const [status, becomes] of TABLE) {
    endpoint.receiver.answer = answerStatus(status, { location: `https://hooks.receiver.test:${target.port}/` })
    await bench.record(tenant)
    const [work] = await bench.handedOver()
    const next = await bench.attempt(work!.workspaceUuid, work!.call)
    assert.equal(next?.attempt ?? null, becomes === 'pending' ? 2 : null, String(status))
    const [row] = await bench.deliveries(tenant, endpoint.id)
    assert.deepEqual([row.status, row.last_status_code, row.attempts], [becomes, status, 1])
    assert.equal(row.delivered_at !== null, becomes === 'delivered')
  }
  assert.equal(target.connections, 0)
})

test('bar 10, 20: blocked, refused, timed out, unknown and untrusted look the same to the tenant', async () => {
  const tenant = await bench.service.tenant()
  const hanging = await startReceiver(bench.authority.issue(['hooks.receiver.test']), () => undefined)
  const untrusted = await startReceiver(bench.authority.issue(['hooks.receiver.test'], { selfSigned: true }))
  const closed = await startReceiver(bench.authority.issue(['hooks.receiver.test']))
  await closed.close()
  bench.dns.zone['blocked.receiver.test'] = { a: ['10.0.0.1'] }
  const urls = {
    blocked: 'https://blocked.receiver.test/',
    refused: `https://hooks.receiver.test:${closed.port}/`,
    'timed out': `https://hooks.receiver.test:${hanging.port}/`,
    unknown: 'https://gone.receiver.test/',
    untrusted: `https://hooks.receiver.test:${untrusted.port}/`,
    'a name of the inside': 'https://db.internal/',
  }
  const rows: Record<string, unknown> = {}
  for (const [what, url] of Object.entries(urls)) {
    const endpoint = await bench.endpoint(tenant, { events: ['job.completed'] })
    await asSuperuser(bench.service.database, 'UPDATE webhook_endpoints SET url = $1 WHERE url = $2', [
      url,
      `https://hooks.receiver.test:${endpoint.receiver.port}/hook`,
    ])
    await bench.record(tenant, { type: 'job.completed' })
    for (const work of await bench.handedOver()) await bench.attempt(work.workspaceUuid, work.call)
    const [row] = await bench.deliveries(tenant, endpoint.id)
    rows[what] = { ...row, id: null, event_ref: null, created_at: null, next_attempt_at: typeof row.next_attempt_at }
    await bench.service.call(`/api/webhooks/${endpoint.id}`, { method: 'DELETE', key: tenant.key })
  }
  const [first, ...others] = Object.values(rows)
  assert.equal((first as { last_error: string }).last_error, 'no_answer')
  for (const other of others) assert.deepEqual(other, first)
})

test('bar 10: nothing of what a receiver answers is kept or shown', async () => {
  const tenant = await bench.service.tenant()
  const endpoint = await bench.endpoint(tenant, {
    answer: (_received, response) => response.writeHead(500, { 'x-inside': 'INSIDE-HEADER' }).end('INSIDE-BODY'),
  })
  await bench.record(tenant)
  const [work] = await bench.handedOver()
  await bench.attempt(work!.workspaceUuid, work!.call)
  const [shown] = await bench.deliveries(tenant, endpoint.id)
  const kept = await bench.row(shown.id)
  assert.equal(kept['last_status_code'], 500)
  assert.ok(!JSON.stringify([shown, kept]).includes('INSIDE'))
})

test('bar 22: after two rotations each delivery verifies with the secret that it was enqueued with, and with no other', async () => {
  const tenant = await bench.service.tenant()
  const endpoint = await bench.endpoint(tenant, { answer: answerStatus(503) })
  const secrets = [endpoint.secret]
  const events = [await bench.record(tenant)]
  for (let turn = 0; turn < 2; turn += 1) {
    const rotated = await bench.service.call(`/api/webhooks/${endpoint.id}/rotate`, { method: 'POST', key: tenant.key })
    assert.equal(rotated.status, 200)
    const hours = (new Date(rotated.json.previous_secret_revokes_at as string).getTime() - Date.now()) / 3_600_000
    assert.ok(hours > 23.99 && hours <= 24)
    secrets.push(rotated.json.signing_secret as string)
    events.push(await bench.record(tenant))
  }
  assert.equal(new Set(secrets).size, 3)
  const works = await bench.handedOver()
  // The last attempts that fit into the horizon: half a minute before the day is over.
  for (const offsetMs of [0, 24 * 60 * 60 * 1000 - 30_000]) {
    bench.offsetMs = offsetMs
    endpoint.receiver.received.length = 0
    for (const work of works) {
      const attempt = offsetMs === 0 ? 1 : 2
      await bench.attempt(work.workspaceUuid, { ...work.call, attempt })
    }
    assert.equal(endpoint.receiver.received.length, 3)
    for (const received of endpoint.receiver.received) {
      const pinned = events.findIndex((event) => event.id === received.headers['service-event-id'])
      assert.equal(verify(received, secrets[pinned]!).id, events[pinned]!.id)
      for (const other of secrets.filter((_secret, index) => index !== pinned))
        assert.throws(() => verify(received, other))
    }
  }
})

test('bar 22: nothing is signed with an expired secret, even where the delivery would still have time', async () => {
  const tenant = await bench.service.tenant()
  const endpoint = await bench.endpoint(tenant)
  await bench.record(tenant)
  await asSuperuser(bench.service.database, `UPDATE webhook_secrets SET expires_at = now() - interval '1 second' WHERE workspace_id = $1`, [tenant.workspace.uuid]) // prettier-ignore
  const [work] = await bench.handedOver()
  assert.equal(await bench.attempt(work!.workspaceUuid, work!.call), null)
  assert.equal(endpoint.receiver.connections, 0)
  assert.equal((await bench.deliveries(tenant, endpoint.id))[0].last_error, 'expired')
})

test('bar 23: a delivered one replayed twice gives two new ids, the same event, the current secret, and both are sent', async () => {
  const tenant = await bench.service.tenant()
  const endpoint = await bench.endpoint(tenant)
  const event = await bench.record(tenant)
  const [first] = await bench.handedOver()
  await bench.attempt(first!.workspaceUuid, first!.call)
  const [delivered] = await bench.deliveries(tenant, endpoint.id)
  assert.equal(delivered.status, 'delivered')
  const { json } = await bench.service.call(`/api/webhooks/${endpoint.id}/rotate`, { method: 'POST', key: tenant.key })
  const ids = new Set([delivered.id as string])
  for (let turn = 0; turn < 2; turn += 1) {
    const path = `/api/webhooks/${endpoint.id}/deliveries/${delivered.id}/replay`
    const replay = await bench.service.call(path, { method: 'POST', key: tenant.key })
    assert.equal(replay.status, 202)
    assert.equal(replay.json.event_ref, event.id)
    assert.equal(replay.json.status, 'pending')
    ids.add(replay.json.id as string)
  }
  assert.equal(ids.size, 3)
  for (const work of await bench.handedOver()) await bench.attempt(work.workspaceUuid, work.call)
  assert.equal(endpoint.receiver.received.length, 3)
  for (const received of endpoint.receiver.received.slice(1)) {
    assert.equal(verify(received, json.signing_secret as string).id, event.id)
    assert.deepEqual(received.body, endpoint.receiver.received[0]!.body)
  }
  for (const row of await bench.deliveries(tenant, endpoint.id)) assert.equal(row.status, 'delivered')
})

test('bar 25: after an endpoint is deleted nothing is sent, what was pending is dead, and its work ends', async () => {
  const tenant = await bench.service.tenant()
  let release = (): void => undefined
  const endpoint = await bench.endpoint(tenant, {
    answer: (_received, response) => void (release = () => response.writeHead(500).end()),
  })
  for (let index = 0; index < 5; index += 1) await bench.record(tenant)
  const [flying, ...waiting] = await bench.handedOver()
  const flight = bench.attempt(flying!.workspaceUuid, flying!.call)
  while (endpoint.receiver.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  let answered = false
  const deletion = bench.service
    .call(`/api/webhooks/${endpoint.id}`, { method: 'DELETE', key: tenant.key })
    .finally(() => (answered = true))
  await new Promise((resolve) => setTimeout(resolve, 200))
  assert.equal(answered, false, 'the answer waits for the request that is under way')
  release()
  assert.equal((await deletion).status, 204)
  const sent = endpoint.receiver.received.length
  const next = await flight
  const follow = next ? [{ ...flying!, call: { ...flying!.call, attempt: next.attempt } }] : []
  for (const work of [...waiting, ...follow]) assert.equal(await bench.attempt(work.workspaceUuid, work.call), null)
  await bench.record(tenant)
  assert.deepEqual(await bench.handedOver(), [])
  assert.equal(endpoint.receiver.received.length, sent)
  const rows = await bench.deliveries(tenant, endpoint.id)
  assert.equal(rows.length, 5)
  for (const row of rows) assert.deepEqual([row.status, row.last_error], ['dead', 'endpoint_revoked'])
})

test('bar 26: a worker that slept past its lease and wakes up cannot overwrite what happened meanwhile', async () => {
  const tenant = await bench.service.tenant()
  let wake = (): void => undefined
  const endpoint = await bench.endpoint(tenant, {
    answer: (_received, response) => void (wake = () => response.writeHead(500).end()),
  })
  await bench.record(tenant)
  const [work] = await bench.handedOver()
  const asleep = bench.attempt(work!.workspaceUuid, work!.call, 'sleeper')
  while (endpoint.receiver.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  // Meanwhile, for everybody else, a minute has passed: the lease is over and the sweep hands the delivery over again.
  bench.offsetMs = 60_000
  const [again] = await bench.sweptOf(tenant)
  endpoint.receiver.answer = answerStatus(200)
  const next = await bench.attempt(again!.workspaceUuid, again!.call, 'other')
  assert.equal(next?.attempt, 2, 'what the sleeper did is unknown: a failed attempt')
  bench.offsetMs += 5_000
  assert.equal(await bench.attempt(again!.workspaceUuid, { ...again!.call, attempt: 2 }, 'other'), null)
  const [delivered] = await bench.deliveries(tenant, endpoint.id)
  assert.equal(delivered.status, 'delivered')
  wake()
  assert.equal(await asleep, null)
  assert.deepEqual(await bench.deliveries(tenant, endpoint.id), [delivered])
})

test('bar 26: two runs of one attempt at the same time send once', async () => {
  const tenant = await bench.service.tenant()
  const endpoint = await bench.endpoint(tenant)
  await bench.record(tenant)
  const [work] = await bench.handedOver()
  await Promise.all(Array.from({ length: 8 }, (_, run) => bench.attempt(work!.workspaceUuid, work!.call, `run-${run}`)))
  assert.equal(endpoint.receiver.received.length, 1)
  assert.equal((await bench.deliveries(tenant, endpoint.id))[0].status, 'delivered')
})

test('a run whose worker died counts as a failed attempt when the engine runs it again, and the next one is scheduled', async () => {
  const tenant = await bench.service.tenant()
  const endpoint = await bench.endpoint(tenant, { answer: () => undefined })
  await bench.record(tenant)
  const [work] = await bench.handedOver()
  const died = bench.attempt(work!.workspaceUuid, work!.call, 'the work')
  while (endpoint.receiver.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const next = await bench.attempt(work!.workspaceUuid, work!.call, 'the work')
  assert.equal(next?.attempt, 2)
  const [row] = await bench.deliveries(tenant, endpoint.id)
  assert.deepEqual([row.status, row.attempts, row.last_error], ['pending', 1, 'interrupted'])
  assert.equal(await died, null, 'the dead run, should it live after all, writes nothing')
})

test('an attempt that was made and written down is not made again, and the next one is left for the engine once', async () => {
  const tenant = await bench.service.tenant()
  const endpoint = await bench.endpoint(tenant, { answer: answerStatus(503) })
  await bench.record(tenant)
  const [work] = await bench.handedOver()
  const run = { ...work!, runner: 'the work' }
  await attemptDelivery(bench.deps, run)
  await attemptDelivery(bench.deps, run)
  assert.equal(endpoint.receiver.received.length, 1)
  const [row] = await bench.deliveries(tenant, endpoint.id)
  const left = await bench.handedOver()
  assert.deepEqual(
    left.map(({ call, at }) => [call.uuid, call.attempt, at?.toISOString()]),
    [[work!.call.uuid, 2, row.next_attempt_at]],
  )
})

/** For so long no worker reaches the database, and those that are connected are not any more. */
async function keepWorkersOut(ms: number): Promise<void> {
  const { database } = bench.service
  await asSuperuser('postgres', `ALTER DATABASE ${database} CONNECTION LIMIT 0`)
  await asSuperuser(
    'postgres',
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename = 'tieout_worker'`,
    [database],
  )
  setTimeout(() => void asSuperuser('postgres', `ALTER DATABASE ${database} CONNECTION LIMIT -1`), ms)
}

test('an outcome waits for a database that is away: the receiver is not called again for it', async () => {
  const tenant = await bench.service.tenant()
  const endpoint = await bench.endpoint(tenant, {
    answer: (_received, response) => void keepWorkersOut(700).then(() => response.writeHead(200).end()),
  })
  await bench.record(tenant)
  const [work] = await bench.handedOver()
  const started = performance.now()
  await attemptDelivery(bench.deps, { ...work!, runner: 'the work' })
  assert.ok(performance.now() - started >= 700, 'the database was not away')
  const [row] = await bench.deliveries(tenant, endpoint.id)
  assert.deepEqual([row.status, row.attempts], ['delivered', 1])
  assert.equal(endpoint.receiver.received.length, 1)
})

test('bar 27: fan-out is unique per endpoint and event, and the sweep finds every pending row without an attempt', async () => {
  const tenant = await bench.service.tenant()
  const endpoints = [await bench.endpoint(tenant), await bench.endpoint(tenant), await bench.endpoint(tenant, { events: ['loan.classified'] })] // prettier-ignore
  const events = []
  for (let index = 0; index < 20; index += 1) events.push(await bench.record(tenant))
  const counted = await asSuperuser<{ n: number }>(
    bench.service.database,
    'SELECT count(*)::int AS n FROM webhook_deliveries WHERE workspace_id = $1 GROUP BY endpoint_id, event_id',
    [tenant.workspace.uuid],
  )
  assert.deepEqual(counted, Array(40).fill({ n: 1 }))
  await assert.rejects(
    asSuperuser(
      bench.service.database,
      `INSERT INTO webhook_deliveries (workspace_id, id, created_at, endpoint_id, event_id, event_type, secret_id, body, next_attempt_at)
       SELECT workspace_id, gen_random_uuid(), created_at, endpoint_id, event_id, event_type, secret_id, body, now() FROM webhook_deliveries WHERE workspace_id = $1 LIMIT 1`,
      [tenant.workspace.uuid],
    ),
    /violates unique constraint "webhook_deliveries_p\d{6}_workspace_id_endpoint_id_event_i/,
  )
  // Everything that would have handed them over is lost.
  await bench.handedOver()
  assert.deepEqual(await bench.sweptOf(tenant), [], 'what is not overdue is left alone')
  bench.offsetMs = 31_000
  const works = await bench.sweptOf(tenant)
  assert.equal(works.length, 40)
  assert.deepEqual(await bench.sweptOf(tenant), [], 'each is named once in a while')
  assert.equal(new Set(works.map((work) => work.call.uuid)).size, 40)
  for (const work of works) await bench.attempt(work.workspaceUuid, work.call)
  bench.offsetMs = 120_000
  assert.deepEqual(await bench.sweptOf(tenant), [])
  bench.offsetMs = 0
  assert.deepEqual(
    endpoints.map((endpoint) => endpoint.receiver.received.length),
    [20, 20, 0],
  )
})
