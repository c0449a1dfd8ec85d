/** The steps of the image, without a container engine: the pruned tree starts as nobody, and can change nothing. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { replayImage } from '../../../ops/container/replay.ts'
import { createTestDatabase } from '../support/database.ts'
import { freePort } from '../support/pipeline-processes.ts'
import { testSettings } from '../support/service.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const start = (program: string, ...args: string[]): [string, ...string[]] =>
  process.getuid?.() === 0
    ? ['setpriv', '--reuid=10001', '--regid=10001', '--clear-groups', '--', program, ...args]
    : [program, ...args]

test('the tree of the image starts without development packages, as nobody, without write permission, and serves', async (t) => {
  // Not below a folder that only its owner may pass.
  const folder = mkdtempSync('/var/tmp/tieout-image-')
  chmodSync(folder, 0o755)
  after(() => {
    spawnSync('chmod', ['-R', 'u+w', folder])
    rmSync(folder, { recursive: true })
  })
  process.env['npm_config_prefer_offline'] = 'true'
  const tree = replayImage(ROOT, folder)
  const sbom = JSON.parse(readFileSync(join(tree, 'sbom.cdx.json'), 'utf8')) as { components: { name: string }[] }
  const names = sbom.components.map(({ name }) => name)
  t.diagnostic(`${names.length} packages in the image`)
  assert.ok(names.includes('fastify') && names.length > 50)
  for (const name of ['eslint', 'typescript', 'prettier', 'vite', 'react', '@restatedev/restate-server'])
    assert.ok(!names.includes(name) && !existsSync(join(tree, 'node_modules', name)), `${name} is in the image`)

  const database = await createTestDatabase()
  t.after(() => database.drop())
  const port = await freePort()
  const { NODE_OPTIONS: _none, ...settings } = testSettings(database.name)
  const [program, ...args] = start(process.execPath, join(tree, 'server/src/main/start.ts'))
  const service = spawn(program, args, {
    cwd: tree,
    env: { ...settings, TIEOUT_PORT: String(port), TIEOUT_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  t.after(() => service.kill('SIGKILL'))
  let ready = 0
  for (const end = Date.now() + 60_000; ready !== 200 && Date.now() < end;) {
    await sleep(200)
    ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status, () => 0) // prettier-ignore
  }
  assert.equal(ready, 200)
  const asset = globSync('assets/*.js', { cwd: join(tree, 'embed/dist') })[0]
  assert.equal((await fetch(`http://127.0.0.1:${port}/embed/${asset}`)).status, 200, 'the surfaces are not served')
  const [touch, ...touched] = start('touch', join(tree, 'server/src/new.ts'))
  assert.notEqual(spawnSync(touch, touched).status, 0, 'the process could change its own code')
  service.kill('SIGTERM')
  assert.deepEqual(await once(service, 'exit'), [0, null])
})
