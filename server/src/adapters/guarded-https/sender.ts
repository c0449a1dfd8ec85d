/**
 * Posts webhooks: one request, one deadline over everything, no redirect followed, no proxy of the environment used,
 * no more of the answer read than it takes to know that it is one. undici carries the request over the connections
 * that the guard opens; an idle connection is used again for a second only, long enough to drain a queue, too short
 * to meet a receiver that has just closed it.
 */
import { Agent, request } from 'undici'
import type { WebhookRequest, WebhookSender, WebhookSendOutcome } from '../../domain/deps.ts'
import { toDestination } from '../../lib/destination.ts'
import type { Destination, DestinationRules } from '../../lib/destination.ts'
import { ConnectionRefused, GuardedConnector } from './connect.ts'
import type { ConnectOptions } from './connect.ts'

export interface SenderOptions extends DestinationRules, ConnectOptions {
  readonly deadlineMs: number
}

/** An answer's body tells us nothing; beyond this we stop listening. */
const MOST_OF_ANSWER_BYTES = 64 * 1024
const IDLE_CONNECTION_MS = 1_000
const CANNOT_KNOW_NOW = new Set(['ETIMEOUT', 'ESERVFAIL', 'EREFUSED', 'ECONNREFUSED', 'ECANCELLED'])

export class GuardedSender implements WebhookSender {
  readonly #options: SenderOptions
  readonly #connector: GuardedConnector
  readonly #agent: Agent

  constructor(options: SenderOptions) {
    this.#options = options
    this.#connector = new GuardedConnector(options)
    this.#agent = new Agent({
      connect: (target, done) => {
        // undici splits the origin; it is judged again as a whole.
        const to = toDestination(`https://${target.host ?? target.hostname}`, options)
        if (to)
          this.#open(to).then(
            (socket) => done(null, socket),
            (error: unknown) => done(error as Error, null),
          )
        else done(new ConnectionRefused(`${target.hostname} is not a public destination`), null)
      },
      allowH2: false,
      keepAliveTimeout: IDLE_CONNECTION_MS,
      keepAliveMaxTimeout: IDLE_CONNECTION_MS,
    })
  }

  async accepts(url: string): Promise<string | null> {
    const to = toDestination(url, this.#options)
    if (!to) return null
    if (to.isAddress) return to.url
    try {
      await within(this.#options.deadlineMs, () => this.#connector.publicAddresses(to.host))
    } catch (error) {
      // A name server that is down says nothing against the name; the sender judges it again before it connects.
      if (!isTemporary(error)) return null
    }
    return to.url
  }

  async send(message: WebhookRequest): Promise<WebhookSendOutcome> {
    const to = toDestination(message.url, this.#options)
    if (!to) return { kind: 'no_answer', reason: 'not a public https destination' }
    try {
      return await within(this.#options.deadlineMs, async (signal) => {
        const answer = await request(to.url, {
          method: 'POST',
          headers: { ...message.headers, 'content-type': 'application/json; charset=utf-8' },
          body: message.body,
          dispatcher: this.#agent,
          signal,
          headersTimeout: 0,
          bodyTimeout: 0,
        })
        let bytes = 0
        for await (const chunk of answer.body) {
          bytes += (chunk as Buffer).length
          // Leaving the loop closes the connection.
          if (bytes > MOST_OF_ANSWER_BYTES) break
        }
        return { kind: 'answered', status: answer.statusCode }
      })
    } catch (error) {
      return { kind: 'no_answer', reason: wordsOf(error) }
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  /** undici's own signal ends the request, not the connection that is being made for it: that has its own end. */
  async #open(to: Destination) {
    return within(this.#options.deadlineMs, (signal) => this.#connector.connect(to, signal))
  }
}

/** Runs `work` and gives up on it after `ms`, whatever it is doing. */
async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(new Error(`no answer in ${ms} ms`)), ms)
  const ended = new Promise<never>((_resolve, reject) => {
    deadline.signal.addEventListener('abort', () => reject(deadline.signal.reason as Error), { once: true })
  })
  try {
    return await Promise.race([work(deadline.signal), ended])
  } finally {
    clearTimeout(timer)
  }
}

function isTemporary(error: unknown): boolean {
  return !(error instanceof ConnectionRefused) && CANNOT_KNOW_NOW.has((error as { code?: string }).code ?? '')
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? `${(error as { code?: string }).code ?? error.name}: ${error.message}` : 'unknown'
}
