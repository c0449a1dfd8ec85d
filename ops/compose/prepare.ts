/**
 * `npx node ops/compose/prepare.ts --host <name>`: makes, once, what must be secret in a one-machine install: passwords,
 * keys, Restate's identity, and the script that makes the roles of the database. Nothing that exists is overwritten.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { restatePublicKey } from '../stack/secrets.ts'

const password = (): string => randomBytes(24).toString('hex')
const key = (): string => randomBytes(32).toString('base64')
const ROLES = ['OWNER', 'APP', 'WORKER', 'OPERATOR'] as const

/** The files of a new installation, by name. */
export function secretFiles(host: string): Record<string, string> {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const passwords = new Map(ROLES.map((role) => [role, password()]))
  const env = {
    HOST_NAME: host,
    SUPERUSER_PASSWORD: password(),
    ...Object.fromEntries(ROLES.map((role) => [`${role}_PASSWORD`, passwords.get(role) ?? ''])),
    REDIS_PASSWORD: password(),
    RESTATE_IDENTITY_KEY: restatePublicKey(pem),
    SECRET_KEY: key(),
    KEY_ENCRYPTION_KEYS: `first:${key()}`,
    S3_ENDPOINT: '',
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY: '',
    S3_SECRET_KEY: '',
    S3_BUCKET: 'documents',
  }
  const roles = ROLES.map(
    (role) => `CREATE ROLE tieout_${role.toLowerCase()} LOGIN PASSWORD '${passwords.get(role) ?? ''}';`,
  )
  return {
    '.env': Object.entries(env)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
    'restate.pem': pem,
    'roles.sql': [...roles, 'CREATE DATABASE tieout OWNER tieout_owner;', ''].join('\n'),
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { host: { type: 'string' } } })
  if (values.host === undefined) throw new Error('say under which name it is reached: --host <name>')
  for (const [name, text] of Object.entries(secretFiles(values.host))) {
    const path = join(import.meta.dirname, name)
    if (existsSync(path)) console.log(`${path} is there already and stays as it is`)
    else writeFileSync(path, text, { mode: 0o600 })
  }
  console.log('fill in S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY in .env, and put certificate.pem beside it')
}
