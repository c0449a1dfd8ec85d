/**
 * Envelope encryption: each secret is encrypted with a key made for it alone, and that key with a key-encryption key
 * that the operator holds and can change. Changing it re-encrypts the small keys only. AES-256-GCM throughout; what a
 * secret belongs to is authenticated with it, so that a sealed secret moved to another row does not open.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

export interface Sealed {
  readonly sealed: Buffer
  readonly wrappedKey: Buffer
  readonly kekId: string
}

export interface KeyEncryptionKey {
  readonly id: string
  readonly key: Buffer
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

export class KeyRing {
  readonly #current: KeyEncryptionKey
  readonly #keys: ReadonlyMap<string, Buffer>

  /** The first key encrypts what is new; all of them decrypt. */
  constructor(keys: readonly [KeyEncryptionKey, ...KeyEncryptionKey[]]) {
    if (keys.some(({ key }) => key.length !== KEY_BYTES)) throw new Error('a key-encryption key has 32 bytes')
    if (new Set(keys.map(({ id }) => id)).size !== keys.length) throw new Error('two key-encryption keys share an id')
    this.#current = keys[0]
    this.#keys = new Map(keys.map(({ id, key }) => [id, key]))
  }

  get currentId(): string {
    return this.#current.id
  }

  /** `belongsTo` names the place of the secret and must be the same when it is opened. */
  seal(secret: string, belongsTo: string): Sealed {
    const key = randomBytes(KEY_BYTES)
    return {
      sealed: encrypt(key, Buffer.from(secret, 'utf8'), belongsTo),
      wrappedKey: encrypt(this.#current.key, key, belongsTo),
      kekId: this.#current.id,
    }
  }

  open(from: Sealed, belongsTo: string): string {
    return decrypt(this.#unwrap(from, belongsTo), from.sealed, belongsTo).toString('utf8')
  }

  /** The same secret under the current key-encryption key; its own key and its bytes stay as they are. */
  rewrap(from: Omit<Sealed, 'sealed'>, belongsTo: string): Omit<Sealed, 'sealed'> {
    return { wrappedKey: encrypt(this.#current.key, this.#unwrap(from, belongsTo), belongsTo), kekId: this.#current.id }
  }

  /** `seal` in one piece of text, for columns that hold text. */
  sealText(secret: string, belongsTo: string): string {
    const { sealed, wrappedKey, kekId } = this.seal(secret, belongsTo)
    return `${kekId}:${wrappedKey.toString('base64')}:${sealed.toString('base64')}`
  }

  openText(text: string, belongsTo: string): string {
    const [kekId = '', wrappedKey = '', sealed = ''] = text.split(':')
    const from = { kekId, wrappedKey: Buffer.from(wrappedKey, 'base64'), sealed: Buffer.from(sealed, 'base64') }
    return this.open(from, belongsTo)
  }

  #unwrap(from: Omit<Sealed, 'sealed'>, belongsTo: string): Buffer {
    const kek = this.#keys.get(from.kekId)
    if (!kek) throw new Error(`the key-encryption key ${from.kekId} is not in the settings`)
    return decrypt(kek, from.wrappedKey, belongsTo)
  }
}

/** Nonce, tag and ciphertext in one. A key seals once or a few times: random nonces can't meet. */
function encrypt(key: Buffer, plain: Buffer, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context, 'utf8'))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

function decrypt(key: Buffer, bytes: Buffer, context: string): Buffer {
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context, 'utf8'))
    .setAuthTag(tag)
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}
