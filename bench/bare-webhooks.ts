/** The bare side of the webhooks bench: undici posts the same bodies to the same receiver, eight at a time a host. */
import { readFileSync } from 'node:fs'
import { lookup } from 'node:dns'
import { Agent, request } from 'undici'

interface Order {
  readonly port: number
  readonly ca: string
  readonly hosts: number
  readonly bodies: readonly string[]
}

const order = JSON.parse(readFileSync(0, 'utf8')) as Order
/** All hosts are connected to at once: on a busy machine the last of them waits longer than undici would. */
const PATIENCE_MS = 120_000
const agent = new Agent({
  connections: 8,
  headersTimeout: PATIENCE_MS,
  // As the sender does: a receiver that was left alone for longer may just be closing.
  keepAliveTimeout: 1_000,
  keepAliveMaxTimeout: 1_000,
  connect: { ca: order.ca, timeout: PATIENCE_MS, lookup: (_name, options, done) => lookup('127.0.0.1', options, done) },
})
const started = performance.now()
const cpu = process.cpuUsage()
await Promise.all(
  Array.from({ length: order.hosts }, (_, host) =>
    Promise.all(
      order.bodies.map(async (body) => {
        const url = `https://e${host}.receiver.test:${order.port}/${host}`
        const answer = await request(url, { method: 'POST', dispatcher: agent, body, headers: { 'content-type': 'application/json' } }) // prettier-ignore
        await answer.body.dump()
      }),
    ),
  ),
)
const { user, system } = process.cpuUsage(cpu)
console.log(JSON.stringify({ seconds: (performance.now() - started) / 1000, cpuSeconds: (user + system) / 1e6 }))
await agent.close()
