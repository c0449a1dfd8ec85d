/**
 * `npm run stack -- up | down | status | logs | reset | programs`, and `start | stop | kill <engine>`: PostgreSQL, Redis, Restate
 * and an S3 object store as own processes under one folder. docs/operate/local-stack.md says how to live with it.
 */
import { spawnSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from './engine.ts'
import { killEngine, openStack, pidsOf, stackLock, stopEngine, type Stack } from './engines.ts'
import { withLock } from './lock.ts'
import { ensurePackages, STACK_PROGRAMS, TEST_PROGRAMS } from './packages.ts'
import { ENGINE_NAMES, envFile, StackProblem, type EngineName } from './plan.ts'
import { printed, startedState, stateOf } from './report.ts'

const USAGE = `usage: npm run stack -- <command>
  up                start what is not running, install missing Debian packages as root, write the env file
  down              end what this stack started
  status            ask each engine; exit code 1 when one does not answer
  logs [engine]     the last lines of the logs; -f follows them
  programs          install, as root, what the stack and every test need, and start nothing
  reset             down, delete all data (passwords stay), up
  start|stop|kill <${ENGINE_NAMES.join('|')}>    one engine; kill is SIGKILL (of s3: its gateway)`

const SHOWN_LOG_LINES = '40'

async function main(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args
  switch (command) {
    case 'up':
      return up()
    case 'down':
      return locked(({ engines }) => down(Object.values(engines)))
    case 'status':
      return status()
    case 'logs':
      return logs(rest)
    case 'programs':
      return programs()
    case 'reset':
      return reset()
    case 'start': {
      const name = engineNamed(rest[0])
      return locked(async ({ engines }) => printed([await startedState(engines[name])]))
    }
    case 'stop': {
      const name = engineNamed(rest[0])
      return locked(({ engines }) => down([engines[name]]))
    }
    case 'kill': {
      const name = engineNamed(rest[0])
      return locked(async ({ engines }) => {
        await killEngine(engines[name])
        return 0
      })
    }
    default:
      console.error(USAGE)
      return 2
  }
}

async function locked(work: (stack: Stack) => Promise<number>): Promise<number> {
  const stack = await openStack()
  return withLock(stackLock(), () => work(stack))
}

async function up(): Promise<number> {
  await withLock(stackLock(), () => ensurePackages(STACK_PROGRAMS))
  return locked(startAll)
}

async function programs(): Promise<number> {
  await withLock(stackLock(), () => ensurePackages({ ...STACK_PROGRAMS, ...TEST_PROGRAMS }))
  console.log('all programs are there')
  return 0
}

async function startAll({ plan, engines }: Stack): Promise<number> {
  const code = printed(await Promise.all(Object.values(engines).map(startedState)))
  if (code === 0) console.log(`settings for the service: ${envFile(plan.dir)}`)
  return code
}

async function down(engines: readonly Engine[]): Promise<number> {
  const ended = await Promise.all(
    engines.map(async (engine) => {
      const pids = pidsOf(engine)
      await stopEngine(engine)
      return `${engine.name.padEnd(10)} ${pids.length === 0 ? 'was not running' : `ended (pid ${pids.join(' ')})`}`
    }),
  )
  console.log(ended.join('\n'))
  return 0
}

async function reset(): Promise<number> {
  await withLock(stackLock(), () => ensurePackages(STACK_PROGRAMS))
  return locked(async (stack) => {
    const engines = Object.values(stack.engines)
    await down(engines)
    for (const folder of [...engines.flatMap((engine) => engine.dataFolders), join(stack.plan.dir, 'logs')])
      for (const entry of globSync(join(folder, '*'))) rmSync(entry, { recursive: true, force: true })
    return startAll(stack)
  })
}

async function status(): Promise<number> {
  const { engines } = await openStack()
  const code = printed(await Promise.all(Object.values(engines).map(stateOf)))
  if (code !== 0) console.error('\nto mend: npm run stack -- up')
  return code
}

async function logs(args: readonly string[]): Promise<number> {
  const { plan, engines } = await openStack()
  const follow = args.includes('-f')
  const name = args.find((argument) => argument !== '-f')
  const chosen = name === undefined ? Object.values(engines) : [engines[engineNamed(name)]]
  const files = chosen.flatMap((engine) => engine.daemons.map((daemon) => daemon.logFile))
  if (name === undefined || name === 's3') files.push(...globSync(join(plan.dir, 'logs', 'ceph-*.log')))
  const tail = ['-n', SHOWN_LOG_LINES, ...(follow ? ['-F'] : []), ...files]
  return spawnSync('tail', tail, { stdio: 'inherit' }).status ?? 1
}

function engineNamed(name: string | undefined): EngineName {
  const known = ENGINE_NAMES.find((engine) => engine === name)
  if (!known) throw new StackProblem(`which engine? One of ${ENGINE_NAMES.join(', ')}`)
  return known
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof StackProblem)) throw error
  console.error(error.message)
  process.exitCode = 1
}
