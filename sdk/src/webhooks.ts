/**
 * Verifies a webhook delivery. Give it the raw bytes of the request body, exactly as they came in: a body that was
 * parsed and written again has another signature. The signature is checked before the time, so that only somebody who
 * holds the secret learns anything about the receiver's clock.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface WebhookEvent {
  /** The same over retries and replays: keep it and ignore an id that was seen before. */
  readonly id: string
  readonly type: string
  /** RFC 3339, UTC. Deliveries may arrive in any order; this says what came first. */
  readonly created: string
  /** False for what a test key did. */
  readonly livemode: boolean
  readonly api_version: string
  /** Ids and states; members without a value are null. */
  readonly data: Readonly<Record<string, string | number | boolean | null>>
}

export type WebhookRefusal =
  /** The header is missing or not of the form `t=…,v1=…`. */
  | 'malformed_signature'
  /** None of the secrets made this signature for these bytes. */
  | 'wrong_signature'
  /** Signed with the right secret, but more than the tolerance away from this clock, before or after. */
  | 'outside_tolerance'
  /** Signed with the right secret, but not an event. */
  | 'malformed_body'

export class WebhookVerificationError extends Error {
  readonly reason: WebhookRefusal

  constructor(reason: WebhookRefusal) {
    super(`The webhook was not accepted: ${reason.replaceAll('_', ' ')}.`)
    this.name = 'WebhookVerificationError'
    this.reason = reason
  }
}

export interface WebhookDelivery {
  /** The body as received. A string only when nothing has decoded and encoded it in between. */
  readonly body: Uint8Array | string
  /** The value of the `Service-Signature` header. */
  readonly signature: string | readonly string[] | null | undefined
  /** The endpoint's secret; during a rotation the new and the old one. */
  readonly secret: string | readonly string[]
  /** How far the sender's clock may be from this one, in seconds. */
  readonly toleranceSeconds?: number
  /** For tests. */
  readonly now?: Date
}

const TOLERANCE_SECONDS = 300
const HEADER_FORM = /^t=(0|[1-9]\d{0,11}),v1=([0-9a-f]{64})$/

/** The event of a genuine, fresh delivery; throws a `WebhookVerificationError` for any other. */
export function verifyWebhook(delivery: WebhookDelivery): WebhookEvent {
  const header = typeof delivery.signature === 'string' ? HEADER_FORM.exec(delivery.signature) : null
  if (!header) throw new WebhookVerificationError('malformed_signature')
  const [, t = '', v1 = ''] = header
  const body = typeof delivery.body === 'string' ? Buffer.from(delivery.body, 'utf8') : delivery.body
  const secrets = typeof delivery.secret === 'string' ? [delivery.secret] : delivery.secret
  if (!isSignedByAny(secrets, t, body, Buffer.from(v1, 'hex'))) throw new WebhookVerificationError('wrong_signature')
  const secondsApart = Math.abs((delivery.now ?? new Date()).getTime() / 1000 - Number(t))
  if (secondsApart > (delivery.toleranceSeconds ?? TOLERANCE_SECONDS))
    throw new WebhookVerificationError('outside_tolerance')
  return parseEvent(body)
}

/** The `Service-Signature` header of a body, as the service makes it: to try out a receiver. */
export function signWebhook(parts: { body: Uint8Array | string; secret: string; now?: Date }): string {
  const t = String(Math.floor((parts.now ?? new Date()).getTime() / 1000))
  return `t=${t},v1=${signatureOf(parts.secret, t, parts.body).toString('hex')}`
}

function signatureOf(secret: string, t: string, body: Uint8Array | string): Buffer {
  return createHmac('sha256', secret).update(`${t}.`).update(body).digest()
}

function isSignedByAny(secrets: readonly string[], t: string, body: Uint8Array, given: Uint8Array): boolean {
  // An empty secret would let anyone sign: a setting that was forgotten must not open the door.
  if (secrets.length === 0 || secrets.some((secret) => secret === '')) throw new Error('verifyWebhook needs a secret')
  let found = false
  for (const secret of secrets) {
    const expected = signatureOf(secret, t, body)
    // Every secret is compared, in constant time each: how long it takes says nothing about which one fits.
    if (timingSafeEqual(expected, given)) found = true
  }
  return found
}

function parseEvent(body: Uint8Array): WebhookEvent {
  let event: unknown
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new WebhookVerificationError('malformed_body')
  }
  const candidate = event as Partial<WebhookEvent> | null
  if (typeof candidate?.id !== 'string' || typeof candidate.type !== 'string')
    throw new WebhookVerificationError('malformed_body')
  return candidate as WebhookEvent
}
