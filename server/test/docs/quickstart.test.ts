/** The quickstart is run as it is printed; what it promises to print is what it prints. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { readPage } from '../../../ops/docs/pages.ts'
import { isShell, replayPage } from '../../../ops/docs/replay.ts'
import { createTestDatabase } from '../support/database.ts'
import { freePort } from '../support/pipeline-processes.ts'
import { testSettings } from '../support/service.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const PAGE = 'docs/guide/quickstart.md'

test('the commands of the quickstart lead from a running stack to a mapping that is proved without the service', async (t) => {
  const database = await createTestDatabase()
  t.after(() => database.drop())
  const page = readPage(PAGE, readFileSync(join(ROOT, PAGE), 'utf8'))
  assert.ok(page.blocks.filter(isShell).length >= 8, 'the page has lost its commands')
  const { TIEOUT_STACK_DIR, ...settings } = testSettings(database.name)
  const replay = await replayPage(page, {
    cwd: ROOT,
    env: {
      ...settings,
      ...(TIEOUT_STACK_DIR !== undefined && { TIEOUT_STACK_DIR }),
      TIEOUT_ENVIRONMENT: 'development',
      TIEOUT_PORT: String(await freePort()),
      TIEOUT_WORKER_PORT: String(await freePort()),
    },
    // The tree is installed already, and the stack is shared with other tests.
    without: ['install', 'done'],
    // What has not ended by then hangs; on a machine that is given a tenth of its cores it takes four minutes.
    timeoutMs: 7 * 60_000,
  })
  const seconds = replay.blocks.reduce((sum, block) => sum + block.seconds, 0)
  t.diagnostic(`${replay.blocks.length} blocks in ${seconds.toFixed(1)} s`)
  assert.equal(replay.status, 0, replay.output)
  assert.match(replay.output, /^svc_test_/m)
  assert.match(replay.output, /"sample":true/)
  assert.match(replay.output, /^mapped$/m)
  assert.match(replay.output, /^Profit Loss Statement, net income -?\d+\.\d\d/m)
  assert.match(replay.output, /^proved without the service: true$/m)
})
