/**
 * Puts every webhook secret under the current key-encryption key. It only ever turns rows from an old key to the
 * current one, so it can be stopped and started again at any moment, and the service runs on meanwhile.
 */
import type { KeyRing } from '../../lib/key-ring.ts'
import type { Db } from '../../store/db.ts'
import { secretsNotUnder, storeWrapped } from '../../store/webhooks.ts'

const AT_ONCE = 500

export async function rotateKek(db: Db, ring: KeyRing): Promise<{ rewrapped: number; kekId: string }> {
  let rewrapped = 0
  for (;;) {
    const secrets = await secretsNotUnder(db, ring.currentId, AT_ONCE)
    if (secrets.length === 0) return { rewrapped, kekId: ring.currentId }
    for (const secret of secrets)
      await storeWrapped(db, { ...secret, wrapped: ring.rewrap(secret.wrapped, secret.place) })
    rewrapped += secrets.length
  }
}
