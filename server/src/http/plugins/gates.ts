/**
 * The gates that every request passes before its body is even read, in the order the interface promises: address
 * fence, version, authentication, rate limit, scope. Plan and subscription come after validation, in `planGate`.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticator } from '../../domain/access/authenticate.ts'
import { hasSubscription } from '../../domain/caller.ts'
import type { RequestCaller } from '../../domain/caller.ts'
import type { AddressFence, LimitDecision, RateLimiter } from '../../domain/deps.ts'
import { Problem } from '../../lib/problem.ts'
import { LANE_WINDOW_SECONDS, LANES } from '../lanes.ts'
import type { RouteDeclaration } from '../route.ts'
import { LATEST_VERSION, resolveVersion } from '../version.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gates; null on the few routes that need no key. */
    caller: RequestCaller | null
  }
  interface FastifyContextConfig {
    declaration?: RouteDeclaration
  }
}

export interface GateOptions {
  readonly fence: AddressFence
  readonly limiter: RateLimiter
  readonly authenticator: Authenticator
  readonly now: () => number
}

export function addGates(app: FastifyInstance, options: GateOptions): void {
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request, reply) => {
    // What every answer carries, whatever becomes of the request. Figures of borrowers are kept by no cache on the way,
    // and no browser takes an answer for anything but what it says it is; pages and built files say otherwise themselves.
    reply.header('X-Request-ID', request.id).header('Service-Version', LATEST_VERSION)
    reply.header('Cache-Control', 'no-store').header('X-Content-Type-Options', 'nosniff')
    if (!options.fence.admits(request.ip)) throw new Problem('address_fenced')
    reply.header('Service-Version', resolveVersion(request.headers['service-version']))
    const declaration = request.routeOptions.config.declaration
    if (!declaration) return
    if (declaration.open) {
      await rateLimit(options, { holder: `address:${request.ip}`, limits: {} }, declaration, reply)
      return
    }
    const caller = await options.authenticator.authenticate(request.headers.authorization)
    // Each session has a budget of its own: one person's haste is not another's waiting.
    const holder = `${caller.organizationId}:${caller.embed?.sessionId ?? caller.keyId}`
    await rateLimit(options, { holder, limits: caller.rateLimits }, declaration, reply)
    if (caller.embed && declaration.embed === undefined) {
      throw new Problem('loan_out_of_reach', { message: 'Embed sessions cannot use this operation.' })
    }
    if (declaration.scope !== null && !caller.scopes.has(declaration.scope)) {
      throw new Problem('missing_scope', { message: `This operation needs a key with the scope ${declaration.scope}.` })
    }
    if (declaration.testModeOnly && caller.livemode) throw new Problem('mode_mismatch')
    request.caller = { ...caller, requestId: request.id }
  })
}

async function rateLimit(
  options: GateOptions,
  budgetOf: { readonly holder: string; readonly limits: Readonly<Record<string, number>> },
  declaration: RouteDeclaration,
  reply: FastifyReply,
): Promise<void> {
  const { lane } = declaration
  const budget = budgetOf.limits[lane] ?? LANES[lane]
  const decision = await options.limiter.take(`${budgetOf.holder}:${lane}`, { lane, budget })
  reply.headers(rateLimitHeaders(budget, decision, options.now()))
  if (!decision.allowed) throw new Problem('rate_limited', { retryAfterSeconds: decision.retryAfterSeconds })
}

/** The current header forms, and the older ones while clients still read them. */
export function rateLimitHeaders(budget: number, decision: LimitDecision, nowMs: number): Record<string, string> {
  const limit = String(budget)
  const remaining = String(decision.remaining)
  return {
    'RateLimit-Limit': limit,
    'RateLimit-Remaining': remaining,
    'RateLimit-Reset': String(decision.resetSeconds),
    'RateLimit-Policy': `${limit};w=${LANE_WINDOW_SECONDS}`,
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': remaining,
    'X-RateLimit-Reset': String(Math.ceil(nowMs / 1000) + decision.resetSeconds),
  }
}

/** Whether the workspace has paid for the operation: a subscription where one is needed, and the plan's feature. */
export function planGate(declaration: RouteDeclaration, caller: RequestCaller): void {
  if (declaration.subscription && caller.livemode && !hasSubscription(caller))
    throw new Problem('subscription_required')
  if (declaration.feature !== undefined && !caller.features.has(declaration.feature)) {
    throw new Problem('feature_not_in_plan')
  }
}

/** The caller of a request that has passed the gates. */
export function callerOfRequest(request: FastifyRequest): RequestCaller {
  if (!request.caller) throw new Error('the gates have not seen this request')
  return request.caller
}
