/** Redis holds windows of the rate limiter and nothing else, so it writes nothing to disk. */
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Engine } from './engine.ts'
import type { StackPlan } from './plan.ts'
import { engineEnvironment, ensureRunning, waitFor, type Daemon } from './processes.ts'
import type { Secrets } from './secrets.ts'

const run = promisify(execFile)

export function renderRedisConf(options: { port: number; dir: string; password: string }): string {
  return [
    'bind 127.0.0.1',
    `port ${options.port}`,
    `dir "${options.dir}"`,
    `requirepass ${options.password}`,
    'save ""',
    'appendonly no',
    'maxmemory 256mb',
    // A full Redis must refuse loudly: a window thrown out silently would let a caller past its limit.
    'maxmemory-policy noeviction',
    // The command line must go on naming this stack's folder: that is how its process is told from others.
    'set-proc-title no',
    'daemonize no',
    '',
  ].join('\n')
}

export function redisEngine(plan: StackPlan, secrets: Secrets): Engine {
  const dir = join(plan.dir, 'redis')
  const conf = join(dir, 'redis.conf')
  const port = plan.ports.redis
  const daemon: Daemon = {
    name: 'redis',
    program: 'redis-server',
    marker: conf,
    pidFile: join(plan.dir, 'redis.pid'),
    logFile: join(plan.dir, 'logs', 'redis.log'),
    stopSignal: 'SIGTERM',
  }

  async function probe(): Promise<string> {
    const env = { ...engineEnvironment(), REDISCLI_AUTH: secrets.redisPassword }
    const { stdout } = await run('redis-cli', ['-h', '127.0.0.1', '-p', String(port), 'info', 'server'], { env })
    const version = /^redis_version:(\S+)/m.exec(stdout)?.[1]
    if (version === undefined) throw new Error(stdout.trim())
    return version
  }

  async function start(): Promise<void> {
    mkdirSync(dir, { recursive: true })
    writeFileSync(conf, renderRedisConf({ port, dir, password: secrets.redisPassword }), { mode: 0o600 })
    ensureRunning(daemon, { command: 'redis-server', args: [conf], cwd: dir })
    await waitFor({ seconds: 20, daemons: [daemon], probe })
  }

  return {
    name: 'redis',
    address: `127.0.0.1:${port}`,
    daemons: [daemon],
    killed: [daemon],
    ports: [port],
    dataFolders: [dir],
    start,
    probe,
  }
}
