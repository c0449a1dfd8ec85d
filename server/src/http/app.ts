/** Puts the HTTP service together: gates, validation, routes, errors. Nothing here decides anything about lending. */
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticator } from '../domain/access/authenticate.ts'
import type { RequestCaller } from '../domain/caller.ts'
import type { AddressFence, ApiDeps, RateLimiter } from '../domain/deps.ts'
import { PROBLEMS } from '../lib/problem.ts'
import type { Problem } from '../lib/problem.ts'
import { addEmbedPages } from './embed-pages.ts'
import type { EmbedPages } from './embed-pages.ts'
import { errorBody, flatErrorBody, isFlat, problemOf } from './errors.ts'
import { Cursors } from './paging.ts'
import { addAdmission } from './plugins/admission.ts'
import { addGates, callerOfRequest, planGate } from './plugins/gates.ts'
import { addAnswerKeeping, answeredAsRepeat, idempotencyKeyOf } from './plugins/idempotency.ts'
import { reachGate } from './plugins/reach.ts'
import { addMeasuring } from './plugins/measuring.ts'
import { addBodyParsing, addValidation, assertNoNul, assertPathIds } from './plugins/validation.ts'
import { addReference } from './reference.ts'
import type { RouteDeclaration } from './route.ts'
import { ROUTES } from './routes/index.ts'
import { ErrorBody } from './schemas/common.ts'
import { LATEST_VERSION } from './version.ts'

export interface AppOptions {
  readonly deps: ApiDeps
  readonly authenticator: Authenticator
  readonly limiter: RateLimiter
  readonly fence: AddressFence
  readonly cursorKey: Buffer
  readonly logger: FastifyBaseLogger
  /** Beyond so many requests under way it refuses at once. */
  readonly requestsAtOnce: number
  /** How many proxies stand in front and may be believed about the caller's address. */
  readonly trustedProxies: number
  /** Where browsers reach this service; asked for when it is listening. */
  readonly publicUrl: () => string
  readonly embedPages: EmbedPages
  /** Whether the service can take requests: its stores answer and it is not shutting down. */
  readonly ready: () => Promise<boolean>
  /** More routes than the product's own; for tests. */
  readonly extraRoutes?: readonly RouteDeclaration[]
}

const BODY_LIMIT_BYTES = 1024 * 1024
/** See RUNNING_AT_MOST_SECONDS in domain/idempotency/claim.ts, which must be longer. */
const REQUEST_TIMEOUT_MS = 60_000

const newRequestId = (): string => `req_${randomBytes(12).toString('hex')}`

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.logger,
    genReqId: newRequestId,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    handlerTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: (_address: string, hop: number) => hop < options.trustedProxies,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => void refuse(error, request, reply),
    clientErrorHandler: refuseRawSocket,
  })
  addMeasuring(app)
  addAdmission(app, options.requestsAtOnce)
  addGates(app, { ...options, now: () => options.deps.clock.now().getTime() })
  addAnswerKeeping(app, options.deps)
  addValidation(app)
  addBodyParsing(app)
  app.setErrorHandler(refuse)
  app.setNotFoundHandler((request, reply) => refuse({ code: 'FST_ERR_NOT_FOUND' }, request, reply))
  const cursors = new Cursors(options.cursorKey)
  for (const declaration of [...ROUTES, ...(options.extraRoutes ?? [])]) {
    register(app, declaration, { deps: options.deps, cursors, publicUrl: options.publicUrl })
  }
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const ready = await options.ready()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
  addEmbedPages(app, options.deps, options.embedPages)
  await addReference(app)
  return app
}

function register(
  app: FastifyInstance,
  declaration: RouteDeclaration,
  context: { deps: ApiDeps; cursors: Cursors; publicUrl: () => string },
): void {
  const answers = Object.entries(declaration.answers).map(
    ([status, { body }]) => [status, body ?? { type: 'null' }] as const,
  )
  app.route({
    method: declaration.method,
    url: declaration.path,
    config: { declaration },
    ...(declaration.openForMs !== undefined && { handlerTimeout: declaration.openForMs }),
    schema: {
      ...(declaration.params && { params: declaration.params }),
      ...(declaration.query && { querystring: declaration.query }),
      ...(declaration.body && { body: declaration.body }),
      response: { ...(Object.fromEntries(answers) as Record<string, unknown>), '4xx': ErrorBody, '5xx': ErrorBody },
    },
    ...(declaration.bodyMayBeMissing && {
      preValidation: (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
        request.body ??= {}
        done()
      },
    }),
    handler: async (request, reply) => {
      assertPathIds(declaration, request)
      assertNoNul(request.body, 'body')
      assertNoNul(request.query, 'query')
      const caller = declaration.open ? null : callerOfRequest(request)
      const key = idempotencyKeyOf(request)
      if (caller) {
        await reachGate(context.deps, declaration, request, caller)
        planGate(declaration, caller)
      }
      if (key !== null && (await answeredAsRepeat(context.deps, request, reply, key))) return reply
      const { params, query, body } = request as unknown as { params: never; query: never; body: never }
      const answer = await declaration.handle({
        deps: context.deps,
        cursors: context.cursors,
        publicUrl: context.publicUrl(),
        requestId: request.id,
        // An open route's operation is typed to have none.
        caller: caller as RequestCaller,
        idempotencyKey: key,
        lastEventId: headerOf(request, 'last-event-id'),
        whenGone: (then) => (reply.raw.destroyed ? then() : void reply.raw.once('close', then)),
        params,
        query,
        body,
      })
      reply.code(answer.status)
      if (answer.headers) reply.headers(answer.headers)
      return reply.send(answer.body)
    },
  })
}

function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemOf(error)
  logProblem(problem, request)
  // Errors of the framework itself come before any hook has run.
  reply.header('X-Request-ID', request.id)
  if (!reply.hasHeader('Service-Version')) reply.header('Service-Version', LATEST_VERSION)
  if (problem.retryAfterSeconds !== null) reply.header('Retry-After', String(problem.retryAfterSeconds))
  // A throttled workspace may have requests left: that number would say the wrong thing.
  if (problem.type === 'usage_throttled')
    reply.removeHeader('RateLimit-Remaining').removeHeader('X-RateLimit-Remaining')
  reply.code(problem.status)
  if (!isFlat(problem, request.routeOptions.config.declaration?.lane)) return reply.send(errorBody(problem, request.id))
  return reply
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(flatErrorBody(problem, request.id))
}

function logProblem(problem: Problem, request: FastifyRequest): void {
  if (problem.status >= 500) request.log.error({ err: problem.cause ?? problem, type: problem.type }, 'request failed')
  else request.log.debug({ type: problem.type, reason: problem.message }, 'request refused')
}

/** What is not even HTTP still gets an answer in our form, where the socket can take one. */
function refuseRawSocket(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const requestId = newRequestId()
  const type = 'validation_failed'
  const message = 'The request is not well-formed HTTP, or its headers are too large.'
  const body = JSON.stringify({ error: { type, message, request_id: requestId, details: null } })
  const status = PROBLEMS[type][0]
  socket.end(
    `HTTP/1.1 ${status} Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-ID: ${requestId}\r\n` +
      `Service-Version: ${LATEST_VERSION}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
