/** Each receiver of examples/ takes a real delivery from a running service, over TLS, and refuses what is not one. */
import assert from 'node:assert/strict'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import express from 'express'
import Fastify from 'fastify'
import { Agent, request } from 'undici'
import { expressReceiver } from '../../../examples/webhooks-express.ts'
import { fastifyReceiver } from '../../../examples/webhooks-fastify.ts'
import { nodeReceiver } from '../../../examples/webhooks-node.ts'
import type { ReceiverOptions } from '../../../examples/webhooks-node.ts'
import { startTestPipeline } from '../support/uploads.ts'
import { until } from '../support/until.ts'
import { startWebhookBench } from '../support/webhooks.ts'

const bench = await startWebhookBench()
const { service } = bench
await startTestPipeline(service, { settings: bench.settings })
const name = 'receiver.receiver.test'
bench.dns.zone[name] = { a: ['127.0.0.1'] }
const tls = bench.authority.issue([name, '127.0.0.1'])

type Listen = (options: ReceiverOptions) => Promise<number>

const RECEIVERS: Record<string, Listen> = {
  'plain Node': async (options) => {
    const server = createServer(tls, nodeReceiver(options))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    after(() => server.close())
    return (server.address() as AddressInfo).port
  },
  Fastify: async (options) => {
    const app = Fastify({ https: tls })
    app.register(fastifyReceiver, { prefix: '/hook', ...options })
    await app.listen({ port: 0, host: '127.0.0.1' })
    after(() => app.close())
    return (app.server.address() as AddressInfo).port
  },
  Express: async (options) => {
    const app = express()
    app.use('/hook', expressReceiver(options))
    const server = createServer(tls, app)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    after(() => server.close())
    return (server.address() as AddressInfo).port
  },
}

for (const [what, listen] of Object.entries(RECEIVERS)) {
  test(`the receiver for ${what} takes real deliveries once each, and refuses forgeries`, async () => {
    const tenant = await service.tenant()
    const secrets: string[] = []
    const seen: string[] = []
    const port = await listen({ secret: secrets, onEvent: (event) => void seen.push(event.id) })
    const created = await service.call('/api/webhooks', {
      method: 'POST',
      key: tenant.key,
      body: { url: `https://${name}:${port}/hook`, subscribed_events: ['*'] },
    })
    assert.equal(created.status, 201)
    secrets.push(created.json.signing_secret as string)
    const event = await bench.record(tenant)
    const delivered = async () =>
      (await bench.deliveries(tenant, created.json.id as string)).filter((row) => row.status === 'delivered')
    await until(async () => (await delivered()).length === 1, 15_000)
    const [row] = await delivered()
    await service.call(`/api/webhooks/${created.json.id}/deliveries/${row.id}/replay`, {
      method: 'POST',
      key: tenant.key,
    })
    await until(async () => (await delivered()).length === 2, 15_000)
    await until(() => seen.length === 1)
    assert.deepEqual(seen, [event.id])
    const dispatcher = new Agent({ connect: { ca: bench.authority.ca } })
    for (const headers of [{}, { 'service-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` }]) {
      const forged = await request(`https://127.0.0.1:${port}/hook`, { method: 'POST', dispatcher, body: '{"id":"evt_forged","type":"job.completed"}', headers: { 'content-type': 'application/json', ...headers } }) // prettier-ignore
      assert.equal(forged.statusCode, 400)
      await forged.body.dump()
    }
    await dispatcher.close()
    assert.deepEqual(seen, [event.id])
  })
}
