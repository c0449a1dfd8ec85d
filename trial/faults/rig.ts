/**
 * The service as processes behind connections that can be cut, with a receiver for its webhooks: everything that a
 * fault can take away, and everything that has to be asked afterwards.
 */
import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { stackDir } from '../../ops/stack/plan.ts'
import { SCOPES } from '../../server/src/domain/scopes.ts'
import { issueOperatorKey } from '../../server/src/main/admin/keys.ts'
import { createOrganization, createWorkspace, setRateLimits } from '../../server/src/store/operator.ts'
import { asSuperuser, createTestDatabase } from '../../server/test/support/database.ts'
import { startLink } from '../../server/test/support/link.ts'
import type { Link } from '../../server/test/support/link.ts'
import { freePort, Restartable } from '../../server/test/support/pipeline-processes.ts'
import type { Receiver } from '../../server/test/support/receiver.ts'
import { FULL_PLAN, operatorOf, testSettings } from '../../server/test/support/service.ts'
import { openHooks } from '../hooks.ts'
import { openClocks } from './clocks.ts'
import type { SettableClock } from './clocks.ts'
import { startRestateCluster } from './restate-cluster.ts'
import type { RestateCluster } from './restate-cluster.ts'
import { openSmallDisk } from './small-disk.ts'
import type { SmallDisk } from './small-disk.ts'

const MAIN = join(import.meta.dirname, '../../server/src/main')
const MANY = { api: 1e9, upload: 1e9, export: 1e9, strict: 1e9 }
const UP_WITHIN_MS = 60_000

export type ProcessName = 'api' | 'worker' | 'relay'

export interface Rig {
  readonly url: string
  readonly database: string
  readonly workspaceUuid: string
  readonly key: string
  readonly receiver: Receiver
  readonly processes: Readonly<Record<ProcessName, Restartable>>
  readonly links: Readonly<Record<'postgres' | 'restate' | 'redis' | 's3', readonly Link[]>>
  /** Where the database lies; null where none was asked for, or this machine does not let us make one. */
  readonly disk: SmallDisk | null
  /** Of the processes; null where none was asked for, or there is nothing here to set them with. */
  readonly clocks: Readonly<Record<ProcessName, SettableClock>> | null
  /** In place of the stack's one engine, where it was asked for. */
  readonly cluster: RestateCluster | null
  /** Files that the processes and the engine write down what they see in. */
  readonly logs: readonly string[]
  isUp(): Promise<boolean>
  stop(): Promise<void>
}

const portOf = (setting: string, fallback: number): number =>
  Number(new URL(process.env[setting] ?? '').port || fallback)

/** The same address by another port. */
function through(setting: string, link: Link, database?: string): string {
  const url = new URL(process.env[setting] ?? '')
  url.host = `127.0.0.1:${link.port}`
  if (database !== undefined) url.pathname = `/${database}`
  return url.href.replace(/\/$/, '')
}

export interface RigOptions {
  readonly withSmallDisk?: boolean
  readonly withClocks?: boolean
  /** The engine as a cluster of its own, of which one node is lost at a time. */
  readonly withThreeNodes?: boolean
}

export async function startRig(options: RigOptions = {}): Promise<Rig> {
  const database = await createTestDatabase()
  const disk = options.withSmallDisk ? await openSmallDisk(database.name) : null
  const operator = operatorOf(database.name)
  const hooks = await openHooks()
  const { receiver } = hooks
  const stackFolder = stackDir(process.cwd(), process.env)
  const cluster = options.withThreeNodes
    ? await startRestateCluster(join(stackFolder, 'restate', 'identity.pem'))
    : null
  const [port, workerPort] = [await freePort(), await freePort()]
  const link = {
    postgres: await startLink(portOf('TIEOUT_DATABASE_APP_URL', 5432)),
    ingress: await startLink(cluster?.ingressPort ?? portOf('TIEOUT_RESTATE_INGRESS_URL', 8080)),
    worker: await startLink(workerPort),
    redis: await startLink(portOf('TIEOUT_REDIS_URL', 6379)),
    s3: await startLink(portOf('TIEOUT_S3_ENDPOINT', 80)),
  }
  const env = {
    ...testSettings(database.name),
    ...hooks.settings,
    TIEOUT_PORT: String(port),
    TIEOUT_WORKER_PORT: String(workerPort),
    TIEOUT_WORKER_URL: `http://127.0.0.1:${link.worker.port}`,
    TIEOUT_RESTATE_INGRESS_URL: through('TIEOUT_RESTATE_INGRESS_URL', link.ingress),
    ...(cluster && { TIEOUT_RESTATE_ADMIN_URL: `http://127.0.0.1:${cluster.adminPort}` }),
    TIEOUT_DATABASE_APP_URL: through('TIEOUT_DATABASE_APP_URL', link.postgres, database.name),
    TIEOUT_DATABASE_WORKER_URL: through('TIEOUT_DATABASE_WORKER_URL', link.postgres, database.name),
    TIEOUT_REDIS_URL: through('TIEOUT_REDIS_URL', link.redis),
    TIEOUT_S3_ENDPOINT: through('TIEOUT_S3_ENDPOINT', link.s3),
    TIEOUT_READERS: '2',
    TIEOUT_LOG_LEVEL: 'info',
  }
  const settable = options.withClocks ? openClocks() : null
  const clocks = settable && {
    api: settable.clockFor('api'),
    worker: settable.clockFor('worker'),
    relay: settable.clockFor('relay'),
  }
  const logFolder = join(stackFolder, 'logs')
  const logOf = (name: string): string => join(logFolder, `trial-faults-${name}.log`)
  const start = (name: ProcessName, entry: string): Restartable => {
    const log = openSync(logOf(name), 'w')
    const own = { ...env, ...clocks?.[name].env }
    return new Restartable(() =>
      spawn(process.execPath, [join(MAIN, entry)], { env: own, stdio: ['ignore', log, log] }),
    )
  }
  const processes = {
    api: start('api', 'start.ts'),
    worker: start('worker', 'worker.ts'),
    relay: start('relay', 'relay.ts'),
  }
  const logs = [...Object.keys(processes).map(logOf), ...(cluster?.logs ?? [join(logFolder, 'restate.log')])]
  const url = `http://127.0.0.1:${port}`
  const isUp = () =>
    fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ status }) => status === 200,
      () => false,
    )
  const stop = async (): Promise<void> => {
    for (const process of Object.values(processes)) await process.kill()
    for (const one of Object.values(link)) one.close()
    await receiver.close()
    await operator.close()
    await database.drop()
    await disk?.close()
    settable?.close()
    await cluster?.stop()
  }
  try {
    const workspace = await createWorkspace(operator, {
      organizationId: await createOrganization(operator, 'Lender'),
      name: 'Lender',
      plan: FULL_PLAN,
    })
    const holder = { name: 'trial', mode: 'live', role: 'admin', scopes: SCOPES } as const
    const { id, key } = await issueOperatorKey(operator, workspace, holder)
    await setRateLimits(operator, id, MANY)
    for (const end = Date.now() + UP_WITHIN_MS; !(await isUp());) {
      if (Date.now() > end) throw new Error(`the service is not up: see ${logs.join(', ')}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await hooks.register(url, key)
    return {
      url, key, receiver, processes, disk, clocks, cluster, logs, isUp, stop,
      database: database.name,
      workspaceUuid: workspace.uuid,
      links: { postgres: [link.postgres], restate: [link.ingress, link.worker], redis: [link.redis], s3: [link.s3] },
    } // prettier-ignore
  } catch (error) {
    await stop()
    throw error
  }
}

/** Rows asked for behind the fences and around the links; a database that is away for the moment is asked again. */
export async function rowsOf<Row extends Record<string, unknown>>(rig: Rig, text: string): Promise<Row[]> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await asSuperuser<Row>(rig.database, text)
    } catch (error) {
      if (tries === 50) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}
