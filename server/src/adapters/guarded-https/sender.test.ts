/** The guard against real sockets, real TLS and a real name server: nothing here is replaced by a stand-in. */
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { REFUSED_URLS } from '../../../test/support/destinations.ts'
import { startDns } from '../../../test/support/dns.ts'
import type { Answer } from '../../../test/support/dns.ts'
import { answerStatus, startReceiver } from '../../../test/support/receiver.ts'
import { createAuthority } from '../../../test/support/tls.ts'
import { isPublicAddress, isPublicOrLoopback } from '../../lib/addresses.ts'
import { GuardedSender } from './sender.ts'
import type { SenderOptions } from './sender.ts'

const authority = createAuthority()
const name = 'hooks.receiver.test'
const certificate = authority.issue([name, '127.0.0.1', 'other.receiver.test'])
const dns = await startDns({ [name]: { a: ['127.0.0.1'] } })
const receiver = await startReceiver(certificate)
const url = `https://${name}:${receiver.port}/hook`

function sender(options: Partial<SenderOptions> = {}): GuardedSender {
  const made = new GuardedSender({
    isPublic: isPublicOrLoopback,
    ports: null,
    ownNames: new Set(['api.tieout.example']),
    dnsServers: [dns.server],
    ca: authority.ca,
    deadlineMs: 5_000,
    ...options,
  })
  after(() => made.close())
  return made
}
/** As in production: loopback is not public. */
const guarded = sender({ isPublic: isPublicAddress })
const open = sender()
const message = (to: string) => ({ url: to, headers: { 'service-event-id': 'evt_1' }, body: '{"id":"evt_1"}' })

test('a body reaches a receiver byte for byte, with the name in SNI and in Host while the address is pinned', async () => {
  receiver.answer = answerStatus(204)
  assert.deepEqual(await open.send(message(url)), { kind: 'answered', status: 204 })
  const got = receiver.received.at(-1)
  assert.equal(got?.body.toString(), '{"id":"evt_1"}')
  assert.equal(got.headers.host, `${name}:${receiver.port}`, 'bar 9')
  assert.equal(got.servername, name, 'bar 9')
  assert.equal(got.headers['service-event-id'], 'evt_1')
})

test('bar 2: of all refused forms none opens a connection, whatever port the receiver has', async () => {
  const before = receiver.connections
  const anyPort = sender({ isPublic: isPublicAddress, deadlineMs: 300 })
  for (const refused of REFUSED_URLS) {
    for (const candidate of [refused, refused.replace(/(\/?)$/, `:${receiver.port}$1`)]) {
      const parsed = URL.parse(candidate)
      // Refused for its port or its spelling, which the tests of the rule cover; here hosts are at stake.
      if (parsed?.hostname === 'public.example') continue
      assert.equal((await anyPort.send(message(candidate))).kind, 'no_answer', candidate)
    }
  }
  assert.equal(receiver.connections, before)
})

const NOT_PUBLIC: Record<string, Answer> = {
  'private A': { a: ['127.0.0.1'] },
  'private AAAA': { aaaa: ['::1'] },
  'A public, AAAA private': { a: ['8.8.8.8'], aaaa: ['::1'] },
  'public and private A': { a: ['8.8.8.8', '127.0.0.1'] },
  'private and public A': { a: ['127.0.0.1', '8.8.8.8'] },
  'an alias of a private name': { cname: 'db.internal', a: ['127.0.0.1'] },
  'an IPv4 address in IPv6': { aaaa: ['::ffff:127.0.0.1'] },
  'cloud metadata': { a: ['169.254.169.254'] },
}

for (const [what, answer] of Object.entries(NOT_PUBLIC)) {
  test(`bar 3, 4: ${what}: refused at registration and at connect time, zero connections`, async () => {
    dns.zone['rebind.receiver.test'] = answer
    const before = receiver.connections
    const target = `https://rebind.receiver.test:${receiver.port}/`
    assert.equal(await guarded.accepts(target), null)
    const outcome = await guarded.send(message(target))
    assert.equal(outcome.kind, 'no_answer')
    assert.match(outcome.reason, /resolves to/)
    assert.equal(receiver.connections, before)
  })
}

test('bar 3: an answer that turns private after registration is refused at the attempt', async () => {
  dns.zone['turns.receiver.test'] = (lookup) => (lookup === 0 ? { a: ['8.8.8.8'] } : { a: ['127.0.0.1'] })
  const target = `https://turns.receiver.test:${receiver.port}/`
  const before = receiver.connections
  assert.equal(await guarded.accepts(target), target)
  assert.equal((await guarded.send(message(target))).kind, 'no_answer')
  assert.equal(receiver.connections, before)
})

test('bar 3: an answer that changes between two look-ups is never looked up twice for one connection', async () => {
  dns.zone['flips.receiver.test'] = (lookup) => ({ a: [lookup % 2 === 0 ? '203.0.114.1' : '127.0.0.1'] })
  const before = receiver.connections
  const quick = sender({ isPublic: isPublicAddress, deadlineMs: 200 })
  for (let attempt = 0; attempt < 4; attempt += 1)
    await quick.send(message(`https://flips.receiver.test:${receiver.port}/`))
  assert.equal(receiver.connections, before)
  assert.equal(dns.lookups('flips.receiver.test'), 4, 'one look-up an attempt')
})

test('bar 4: a rule that changes its mind between look-up and connection closes the socket before the handshake', async () => {
  let handshakes = 0
  const server = createServer((socket: Socket) => {
    socket.on('data', () => (handshakes += 1))
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  let asked = 0
  const fickle = sender({ isPublic: () => (asked += 1) === 1 })
  const outcome = await fickle.send(message(`https://${name}:${(server.address() as AddressInfo).port}/`))
  assert.equal(outcome.kind, 'no_answer')
  assert.match(outcome.reason, /which was not what the look-up said/)
  await sleep(50)
  assert.equal(handshakes, 0)
})

test('bar 4: a name with several addresses of both families is reached through the one that answers', async () => {
  dns.zone['many.receiver.test'] = { a: ['127.0.0.1', '127.0.0.2'], aaaa: ['::1'] }
  const own = await startReceiver(authority.issue(['many.receiver.test']))
  assert.deepEqual(await open.send(message(`https://many.receiver.test:${own.port}/`)), {
    kind: 'answered',
    status: 200,
  })
})

for (const status of [301, 302, 303, 307, 308]) {
  test(`bar 5: a ${status} is the answer, and its target is never called`, async () => {
    const target = await startReceiver(certificate)
    receiver.answer = answerStatus(status, { location: `https://${name}:${target.port}/` })
    assert.deepEqual(await open.send(message(url)), { kind: 'answered', status })
    assert.equal(target.connections, 0)
  })
}

test('bar 6: proxies and lax TLS in the environment change nothing', async () => {
  let proxied = 0
  const proxy = createServer((socket) => {
    proxied += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  after(() => proxy.close())
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const settings = { HTTPS_PROXY: address, https_proxy: address, HTTP_PROXY: address, ALL_PROXY: address, NO_PROXY: '', NODE_USE_ENV_PROXY: '1', NODE_TLS_REJECT_UNAUTHORIZED: '0' } // prettier-ignore

  const { env } = process
  const before = { ...env }
  Object.assign(env, settings)
  try {
    receiver.answer = answerStatus(200)
    const within = sender()
    assert.deepEqual(await within.send(message(url)), { kind: 'answered', status: 200 })
    const strange = await startReceiver(authority.issue([name], { selfSigned: true }))
    assert.equal((await within.send(message(`https://${name}:${strange.port}/`))).kind, 'no_answer')
  } finally {
    for (const key of Object.keys(settings)) {
      if (before[key] === undefined) Reflect.deleteProperty(env, key)
      else env[key] = before[key]
    }
  }
  assert.equal(proxied, 0)
})

test('bar 7: whatever drips, hangs or stays silent, the attempt is over at 5.0 s ± 0.25', async () => {
  const drip = await startReceiver(certificate, (_received, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 1_000)
    response.on('close', () => clearInterval(timer))
  })
  const hang = await startReceiver(certificate, () => undefined)
  const mute = createServer((socket) => socket.on('error', () => undefined))
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  after(() => mute.close())
  dns.zone['silent.receiver.test'] = { silent: true }
  const targets = {
    'a dripping body': `https://${name}:${drip.port}/`,
    'no headers': `https://${name}:${hang.port}/`,
    'no handshake': `https://${name}:${(mute.address() as AddressInfo).port}/`,
    'no name server': 'https://silent.receiver.test/',
  }
  const timed = await Promise.all(
    Object.entries(targets).map(async ([what, target]) => {
      const started = performance.now()
      const outcome = await open.send(message(target))
      return { what, kind: outcome.kind, seconds: (performance.now() - started) / 1000 }
    }),
  )
  for (const { what, kind, seconds } of timed) {
    assert.equal(kind, 'no_answer', what)
    // A look-up may give up earlier by itself.
    const soonest = what === 'no name server' ? 0 : 4.75
    assert.ok(seconds > soonest && seconds < 5.25, `${what}: ${seconds.toFixed(3)} s`)
  }
})

test('bar 8: a 1 GiB answer and a gzip bomb cost less than 16 MiB', async () => {
  const megabyte = Buffer.alloc(1024 * 1024)
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
  const endless = await startReceiver(certificate, (_received, response) => {
    response.writeHead(200, { 'content-length': String(1024 ** 3) })
    let left = 1024
    const more = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= 1
        if (!response.write(megabyte)) return void response.once('drain', more)
      }
    }
    more()
  })
  const bombing = await startReceiver(certificate, (_received, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  })
  await open.send(message(url))
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5)
  for (const port of [endless.port, bombing.port]) {
    const started = performance.now()
    assert.deepEqual(await open.send(message(`https://${name}:${port}/`)), { kind: 'answered', status: 200 })
    assert.ok(performance.now() - started < 2_000, 'nobody waits for the rest')
    await sleep(100)
  }
  clearInterval(watch)
  const grown = (most - before) / 1024 ** 2
  assert.ok(grown < 16, `grew by ${grown.toFixed(1)} MiB`)
})

const BAD_CERTIFICATES = {
  expired: authority.issue([name], { expired: true }),
  'self-signed': authority.issue([name], { selfSigned: true }),
  'of another host': authority.issue(['elsewhere.receiver.test']),
  'of its address only': authority.issue(['127.0.0.1']),
}
for (const [what, bad] of Object.entries(BAD_CERTIFICATES)) {
  test(`bar 9: a certificate that is ${what} is refused and nothing is sent`, async () => {
    const strange = await startReceiver(bad)
    assert.equal((await open.send(message(`https://${name}:${strange.port}/`))).kind, 'no_answer')
    assert.equal(strange.received.length, 0)
  })
}

test('bar 9: without the test authority the system decides, and it does not know the receiver', async () => {
  const strict = new GuardedSender({ isPublic: isPublicOrLoopback, ports: null, ownNames: new Set(), dnsServers: [dns.server], deadlineMs: 2_000 }) // prettier-ignore
  after(() => strict.close())
  const before = receiver.received.length
  assert.equal((await strict.send(message(url))).kind, 'no_answer')
  assert.equal(receiver.received.length, before)
})

test('a name that does not exist is refused at registration; one that cannot be looked up now is judged later', async () => {
  assert.equal(await guarded.accepts('https://nowhere.receiver.test/'), null)
  dns.zone['later.receiver.test'] = { silent: true }
  const unreachable = sender({ isPublic: isPublicAddress, dnsServers: ['127.0.0.1:9'] })
  assert.equal(await unreachable.accepts('https://later.receiver.test/'), 'https://later.receiver.test/')
})
