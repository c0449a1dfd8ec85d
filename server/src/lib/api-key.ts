/** The form of API keys: their prefix names the mode. */
import { hashSecret, isCheckedSecret, newCheckedSecret } from './checked-secret.ts'

export type Mode = 'live' | 'test'

const PREFIX = { live: 'svc_live_', test: 'svc_test_' } as const

export function newApiKey(mode: Mode, workspaceUuid: string): string {
  return newCheckedSecret(PREFIX[mode], workspaceUuid)
}

/** The mode that a well-formed key claims; null when the form or the checksum is wrong. */
export function modeOfApiKey(key: string): Mode | null {
  if (isCheckedSecret(PREFIX.live, key)) return 'live'
  return isCheckedSecret(PREFIX.test, key) ? 'test' : null
}

export const hashApiKey = hashSecret

/** What may be shown of a key later on: enough to recognise it, useless to anyone else. */
export function hintOfApiKey(key: string): string {
  return `${key.slice(0, 9)}…${key.slice(-4)}`
}
