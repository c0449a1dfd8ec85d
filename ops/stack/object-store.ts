/**
 * The S3 interface, by Ceph: one monitor, one storage daemon, one gateway, on loopback. The data is kept in memory
 * unless TIEOUT_STACK_S3_STORE=bluestore; in memory it survives an orderly stop (it is written out) but no crash.
 */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CreateBucketCommand, ListObjectsV2Command, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3'
import type { Engine } from './engine.ts'
import { programVersion } from './packages.ts'
import type { ObjectStoreKind, Ports, StackPlan } from './plan.ts'
import { engineEnvironment, kill, ensureRunning, runningPid, waitFor, type Daemon } from './processes.ts'
import type { Secrets } from './secrets.ts'
import { BUCKETS, S3_REGION } from './settings.ts'

const run = promisify(execFile)

export function renderCephConf(options: {
  dir: string
  logs: string
  fsid: string
  ports: Ports
  store: ObjectStoreKind
  bytes: number
}): string {
  const { dir, ports } = options
  return `[global]
fsid = ${options.fsid}
mon_host = [v2:127.0.0.1:${ports.cephMon},v1:127.0.0.1:${ports.cephMonLegacy}]
mon_initial_members = a
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_port_min = ${ports.cephOsdFirst}
ms_bind_port_max = ${ports.cephOsdLast}

# Nobody but this machine reaches the ports. Without keys there is no encryption either, and the gateway insists on it
# towards the monitor unless told otherwise.
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
auth_allow_insecure_global_id_reclaim = false
ms_mon_client_mode = crc
ms_mon_service_mode = crc
ms_mon_cluster_mode = crc
keyring = /dev/null

run_dir = ${dir}
crash_dir = ${dir}
# A socket's path is short by law of the kernel, a checkout's need not be.
admin_socket =
log_file = ${options.logs}/ceph-$type.log
mon_cluster_log_file = ${options.logs}/ceph-cluster.log

# One daemon, one copy.
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pgp_num = 4
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
mon_data_avail_crit = 1
mon_data_avail_warn = 2

# Commit changes of the map at once instead of gathering them for a second: the first start is three times as fast.
paxos_propose_interval = 0.02
paxos_min_wait = 0.01
osd_tick_interval = 0.2
mon_client_ping_interval = 5

osd_objectstore = ${options.store}
memstore_device_bytes = ${options.bytes}
bluestore_block_size = ${options.bytes}
bluestore_fsck_on_mount = false
osd_memory_target = 939524096
# The fast way out skips the unmount, in which the objects held in memory are written to disk.
osd_fast_shutdown = false

[mon.a]
mon_data = ${dir}/mon

[osd.0]
osd_data = ${dir}/osd

[client.rgw.stack]
rgw_frontends = beast endpoint=127.0.0.1:${ports.s3} tcp_nodelay=1
rgw_thread_pool_size = 32
rgw_enable_usage_log = false
rgw_gc_obj_min_wait = 5
rgw_gc_processor_period = 30
rgw_dns_name = localhost
rgw_max_put_size = 5368709120
`
}

export function objectStoreEngine(plan: StackPlan, secrets: Secrets): Engine {
  const { ports } = plan
  const dir = join(plan.dir, 's3')
  const logs = join(plan.dir, 'logs')
  const conf = join(dir, 'ceph.conf')
  /** Stands once the cluster, its user and its buckets are made. */
  const provisioned = join(dir, 'provisioned')
  /** Touched when the storage daemon starts: with memstore, what is saved later than this is all there was. */
  const started = join(dir, 'osd-started')

  const daemon = (name: string, program: string): Daemon => ({
    name: `s3 (${name})`,
    program,
    marker: conf,
    pidFile: join(plan.dir, `s3-${name}.pid`),
    logFile: join(logs, `s3-${name}.log`),
    stopSignal: 'SIGTERM',
  })
  const mon = daemon('mon', 'ceph-mon')
  const osd = daemon('osd', 'ceph-osd')
  const gateway = daemon('gateway', 'radosgw')

  const client = new S3Client({
    endpoint: `http://127.0.0.1:${ports.s3}`,
    region: S3_REGION,
    forcePathStyle: true,
    credentials: { accessKeyId: secrets.s3AccessKey, secretAccessKey: secrets.s3SecretKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
  })
  const tool = (program: string, args: readonly string[]) =>
    run(program, ['--conf', conf, ...args], { env: engineEnvironment(), timeout: 30_000 })

  async function probe(): Promise<string> {
    const abortSignal = AbortSignal.timeout(5_000)
    await client.send(new ListObjectsV2Command({ Bucket: BUCKETS.documents, MaxKeys: 1 }), { abortSignal })
    return `ceph ${programVersion('radosgw')}`
  }

  async function startMon(): Promise<void> {
    ensureRunning(mon, { command: 'ceph-mon', args: ['--conf', conf, '-i', 'a', '-f'], cwd: dir })
    const asked = () => tool('ceph', ['--connect-timeout', '2', 'mon', 'stat'])
    await waitFor({ seconds: 30, daemons: [mon], probe: asked })
  }

  async function startOsd(): Promise<void> {
    if (runningPid(osd) === undefined) writeFileSync(started, '')
    ensureRunning(osd, { command: 'ceph-osd', args: ['--conf', conf, '-i', '0', '-f'], cwd: dir })
    await waitFor({ seconds: 60, daemons: [mon, osd], probe: osdIsUp })
  }

  async function osdIsUp(): Promise<void> {
    const { stdout } = await tool('ceph', ['--connect-timeout', '2', 'osd', 'stat'])
    if (!stdout.includes('1 up')) throw new Error(stdout.trim())
  }

  async function startGateway(whenReady: () => Promise<unknown>): Promise<void> {
    ensureRunning(gateway, { command: 'radosgw', args: ['--conf', conf, '-n', 'client.rgw.stack', '-f'], cwd: dir })
    await waitFor({ seconds: 120, daemons: [mon, osd, gateway], probe: whenReady })
  }

  /** A killed memstore comes back empty while the monitor still knows its pools: that cluster is beyond repair. */
  function lostItsMemory(): boolean {
    if (plan.objectStore !== 'memstore' || runningPid(osd) !== undefined || !existsSync(started)) return false
    const saved = join(dir, 'osd', 'collections') // The last file an orderly stop writes.
    return !existsSync(saved) || statSync(saved).mtimeMs < statSync(started).mtimeMs
  }

  async function build(): Promise<void> {
    for (const one of [gateway, osd, mon]) await kill(one)
    rmSync(dir, { recursive: true, force: true })
    for (const folder of ['mon', 'osd']) mkdirSync(join(dir, folder), { recursive: true })
    const [fsid, osdId] = [randomUUID(), randomUUID()]
    const { objectStore: store, objectStoreBytes: bytes } = plan
    writeFileSync(conf, renderCephConf({ dir, logs, fsid, ports, store, bytes }))
    const address = `[v2:127.0.0.1:${ports.cephMon},v1:127.0.0.1:${ports.cephMonLegacy}]`
    const monmap = join(dir, 'monmap')
    await tool('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', address, monmap])
    await tool('ceph-mon', ['-i', 'a', '--mkfs', '--monmap', monmap])
    await startMon()
    await tool('ceph', ['osd', 'new', osdId, '0'])
    await tool('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', osdId])
    await startOsd()
    await startGateway(() => fetch(`http://127.0.0.1:${ports.s3}/`, { signal: AbortSignal.timeout(5_000) }))
    const keys = [`--access-key=${secrets.s3AccessKey}`, `--secret-key=${secrets.s3SecretKey}`]
    await tool('radosgw-admin', ['user', 'create', '--uid=tieout', '--display-name=tieout', ...keys])
    for (const bucket of Object.values(BUCKETS)) await client.send(new CreateBucketCommand({ Bucket: bucket }))
    await probe()
    writeFileSync(provisioned, '')
  }

  async function start(): Promise<void> {
    if (!existsSync(provisioned)) await build()
    else if (lostItsMemory()) {
      console.error('s3: the objects were held in memory and ended with it; starting with empty buckets')
      await build()
    } else {
      await startMon()
      await startOsd()
      await startGateway(probe)
    }
    await letBrowsersIn()
  }

  /** Surfaces send files straight from the browser. Any origin may: the links themselves say what they allow. */
  async function letBrowsersIn(): Promise<void> {
    const rule = { AllowedOrigins: ['*'], AllowedMethods: ['GET', 'PUT'], AllowedHeaders: ['*'], MaxAgeSeconds: 3600 }
    const CORSConfiguration = { CORSRules: [rule] }
    await client.send(new PutBucketCorsCommand({ Bucket: BUCKETS.documents, CORSConfiguration }))
  }

  return {
    name: 's3',
    address: `127.0.0.1:${ports.s3}`,
    daemons: [mon, osd, gateway],
    // The gateway alone: an object store that fails is one that stops answering, not one that forgets.
    killed: [gateway],
    ports: [ports.s3, ports.cephMon, ports.cephMonLegacy],
    dataFolders: [dir],
    start,
    probe,
  }
}
