/**
 * Which internet addresses are public. Default-deny: IPv6 counts as public only inside 2000::/3, the one block that is
 * given out for the open internet, less its carve-outs; IPv4 less the special-purpose registry (RFC 6890 and its
 * successors) and one address that a cloud answers on from inside. Addresses are compared as numbers, never as text:
 * the same address has too many spellings.
 */

interface Block {
  readonly first: bigint
  readonly bits: number
}

const IPV4_BITS = 32
const IPV6_BITS = 128

/** The number of a dotted-decimal IPv4 address; null for anything else, octal and shortened forms included. */
export function parseIpv4(text: string): bigint | null {
  const parts = text.split('.')
  if (parts.length !== 4) return null
  let value = 0n
  for (const part of parts) {
    if (!/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return null
    value = (value << 8n) | BigInt(part)
  }
  return value
}

/** The number of an IPv6 address, without brackets or zone; null for anything else. */
export function parseIpv6(text: string): bigint | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  // Only the very end may be written as an IPv4 address.
  const groups = halves.map((half, index) => groupsOf(half, index === halves.length - 1))
  const [head, tail] = groups
  if (head === null || head === undefined || tail === null) return null
  if (tail === undefined) return head.length === 8 ? join(head) : null
  const missing = 8 - head.length - tail.length
  return missing < 1 ? null : join([...head, ...Array<bigint>(missing).fill(0n), ...tail])
}

const join = (groups: readonly bigint[]): bigint => groups.reduce((value, group) => (value << 16n) | group, 0n)

/** The 16-bit groups of one side of `::`. */
function groupsOf(half: string, mayEndInIpv4: boolean): bigint[] | null {
  if (half === '') return []
  const texts = half.split(':')
  const groups: bigint[] = []
  for (const [index, text] of texts.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(text)) {
      groups.push(BigInt(`0x${text}`))
    } else {
      const embedded = mayEndInIpv4 && index === texts.length - 1 ? parseIpv4(text) : null
      if (embedded === null) return null
      groups.push(embedded >> 16n, embedded & 0xffffn)
    }
  }
  return groups
}

function block(text: string): Block {
  const [address = '', bits = ''] = text.split('/')
  const first = parseIpv4(address) ?? parseIpv6(address)
  if (first === null) throw new Error(`not a block of addresses: ${text}`)
  return { first, bits: Number(bits) }
}

function within(value: bigint, { first, bits }: Block, width: number): boolean {
  const shift = BigInt(width - bits)
  return value >> shift === first >> shift
}

const NOT_PUBLIC_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // a cloud's own services, reachable from its machines only
  '169.254.0.0/16', // link-local, cloud metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
].map(block)

const GLOBAL_UNICAST = block('2000::/3')
const CARVED_OUT_OF_GLOBAL_UNICAST = [
  '2001::/23', // protocol assignments: Teredo, ORCHID, benchmarking
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: an IPv4 address inside
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
].map(block)

/** Decides whether an address may be connected to. A value, so that a test can put its own in its place. */
export type PublicRule = (address: string) => boolean

/** True for an address of the open internet; false for every other address and for whatever is not an address. */
export const isPublicAddress: PublicRule = (address) => {
  const ipv4 = parseIpv4(address)
  if (ipv4 !== null) return !NOT_PUBLIC_IPV4.some((special) => within(ipv4, special, IPV4_BITS))
  const ipv6 = parseIpv6(address)
  if (ipv6 === null || !within(ipv6, GLOBAL_UNICAST, IPV6_BITS)) return false
  return !CARVED_OUT_OF_GLOBAL_UNICAST.some((special) => within(ipv6, special, IPV6_BITS))
}

const LOOPBACK = [block('127.0.0.0/8')]
const LOOPBACK_IPV6 = parseIpv6('::1')

/** The rule of a test's own configuration: the open internet and this machine. Refused when the service is in production. */
export const isPublicOrLoopback: PublicRule = (address) => {
  const ipv4 = parseIpv4(address)
  if (ipv4 !== null && LOOPBACK.some((own) => within(ipv4, own, IPV4_BITS))) return true
  return parseIpv6(address) === LOOPBACK_IPV6 || isPublicAddress(address)
}
