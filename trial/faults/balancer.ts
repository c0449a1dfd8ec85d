/** A balancer of connections over the nodes that say they are well; those of one that stops saying so are ended. */
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

const LOOK_EVERY_MS = 500
const HEALTHY_WITHIN_MS = 2_000

export interface BalancedNode {
  readonly port: number
  /** A path that answers 200 while the node is well. */
  readonly health: string
}

export interface Balancer {
  readonly port: number
  close(): void
}

export async function startBalancer(nodes: readonly BalancedNode[]): Promise<Balancer> {
  const well = new Set<number>()
  const open = new Map<number, Set<Socket>>(nodes.map(({ port }) => [port, new Set()]))
  let turn = 0
  const server = createServer((near) => {
    near.on('error', () => undefined)
    const choice = [...well]
    const port = choice[turn++ % Math.max(1, choice.length)]
    if (port === undefined) {
      near.destroy()
      return
    }
    const far = connect(port, '127.0.0.1')
    open.get(port)?.add(near)
    near.on('close', () => {
      open.get(port)?.delete(near)
      far.destroy()
    })
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
    near.pipe(far).pipe(near)
  })
  const look = async ({ port, health }: BalancedNode): Promise<void> => {
    const url = `http://127.0.0.1:${port}${health}`
    const isWell = await fetch(url, { signal: AbortSignal.timeout(HEALTHY_WITHIN_MS) })
      .then(async (response) => (await response.arrayBuffer(), response.ok))
      .catch(() => false)
    if (isWell) well.add(port)
    else if (well.delete(port)) for (const socket of open.get(port) ?? []) socket.destroy()
  }
  const timer = setInterval(() => nodes.forEach((node) => void look(node)), LOOK_EVERY_MS)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      clearInterval(timer)
      server.close()
      for (const sockets of open.values()) for (const socket of sockets) socket.destroy()
    },
  }
}
