/**
 * From the text of a key to its caller. Look-ups are remembered for a few seconds, so that a busy key costs the
 * database almost nothing; any change of a key or workspace is announced by the database and empties the memory, so a
 * revoked key stops at once, and within the memory's lifetime even if the announcement is lost.
 */
import { hashApiKey, modeOfApiKey } from '../../lib/api-key.ts'
import { Problem } from '../../lib/problem.ts'
import { findKeyHolder } from '../../store/access.ts'
import type { Db } from '../../store/db.ts'
import { callerOf } from '../caller.ts'
import type { Caller } from '../caller.ts'

export const REMEMBERED_MS = 5_000
/** Far more keys than one process serves in five seconds; beyond it the memory starts anew. */
const REMEMBERED_KEYS = 50_000

export class Authenticator {
  readonly #db: Db
  readonly #now: () => number
  readonly #remembered = new Map<string, { caller: Promise<Caller | null>; until: number }>()

  constructor(db: Db, now: () => number = () => performance.now()) {
    this.#db = db
    this.#now = now
  }

  /** The caller of the key in an Authorization header; throws `unauthenticated`. */
  async authenticate(authorization: string | undefined): Promise<Caller> {
    const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
    const mode = key === undefined ? null : modeOfApiKey(key)
    if (key === undefined || mode === null) throw new Problem('unauthenticated')
    const caller = await this.#lookUp(hashApiKey(key))
    if (!caller || caller.livemode !== (mode === 'live')) throw new Problem('unauthenticated')
    return caller
  }

  /** Forgets everything: a key or workspace has changed. */
  forget(): void {
    this.#remembered.clear()
  }

  async #lookUp(hash: Buffer): Promise<Caller | null> {
    const name = hash.toString('base64')
    const known = this.#remembered.get(name)
    if (known && known.until > this.#now()) return known.caller
    if (this.#remembered.size >= REMEMBERED_KEYS) this.#remembered.clear()
    const caller = findKeyHolder(this.#db, hash).then((holder) => holder && callerOf(holder))
    this.#remembered.set(name, { caller, until: this.#now() + REMEMBERED_MS })
    // A failed look-up is nobody's answer but that request's own.
    caller.catch(() => this.#remembered.delete(name))
    return caller
  }
}
