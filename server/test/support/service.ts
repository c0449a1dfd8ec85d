/** A running service on a database and rate windows of its own, and tenants to call it as. */
import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import { SCOPES } from '../../src/domain/scopes.ts'
import type { Scope } from '../../src/domain/scopes.ts'
import { startApi } from '../../src/main/api.ts'
import type { ApiOverrides } from '../../src/main/api.ts'
import { issueOperatorKey } from '../../src/main/admin/keys.ts'
import { parseConfig } from '../../src/main/config.ts'
import { createLogger } from '../../src/main/logging.ts'
import { insertBorrower } from '../../src/store/borrowers.ts'
import { Db } from '../../src/store/db.ts'
import { createOrganization, createWorkspace, ensureTwin } from '../../src/store/operator.ts'
import type { OperatorWorkspace, Plan } from '../../src/store/operator.ts'
import { createTestDatabase, PATIENCE_MS, urlOf } from './database.ts'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; null when there is none. */
  readonly json: any
}

export interface Call {
  readonly method?: string
  readonly key?: string | null
  readonly body?: unknown
  /** Sent as it is, instead of `body`. */
  readonly raw?: string | Buffer
  readonly headers?: Record<string, string>
}

export interface Tenant {
  readonly workspace: OperatorWorkspace
  readonly key: string
  readonly keyId: string
}

export const FULL_PLAN: Plan = {
  plan: 'standard',
  features: ['statement_mapping', 'embed', 'memos', 'exports'],
  subscriptionStatus: 'active',
}

export interface TestServiceOptions extends ApiOverrides {
  readonly settings?: Record<string, string>
  /** What the service logs, for tests that read it. */
  readonly log?: { write(line: string): void }
  /** Serve another service's database. */
  readonly database?: string
}

export class TestService {
  readonly url: string
  readonly database: string
  readonly operator: Db
  readonly redisPrefix: string
  /** Stopped before the service's own database goes. */
  readonly companions: (() => Promise<void>)[] = []
  readonly #stop: () => Promise<void>

  constructor(parts: { url: string; database: string; operator: Db; redisPrefix: string; stop: () => Promise<void> }) {
    this.url = parts.url
    this.database = parts.database
    this.operator = parts.operator
    this.redisPrefix = parts.redisPrefix
    this.#stop = parts.stop
  }

  async call(path: string, options: Call = {}): Promise<Reply> {
    const payload = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
    const response = await fetch(`${this.url}${path}`, {
      method: options.method ?? 'GET',
      headers: {
        ...(options.key && { authorization: `Bearer ${options.key}` }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(payload !== undefined && { body: payload }),
      redirect: 'manual',
    })
    const text = await textOf(response)
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson && text !== '' ? JSON.parse(text) : null,
    }
  }

  async tenant(
    options: { name?: string; plan?: Partial<Plan>; role?: 'member' | 'admin'; scopes?: readonly Scope[] } = {},
  ): Promise<Tenant> {
    const organizationId = await createOrganization(this.operator, options.name ?? 'Tenant')
    const workspace = await createWorkspace(this.operator, {
      organizationId,
      name: options.name ?? 'Tenant',
      plan: { ...FULL_PLAN, ...options.plan },
    })
    const issued = await this.keyFor(workspace, options)
    return { workspace, key: issued.key, keyId: issued.id }
  }

  async keyFor(
    workspace: OperatorWorkspace,
    options: { mode?: 'live' | 'test'; role?: 'member' | 'admin'; scopes?: readonly Scope[] } = {},
  ) {
    return issueOperatorKey(this.operator, workspace, {
      name: 'test',
      mode: options.mode ?? workspace.mode,
      role: options.role ?? 'admin',
      scopes: options.scopes ?? SCOPES,
    })
  }

  async twinOf(tenant: Tenant): Promise<Tenant> {
    const workspace = await ensureTwin(this.operator, tenant.workspace)
    const issued = await this.keyFor(workspace)
    return { workspace, key: issued.key, keyId: issued.id }
  }

  /** A borrower on the intake list, as an intake leaves it. */
  async intakeBorrower(tenant: Tenant): Promise<string> {
    const db = new Db({ url: urlOf(this.database, 'APP'), poolSize: 1 })
    try {
      const uuid = { workspaceUuid: tenant.workspace.uuid }
      return (await db.inTenant(uuid, (tx) => insertBorrower(tx, {}, { isIntake: true }))).id
    } finally {
      await db.close()
    }
  }

  async stop(): Promise<void> {
    for (const stop of this.companions.toReversed()) await stop()
    await this.#stop()
  }
}

/** The body of an answer; of a stream, which has no end, what comes in a moment. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type') !== 'text/event-stream' || !response.body) return response.text()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const moment = setTimeout(() => void reader.cancel(), 50)
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
  clearTimeout(moment)
  return text
}

/** The control plane's own connections to a test's database. */
export const operatorOf = (database: string): Db =>
  new Db({ url: urlOf(database, 'OPERATOR'), poolSize: 4, connectTimeoutMs: PATIENCE_MS })

/** The settings of a process that serves a test's database on the shared stack. */
export function testSettings(database: string): Record<string, string | undefined> {
  return {
    ...process.env,
    TIEOUT_ENVIRONMENT: 'test',
    TIEOUT_DATABASE_APP_URL: urlOf(database, 'APP'),
    TIEOUT_DATABASE_WORKER_URL: urlOf(database, 'WORKER'),
    TIEOUT_DATABASE_OPERATOR_URL: urlOf(database, 'OPERATOR'),
    TIEOUT_DATABASE_OWNER_URL: urlOf(database, 'OWNER'),
    TIEOUT_PORT: '0',
    TIEOUT_METRICS_PORT: '0',
    TIEOUT_ADDRESS_FENCE: '100000000',
    // Test files share one Restate; a database of one's own means services of one's own.
    TIEOUT_RESTATE_PREFIX: `${database.replaceAll('_', '-')}-`,
    TIEOUT_WORKER_PORT: '0',
    // Nobody answers there: names can't be looked up unless a test brings its own name server.
    TIEOUT_WEBHOOK_DNS_SERVERS: '127.0.0.1:9',
  }
}

/** Starts a service for a test file and stops it after the file's last test. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const own = options.database === undefined ? await createTestDatabase() : null
  const database = options.database ?? own?.name ?? ''
  const redisPrefix = options.redisPrefix ?? `test:${randomBytes(6).toString('hex')}:`
  const config = parseConfig({ ...testSettings(database), ...options.settings })
  const logger = createLogger({
    level: options.log ? 'debug' : 'silent',
    name: 'test',
    ...(options.log && { destination: options.log }),
  })
  // http/admission.test.ts has the refusal of a request that finds no free connection.
  const api = await startApi(config, logger, { connectTimeoutMs: PATIENCE_MS, ...options, redisPrefix })
  const operator = operatorOf(database)
  let stopped = false
  const stop = async (): Promise<void> => {
    if (stopped) return
    stopped = true
    await api.stop()
    await operator.close()
    await own?.drop()
  }
  const service = new TestService({ url: api.url, database, operator, redisPrefix, stop })
  after(() => service.stop())
  return service
}
