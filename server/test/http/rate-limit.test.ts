/** The limits as a client meets them, against the real Redis. Windows are shortened where waiting would be idle. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { RedisWindow } from '../../src/adapters/rate-limiter/redis-window.ts'
import { connectRedis } from '../../src/adapters/redis.ts'
import { LANES } from '../../src/http/lanes.ts'
import { setRateLimits } from '../../src/store/operator.ts'
import { setting } from '../support/database.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()

/** One node's view of the shared windows, over a connection of its own. */
async function node(options: { windowMs: number; prefix: string }): Promise<RedisWindow> {
  const redis = connectRedis(setting('TIEOUT_REDIS_URL'), () => undefined)
  after(() => redis.disconnect())
  await new Promise((resolve) => redis.once('ready', resolve))
  return new RedisWindow(redis, { ...options, node: randomBytes(6).toString('hex') })
}

test('bar 35: four nodes, random arrivals: no window admits more than the limit, and the limit is used', async () => {
  const windowMs = 1000
  const budget = 50
  const prefix = `test:${randomBytes(6).toString('hex')}:`
  const nodes = await Promise.all(Array.from({ length: 4 }, () => node({ windowMs, prefix })))
  const admitted: { sent: number; received: number }[] = []
  const until = performance.now() + 5000
  let asked = 0
  const worker = async (index: number): Promise<void> => {
    while (performance.now() < until) {
      await sleep(Math.random() * 20)
      asked += 1
      const sent = performance.now()
      // A command that times out on a busy machine leaves it open what Redis decided: it proves nothing either way.
      const decision = await nodes[index % 4]!.take('tenant:key:api', budget).catch(() => null)
      if (decision?.allowed) admitted.push({ sent, received: performance.now() })
    }
  }
  await Promise.all(Array.from({ length: 24 }, (_, index) => worker(index)))
  // Redis decided between sending and receiving: only what lies inside a window with both ends is surely in it.
  const inWindowFrom = (start: number): number =>
    admitted.filter(({ sent, received }) => sent >= start && received < start + windowMs).length
  const most = Math.max(...admitted.map(({ sent }) => inWindowFrom(sent)))
  console.log(`bar 35: asked ${asked}, admitted ${admitted.length} in 5 s, most in any window ${most}, limit ${budget}`)
  assert.ok(asked > 4 * budget)
  assert.ok(most <= budget, `${most} in one window`)
  assert.ok(most >= 0.8 * budget, 'the limit was not used')
  assert.ok(admitted.length <= 6 * budget)
})

test('bar 36: the headers have the exact forms, old and new', async () => {
  const tenant = await service.tenant()
  const before = Math.floor(Date.now() / 1000)
  const reply = await service.call('/api/me', { key: tenant.key })
  const header = (name: string) => reply.headers.get(name)
  assert.equal(header('ratelimit-limit'), '200')
  assert.equal(header('ratelimit-remaining'), '199')
  assert.equal(header('ratelimit-reset'), '60')
  assert.equal(header('ratelimit-policy'), '200;w=60')
  assert.equal(header('x-ratelimit-limit'), '200')
  assert.equal(header('x-ratelimit-remaining'), '199')
  const reset = Number(header('x-ratelimit-reset'))
  assert.ok(reset >= before + 60 && reset <= before + 63)
  assert.equal(header('retry-after'), null)
})

test('bar 36: a request sent at Retry-After is admitted, and at Reset the full budget is there', async () => {
  const own = await startTestService({ windowMs: 2000 })
  const tenant = await own.tenant()
  await setRateLimits(own.operator, tenant.keyId, { api: 3 })
  const ask = () => own.call('/api/me', { key: tenant.key })
  for (let index = 0; index < 3; index += 1) assert.equal((await ask()).status, 200)
  const refused = await ask()
  assert.equal(refused.status, 429)
  assert.equal(refused.json.error.type, 'rate_limited')
  assert.equal(refused.headers.get('ratelimit-remaining'), '0')
  await sleep(Number(refused.headers.get('retry-after')) * 1000)
  const admitted = await ask()
  assert.equal(admitted.status, 200)
  await sleep(Number(admitted.headers.get('ratelimit-reset')) * 1000)
  assert.equal((await ask()).headers.get('ratelimit-remaining'), '2')
})

test('each lane has its own budget, each key its own window, and the operator may set another limit', async () => {
  assert.deepEqual(LANES, { api: 200, upload: 1000, export: 120, strict: 10 })
  const tenant = await service.tenant()
  const sibling = await service.keyFor(tenant.workspace)
  await setRateLimits(service.operator, tenant.keyId, { api: 1 })
  assert.equal((await service.call('/api/me', { key: tenant.key })).status, 200)
  assert.equal((await service.call('/api/me', { key: tenant.key })).status, 429)
  const other = await service.call('/api/me', { key: sibling.key })
  assert.equal(other.status, 200)
  assert.equal(other.headers.get('ratelimit-limit'), '200')
})
