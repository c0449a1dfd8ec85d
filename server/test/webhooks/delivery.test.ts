/** Deliveries from a running service to real TLS receivers, through the outbox, the engine and the worker. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook } from '../../../sdk/src/webhooks.ts'
import { answerStatus } from '../support/receiver.ts'
import { startTestPipeline } from '../support/uploads.ts'
import { until } from '../support/until.ts'
import { commitAtOnce, rollBack } from '../support/webhook-commits.ts'
import { startWebhookBench } from '../support/webhooks.ts'

const bench = await startWebhookBench()
const { service } = bench
await startTestPipeline(service, {
  settings: bench.settings,
  ...(process.env['PIPELINE_LOG'] && { log: process.stdout }),
})

test('a business transaction reaches the receiver within seconds, signed, once', async () => {
  const tenant = await service.tenant()
  const endpoint = await bench.endpoint(tenant)
  const started = performance.now()
  const event = await bench.record(tenant)
  await until(() => endpoint.receiver.received.length > 0)
  assert.ok(performance.now() - started < 5_000)
  const [received] = endpoint.receiver.received
  const seen = verifyWebhook({ body: received!.body, signature: received!.headers['service-signature'], secret: endpoint.secret }) // prettier-ignore
  assert.equal(seen.id, event.id)
  await until(async () => (await bench.deliveries(tenant, endpoint.id))[0].status === 'delivered')
  assert.equal(endpoint.receiver.received.length, 1)
})

test('a failing receiver is tried again after two and after four more seconds, by delayed calls', async () => {
  const tenant = await service.tenant()
  const endpoint = await bench.endpoint(tenant, { answer: answerStatus(503) })
  await bench.record(tenant)
  await until(() => endpoint.receiver.received.length >= 2, 10_000)
  endpoint.receiver.answer = answerStatus(204)
  await until(async () => (await bench.deliveries(tenant, endpoint.id))[0].status === 'delivered', 15_000)
  const [first, second, third] = endpoint.receiver.received.map(({ at }) => at)
  for (const [gap, seconds] of [
    [second! - first!, 2],
    [third! - second!, 4],
  ] as const)
    assert.ok(gap >= seconds * 1000 - 20 && gap < seconds * 1000 + 1_500, `${gap} ms instead of ${seconds} s`)
  assert.equal((await bench.deliveries(tenant, endpoint.id))[0].attempts, 3)
})

test('bar 13: a transaction that rolls back sends nothing', () => rollBack(bench, { tries: 500, connections: 8 }))

test('bar 14: of commits with random hold times, many open together, no event is skipped', () =>
  commitAtOnce(bench, { commits: 200, connections: 40, holdMs: 200 }))

test('an endpoint never has more requests under way than it has lanes', async () => {
  const tenant = await service.tenant()
  let underWay = 0
  let most = 0
  const endpoint = await bench.endpoint(tenant, {
    answer: (_received, response) => {
      underWay += 1
      most = Math.max(most, underWay)
      setTimeout(() => {
        underWay -= 1
        response.writeHead(200).end()
      }, 30)
    },
  })
  for (let index = 0; index < 60; index += 1) await bench.record(tenant)
  await until(() => endpoint.receiver.received.length === 60 && underWay === 0, 30_000)
  assert.ok(most > 1 && most <= 8, `${most} at once`)
})
