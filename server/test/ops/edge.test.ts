/** The edge and the balancer of workers, with the files that ship and addresses of this machine. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { assertEachOnce, confirmAll, uploadPackages, waitForAll } from '../support/packages-under-fire.ts'
import { freePort } from '../support/pipeline-processes.ts'
import { missing, startProgram } from '../support/programs.ts'
import { startTestService, testSettings } from '../support/service.ts'
import { createAuthority } from '../support/tls.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const skip = missing('haproxy')

const folder = mkdtempSync(join(tmpdir(), 'tieout-edge-'))
after(() => rmSync(folder, { recursive: true }))

interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly text: string
}

function ask(at: { port: number; ca: string }, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((done, failed) => {
    const call = request({ host: '127.0.0.1', ...at, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() }),
      )
    })
    call.on('error', failed).end()
  })
}

test('the edge serves, hides probes, and fences an address with the form of every refusal', { skip }, async () => {
  const service = await startTestService({ settings: { TIEOUT_TRUSTED_PROXIES: '1' } })
  const { key } = await service.tenant()
  const [port, plain] = [await freePort(), await freePort()]
  const authority = createAuthority()
  const { cert, key: privateKey } = authority.issue(['127.0.0.1'])
  writeFileSync(join(folder, 'certificate.pem'), `${cert}${privateKey}`)
  const fence = 30
  const config = readFileSync(join(ROOT, 'ops/edge/haproxy.cfg'), 'utf8')
    .replace('bind :8443', `bind 127.0.0.1:${port}`)
    .replace('bind :8080', `bind 127.0.0.1:${plain}`)
    .replace('/etc/haproxy/certificate.pem', join(folder, 'certificate.pem'))
    .replaceAll('gt 20000', `gt ${fence}`)
    .replace(/server-template api .*/, `server api ${new URL(service.url).host}`)
  writeFileSync(join(folder, 'edge.cfg'), config)
  await startProgram(['haproxy', '-db', '-f', join(folder, 'edge.cfg')], port)

  const edge = { port, ca: authority.ca }
  const authorization = `Bearer ${key}`
  const first = await ask(edge, '/api/me', { authorization })
  assert.equal(first.status, 200, first.text)
  assert.ok(first.headers['strict-transport-security'])
  assert.equal((await ask(edge, '/readyz')).status, 404)
  let refused = first
  for (let sent = 2; sent <= fence + 5 && refused.status !== 403; sent += 1)
    refused = await ask(edge, '/api/me', { authorization })
  assert.equal(refused.status, 403)
  const { error } = JSON.parse(refused.text) as { error: Record<string, unknown> }
  assert.equal(error['type'], 'address_fenced')
  assert.match(String(refused.headers['x-request-id']), /^req_[0-9a-f]{24}$/)
  assert.equal(error['request_id'], refused.headers['x-request-id'])
  assert.equal(refused.headers['ratelimit-limit'], undefined)
  assert.equal(refused.headers['service-version'], first.headers['service-version'])
})

test(
  'behind the balancer two workers of one release share the work, and each package is done once',
  { skip },
  async (t) => {
    const service = await startTestService()
    const packages = 24
    const [balancer, ...ports] = [await freePort(), await freePort(), await freePort()]
    const config = readFileSync(join(ROOT, 'ops/kubernetes/worker/balancer.cfg'), 'utf8')
      .replace('bind :9080', `bind 127.0.0.1:${balancer}`)
      .replace(/server-template .*/, ports.map((port) => `server w${port} 127.0.0.1:${port} proto h2`).join('\n    '))
    writeFileSync(join(folder, 'balancer.cfg'), config)
    await startProgram(['haproxy', '-db', '-f', join(folder, 'balancer.cfg')], balancer, { WORKERS: 'unused' })
    const counts = new Map<number, number>()
    const env = {
      ...testSettings(service.database),
      TIEOUT_LOG_LEVEL: 'error',
      TIEOUT_PACKAGE_SLOTS: '8',
      TIEOUT_WORKER_URL: `http://127.0.0.1:${balancer}`,
      TEST_READ_MS: '200',
      TEST_SAY_READINGS: '1',
    }
    const start = (entry: string, more = {}) => {
      const child = spawn(process.execPath, [join(ROOT, entry)], {
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      service.companions.push(() => Promise.resolve(void child.kill('SIGKILL')))
      return child.stdout
    }
    for (const port of ports) {
      const said = start('server/test/support/worker-process.ts', { TIEOUT_WORKER_PORT: String(port) })
      said.on('data', (chunk: Buffer) => {
        const readings = chunk.toString().split('a reading').length - 1
        counts.set(port, (counts.get(port) ?? 0) + readings)
      })
    }
    start('server/src/main/relay.ts').resume()
    const { key } = await service.tenant()
    await confirmAll(service, key, await uploadPackages(service, key, packages))
    assertEachOnce(await waitForAll(service, packages, 120), packages)
    t.diagnostic(`readings by worker: ${[...counts.values()].join(', ')}`)
    assert.ok(
      [...counts.values()].filter((count) => count >= packages / 8).length === 2,
      [...counts.values()].join(', '),
    )
  },
)
