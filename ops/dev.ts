/**
 * `npm run dev`: from a checkout to a running service and a test key, in one command. It does what the quickstart does
 * by hand, says how long each part took and what to do next, and ends the service with itself. The stack stays.
 */
import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = resolve(import.meta.dirname, '..')
const LOG = 'tieout.log'
const READY_WITHIN_MS = 120_000

const url = `http://127.0.0.1:${process.env['TIEOUT_PORT'] ?? '8080'}`
const began = performance.now()
const say = (words: string): void =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${words}`)

const run = (file: string, ...args: string[]): string =>
  execFileSync(process.execPath, [join(ROOT, file), ...args], { cwd: ROOT, encoding: 'utf8' })

/** The API, the relay and a worker in one process; the database is brought up to date on the way. */
function startService(): ChildProcess {
  const log = openSync(join(ROOT, LOG), 'a')
  return spawn(process.execPath, [join(ROOT, 'server/src/main/start.ts')], { cwd: ROOT, stdio: ['ignore', log, log] })
}

async function untilReady(service: ChildProcess): Promise<void> {
  for (const end = Date.now() + READY_WITHIN_MS; Date.now() < end;) {
    if (service.exitCode !== null) throw new Error(`the service has ended; ${LOG} says why`)
    const isReady = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isReady) return
    await sleep(200)
  }
  throw new Error(`the service is not ready after ${READY_WITHIN_MS / 1000} s; ${LOG} says why`)
}

run('ops/stack/stack.ts', 'up')
say('the stack is up')
if (!existsSync(join(ROOT, 'embed/dist'))) {
  execFileSync('npm', ['run', '-s', 'build:embed'], { cwd: ROOT, stdio: 'ignore' })
  say('the surfaces are built')
}
const service = startService()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => service.kill(signal))
try {
  await untilReady(service)
  say(`the service is up, its log is ${LOG}`)
  const key = run('server/bin/tieout-admin', 'quickstart', '--mode', 'test').trim()
  say('a workspace and a key of its sandbox are made')
  console.log(`
In another shell:

  export TIEOUT_URL=${url}
  ${key}
  npx node examples/first-mapping.ts

Reference: ${url}/reference   Guide: docs/guide/quickstart.md, from its third step on
Ctrl-C ends the service, \`npm run stack -- down\` the stack.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  service.kill()
}
if (service.exitCode === null) await once(service, 'exit')
process.exitCode = service.exitCode ?? 0
