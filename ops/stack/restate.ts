/** Restate runs the durable pipelines. Its memory limits are those under which 30,000 jobs peaked at 507 MB. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Engine } from './engine.ts'
import { StackProblem, type Ports, type StackPlan } from './plan.ts'
import { ensureRunning, waitFor, type Daemon } from './processes.ts'
import type { Secrets } from './secrets.ts'

export function renderRestateToml(options: { ports: Ports; identityFile: string }): string {
  const { ports } = options
  return `cluster-name = "tieout-local"
node-name = "n1"
bind-address = "127.0.0.1:${ports.restateNode}"
advertised-address = "http://127.0.0.1:${ports.restateNode}"
# Fixed when the data folder is made.
default-num-partitions = 8
rocksdb-total-memory-size = "512 MiB"
disable-telemetry = true
log-disable-ansi-codes = true

[ingress]
bind-address = "127.0.0.1:${ports.restateIngress}"

[admin]
bind-address = "127.0.0.1:${ports.restateAdmin}"

[admin.query-engine]
memory-size = "128 MiB"

[worker.invoker]
memory-limit = "256 MiB"
# Acts per partition.
concurrent-invocations-limit = 200
request-identity-private-key-pem-file = ${JSON.stringify(options.identityFile)}

[bifrost]
record-cache-memory-size = "32 MiB"
`
}

/** The server itself, not the npm package's wrapper: a signal to the wrapper would not reach it. */
function serverBinary(root: string): string {
  const name = `@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`
  try {
    return createRequire(join(root, 'package.json')).resolve(name)
  } catch (error) {
    throw new StackProblem(`${name} is not installed: run npm ci (optional dependencies included)`, { cause: error })
  }
}

export function restateEngine(plan: StackPlan, secrets: Secrets): Engine {
  const { ports } = plan
  const dir = join(plan.dir, 'restate')
  const conf = join(dir, 'restate.toml')
  const daemon: Daemon = {
    name: 'restate',
    program: 'restate-server',
    marker: conf,
    pidFile: join(plan.dir, 'restate.pid'),
    logFile: join(plan.dir, 'logs', 'restate.log'),
    stopSignal: 'SIGTERM',
  }

  async function probe(): Promise<string> {
    await ask(`http://127.0.0.1:${ports.restateAdmin}/health`)
    await ask(`http://127.0.0.1:${ports.restateIngress}/restate/health`)
    const version = (await (await ask(`http://127.0.0.1:${ports.restateAdmin}/version`)).json()) as { version: string }
    return version.version
  }

  async function start(): Promise<void> {
    mkdirSync(dir, { recursive: true })
    const identityFile = join(dir, 'identity.pem')
    writeFileSync(identityFile, secrets.restateIdentityPem, { mode: 0o600 })
    writeFileSync(conf, renderRestateToml({ ports, identityFile }))
    const args = ['--config-file', conf, '--listen-mode', 'tcp', '--base-dir', join(dir, 'data')]
    ensureRunning(daemon, { command: serverBinary(plan.root), args, cwd: dir })
    await waitFor({ seconds: 60, daemons: [daemon], probe })
  }

  return {
    name: 'restate',
    address: `127.0.0.1:${ports.restateIngress}, admin :${ports.restateAdmin}`,
    daemons: [daemon],
    killed: [daemon],
    ports: [ports.restateIngress, ports.restateAdmin, ports.restateNode],
    dataFolders: [dir],
    start,
    probe,
  }
}

async function ask(url: string): Promise<Response> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
  if (!response.ok) throw new Error(`${url} answers ${response.status}`)
  return response
}
