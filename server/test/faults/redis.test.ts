/** Redis away while requests come in. It is ended and started for real, so this file runs by itself. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { LANES } from '../../src/http/lanes.ts'
import { ok, route } from '../../src/http/route.ts'
import { setRateLimits } from '../../src/store/operator.ts'
import { killEngine, startEngine } from '../support/engines.ts'
import { startTestService } from '../support/service.ts'

const strictRoute = route({
  method: 'GET', path: '/api/test/strict', operationId: 'testStrict', tag: 'Test', summary: 'a strict route', scope: null,
  lane: 'strict', subscription: false, answers: { 200: { description: '', body: null } },
  handle: () => Promise.resolve(ok(undefined)),
}) // prettier-ignore

test('bar 37: Redis killed under load: no 429 and no 500 by the fault, at most 1.5 limits admitted, strict still held', async () => {
  const windowMs = 20_000
  const nodes = await startNodes(2, windowMs)
  const [first] = nodes
  const tenant = await first!.tenant()
  const budget = 300
  await setRateLimits(first!.operator, tenant.keyId, { api: budget })
  const statuses = new Map<number, number>()
  const admitted: number[] = []
  const ask = async (index: number): Promise<void> => {
    const reply = await nodes[index % nodes.length]!.call('/api/me', { key: tenant.key })
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    if (reply.status === 200) admitted.push(performance.now())
  }
  let sent = 0
  const load = async (requests: number): Promise<void> => {
    for (let index = 0; index < requests; index += 10) {
      await Promise.all(Array.from({ length: 10 }, () => ask((sent += 1))))
      await sleep(20)
    }
  }
  try {
    await load(100)
    const killed = load(100)
    await sleep(30)
    await killEngine('redis')
    await killed
    // Under the limit all the time: nobody may notice that Redis is gone.
    assert.deepEqual([...statuses.keys()], [200])
    assert.equal(admitted.length, 200)
    await load(500)
    const most = Math.max(
      ...admitted.map((start) => admitted.filter((at) => at >= start && at < start + windowMs).length),
    )
    console.log(
      `bar 37: limit ${budget}, most admitted in one window ${most} (${(most / budget).toFixed(2)}×), statuses ${[...statuses].join(' ')}`,
    )
    assert.ok(most <= 1.5 * budget, `${most} admitted in one window`)
    assert.ok([...statuses.keys()].every((status) => status === 200 || status === 429))
    const strict = await Promise.all(
      Array.from({ length: 40 }, (_, index) => nodes[index % 2]!.call('/api/test/strict', { key: tenant.key })),
    )
    const strictAdmitted = strict.filter((reply) => reply.status === 200).length
    assert.ok(strictAdmitted > 0 && strictAdmitted <= LANES.strict, `${strictAdmitted} admitted in the strict lane`)
  } finally {
    await startEngine('redis')
  }
  await sleep(1500)
  const fresh = await first!.tenant()
  assert.equal((await first!.call('/api/me', { key: fresh.key })).status, 200)
})

async function startNodes(count: number, windowMs: number) {
  const options = { windowMs, settings: { TIEOUT_API_NODES: String(count) }, extraRoutes: [strictRoute] }
  const first = await startTestService(options)
  const others = await Promise.all(
    Array.from({ length: count - 1 }, () =>
      startTestService({ ...options, database: first.database, redisPrefix: first.redisPrefix }),
    ),
  )
  return [first, ...others]
}
