import { Problem } from '../lib/problem.ts'

/** Refuses a change that was decided on an older version than the current one. Leaving the version out accepts any. */
export function assertCurrentVersion(record: { readonly version: number }, sent: number | undefined): void {
  if (sent === undefined || sent === record.version) return
  throw new Problem('version_conflict', { details: { current_version: String(record.version) } })
}
