/**
 * The settings of the service, read from the environment once, checked whole, and typed by this schema. Every setting
 * has a description; `tieout-admin doctor` and docs/operate print them from here.
 */
import { existsSync } from 'node:fs'
import { hkdfSync } from 'node:crypto'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Value } from 'typebox/value'

const Url = (description: string) => Type.String({ pattern: '^[a-z]+://', description })

export const Settings = Type.Object({
  TIEOUT_ENVIRONMENT: Type.Unsafe<'development' | 'test' | 'production'>({
    type: 'string',
    enum: ['development', 'test', 'production'],
    default: 'production',
    description: 'Development migrates at start and reads .stack/env.',
  }),
  TIEOUT_DATABASE_APP_URL: Url('PostgreSQL as tieout_app: serves requests.'),
  TIEOUT_DATABASE_WORKER_URL: Url('PostgreSQL as tieout_worker: background work.'),
  TIEOUT_DATABASE_OPERATOR_URL: Type.Optional(Url("PostgreSQL as tieout_operator: the operator's commands only.")),
  TIEOUT_DATABASE_OWNER_URL: Type.Optional(Url('PostgreSQL as tieout_owner: migrations only.')),
  TIEOUT_DATABASE_POOL: Type.Integer({ minimum: 1, maximum: 200, default: 10, description: 'Connections a process.' }),
  TIEOUT_REDIS_URL: Url('Redis: rate windows only.'),
  TIEOUT_RESTATE_INGRESS_URL: Url('Restate: where work is started.'),
  TIEOUT_RESTATE_ADMIN_URL: Url('Restate: its administration interface.'),
  TIEOUT_RESTATE_IDENTITY_KEY: Type.String({
    pattern: '^publickeyv1_',
    description: 'Restate: the public key that it signs its requests with; the worker answers nobody else.',
  }),
  TIEOUT_RESTATE_PREFIX: Type.String({
    pattern: '^[a-z0-9-]*$',
    default: '',
    description: 'Restate: put before service names, where installations share one engine.',
  }),
  TIEOUT_S3_ENDPOINT: Url('Object store: its S3 address.'),
  TIEOUT_S3_PUBLIC_ENDPOINT: Type.Optional(Url('Object store: the address in links for customers, when it differs.')),
  TIEOUT_S3_REGION: Type.String({ default: 'us-east-1', description: 'Object store: its region.' }),
  TIEOUT_S3_ACCESS_KEY: Type.String({ minLength: 1, description: 'Object store: access key.' }),
  TIEOUT_S3_SECRET_KEY: Type.String({ minLength: 1, description: 'Object store: secret key.' }),
  TIEOUT_S3_BUCKET_DOCUMENTS: Type.String({
    default: 'documents',
    description: 'Object store: bucket of uploads and pages.',
  }),
  TIEOUT_SECRET_KEY: Type.String({
    pattern: '^[A-Za-z0-9+/]{43}=$',
    description: '32 random bytes, base64. Keys for cursors and the like are derived from it.',
  }),
  TIEOUT_HOST: Type.String({ default: '127.0.0.1', description: 'Address to listen on.' }),
  TIEOUT_PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 8080, description: 'Port of the API.' }),
  TIEOUT_PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/]+$',
      description: 'Where browsers reach this service, without a path: links to embedded surfaces start with it.',
    }),
  ),
  TIEOUT_WORKER_PORT: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 9080,
    description: 'Port on which the worker answers Restate, on TIEOUT_HOST.',
  }),
  TIEOUT_WORKER_URL: Type.Optional(
    Url('Where Restate reaches the workers of this release; by default TIEOUT_HOST and TIEOUT_WORKER_PORT.'),
  ),
  TIEOUT_WORKER_POOL: Type.Integer({
    minimum: 1,
    maximum: 200,
    default: 16,
    description: 'Database connections of a worker.',
  }),
  TIEOUT_READERS: Type.Integer({
    minimum: 0,
    maximum: 1000,
    default: 0,
    description: 'Documents that a worker reads at once; 0: one a core.',
  }),
  TIEOUT_SPOOL_FOLDER: Type.Optional(
    Type.String({
      description: 'Where documents are held while they are read, without a name; the system’s by default.',
    }),
  ),
  TIEOUT_PACKAGE_SLOTS: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 64,
    description:
      'How many packages may be under way at once, over all workers; one tenant gets at most three quarters.',
  }),
  TIEOUT_WEBHOOK_SLOTS: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 128,
    description:
      'How many webhook attempts one worker makes at once; an endpoint that hangs holds at most eight of them.',
  }),
  TIEOUT_WEBHOOK_ENDPOINTS: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: 100,
    description: 'How many endpoints a workspace may have in force: every event goes to each that subscribes to it.',
  }),
  TIEOUT_EVENT_STREAMS: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    default: 100,
    description: 'How many callers may follow events on one API process at once.',
  }),
  TIEOUT_JOB_DEADLINE_SECONDS: Type.Integer({
    minimum: 1,
    default: 10_800,
    description: 'How long a package may take once its processing has begun; then it has timed out.',
  }),
  TIEOUT_METRICS_PORT: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 9464,
    description: 'Port of the Prometheus metrics; 0 turns them off.',
  }),
  TIEOUT_METRICS_HOST: Type.String({
    default: '127.0.0.1',
    description: 'Address of the metrics: they are for the operator alone, and have no lock of their own.',
  }),
  TIEOUT_OTLP_TRACES_URL: Type.Optional(Url('OpenTelemetry collector for traces; without it none are made.')),
  TIEOUT_LOG_LEVEL: Type.Unsafe<'debug' | 'info' | 'warn' | 'error' | 'silent'>({
    type: 'string',
    enum: ['debug', 'info', 'warn', 'error', 'silent'],
    default: 'info',
    description: 'What is logged.',
  }),
  TIEOUT_API_NODES: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 1,
    description: 'How many API processes share the load: one node’s part of each budget while Redis is away.',
  }),
  TIEOUT_REQUESTS_AT_ONCE: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    default: 256,
    description: 'How many requests one API process works on at once; more are answered 503 with Retry-After.',
  }),
  TIEOUT_TRUSTED_PROXIES: Type.Integer({
    minimum: 0,
    maximum: 10,
    default: 0,
    description: 'How many proxies in front may be believed about the caller’s address.',
  }),
  TIEOUT_ADDRESS_FENCE: Type.Integer({
    minimum: 1,
    default: 20_000,
    description: 'Requests in five minutes from one address before it is fenced.',
  }),
  TIEOUT_KEY_ENCRYPTION_KEYS: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9._-]{1,40}:[A-Za-z0-9+/]{43}=(,[A-Za-z0-9._-]{1,40}:[A-Za-z0-9+/]{43}=)*$',
      description:
        'Keys that encrypt the keys of webhook secrets: name:32 random bytes in base64, comma-separated, the current one first. Without it one is derived from TIEOUT_SECRET_KEY.',
    }),
  ),
  TIEOUT_VIEWER_URL: Type.Optional(
    Url(
      'Where people look at pages of documents, for the links of workbooks; {borrower_id}, {loan_id}, {document_id}, {page} and {address} in it are filled in. Without it there are no links.',
    ),
  ),
  TIEOUT_OWN_HOST_NAMES: Type.Optional(
    Type.String({ description: 'Names under which this service is reached, comma-separated: no webhook goes there.' }),
  ),
  TIEOUT_WEBHOOK_PORTS: Type.String({
    pattern: '^(any|[1-9][0-9]{0,4}(,[1-9][0-9]{0,4})*)$',
    default: '443',
    description: 'Ports that webhooks may be sent to, comma-separated, or any.',
  }),
  TIEOUT_WEBHOOK_DNS_SERVERS: Type.Optional(
    Type.String({ description: 'Name servers for webhook destinations, comma-separated; the system’s without it.' }),
  ),
  TIEOUT_WEBHOOK_TEST_LOOPBACK: Type.Boolean({
    default: false,
    description: 'For tests only: webhooks may go to this machine. Refused in production.',
  }),
  TIEOUT_WEBHOOK_TEST_CA_FILE: Type.Optional(
    Type.String({
      description: 'For tests only: certificates to trust instead of the system’s. Refused in production.',
    }),
  ),
})
export type Config = Static<typeof Settings>

const DEVELOPMENT_FILE = '.stack/env'

/** Loads the file of the local stack, when there is one and the environment does not speak for itself. */
function loadDevelopmentFile(): void {
  if (process.env['TIEOUT_DATABASE_APP_URL'] === undefined && existsSync(DEVELOPMENT_FILE)) {
    process.loadEnvFile(DEVELOPMENT_FILE)
  }
}

/** Given raw settings, the configuration; throws one error that names everything wrong with them. */
export function parseConfig(raw: Readonly<Record<string, string | undefined>>): Config {
  const known = Object.fromEntries(
    Object.keys(Settings.properties).flatMap((name) =>
      raw[name] === undefined || raw[name] === '' ? [] : [[name, raw[name]]],
    ),
  )
  const candidate = Value.Default(Settings, Value.Convert(Settings, known))
  if (Value.Check(Settings, candidate)) return withoutTestSettings(candidate)
  const findings = Object.entries(Settings.properties).flatMap(([name, schema]) => {
    const value = (candidate as Record<string, unknown>)[name]
    const description = (schema as { description?: string }).description ?? ''
    if (value === undefined) return Type.IsOptional(schema) ? [] : [`${name} is not set. ${description}`]
    return Value.Check(schema, value) ? [] : [`${name} has a value that does not fit. ${description}`]
  })
  throw new Error(`The settings are not complete:\n  ${findings.join('\n  ')}`)
}

/** What exists for tests alone stops a production service before it opens a port. */
function withoutTestSettings(config: Config): Config {
  const forTests = config.TIEOUT_WEBHOOK_TEST_LOOPBACK || config.TIEOUT_WEBHOOK_TEST_CA_FILE !== undefined
  if (forTests && config.TIEOUT_ENVIRONMENT !== 'test') {
    throw new Error('TIEOUT_WEBHOOK_TEST_LOOPBACK and TIEOUT_WEBHOOK_TEST_CA_FILE are for tests: unset them.')
  }
  return config
}

export function loadConfig(): Config {
  loadDevelopmentFile()
  return parseConfig(process.env)
}

/** A key for one purpose, derived from the one secret: leaking or rotating one says nothing about another. */
export function derivedKey(config: Config, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(config.TIEOUT_SECRET_KEY, 'base64'), '', `tieout ${purpose}`, 32))
}
