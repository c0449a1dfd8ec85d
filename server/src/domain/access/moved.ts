import { Problem } from '../../lib/problem.ts'
import type { Db } from '../../store/db.ts'
import { findMoveOfTag } from '../../store/moves.ts'

/** A move closes a workspace for as long as its rows are on the way; a map at the edge is read again within seconds. */
const COME_BACK_SECONDS = { leaving: 5, arriving: 5, left: 2 } as const

/**
 * Why a cell does not know the workspace that a secret or an address belongs to: throws `workspace_moved` where the
 * workspace is on its way or has gone to another cell, so that a client repeats instead of giving up. The secret itself
 * can't be judged here any more; the other cell does that.
 */
export async function refuseIfMoved(db: Db, tag: string | null): Promise<void> {
  const move = tag === null ? null : await findMoveOfTag(db, tag)
  if (!move) return
  throw new Problem('workspace_moved', {
    retryAfterSeconds: COME_BACK_SECONDS[move.state],
    ...(move.state === 'left' && { details: { cell: move.cell } }),
  })
}
