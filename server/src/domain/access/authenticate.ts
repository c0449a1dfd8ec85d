/**
 * From the text of a key, or of an embed session's token, to its caller. Look-ups of keys are remembered for a few
 * seconds, so that a busy key costs the database almost nothing; any change of a key or workspace is announced by the
 * database and empties the memory, so a revoked key stops at once, and within the memory's lifetime even if the
 * announcement is lost.
 */
import { modeOfApiKey } from '../../lib/api-key.ts'
import { hashSecret } from '../../lib/checked-secret.ts'
import { isEmbedToken } from '../../lib/embed-secret.ts'
import { Problem } from '../../lib/problem.ts'
import { tagOfSecret } from '../../lib/workspace-tag.ts'
import { findKeyHolder } from '../../store/access.ts'
import type { Db } from '../../store/db.ts'
import { findSessionHolder } from '../../store/embed.ts'
import { callerOf, embedCallerOf } from '../caller.ts'
import type { Caller } from '../caller.ts'
import { refuseIfMoved } from './moved.ts'

export const REMEMBERED_MS = 5_000
/** Far more keys than one process serves in five seconds; beyond it the memory starts anew. */
const REMEMBERED_KEYS = 50_000

export class Authenticator {
  readonly #db: Db
  readonly #now: () => number
  readonly #wallClock: () => number
  readonly #remembered = new Map<string, { caller: Promise<Caller | null>; until: number }>()

  constructor(db: Db, now: () => number = () => performance.now(), wallClock: () => number = Date.now) {
    this.#db = db
    this.#now = now
    this.#wallClock = wallClock
  }

  /** The caller of the key or token in an Authorization header; throws `unauthenticated`. */
  async authenticate(authorization: string | undefined): Promise<Caller> {
    const secret = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
    if (secret === undefined) throw new Problem('unauthenticated')
    return isEmbedToken(secret) ? this.#sessionOf(secret) : this.#keyOf(secret)
  }

  async #keyOf(key: string): Promise<Caller> {
    const mode = modeOfApiKey(key)
    if (mode === null) throw new Problem('unauthenticated')
    const caller = await this.#lookUp(hashSecret(key))
    if (!caller) await refuseIfMoved(this.#db, tagOfSecret(key))
    if (!caller || caller.livemode !== (mode === 'live')) throw new Problem('unauthenticated')
    return caller
  }

  /** Looked up on every request: people are slow, and a session that is revoked must have no moment left. */
  async #sessionOf(token: string): Promise<Caller> {
    const holder = await findSessionHolder(this.#db, hashSecret(token))
    if (!holder) await refuseIfMoved(this.#db, tagOfSecret(token))
    if (!holder || holder.session.expiresAt.getTime() <= this.#wallClock()) {
      throw new Problem('unauthenticated', { message: 'The session has ended: it has expired or was revoked.' })
    }
    return embedCallerOf(holder)
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
    // A failed look-up is nobody's answer but that request's own. Nor is one that found nobody: a workspace that is
    // opened again would turn its keys away until the announcement has come.
    const forget = (): void => {
      if (this.#remembered.get(name)?.caller === caller) this.#remembered.delete(name)
    }
    caller.then((found) => found ?? forget(), forget)
    return caller
  }
}
