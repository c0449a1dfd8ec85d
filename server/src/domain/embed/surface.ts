/** The surfaces, and what a person in one of them may be allowed to do. */
import type { Caller } from '../caller.ts'
import { Problem } from '../../lib/problem.ts'
import type { Surface } from '../../store/embed.ts'
import type { Scope } from '../scopes.ts'

export { SURFACES } from '../../store/embed.ts'
export type { Handle, Origins, Surface, Work } from '../../store/embed.ts'

/** A handle waits this long for its exchange: the time from a host's server to its page, with a slow network. */
export const HANDLE_LIFETIME_SECONDS = 5 * 60
export const DEFAULT_LIFETIME_SECONDS = 60 * 60
export const MIN_LIFETIME_SECONDS = 60
export const MAX_LIFETIME_SECONDS = 12 * 60 * 60

/** What each surface needs to do its work. */
const SCOPES_OF: Readonly<Record<Surface, readonly Scope[]>> = {
  spreading: ['borrowers:read', 'extractions:read', 'spreads:read', 'spreads:write', 'chart:read'],
  documents: ['borrowers:read', 'documents:read', 'documents:write', 'extractions:read', 'extractions:write'],
}

/**
 * What a session may be given at all. Writing caption rules is among it and in no surface's default: a rule holds for
 * every loan of the workspace, so the host decides whom it lets write one.
 */
export const EMBED_SCOPES = [
  'borrowers:read',
  'loans:read',
  'documents:read',
  'documents:write',
  'documents:delete',
  'extractions:read',
  'extractions:write',
  'spreads:read',
  'spreads:write',
  'chart:read',
  'chart:write',
] as const satisfies readonly Scope[]
export type EmbedScope = (typeof EMBED_SCOPES)[number]

/** The scopes of a new session: those asked for, or what the surfaces need; never more than the key itself holds. */
export function scopesFor(
  caller: Caller,
  asked: readonly EmbedScope[] | undefined,
  surfaces: readonly Surface[],
): readonly Scope[] {
  if (asked === undefined) {
    const needed = new Set(surfaces.flatMap((surface) => SCOPES_OF[surface]))
    return [...needed].filter((scope) => caller.scopes.has(scope))
  }
  const beyond = asked.filter((scope) => !caller.scopes.has(scope))
  if (beyond.length > 0) {
    throw new Problem('missing_scope', {
      message: `A key cannot give a session scopes that it lacks: ${beyond.join(', ')}.`,
    })
  }
  return asked
}
