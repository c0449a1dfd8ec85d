/**
 * Opens a TLS connection to a public host and to no other. An address is judged three times: as a literal in the URL,
 * as an answer of the look-up (one address that is not public condemns the name), and on the connected socket, before
 * the first byte is sent. Guarding the look-up alone is not enough: Node never calls it for a literal. The handshake
 * then uses the name, for SNI and for the certificate, while the connection stays pinned to the judged address.
 */
import { Resolver } from 'node:dns/promises'
import { connect as connectTcp } from 'node:net'
import type { LookupFunction, Socket } from 'node:net'
import { connect as connectTls, createSecureContext } from 'node:tls'
import type { SecureContext, TLSSocket } from 'node:tls'
import type { Destination } from '../../lib/destination.ts'
import type { PublicRule } from '../../lib/addresses.ts'

/** Why nothing was connected; for the operator's log, never for the tenant. */
export class ConnectionRefused extends Error {}

export interface ConnectOptions {
  readonly isPublic: PublicRule
  /** DNS servers other than the system's, as address or address:port. */
  readonly dnsServers?: readonly string[]
  /** Certificates to trust instead of the system's; only a test's configuration sets them. */
  readonly ca?: string
}

interface Address {
  readonly address: string
  readonly family: 4 | 6
}

/** One try of this length, then another server or a second try: the caller's deadline ends both. */
const DNS_TRY_MS = 2_000
const NO_SUCH_RECORD = new Set(['ENODATA', 'ENOTFOUND'])

export class GuardedConnector {
  readonly #options: ConnectOptions
  readonly #resolver = new Resolver({ timeout: DNS_TRY_MS, tries: 2 })
  /** What is trusted and how old a protocol may be: the same for every connection, and dear to make. */
  readonly #secureContext: SecureContext

  constructor(options: ConnectOptions) {
    this.#options = options
    this.#secureContext = createSecureContext({
      minVersion: 'TLSv1.2',
      ...(options.ca !== undefined && { ca: options.ca }),
    })
    if (options.dnsServers) this.#resolver.setServers([...options.dnsServers])
  }

  /** Every address of the name, all of them public; throws where one is not, or there is none. */
  async publicAddresses(name: string): Promise<Address[]> {
    const [ipv4, ipv6] = await Promise.allSettled([this.#resolver.resolve4(name), this.#resolver.resolve6(name)])
    const found: Address[] = [
      ...recordsOf(ipv4).map((address): Address => ({ address, family: 4 })),
      ...recordsOf(ipv6).map((address): Address => ({ address, family: 6 })),
    ]
    const condemned = found.find(({ address }) => !this.#options.isPublic(address))
    if (condemned) throw new ConnectionRefused(`${name} resolves to ${condemned.address}`)
    const failure = [ipv4, ipv6].find((result) => result.status === 'rejected' && !isNoSuchRecord(result.reason))
    if (found.length === 0 && failure?.status === 'rejected') throw failure.reason
    if (found.length === 0) throw new ConnectionRefused(`${name} has no address`)
    return found
  }

  /** A verified TLS connection; whatever was opened is closed again when `signal` fires first. */
  async connect(to: Destination, signal: AbortSignal): Promise<TLSSocket> {
    const judged = to.isAddress
      ? [{ address: to.host, family: to.host.includes(':') ? 6 : 4 } as const]
      : await this.publicAddresses(to.host)
    signal.throwIfAborted()
    const tcp = connectTcp({ host: to.host, port: to.port, noDelay: true, signal, lookup: answering(judged) })
    // Once TLS has taken over, its socket reports what happens; the one beneath must still not throw.
    tcp.on('error', () => undefined)
    await once(tcp, 'connect')
    const { remoteAddress = '' } = tcp
    if (!this.#options.isPublic(remoteAddress) || !judged.some(({ address }) => sameAddress(address, remoteAddress))) {
      tcp.destroy()
      throw new ConnectionRefused(`connected to ${remoteAddress}, which was not what the look-up said`)
    }
    const tls = connectTls({
      socket: tcp,
      host: to.host,
      ...(!to.isAddress && { servername: to.host.replace(/\.$/, '') }),
      // Said outright: NODE_TLS_REJECT_UNAUTHORIZED in the environment must not turn verification off.
      rejectUnauthorized: true,
      secureContext: this.#secureContext,
      ALPNProtocols: ['http/1.1'],
    })
    await once(tls, 'secureConnect')
    return tls
  }
}

function recordsOf(result: PromiseSettledResult<string[]>): string[] {
  return result.status === 'fulfilled' ? result.value : []
}

function isNoSuchRecord(error: unknown): boolean {
  return NO_SUCH_RECORD.has((error as { code?: string }).code ?? '')
}

/** Answers every look-up of the socket with the addresses that were judged: nobody asks the DNS a second time. */
function answering(judged: readonly Address[]): LookupFunction {
  return (_name, options, callback) => {
    const [first] = judged
    if (options.all) callback(null, [...judged])
    else if (first) callback(null, first.address, first.family)
    else callback(new Error('no address'), '', 0)
  }
}

/** The same IPv6 address may be spelled in two ways; the URL parser knows the one spelling. */
function sameAddress(one: string, other: string): boolean {
  const canonical = (address: string): string =>
    address.includes(':') ? new URL(`https://[${address}]`).host : address
  return canonical(one) === canonical(other)
}

function once(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, () => {
      socket.off('error', reject)
      resolve()
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the connection was closed')))
  })
}
