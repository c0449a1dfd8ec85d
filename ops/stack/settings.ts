/** The stack's answer to 'how does the service reach you': the env file that development, tests and CI all load. */
import { type Ports } from './plan.ts'
import { restatePublicKey, type Secrets } from './secrets.ts'

export const DATABASE = 'tieout'
export const BUCKETS = { documents: 'documents', exports: 'exports' } as const
export const S3_REGION = 'us-east-1'

export function serviceSettings(ports: Ports, secrets: Secrets): Record<string, string> {
  const database = (role: string, password: string) =>
    `postgres://${role}:${password}@127.0.0.1:${ports.postgres}/${DATABASE}`
  return {
    TIEOUT_ENVIRONMENT: 'development',
    TIEOUT_DATABASE_OWNER_URL: database('tieout_owner', secrets.ownerPassword),
    TIEOUT_DATABASE_APP_URL: database('tieout_app', secrets.appPassword),
    TIEOUT_DATABASE_WORKER_URL: database('tieout_worker', secrets.workerPassword),
    TIEOUT_DATABASE_OPERATOR_URL: database('tieout_operator', secrets.operatorPassword),
    TIEOUT_DATABASE_SUPERUSER_URL: database('postgres', secrets.superuserPassword),
    TIEOUT_REDIS_URL: `redis://:${secrets.redisPassword}@127.0.0.1:${ports.redis}`,
    TIEOUT_RESTATE_INGRESS_URL: `http://127.0.0.1:${ports.restateIngress}`,
    TIEOUT_RESTATE_ADMIN_URL: `http://127.0.0.1:${ports.restateAdmin}`,
    TIEOUT_RESTATE_IDENTITY_KEY: restatePublicKey(secrets.restateIdentityPem),
    TIEOUT_S3_ENDPOINT: `http://127.0.0.1:${ports.s3}`,
    TIEOUT_S3_REGION: S3_REGION,
    TIEOUT_S3_ACCESS_KEY: secrets.s3AccessKey,
    TIEOUT_S3_SECRET_KEY: secrets.s3SecretKey,
    TIEOUT_S3_BUCKET_DOCUMENTS: BUCKETS.documents,
    TIEOUT_S3_BUCKET_EXPORTS: BUCKETS.exports,
    TIEOUT_SECRET_KEY: secrets.serviceSecretKey,
  }
}

/** Readable by dotenv, by Node's --env-file and by a shell alike, so a value that needs quoting is refused. */
export function renderEnvFile(settings: Readonly<Record<string, string>>): string {
  const lines = Object.entries(settings).map(([name, value]) => {
    if (!/^[A-Z][A-Z0-9_]*$/.test(name)) throw new Error(`'${name}' is no name of a setting`)
    if (!/^[A-Za-z0-9_.:/@+=-]*$/.test(value)) throw new Error(`the value of ${name} would need quoting`)
    return `${name}=${value}\n`
  })
  return ['# Written by `npm run stack -- up`; holds passwords of this machine only.\n', ...lines].join('')
}
