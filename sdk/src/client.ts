/**
 * One call to the service: its address, headers and body, its deadline, and the attempts it takes. Every write carries
 * an idempotency key, made here when the caller gives none, so that an attempt whose answer was lost is safe to repeat.
 * Only what every platform with fetch has is used.
 */
import { ApiError, ConnectionError, toApiError } from './errors.ts'
import { Listing } from './listing.ts'
import type { Page } from './listing.ts'
import { retryDelay } from './retry.ts'

export interface ClientOptions {
  /** Where the service is, such as https://tieout.example.com. */
  readonly baseUrl: string
  /** A key that starts with svc_live_ or svc_test_, or the token of an embed session. */
  readonly apiKey: string
  /** Pins the API version, YYYY-MM-DD; the latest when left out. */
  readonly version?: string
  /** How often a call that failed for a passing reason is tried again. 3 when left out. */
  readonly maxRetries?: number
  /** For one attempt. 30 seconds when left out. */
  readonly timeoutMs?: number
  /** Another way to send requests, for proxies and tests. */
  readonly fetch?: typeof fetch
}

export interface CallOptions {
  readonly idempotencyKey?: string
  /** Ends the call and its attempts. */
  readonly signal?: AbortSignal
  readonly maxRetries?: number
  readonly timeoutMs?: number
}

export interface RequestParts {
  readonly method: string
  readonly path: string
  readonly query?: object
  readonly body?: unknown
  /** Where a redirect goes is the answer itself. */
  readonly redirects?: true
}

interface Request {
  readonly url: string
  readonly init: RequestInit
  readonly redirects: boolean
}

const DEFAULTS = { maxRetries: 3, timeoutMs: 30_000 }

export class Client {
  readonly #options: ClientOptions & typeof DEFAULTS

  constructor(options: ClientOptions) {
    if (options.apiKey === '') throw new TypeError('apiKey is empty')
    this.#options = { ...DEFAULTS, ...options, baseUrl: options.baseUrl.replace(/\/+$/, '') }
  }

  protected async call<Answer>(parts: RequestParts, options: CallOptions): Promise<Answer> {
    const request = this.#request(parts, options)
    const maxRetries = options.maxRetries ?? this.#options.maxRetries
    for (let attempt = 1; ; attempt += 1) {
      try {
        return (await this.#attempt(request, options)) as Answer
      } catch (error) {
        if (!(error instanceof ApiError || error instanceof ConnectionError)) throw error
        const delay = retryDelay(error, attempt, maxRetries, Math.random())
        if (delay === null) throw error
        await pause(delay, options.signal)
      }
    }
  }

  protected list<Item, More, Name extends string = 'data'>(
    parts: RequestParts,
    options: CallOptions,
    items: Name,
  ): Listing<Item, More, Name> {
    return new Listing(items, (cursor) => {
      const query = cursor === null ? parts.query : { ...parts.query, cursor }
      return this.call<Page<Item, Name> & More>({ ...parts, ...(query && { query }) }, options)
    })
  }

  #request(parts: RequestParts, options: CallOptions): Request {
    const url = new URL(this.#options.baseUrl + parts.path)
    for (const [name, value] of Object.entries(parts.query ?? {}) as [string, unknown][])
      if (value !== undefined && value !== null) url.searchParams.set(name, textOf(value))
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.#options.apiKey}`,
      accept: 'application/json',
      ...(this.#options.version !== undefined && { 'service-version': this.#options.version }),
      ...(parts.method !== 'GET' && { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() }),
      ...(parts.body !== undefined && { 'content-type': 'application/json' }),
    }
    const body = parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }
    return { url: url.href, init: { method: parts.method, headers, ...body }, redirects: parts.redirects === true }
  }

  /** The deadline is for the whole answer, or where that is given back as it comes, for its beginning. */
  async #attempt(request: Request, options: CallOptions): Promise<unknown> {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), options.timeoutMs ?? this.#options.timeoutMs)
    const signal = options.signal ? AbortSignal.any([deadline.signal, options.signal]) : deadline.signal
    try {
      return await this.#answer(request, signal)
    } catch (error) {
      if (error instanceof ApiError) throw error
      options.signal?.throwIfAborted()
      const what = deadline.signal.aborted ? 'did not answer in time' : 'could not be reached'
      throw new ConnectionError(`${new URL(request.url).origin} ${what}.`, error)
    } finally {
      clearTimeout(timer)
    }
  }

  async #answer({ url, init, redirects }: Request, signal: AbortSignal): Promise<unknown> {
    const redirect = redirects ? 'follow' : 'error'
    // Where a redirect leads is another server: fetch itself takes the key off a request that goes there.
    const response = await (this.#options.fetch ?? fetch)(url, { ...init, signal, redirect })
    if (!response.ok) throw await toApiError(response)
    if (response.status === 204) return undefined
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return isJson && !redirects ? await response.json() : response
  }
}

/** A path with ids in it. An id that would name another path is refused before it is sent. */
export function pathOf(texts: TemplateStringsArray, ...ids: readonly string[]): string {
  return texts.reduce((path, text, index) => {
    const id = ids[index - 1] ?? ''
    if (id === '' || id === '.' || id === '..') throw new TypeError(`an id is missing in ${texts.join('…')}`)
    return path + encodeURIComponent(id) + text
  })
}

function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new TypeError('a query parameter is a text, a number or a boolean')
}

/** Resolves after the time, or rejects as soon as the signal says so. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
