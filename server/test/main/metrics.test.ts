import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { createServer as createProbe } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { startServiceProcess } from '../support/process.ts'
import { startTestService } from '../support/service.ts'

const home = await startTestService()

async function freePort(): Promise<number> {
  const probe = createProbe().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

test('requests are counted and timed by route for Prometheus on a private port, and traced to a collector, without secrets', async () => {
  const spans: string[] = []
  const collector = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      spans.push(body)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  }).listen(0, '127.0.0.1')
  test.after(() => collector.close())
  await new Promise((resolve) => collector.once('listening', resolve))
  const metrics = await freePort()
  const tenant = await home.tenant()
  const service = await startServiceProcess(home.database, {
    TIEOUT_METRICS_PORT: String(metrics),
    TIEOUT_OTLP_TRACES_URL: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`,
  })
  const headers = { authorization: `Bearer ${tenant.key}` }
  for (let index = 0; index < 3; index += 1) {
    assert.equal((await fetch(`${service.url}/api/borrowers/bor_01m7egd21fekrrwsc0wdmskssh`, { headers })).status, 404)
  }
  const page = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
  const line = page
    .split('\n')
    .find((candidate) => /request_duration(_seconds)?_count\{.*\/api\/borrowers\/:id/.test(candidate))
  assert.match(line ?? page, /http_response_status_code="404".*\} 3/)
  service.child.kill('SIGTERM')
  assert.equal(await service.gone, 0)
  const traced = spans.join('')
  assert.match(traced, /GET \/api\/borrowers\/:id/)
  for (const text of [page, traced]) assert.ok(!text.includes(tenant.key))
})
