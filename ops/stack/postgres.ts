/**
 * PostgreSQL, a cluster of the stack's own: never the system's. fsync stays on, because what the tests prove about
 * lost work must hold on a real machine too. As root the server runs as the `postgres` user; it refuses root.
 */
import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Engine } from './engine.ts'
import { postgresBinFolder } from './packages.ts'
import { StackProblem, type StackPlan } from './plan.ts'
import { engineEnvironment, ensureRunning, processesIn, runningPid, waitFor, type Daemon } from './processes.ts'
import type { Secrets } from './secrets.ts'
import { DATABASE } from './settings.ts'

const run = promisify(execFile)

/** The kernel's limit on a Unix socket's path is 107 bytes; the socket's own name takes up to 16. */
const LONGEST_SOCKET_FOLDER = 90
const ORPHANS_END_WITHIN_MILLISECONDS = 30_000

type User = { uid: number; gid: number } | undefined

export function renderPostgresConf(options: { port: number; socketFolder: string; statistics: boolean }): string {
  const socketFolder = options.socketFolder.length <= LONGEST_SOCKET_FOLDER ? options.socketFolder : ''
  return [
    `listen_addresses = '127.0.0.1'`,
    `port = ${options.port}`,
    `unix_socket_directories = '${socketFolder.replaceAll("'", "''")}'`,
    `unix_socket_permissions = 0777`,
    `max_connections = 300`,
    `shared_buffers = '256MB'`,
    `fsync = on`,
    `max_wal_size = '2GB'`,
    `password_encryption = 'scram-sha-256'`,
    `timezone = 'UTC'`,
    `log_timezone = 'UTC'`,
    `log_line_prefix = '%m [%p] %q%u@%d '`,
    `log_lock_waits = on`,
    ...(options.statistics ? [`shared_preload_libraries = 'pg_stat_statements'`] : []),
    '',
  ].join('\n')
}

export function renderPostgresHba(): string {
  return ['local all all scram-sha-256', 'host all all 127.0.0.1/32 scram-sha-256', ''].join('\n')
}

/** The login roles of the service. Only the owner may make databases: tests clone a template with it. */
export function rolesOf(
  secrets: Pick<Secrets, 'ownerPassword' | 'appPassword' | 'workerPassword' | 'operatorPassword'>,
): { role: string; password: string; options: string }[] {
  const plain = 'LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOREPLICATION'
  return [
    { role: 'tieout_owner', password: secrets.ownerPassword, options: `${plain} CREATEDB` },
    { role: 'tieout_app', password: secrets.appPassword, options: `${plain} NOCREATEDB` },
    { role: 'tieout_worker', password: secrets.workerPassword, options: `${plain} NOCREATEDB` },
    { role: 'tieout_operator', password: secrets.operatorPassword, options: `${plain} NOCREATEDB` },
  ]
}

export function postgresEngine(plan: StackPlan, secrets: Secrets): Engine {
  const user = serverUser()
  const folder = folderFor(user, join(plan.dir, 'postgres'))
  const data = join(folder, 'data')
  const port = plan.ports.postgres
  const daemon: Daemon = {
    name: 'postgres',
    program: 'postgres',
    marker: data,
    pidFile: join(plan.dir, 'postgres.pid'),
    logFile: join(plan.dir, 'logs', 'postgres.log'),
    stopSignal: 'SIGINT', // 'fast': ends sessions instead of waiting for them.
  }

  async function asSuperuser<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      password: secrets.superuserPassword,
      database,
      connectionTimeoutMillis: 5_000,
      query_timeout: 30_000,
    })
    client.on('error', () => undefined) // A server that ends under us is reported by the query.
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  async function probe(): Promise<string> {
    return asSuperuser('postgres', async (client) => {
      const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
      return rows[0]?.server_version.split(' ')[0] ?? 'unknown'
    })
  }

  async function start(): Promise<void> {
    const bin = postgresBinFolder(dataVersion(data))
    const statistics = existsSync(join(bin, '..', 'lib', 'pg_stat_statements.so'))
    if (runningPid(daemon) === undefined) await startServer(bin, statistics)
    await waitFor({ seconds: 60, daemons: [daemon], probe })
    await asSuperuser('postgres', (client) => provision(client, secrets, statistics))
  }

  async function startServer(bin: string, statistics: boolean): Promise<void> {
    if (process.getuid?.() === 0 && !user)
      throw new StackProblem("there is no user 'postgres' to run PostgreSQL as, and it refuses to run as root")
    if (user) chownSync(folder, user.uid, user.gid)
    if (!existsSync(data)) await initialise({ bin, folder, data, user, password: secrets.superuserPassword })
    writeFileSync(join(data, 'postgresql.conf'), renderPostgresConf({ port, socketFolder: folder, statistics }))
    writeFileSync(join(data, 'pg_hba.conf'), renderPostgresHba())
    await clearAfterCrash({ folder, data, port })
    ensureRunning(daemon, { command: join(bin, 'postgres'), args: ['-D', data], cwd: folder, user })
  }

  return {
    name: 'postgres',
    address: `127.0.0.1:${port}`,
    daemons: [daemon],
    killed: [daemon],
    ports: [port],
    dataFolders: [folder],
    start,
    probe,
  }
}

/** Whom the server runs as: nobody else, unless root asks. Undefined too while the package that makes the user is missing. */
function serverUser(): User {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' })
  const [uid, gid] = [id('-u'), id('-g')]
  return uid.status === 0 && gid.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined
}

/**
 * The given folder, or one under /var/tmp where the server's user cannot enter it: a checkout below a closed home
 * folder (/root) keeps that user out, and opening the home folder is not ours to do.
 */
function folderFor(user: User, wanted: string): string {
  mkdirSync(wanted, { recursive: true })
  if (!user || spawnSync('test', ['-x', wanted], user).status === 0) return wanted
  const elsewhere = `/var/tmp/tieout-stack-${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}`
  mkdirSync(elsewhere, { recursive: true, mode: 0o755 })
  const { uid } = statSync(elsewhere)
  if (uid !== 0 && uid !== user.uid) throw new StackProblem(`${elsewhere} belongs to somebody else (uid ${uid})`)
  return elsewhere
}

/**
 * After a crash of the server its sessions may live on for a moment, and a second server beside them would ruin the
 * data. The server's own guard trusts pids it left in files, which may be another program's by now, or a dead process
 * that nobody reaps; so the sessions are waited for here (each stands in the data folder), then those files go.
 */
async function clearAfterCrash(options: { folder: string; data: string; port: number }): Promise<void> {
  const deadline = performance.now() + ORPHANS_END_WITHIN_MILLISECONDS
  for (let orphans = processesIn(options.data); orphans.length > 0; orphans = processesIn(options.data)) {
    if (performance.now() > deadline)
      throw new StackProblem(`sessions of the last PostgreSQL still run: pid ${orphans.join(', ')}`)
    await sleep(50)
  }
  rmSync(join(options.data, 'postmaster.pid'), { force: true })
  rmSync(join(options.folder, `.s.PGSQL.${options.port}.lock`), { force: true })
}

function dataVersion(data: string): string | undefined {
  const file = join(data, 'PG_VERSION')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/** initdb into a folder beside, then renamed: an interrupted one never looks like a finished one. */
async function initialise(options: {
  bin: string
  folder: string
  data: string
  user: User
  password: string
}): Promise<void> {
  const fresh = join(options.folder, 'data.new')
  const passwordFile = join(options.folder, 'password')
  rmSync(fresh, { recursive: true, force: true })
  writeFileSync(passwordFile, options.password, { mode: 0o600 })
  if (options.user) chownSync(passwordFile, options.user.uid, options.user.gid)
  const args = ['-D', fresh, '--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  args.push('--encoding=UTF8', '--locale=C.UTF-8', '--data-checksums')
  try {
    await run(join(options.bin, 'initdb'), args, { env: engineEnvironment(), cwd: options.folder, ...options.user })
  } finally {
    rmSync(passwordFile)
  }
  renameSync(fresh, options.data)
}

/** Roles and database, each made or set right; safe to repeat after an interrupted start. */
async function provision(client: pg.Client, secrets: Secrets, statistics: boolean): Promise<void> {
  for (const { role, password, options } of rolesOf(secrets)) {
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role])
    const verb = rowCount === 0 ? 'CREATE' : 'ALTER'
    await client.query(`${verb} ROLE ${role} ${options} PASSWORD ${client.escapeLiteral(password)}`)
  }
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE])
  if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER tieout_owner`)
  // In the maintenance database only: it sees the statements of all, and the service's own schema stays its own.
  if (statistics) await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
}
