/** The pages of the embedded surfaces, as a browser asks for them. */
import assert from 'node:assert/strict'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startTestService } from '../support/service.ts'
import { unknownId } from '../support/seed.ts'

const folder = mkdtempSync(join(tmpdir(), 'tieout-surfaces-'))
test.after(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), '<head><meta name="tieout-origins" content="" /></head>')
writeFileSync(join(folder, 'assets/index-1.js'), 'export {}')

const service = await startTestService({ surfaceFolder: folder })
const tenant = await service.tenant()
const pageOf = (surface: string, workspaceId = tenant.workspace.id) => service.call(`/embed/${workspaceId}/${surface}`)

test('a page may be framed by the origins of its workspace alone; by nobody while there are none', async () => {
  const policyOf = async (workspaceId?: string): Promise<string> =>
    (await pageOf('spreading', workspaceId)).headers.get('content-security-policy') ?? ''
  assert.match(await policyOf(), /frame-ancestors 'none'$/)
  const origins = ['https://los.example.com', 'http://localhost:3000']
  await service.call('/api/embed/origins', { key: tenant.key, method: 'PUT', body: { origins } })
  assert.match(await policyOf(), /frame-ancestors https:\/\/los\.example\.com http:\/\/localhost:3000$/)
  const other = await service.tenant()
  assert.match(await policyOf(other.workspace.id), /frame-ancestors 'none'$/)
  const { text } = await pageOf('documents')
  assert.match(text, /<meta name="tieout-origins" content="https:\/\/los\.example\.com http:\/\/localhost:3000" \/>/)
})

test('a page runs nothing but its own scripts, sets no cookie, tells nobody its address and is not kept', async () => {
  const { status, headers } = await pageOf('spreading')
  assert.equal(status, 200)
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/)
  assert.doesNotMatch(policy, /unsafe/)
  assert.equal(headers.get('referrer-policy'), 'no-referrer')
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('set-cookie'), null)
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
})

test('other surfaces, other workspaces, malformed ids and files that were not built are not found', async () => {
  for (const path of [
    `/embed/${tenant.workspace.id}/settings`,
    `/embed/${unknownId('ws')}/spreading`,
    '/embed/nonsense/spreading',
    '/embed/assets/none.js',
    '/embed/assets/..%2f..%2fpackage.json',
    '/embed/assets/%2e%2e/index.html',
  ]) {
    assert.equal((await service.call(path)).status, 404, path)
  }
})

test('built files carry their hash in their names and are kept for ever', async () => {
  const { status, headers } = await service.call('/embed/assets/index-1.js')
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^text\/javascript/)
  assert.match(headers.get('cache-control') ?? '', /immutable/)
})

test('a service whose surfaces were not built says so and how to build them', async () => {
  const bare = await startTestService({ surfaceFolder: join(folder, 'nowhere'), database: service.database })
  const reply = await bare.call(`/embed/${tenant.workspace.id}/spreading`)
  assert.equal(reply.status, 503)
  assert.match(reply.json.error.message as string, /npm run build:embed/)
})
