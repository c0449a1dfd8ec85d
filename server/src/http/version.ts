/** API versions by date. Both stamps behave alike; a client is told which one the server resolved. */
import { Problem } from '../lib/problem.ts'

export const LATEST_VERSION = '2026-07-19'
/** Accepted stamp → the version it resolves to. */
const ACCEPTED: Readonly<Record<string, string>> = { '2026-05-03': '2026-05-03', [LATEST_VERSION]: LATEST_VERSION }

export function resolveVersion(header: string | string[] | undefined): string {
  if (header === undefined) return LATEST_VERSION
  const version = typeof header === 'string' && Object.hasOwn(ACCEPTED, header) ? ACCEPTED[header] : undefined
  if (version === undefined) {
    throw new Problem('unknown_version', {
      message: `Service-Version takes one of: ${Object.keys(ACCEPTED).join(', ')}.`,
    })
  }
  return version
}
