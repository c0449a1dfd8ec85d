/**
 * A connection that a test can cut: a TCP proxy on loopback which, while cut, carries nothing and closes nothing. That
 * is what a network does that loses its packets; a refused connection would be a much kinder fault.
 */
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { after } from 'node:test'

export interface Link {
  readonly port: number
  /** How many connections went through it, so that a test can see that its traffic did. */
  readonly connections: number
  cut(): void
  mend(): void
}

export async function startLink(targetPort: number): Promise<Link> {
  const open = new Set<Socket>()
  let isCut = false
  let connections = 0
  const carry = (from: Socket, to: Socket): void => {
    open.add(from)
    from.on('data', (chunk) => {
      if (!to.write(chunk)) from.pause()
    })
    to.on('drain', () => {
      if (!isCut) from.resume()
    })
    from.on('end', () => to.end())
    from.on('error', () => to.destroy())
    from.on('close', () => {
      open.delete(from)
      to.destroy()
    })
    if (isCut) from.pause()
  }
  const server = createServer({ allowHalfOpen: true }, (near) => {
    connections += 1
    const far = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true })
    carry(near, far)
    carry(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections
    },
    cut: () => {
      isCut = true
      for (const socket of open) socket.pause()
    },
    mend: () => {
      isCut = false
      for (const socket of open) socket.resume()
    },
  }
}
