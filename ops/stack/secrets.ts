/**
 * Passwords and keys of a stack, made once by chance and kept in a file only its owner reads. A reset keeps them, so
 * that a shell or service that already read the env file stays right.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { secretsFile } from './plan.ts'

export interface Secrets {
  superuserPassword: string
  ownerPassword: string
  appPassword: string
  workerPassword: string
  operatorPassword: string
  redisPassword: string
  s3AccessKey: string
  s3SecretKey: string
  /** 32 bytes, base64: what the service seals stored secrets with. */
  serviceSecretKey: string
  /** Ed25519, PKCS 8: what Restate signs its requests with. */
  restateIdentityPem: string
}

function makeSecrets(): Secrets {
  const password = () => randomBytes(24).toString('hex')
  return {
    superuserPassword: password(),
    ownerPassword: password(),
    appPassword: password(),
    workerPassword: password(),
    operatorPassword: password(),
    redisPassword: password(),
    s3AccessKey: randomBytes(10).toString('hex'),
    s3SecretKey: password(),
    serviceSecretKey: randomBytes(32).toString('base64'),
    restateIdentityPem: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

export function loadOrMakeSecrets(dir: string): Secrets {
  const path = secretsFile(dir)
  if (!existsSync(path)) writeFileSync(path, `${JSON.stringify(makeSecrets(), null, 2)}\n`, { mode: 0o600 })
  return JSON.parse(readFileSync(path, 'utf8')) as Secrets
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The public half of Restate's identity, as its server prints it and its SDK takes it. */
export function restatePublicKey(privatePem: string): string {
  const { x } = createPublicKey(createPrivateKey(privatePem)).export({ format: 'jwk' })
  return `publickeyv1_${base58(Buffer.from(x ?? '', 'base64url'))}`
}

export function base58(bytes: Uint8Array): string {
  const leadingZeros = bytes.findIndex((byte) => byte !== 0)
  const zeros = leadingZeros === -1 ? bytes.length : leadingZeros
  let digits = ''
  for (let rest = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`); rest > 0n; rest /= 58n)
    digits = `${BASE58[Number(rest % 58n)] ?? ''}${digits}`
  return '1'.repeat(zeros) + digits
}
