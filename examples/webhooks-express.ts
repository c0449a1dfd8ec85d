/** A webhook receiver for Express: `express.raw` in front of this route keeps the body as the bytes that were signed. */
import { verifyWebhook, WebhookVerificationError } from '@tieout/sdk/webhooks'
import express from 'express'
import type { Router } from 'express'
import type { ReceiverOptions } from './webhooks-node.ts'

/** Mount it before any `express.json()`: what has parsed a body has thrown its bytes away. */
export function expressReceiver(options: ReceiverOptions): Router {
  const handled = new Set<string>()
  const router = express.Router()
  router.post('/', express.raw({ type: 'application/json' }), (request, response) => {
    try {
      const signature = request.headers['service-signature']
      const event = verifyWebhook({ body: request.body as Buffer, signature, secret: options.secret })
      response.status(204).end()
      if (handled.has(event.id)) return
      handled.add(event.id)
      options.onEvent(event)
    } catch (error) {
      if (error instanceof WebhookVerificationError) response.status(400).end()
      else throw error
    }
  })
  return router
}
