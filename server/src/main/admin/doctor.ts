/** Checks every dependency of the service and says in words what is wrong and what to do about it. */
import { connectRedis } from '../../adapters/redis.ts'
import { Db } from '../../store/db.ts'
import { pendingMigrations } from '../../store/migrate.ts'
import { describeConnection } from '../../store/operator.ts'
import type { Config } from '../config.ts'

export interface Finding {
  readonly name: string
  readonly ok: boolean
  readonly words: string
}

const TIMEOUT_MS = 3_000

/** Runs one check; whatever it throws becomes its finding. */
async function check(name: string, advice: string, work: () => Promise<string>): Promise<Finding> {
  try {
    const late = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error(`no answer in ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS).unref()
    })
    return { name, ok: true, words: await Promise.race([work(), late]) }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { name, ok: false, words: `${cause instanceof Error ? cause.message : String(cause)}. ${advice}` }
  }
}

async function checkRole(url: string, role: string): Promise<string> {
  const db = new Db({ url, poolSize: 1 })
  try {
    const connection = await describeConnection(db)
    if (connection.superuser || connection.bypassesRls) {
      throw new Error(`${connection.role} may bypass row-level security, which removes one of the two tenant fences`)
    }
    if (connection.role !== role) throw new Error(`connected as ${connection.role}, expected ${role}`)
    return `PostgreSQL ${connection.version} as ${connection.role}`
  } finally {
    await db.close()
  }
}

async function checkRedis(url: string): Promise<string> {
  const redis = connectRedis(url, () => undefined)
  try {
    await new Promise<void>((resolve, reject) => {
      redis.once('ready', resolve)
      redis.once('error', reject)
    })
    await redis.ping()
    return 'answers'
  } finally {
    redis.disconnect()
  }
}

async function checkHttp(url: string, accepted: (status: number) => boolean): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  await response.arrayBuffer()
  if (!accepted(response.status)) throw new Error(`answered ${response.status}`)
  return `answers ${response.status}`
}

async function checkMigrations(ownerUrl: string | undefined): Promise<string> {
  if (ownerUrl === undefined) return 'not checked: TIEOUT_DATABASE_OWNER_URL is not set here'
  const pending = await pendingMigrations(ownerUrl)
  if (pending.length > 0) throw new Error(`not applied yet: ${pending.join(', ')}`)
  return 'the database is up to date'
}

export async function doctor(config: Config): Promise<Finding[]> {
  const started = 'Is it started, and is the address right?'
  const operatorUrl = config.TIEOUT_DATABASE_OPERATOR_URL
  return Promise.all([
    check('database, app', `${started} See TIEOUT_DATABASE_APP_URL.`, () =>
      checkRole(config.TIEOUT_DATABASE_APP_URL, 'tieout_app'),
    ),
    check('database, worker', `${started} See TIEOUT_DATABASE_WORKER_URL.`, () =>
      checkRole(config.TIEOUT_DATABASE_WORKER_URL, 'tieout_worker'),
    ),
    check('database, operator', `${started} See TIEOUT_DATABASE_OPERATOR_URL.`, async () =>
      operatorUrl === undefined ? 'not set here' : checkRole(operatorUrl, 'tieout_operator'),
    ),
    check('migrations', 'Run: tieout-admin migrate.', () => checkMigrations(config.TIEOUT_DATABASE_OWNER_URL)),
    check('redis', `${started} See TIEOUT_REDIS_URL. Until then rate limits are counted by each node alone.`, () =>
      checkRedis(config.TIEOUT_REDIS_URL),
    ),
    check('restate, ingress', `${started} See TIEOUT_RESTATE_INGRESS_URL.`, () =>
      checkHttp(`${config.TIEOUT_RESTATE_INGRESS_URL}/restate/health`, (status) => status === 200),
    ),
    check('restate, admin', `${started} See TIEOUT_RESTATE_ADMIN_URL.`, () =>
      checkHttp(`${config.TIEOUT_RESTATE_ADMIN_URL}/health`, (status) => status === 200),
    ),
    // A bare request is refused by an object store that works: it only has to be there.
    check('object store', `${started} See TIEOUT_S3_ENDPOINT.`, () =>
      checkHttp(config.TIEOUT_S3_ENDPOINT, (status) => status < 500),
    ),
  ])
}
