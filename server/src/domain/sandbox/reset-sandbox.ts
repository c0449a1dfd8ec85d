/**
 * A reset as the caller sees it: it has happened when it is answered. The work itself is durable and not this
 * request's: whatever becomes of the request, a reset that has begun is brought to its end.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../../lib/problem.ts'
import { findReset, withdrawReset } from '../../store/sandbox.ts'
import type { SandboxReset } from '../../store/sandbox.ts'
import { recordAudit } from '../audit-trail.ts'
import type { RequestCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { orderReset } from './reset.ts'

const LOOK_EVERY_MS = 100
/** A reset that nobody has begun by then is taken back: no worker runs, or all are busy. */
const BEGUN_WITHIN_MS = 25_000
/** Less than a request may take. A sandbox that is not emptied by then holds very much. */
const DONE_WITHIN_MS = 50_000

export async function resetSandbox(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: RequestCaller,
): Promise<{ readonly purgeErrors: number }> {
  const resetId = await deps.db.inTenant(caller, async (tx) => {
    const ordered = await orderReset(tx)
    if (ordered === null) throw new Problem('busy', { message: 'A reset of this sandbox is running.' })
    await recordAudit(tx, { caller, clock: deps.clock }, { action: 'sandbox.reset', target: caller.workspaceId })
    return ordered
  })
  const orderedAt = deps.clock.now().getTime()
  for (;;) {
    const reset = await deps.db.read(caller, (tx) => findReset(tx, resetId))
    if (reset?.status === 'done') return reset
    await giveUpIfLate(deps, caller, reset, deps.clock.now().getTime() - orderedAt)
    await sleep(LOOK_EVERY_MS)
  }
}

async function giveUpIfLate(
  deps: Pick<Deps, 'db'>,
  caller: RequestCaller,
  reset: SandboxReset | null,
  waitedMs: number,
): Promise<void> {
  if (reset?.status === 'queued' && waitedMs > BEGUN_WITHIN_MS) {
    const isWithdrawn = await deps.db.inTenant(caller, (tx) => withdrawReset(tx, reset.id))
    if (isWithdrawn) throw new Problem('unavailable', { retryAfterSeconds: 5 })
  }
  if (waitedMs > DONE_WITHIN_MS)
    throw new Problem('busy', { message: 'The reset goes on; this sandbox holds more than one request can wait for.' })
}
