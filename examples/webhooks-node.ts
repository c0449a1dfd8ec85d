/**
 * A webhook receiver in plain Node. It keeps the raw bytes, verifies them, answers at once and works afterwards, and
 * handles each event id once.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { verifyWebhook, WebhookVerificationError } from '@tieout/sdk/webhooks'
import type { WebhookEvent } from '@tieout/sdk/webhooks'

const LARGEST_BODY_BYTES = 1024 * 1024

export interface ReceiverOptions {
  /** The endpoint's signing secret; during a rotation the new and the old one. */
  readonly secret: string | readonly string[]
  /** Called once an event. Put it into a queue of your own; what takes long must not hold up the answer. */
  readonly onEvent: (event: WebhookEvent) => void
}

/** For `createServer` of node:https, or of node:http behind your own TLS. */
export function nodeReceiver(options: ReceiverOptions): (request: IncomingMessage, response: ServerResponse) => void {
  // In production: a table with a unique column, written with whatever the event changes.
  const handled = new Set<string>()
  return (request, response) => {
    readBody(request)
      .then((body) => {
        const signature = request.headers['service-signature']
        const event = verifyWebhook({ body, signature, secret: options.secret })
        response.writeHead(204).end()
        if (handled.has(event.id)) return
        handled.add(event.id)
        options.onEvent(event)
      })
      .catch((error: unknown) => {
        response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end()
      })
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > LARGEST_BODY_BYTES) throw new Error('the body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
