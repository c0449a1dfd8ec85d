/**
 * A connection that a test can cut or slow down: a TCP proxy on loopback which, while cut, carries nothing and closes
 * nothing. That is what a network does that loses its packets; a refused connection would be a much kinder fault.
 */
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { after } from 'node:test'

export interface Link {
  readonly port: number
  /** How many connections went through it, so that a test can see that its traffic did. */
  readonly connections: number
  cut(): void
  /** From now on everything arrives so much later. */
  slow(delayMs: number): void
  mend(): void
  close(): void
}

export async function startLink(targetPort: number): Promise<Link> {
  const open = new Set<Socket>()
  let isCut = false
  let delayMs = 0
  let connections = 0
  const carry = (from: Socket, to: Socket): void => {
    open.add(from)
    // What comes later never overtakes what is still on its way, not even a chunk whose time has come and whose timer
    // has not: so what is on its way stands in a line, and whoever comes last stands at its end.
    const onItsWay: { readonly at: number; readonly deliver: () => void }[] = []
    const deliverDue = (): void => {
      while (onItsWay[0] && onItsWay[0].at <= performance.now()) onItsWay.shift()?.deliver()
      if (onItsWay[0]) setTimeout(deliverDue, Math.ceil(onItsWay[0].at - performance.now()))
    }
    const send = (deliver: () => void): void => {
      if (delayMs === 0 && onItsWay.length === 0) {
        deliver()
        return
      }
      onItsWay.push({ at: Math.max(performance.now() + delayMs, onItsWay.at(-1)?.at ?? 0), deliver })
      if (onItsWay.length === 1) deliverDue()
    }
    from.on('data', (chunk) => {
      send(() => {
        if (to.writable && !to.write(chunk)) from.pause()
      })
    })
    to.on('drain', () => {
      if (!isCut) from.resume()
    })
    from.on('end', () => {
      send(() => to.end())
    })
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
  const close = (): void => {
    server.close()
    for (const socket of open) socket.destroy()
  }
  after(close)
  return {
    close,
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections
    },
    cut: () => {
      isCut = true
      for (const socket of open) socket.pause()
    },
    slow: (ms) => {
      delayMs = ms
    },
    mend: () => {
      isCut = false
      delayMs = 0
      for (const socket of open) socket.resume()
    },
  }
}
