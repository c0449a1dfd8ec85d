/** A TLS receiver on loopback that keeps what it was sent and answers as it is told. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { Certificate } from './tls.ts'

export interface Received {
  readonly at: number
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly servername: string | false | null
}

export type Answering = (received: Received, response: ServerResponse, request: IncomingMessage) => void

export interface Receiver {
  readonly port: number
  readonly received: Received[]
  /** TCP connections, whatever became of them. */
  readonly connections: number
  answer: Answering
  close(): Promise<void>
}

export const answerStatus =
  (status: number, headers: Record<string, string> = {}): Answering =>
  (_received, response) =>
    response.writeHead(status, headers).end()

export async function startReceiver(
  certificate: Certificate,
  answer: Answering = answerStatus(200),
): Promise<Receiver> {
  const received: Received[] = []
  let connections = 0
  const server = createServer(certificate, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { servername = null } = request.socket as { servername?: string | false }
      const entry = {
        at: Date.now(),
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks),
        servername,
      }
      received.push(entry)
      receiver.answer(entry, response, request)
    })
  })
  // Ended by the test, not by a machine so busy that a client's next request comes late.
  server.keepAliveTimeout = 60_000
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  let closed = false
  const receiver = {
    port: (server.address() as AddressInfo).port,
    received,
    get connections() {
      return connections
    },
    answer,
    close: async () => {
      if (closed) return
      closed = true
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  after(receiver.close)
  return receiver
}
