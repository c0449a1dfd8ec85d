/** What a surface keeps for the person in it. Named by the host, a person finds it again in their next session. */
import { Problem } from '../../lib/problem.ts'
import { readWork as read, saveWork as save } from '../../store/embed.ts'
import type { Work } from '../../store/embed.ts'
import type { Caller, EmbedSession } from '../caller.ts'
import type { Deps } from '../deps.ts'

/** Enough for the state of a surface and unsaved edits; what is meant to last has its own operations. */
export const MAX_WORK_CHARACTERS = 64 * 1024

export async function readWork(deps: Pick<Deps, 'db'>, caller: Caller): Promise<Work> {
  const session = sessionOf(caller)
  return deps.db.readAtOnce(caller, (tx) => read(tx, session.loanId, ownerOf(session)))
}

export async function saveWork(deps: Pick<Deps, 'db'>, caller: Caller, work: unknown): Promise<Work> {
  const session = sessionOf(caller)
  if (JSON.stringify(work).length > MAX_WORK_CHARACTERS) throw new Problem('payload_too_large')
  return deps.db.inTenant(caller, (tx) => save(tx, session.loanId, ownerOf(session), work))
}

export const persistenceOf = (externalUserId: string | null): 'user' | 'session' =>
  externalUserId === null ? 'session' : 'user'

const ownerOf = ({ externalUserId, sessionId }: EmbedSession): string =>
  externalUserId === null ? `session:${sessionId}` : `user:${externalUserId}`

/** A key has no surface, so there is nothing of it here. */
function sessionOf(caller: Caller): EmbedSession {
  if (!caller.embed) throw new Problem('not_found')
  return caller.embed
}
