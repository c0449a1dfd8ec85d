/**
 * One PUT to the object store without the middle layers of its client. They cost more than the request itself: for a
 * small blob, by turns, 1.3 ms of processor time here against 0.3, and 2.2 to 3.1 against 1.3 to 2.0 in the store. The
 * signature is made by the same library that the client uses; what it refuses or can't reach is left to that client,
 * which tries again and knows what an error means.
 */
import { createHash, createHmac } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import { Agent, request } from 'undici'
import type { Clock } from '../domain/deps.ts'

export interface SignedPutOptions {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKey: string
  readonly secretKey: string
  readonly clock: Clock
}

const CONNECTIONS = 50
const TIMEOUT_MS = 10_000

type Data = string | ArrayBuffer | ArrayBufferView

/** SHA-256, plain or keyed, in the form in which the signer asks for it. */
class Sha256 {
  readonly #hash: ReturnType<typeof createHash> | ReturnType<typeof createHmac>

  constructor(secret?: Data) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret))
  }

  update(data: Data): void {
    this.#hash.update(bytesOf(data))
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest())
  }

  reset(): void {
    throw new Error('a hash is used once')
  }
}

function bytesOf(data: Data): Buffer {
  if (typeof data === 'string') return Buffer.from(data)
  return data instanceof ArrayBuffer ? Buffer.from(data) : Buffer.from(data.buffer, data.byteOffset, data.byteLength)
}

export class SignedPut {
  readonly #signer: SignatureV4
  readonly #endpoint: URL
  readonly #bucket: string
  readonly #clock: Clock
  readonly #agent = new Agent({
    connections: CONNECTIONS,
    pipelining: 1,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connect: { timeout: TIMEOUT_MS },
  })

  constructor(options: SignedPutOptions) {
    this.#endpoint = new URL(options.endpoint)
    this.#bucket = options.bucket
    this.#clock = options.clock
    this.#signer = new SignatureV4({
      service: 's3',
      region: options.region,
      credentials: { accessKeyId: options.accessKey, secretAccessKey: options.secretKey },
      sha256: Sha256,
      // The store takes the path as it is written, escaped once.
      uriEscapePath: false,
    })
  }

  /** True when the store has taken it; false for whatever else happened. */
  async put(key: string, bytes: Uint8Array, contentType: string): Promise<boolean> {
    const { protocol, hostname, port, host, origin, pathname } = this.#endpoint
    const path = `${pathname === '/' ? '' : pathname}/${this.#bucket}/${key.split('/').map(percentEncode).join('/')}`
    const { headers } = await this.#signer.sign(
      {
        method: 'PUT',
        protocol,
        hostname,
        ...(port !== '' && { port: Number(port) }),
        path,
        query: {},
        headers: { host, 'content-type': contentType, 'content-length': String(bytes.byteLength) },
        body: bytes,
      },
      { signingDate: this.#clock.now() },
    )
    try {
      const { statusCode, body } = await request(`${origin}${path}`, {
        method: 'PUT',
        headers,
        body: bytes,
        dispatcher: this.#agent,
      })
      await body.dump()
      return statusCode === 200
    } catch {
      return false
    }
  }

  close(): void {
    this.#agent.destroy().catch(() => undefined)
  }
}

/** As RFC 3986 has it: encodeURIComponent leaves a few characters that a signature must not. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
