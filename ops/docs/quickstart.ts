/**
 * `npm run quickstart`: the quickstart as a new user has it, timed. Clones this checkout's last commit into an empty
 * folder, runs every command of the page there, with ports of its own, and says how long each took.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readPage } from './pages.ts'
import { replayPage } from './replay.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PAGE = 'docs/guide/quickstart.md'
const TIMEOUT_MS = 15 * 60_000
const PORT = '18080'

const folder = mkdtempSync('/var/tmp/tieout-quickstart.')
chmodSync(folder, 0o755) // PostgreSQL runs as a user of its own and must get through.
const checkout = join(folder, 'tieout')
try {
  execFileSync('git', ['clone', '--quiet', ROOT, checkout])
  const page = readPage(PAGE, readFileSync(join(checkout, PAGE), 'utf8'))
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|TIEOUT_)/.test(name)))
  const env = {
    ...clean,
    PATH: (process.env['PATH'] ?? '').replace(/[^:]*node_modules\/\.bin:/g, ''),
    TIEOUT_STACK_PORT_BASE: 'auto',
    TIEOUT_PORT: PORT,
    TIEOUT_METRICS_PORT: '0',
    TIEOUT_WORKER_PORT: '0',
    SCARF_ANALYTICS: 'false',
  }
  const replay = await replayPage(page, { cwd: checkout, env, timeoutMs: TIMEOUT_MS, echo: true })
  for (const { line, seconds } of replay.blocks) console.log(`${PAGE}:${line}  ${seconds.toFixed(1).padStart(6)} s`)
  const total = replay.blocks.reduce((sum, { seconds }) => sum + seconds, 0)
  console.log(`the quickstart took ${total.toFixed(1)} s, exit ${String(replay.status)}`)
  process.exitCode = replay.status === 0 ? 0 : 1
} finally {
  execFileSync('npm', ['run', '-s', 'stack', '--', 'down'], { cwd: checkout, stdio: 'ignore' })
  rmSync(folder, { recursive: true, force: true })
}
