/** The guides of the sdk and the command line: their programs and commands are run as they are printed. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { readPage } from '../../../ops/docs/pages.ts'
import { isShell, replayPage } from '../../../ops/docs/replay.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { startTestPipeline } from '../support/uploads.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const SAMPLE = join(ROOT, 'server/seed/samples/profit-loss-statement-retail.pdf')
const service = await startTestService()
await startTestPipeline(service)
const tenant = await service.twinOf(await service.tenant())

// Inside the project, so that the sdk is found by its name, as an installed one would be.
mkdirSync(join(ROOT, '.cache'), { recursive: true })
const home = mkdtempSync(join(ROOT, '.cache/guides-'))
after(() => rmSync(home, { recursive: true, force: true }))
const env = {
  ...process.env,
  NODE_TEST_CONTEXT: '',
  TIEOUT_URL: service.url,
  TIEOUT_KEY: tenant.key,
  XDG_CONFIG_HOME: home,
  XDG_STATE_HOME: home,
}

const example = (name: string): string => join(ROOT, 'examples', name)

test('the first program of the sdk guide sends a file and has its bundle in the end', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [example('export-loan.ts'), SAMPLE], {
    cwd: home,
    env,
  })
  assert.match(stdout, /^\d+ of \d+ bytes sent\n/)
  assert.ok(stdout.endsWith('COMPLETED\n1 documents in bundle.zip\n'), stdout)
  assert.equal(readFileSync(join(home, 'bundle.zip')).subarray(0, 2).toString(), 'PK')
})

test('the program that follows events sees an upload to its end', async () => {
  const following = spawn(process.execPath, [example('follow-events.ts')], { cwd: home, env })
  let out = ''
  following.stdout.on('data', (part) => (out += String(part)))
  await until(() => out.startsWith('listening\n'), 30_000)
  await promisify(execFile)(process.execPath, [example('export-loan.ts'), SAMPLE], { cwd: home, env })
  if (following.exitCode === null) await once(following, 'exit')
  assert.match(out, /^document\.processed doc_/m)
  assert.match(out, /^extraction\.ready doc_/m)
  assert.match(out, /^job\.completed job_\w+\n$/m)
})

test('the commands of the command line guide do what the page says', async () => {
  const path = 'docs/guide/command-line.md'
  const page = readPage(path, readFileSync(join(ROOT, path), 'utf8'))
  assert.ok(page.blocks.filter(isShell).length >= 6, 'the page has lost its commands')
  const replay = await replayPage(page, { cwd: ROOT, env, timeoutMs: 240_000 })
  assert.equal(replay.status, 0, replay.output)
  assert.match(replay.output, /^mode +test$/m)
  assert.match(replay.output, /^mapped +2025 +2024 +2023$/m)
  assert.match(replay.output, /^mapped: the mapping holds; \d+ facts tested$/m)
  assert.match(replay.output, /^bundle\.log {2}.* sha256 [0-9a-f]{64}$/m)
  assert.match(replay.output, /^evt_/m)
  assert.match(replay.output, /^snap_/m)
  for (const left of ['mapping.log', 'bundle.log', 'workbook.log'])
    if (existsSync(join(ROOT, left))) rmSync(join(ROOT, left))
})
