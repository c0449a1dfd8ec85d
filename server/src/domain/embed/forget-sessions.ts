import { forgetSessions as forget } from '../../store/embed.ts'
import type { Deps } from '../deps.ts'

/** As long as events are kept: until then `GET` of a handle says what became of it. */
const KEPT_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000
const AT_ONCE = 1_000

/** Removes handles and sessions that ended long ago, and the work of sessions of nobody; answers how many. */
export async function forgetSessions(deps: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const endedBefore = new Date(deps.clock.now().getTime() - KEPT_DAYS * DAY_MS)
  let forgotten = 0
  for (;;) {
    const round = await forget(deps.db, endedBefore, AT_ONCE)
    if (round === 0) return forgotten
    forgotten += round
  }
}
