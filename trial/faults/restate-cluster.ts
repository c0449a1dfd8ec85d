/**
 * Restate as ops/kubernetes runs it: three nodes, two copies of everything, one of them lost at a time. Here they are
 * processes on loopback with a folder each, behind a balancer that asks each node whether it is well, as the one in
 * front of them in an installation does.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, Restartable } from '../../server/test/support/pipeline-processes.ts'
import { startBalancer } from './balancer.ts'

const NODES = ['n1', 'n2', 'n3'] as const
const UP_WITHIN_MS = 60_000
const ASK_MS = 2_000

interface NodePorts {
  readonly node: number
  readonly ingress: number
  readonly admin: number
}

export interface RestateCluster {
  readonly nodes: readonly Restartable[]
  readonly logs: readonly string[]
  /** Of the balancer. */
  readonly ingressPort: number
  readonly adminPort: number
  stop(): Promise<void>
}

/** The first node founds the cluster; the others find it by the addresses of all. */
export function renderNodeToml(index: number, ports: readonly NodePorts[], identityFile: string): string {
  const own = ports[index]
  if (!own) throw new Error(`there is no node ${index}`)
  const addresses = ports.map(({ node }) => `"http://127.0.0.1:${node}"`)
  return `cluster-name = "tieout-trial"
node-name = "n${index + 1}"
auto-provision = ${index === 0}
roles = ["worker", "admin", "log-server", "metadata-server", "http-ingress"]
bind-address = "127.0.0.1:${own.node}"
advertised-address = "http://127.0.0.1:${own.node}"
default-num-partitions = 4
default-replication = 2
rocksdb-total-memory-size = "256 MiB"
disable-telemetry = true
log-disable-ansi-codes = true

[metadata-client]
type = "replicated"
addresses = [${addresses.join(', ')}]

[bifrost]
default-provider = "replicated"

[ingress]
bind-address = "127.0.0.1:${own.ingress}"

[admin]
bind-address = "127.0.0.1:${own.admin}"

[worker.invoker]
request-identity-private-key-pem-file = ${JSON.stringify(identityFile)}
`
}

async function portsOfNodes(): Promise<NodePorts[]> {
  const ports: NodePorts[] = []
  for (const _ of NODES) ports.push({ node: await freePort(), ingress: await freePort(), admin: await freePort() })
  return ports
}

/** What is said there; null while nobody answers well. */
async function askNode(port: number | undefined, path: string): Promise<string | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(ASK_MS) })
    const text = await response.text()
    return response.ok ? text : null
  } catch {
    return null
  }
}

export async function startRestateCluster(identityFile: string): Promise<RestateCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'restate-cluster-'))
  const server = createRequire(import.meta.url).resolve(
    `@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`,
  )
  const ports = await portsOfNodes()
  const logs = NODES.map((name) => join(folder, `restate-${name}.log`))
  const nodes = NODES.map((name, index) => {
    const own = join(folder, name)
    mkdirSync(own)
    const file = join(own, 'restate.toml')
    writeFileSync(file, renderNodeToml(index, ports, identityFile))
    const log = openSync(logs[index] ?? '', 'w')
    const args = ['--config-file', file, '--listen-mode', 'tcp', '--base-dir', join(own, 'data')]
    return new Restartable(() => spawn(server, args, { cwd: own, env: {}, stdio: ['ignore', log, log] }))
  })
  const ingress = await startBalancer(ports.map(({ ingress: port }) => ({ port, health: '/restate/health' })))
  const admin = await startBalancer(ports.map(({ admin: port }) => ({ port, health: '/health' })))
  const stop = async (): Promise<void> => {
    for (const node of nodes) await node.kill()
    ingress.close()
    admin.close()
    rmSync(folder, { recursive: true })
  }
  for (const end = Date.now() + UP_WITHIN_MS; !(await isWhole(ports));) {
    if (Date.now() > end) {
      await stop()
      throw new Error('the three nodes did not become a cluster')
    }
    await sleep(200)
  }
  return { nodes, logs, ingressPort: ingress.port, adminPort: admin.port, stop }
}

/** All three are in it, and each takes work. */
async function isWhole(ports: readonly NodePorts[]): Promise<boolean> {
  const health = await askNode(ports[0]?.admin, '/cluster-health')
  const told = JSON.parse(health ?? '{}') as { metadata_cluster_health?: { members?: readonly number[] } }
  if (told.metadata_cluster_health?.members?.length !== NODES.length) return false
  const taking = await Promise.all(ports.map(({ ingress }) => askNode(ingress, '/restate/health')))
  return taking.every((answer) => answer !== null)
}
