/**
 * Where a webhook may be sent, as far as its URL tells. The same check stands at registration, at every change and
 * once more in the sender, so that a URL that got into the table by another way is refused as well. What a name
 * resolves to is the sender's part: only the look-up and the connected socket know that.
 */
import { parseIpv4, parseIpv6 } from './addresses.ts'
import type { PublicRule } from './addresses.ts'

export interface DestinationRules {
  readonly isPublic: PublicRule
  /** Ports that may be used; null for any but 0. */
  readonly ports: ReadonlySet<number> | null
  /** Names under which the service itself is reached. */
  readonly ownNames: ReadonlySet<string>
}

export interface Destination {
  /** The URL as it is kept and called: normalised by the URL standard, without a fragment. */
  readonly url: string
  /** The host's name, or its address without brackets. */
  readonly host: string
  readonly port: number
  /** True when the host is an address: nothing is left to look up. */
  readonly isAddress: boolean
}

const HTTPS_PORT = 443
const LONGEST_URL = 2048
/** The URL standard drops tabs and line ends and takes a backslash for a slash: readers of a log would not. */
const MISLEADING = /[\s\\\p{Cc}]/u
const INTERNAL_SUFFIXES = ['localhost', 'internal', 'local', 'svc', 'home.arpa', 'lan', 'intranet', 'corp', 'home']

/** Given a URL as a caller wrote it, the destination; null when a webhook must not be sent there. */
export function toDestination(text: string, rules: DestinationRules): Destination | null {
  if (text.length > LONGEST_URL || MISLEADING.test(text) || !/^https:\/\/[^/]/i.test(text)) return null
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || /^https:\/\/[^/?#]*@/i.test(text))
    return null
  const port = url.port === '' ? HTTPS_PORT : Number(url.port)
  if (port === 0 || (rules.ports !== null && !rules.ports.has(port))) return null
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isAddress = parseIpv4(host) !== null || parseIpv6(host) !== null
  if (isAddress ? !rules.isPublic(host) : !isPublicName(host, rules.ownNames)) return null
  url.hash = ''
  return { url: url.href, host, port, isAddress }
}

function isPublicName(host: string, ownNames: ReadonlySet<string>): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  if (!name.includes('.') || name.includes('..') || name.startsWith('.')) return false
  if (INTERNAL_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`))) return false
  return !ownNames.has(name)
}
