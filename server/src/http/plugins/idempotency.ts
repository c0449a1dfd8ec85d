/** The Idempotency-Key header: claims it before the operation, keeps the answer after it, replays it to repeats. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../domain/deps.ts'
import { assertKeyForm, claim, fingerprint, settle } from '../../domain/idempotency/claim.ts'
import { Problem } from '../../lib/problem.ts'
import { callerOfRequest } from './gates.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that this request runs under; null when it has none or is itself a repeat. */
    claimedKey: string | null
  }
}

const IN_PROGRESS_RETRY_SECONDS = 1

/** Checks the form of the key early, with the other validations, so that a bad one claims nothing. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  // It is a promise to keys: a person in a surface sees what became of a click, and two of them share no keys.
  if (request.method === 'GET' || !request.caller || request.caller.embed) return null
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  const key = Array.isArray(header) ? header.join(',') : header
  assertKeyForm(key)
  return key
}

/** Claims the key of a request. True: it was a repeat and has been answered. */
export async function answeredAsRepeat(
  deps: Pick<Deps, 'db' | 'keyRing'>,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
): Promise<boolean> {
  const print = fingerprint({ method: request.method, url: request.url, body: request.body })
  const verdict = await claim(deps, callerOfRequest(request), { key, fingerprint: print })
  if (verdict === null) {
    request.claimedKey = key
    return false
  }
  if (verdict.kind === 'refuse') {
    const waits = verdict.problem === 'idempotency_in_progress' ? { retryAfterSeconds: IN_PROGRESS_RETRY_SECONDS } : {}
    if (verdict.problem === 'idempotency_response_lost') reply.header('Idempotency-Replay', 'true')
    throw new Problem(verdict.problem, waits)
  }
  const { status, body } = verdict.answer
  reply.header('Idempotency-Replay', 'true').code(status)
  if (body === null) await reply.send()
  // A string is sent as it is, byte for byte what the first caller got.
  else await reply.type('application/json; charset=utf-8').serializer(String).send(body)
  return true
}

/** Keeps the answer of every request that runs under a key, before it leaves. */
export function addAnswerKeeping(app: FastifyInstance, deps: Pick<Deps, 'db' | 'keyRing'>): void {
  app.decorateRequest('claimedKey', null)
  app.addHook('onSend', async (request, reply, payload) => {
    const key = request.claimedKey
    if (key === null) return payload
    request.claimedKey = null
    const body = typeof payload === 'string' && payload !== '' ? payload : null
    try {
      await settle(deps, callerOfRequest(request), { key, status: reply.statusCode, body })
    } catch (error) {
      // The caller still gets this answer; a repeat will be told that it was lost.
      request.log.error({ err: error }, 'the answer of an idempotent request could not be kept')
    }
    return payload
  })
}
