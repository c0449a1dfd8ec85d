import type { Handle } from '../../store/embed.ts'

export const HANDLE_STATUSES = ['pending', 'exchanged', 'expired', 'revoked'] as const
export type HandleStatus = (typeof HANDLE_STATUSES)[number]

/** Revoked is revoked, whatever was before; only what was never exchanged can expire. */
export function handleStatus(handle: Pick<Handle, 'revokedAt' | 'exchangedAt' | 'expiresAt'>, now: Date): HandleStatus {
  if (handle.revokedAt !== null) return 'revoked'
  if (handle.exchangedAt !== null) return 'exchanged'
  return handle.expiresAt <= now ? 'expired' : 'pending'
}
