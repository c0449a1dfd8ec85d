/** The pages' programs, commands and transcripts, run as they are printed, on one service. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { PROGRAMS, QUICKSTART, TRANSCRIPTS } from '../../../ops/docs/fates.ts'
import { readPages } from '../../../ops/docs/pages.ts'
import type { Page } from '../../../ops/docs/pages.ts'
import { isShell, replayPage } from '../../../ops/docs/replay.ts'
import { runTranscripts } from '../../../ops/docs/transcript.ts'
import { startTestService, testSettings } from '../support/service.ts'
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

const COMMAND_LINE = 'docs/guide/command-line.md'
/** What has not ended by then hangs. How fast it is, is not told here: on a machine that is given a tenth of its cores, slow. */
const HANGS_MS = 7 * 60_000
const pages = readPages(ROOT)
const pageAt = (path: string): Page => pages.find((page) => page.path === path) ?? assert.fail(`no page ${path}`)

test('the commands of the command line guide do what the page says', async () => {
  const page = pageAt(COMMAND_LINE)
  assert.ok(page.blocks.filter(isShell).length >= 6, 'the page has lost its commands')
  const replay = await replayPage(page, { cwd: ROOT, env, timeoutMs: HANGS_MS })
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

test('the commands of all other pages end well', async () => {
  const others = pages.filter(
    ({ path, blocks }) => path !== QUICKSTART && path !== COMMAND_LINE && blocks.some(isShell),
  )
  assert.ok(others.length >= 2, others.map(({ path }) => path).join(' '))
  for (const page of others) {
    const { status, output } = await replayPage(page, { cwd: ROOT, env, timeoutMs: HANGS_MS })
    assert.equal(status, 0, `${page.path}\n${output}`)
    // A page's curl does not fail by itself: an error is in what it prints.
    assert.doesNotMatch(output, /"error":/, page.path)
    assert.match(output, /"id":/, page.path)
  }
})

test('programs that stand in a page alone run as they are printed', async () => {
  copyFileSync(SAMPLE, join(home, 'statements.pdf'))
  for (const path of PROGRAMS) {
    const [program] = pageAt(path).blocks.filter(({ language }) => language === 'ts')
    assert.ok(program, path)
    writeFileSync(join(home, 'program.ts'), program.text.replace('https://tieout.example.com', service.url))
    const { stdout } = await promisify(execFile)(process.execPath, ['program.ts'], { cwd: home, env })
    // Which sample a test key gets is told by the file's name, and this one tells nothing.
    assert.match(stdout, /^Other \[ 1 \]$/m, path)
  }
})

test("operators' transcripts run from the first migration to a revoked key, a credit and a proved ledger", async () => {
  const transcripts = TRANSCRIPTS.flatMap((path) =>
    pageAt(path).blocks.flatMap(({ language, text }) => (language === 'console' ? [text] : [])),
  )
  const options = { cwd: ROOT, env: { ...env, ...testSettings(service.database) }, timeoutMs: HANGS_MS }
  const ran = await runTranscripts(transcripts, options)
  assert.ok(ran.length >= 12, ran.map(({ command }) => command).join('\n'))
  for (const { command, output } of ran) assert.notEqual(output.trim(), '', command)
})
