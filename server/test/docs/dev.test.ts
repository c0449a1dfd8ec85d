/** One command from a checkout to a service that answers its test key. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { freePort } from '../support/pipeline-processes.ts'
import { testSettings } from '../support/service.ts'
import { until } from '../support/until.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

test('npm run dev leads to a service that knows the key it prints, and ends with a signal', async (t) => {
  const database = await createTestDatabase()
  t.after(() => database.drop())
  const dev = spawn(process.execPath, [join(ROOT, 'ops/dev.ts')], {
    cwd: ROOT,
    env: {
      ...testSettings(database.name),
      NODE_TEST_CONTEXT: '',
      TIEOUT_ENVIRONMENT: 'development',
      TIEOUT_PORT: String(await freePort()),
      TIEOUT_WORKER_PORT: String(await freePort()),
    },
  })
  t.after(() => dev.kill('SIGKILL'))
  let said = ''
  for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (part) => (said += String(part)))
  await until(() => said.includes('ends the service') || dev.exitCode !== null, 120_000)
  const [, url = ''] = /export TIEOUT_URL=(\S+)/.exec(said) ?? assert.fail(said)
  const [, key = ''] = /export TIEOUT_KEY=(svc_test_\w+)/.exec(said) ?? assert.fail(said)
  const answer = await fetch(`${url}/api/me`, { headers: { authorization: `Bearer ${key}` } })
  assert.equal(((await answer.json()) as { mode: string }).mode, 'test')
  t.diagnostic(said.split('\n').slice(0, 4).join(' '))
  dev.kill('SIGTERM')
  const [code] = (await once(dev, 'exit')) as [number | null]
  assert.equal(code, 0, said)
})
