/**
 * The signature of a delivery: HMAC-SHA256 over `{t}.{body}`, keyed with the endpoint's secret as it was handed out.
 * It covers the bytes that are sent, so nothing may serialise the body again between here and the socket.
 */
import { createHmac, randomBytes } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new signing secret: 256 random bits in text that survives every configuration file. */
export function newSigningSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`
}

/** The value of the `Service-Signature` header. */
export function signatureHeader(secret: string, at: Date, body: string): string {
  const t = Math.floor(at.getTime() / 1000)
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`, 'utf8').digest('hex')
  return `t=${t},v1=${v1}`
}
