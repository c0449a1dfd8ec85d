/**
 * How many requests a process works on at once. Beyond that it refuses at once and says when to come back: a request
 * that waits behind hundreds of others is answered when nobody waits for it any more, and takes the place of one that
 * could be. Work keeps its place until it ends, whether or not its client still waits: clients that give up and come
 * again are what brings a busy service down. What is sent once the answer is known, a stream for instance, needs none.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../lib/problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the request stands with the admission. */
    place: 'none' | 'taken' | 'working'
  }
}

const COME_BACK_SECONDS = 1

export function addAdmission(app: FastifyInstance, atMost: number): void {
  let underWay = 0
  app.decorateRequest('place', 'none')
  app.addHook('onRequest', (request, reply, done) => {
    // Health checks are asked most when the process is busy.
    if (!request.routeOptions.config.declaration) {
      done()
      return
    }
    if (underWay >= atMost) {
      done(new Problem('unavailable', { retryAfterSeconds: COME_BACK_SECONDS }))
      return
    }
    underWay += 1
    request.place = 'taken'
    // A client that goes away while its body is read: no answer will ever be sent.
    reply.raw.once('close', () => {
      if (request.place === 'taken') leave(request)
    })
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.place === 'taken') request.place = 'working'
    done()
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    leave(request)
    done()
  })
  const leave = (request: FastifyRequest): void => {
    if (request.place !== 'none') underWay -= 1
    request.place = 'none'
  }
}
