/** A webhook receiver for Fastify: a parser of its own keeps the body as the bytes that were signed. */
import { verifyWebhook, WebhookVerificationError } from '@tieout/sdk/webhooks'
import type { FastifyPluginCallback } from 'fastify'
import type { ReceiverOptions } from './webhooks-node.ts'

/** Register it under a prefix of its own, so that its parser does not reach your other routes. */
export const fastifyReceiver: FastifyPluginCallback<ReceiverOptions> = (app, options, done) => {
  const handled = new Set<string>()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
  app.post('/', (request, reply) => {
    try {
      const signature = request.headers['service-signature']
      const event = verifyWebhook({ body: request.body as Buffer, signature, secret: options.secret })
      if (!handled.has(event.id)) {
        handled.add(event.id)
        setImmediate(options.onEvent, event)
      }
      return reply.code(204).send()
    } catch (error) {
      if (error instanceof WebhookVerificationError) return reply.code(400).send()
      throw error
    }
  })
  done()
}
