/**
 * Talks to Restate: hands work to it, and tells it where a release of the worker is reached. Plain HTTP with the
 * engine's own idempotency header; the handlers themselves live in pipelines/.
 */
import { Agent, request } from 'undici'
import type { Clock, WorkEngine } from '../domain/deps.ts'

export interface RestateOptions {
  readonly ingressUrl: string
  readonly adminUrl: string
  /** Put before every service name, so that installations can share one engine. */
  readonly prefix: string
  /** By which work is due. */
  readonly clock: Clock
}

/** A release of the worker as the engine knows it. */
export interface Release {
  readonly id: string
  readonly uri: string
  readonly registeredAt: Date
  /** New work goes to this one. */
  readonly isLatest: boolean
  /** Pieces of work that began with it and have not ended; they can end nowhere else. */
  readonly underWay: number
}

interface Deployment {
  readonly id: string
  readonly uri: string
  readonly created_at: string
  readonly services: readonly { readonly name: string; readonly revision: number }[]
}

/** Every release has this service: its revision tells which of them came last. */
const MARKER_SERVICE = 'package'
/** The engine's own status for what goes on, and those for what it does not know and for too many questions. */
const NOT_ENDED: ReadonlySet<number> = new Set([470, 404, 429])
const TIMEOUT_MS = 10_000
const CONNECTIONS = 32

/** The engine could not be reached or did not take the request; trying again later is right. */
export class EngineUnreachable extends Error {}

export class RestateEngine implements WorkEngine {
  readonly #options: RestateOptions
  readonly #agent = new Agent({
    connections: CONNECTIONS,
    pipelining: 1,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connect: { timeout: TIMEOUT_MS },
  })

  /** The name under which this installation has it. */
  readonly #marker: string

  constructor(options: RestateOptions) {
    this.#options = options
    this.#marker = `${options.prefix}${MARKER_SERVICE}`
  }

  /**
   * Each topic is a service with one handler, `run`; the work's id makes a repeat the same invocation. Work with a
   * `key` goes to a service that runs one piece a key at a time, and work with an `at` is kept until then.
   */
  async start(work: Parameters<WorkEngine['start']>[0]): Promise<string> {
    const { ingressUrl, prefix, clock } = this.#options
    const { key, at } = work.payload
    const target = `${prefix}${work.topic}${key === undefined ? '' : `/${encodeURIComponent(key)}`}`
    const waitMs = at === undefined ? 0 : new Date(at).getTime() - clock.now().getTime()
    const answer = await this.#post(
      `${ingressUrl}/${target}/run/send${waitMs > 0 ? `?delay=${waitMs}ms` : ''}`,
      { work: work.id, workspace: work.workspaceUuid, ...work.payload },
      { 'idempotency-key': work.id },
    )
    return (JSON.parse(answer) as { invocationId: string }).invocationId
  }

  /** Asked where work is handed over, one by one: whoever does that need not reach the administration. */
  async ended(names: readonly string[]): Promise<ReadonlySet<string>> {
    const looks = names.map(async (name) => ((await this.#hasEnded(name)) ? [name] : []))
    return new Set((await Promise.all(looks)).flat())
  }

  /** An end is a result, or a refusal, which has the status that it was made with; ours and the engine's are all 4xx. */
  async #hasEnded(name: string): Promise<boolean> {
    const url = `${this.#options.ingressUrl}/restate/invocation/${name}/output`
    const { statusCode, body } = await this.#call(url, { method: 'GET' })
    await body.dump()
    return statusCode < 500 && !NOT_ENDED.has(statusCode)
  }

  /**
   * Makes the engine send new work to this address; answers the deployment's id. Repeating it changes nothing. An
   * address that another installation had before, and that the engine still knows under that one's services, is made
   * known anew: the engine answers as if all were well, and would never send this one anything.
   */
  async register(uri: string): Promise<string> {
    const known = await this.#announce(uri, false)
    const deployment = this.#isOurs(known) ? known : await this.#announce(uri, true)
    if (!this.#isOurs(deployment)) throw new EngineUnreachable(`${uri} is the address of another installation`)
    return deployment.id
  }

  /** Given an address that the engine knows, it asks there again only where it `looksAgain`. */
  async #announce(uri: string, looksAgain: boolean): Promise<Pick<Deployment, 'id' | 'services'>> {
    const announced = { uri, use_http_11: false, ...(looksAgain && { force: true }) }
    const answer = await this.#post(`${this.#options.adminUrl}/deployments`, announced)
    return JSON.parse(answer) as Pick<Deployment, 'id' | 'services'>
  }

  #isOurs({ services }: Pick<Deployment, 'services'>): boolean {
    return services.some(({ name }) => name === this.#marker)
  }

  async isRegistered(deploymentId: string): Promise<boolean> {
    const { statusCode, body } = await this.#call(`${this.#options.adminUrl}/deployments/${deploymentId}`, {
      method: 'GET',
    })
    await body.dump()
    return statusCode === 200
  }

  /** The releases that the engine knows for this installation, oldest first. */
  async releases(): Promise<Release[]> {
    const { adminUrl } = this.#options
    const { statusCode, body } = await this.#call(`${adminUrl}/deployments`, { method: 'GET' })
    const text = await body.text()
    if (statusCode !== 200) throw new EngineUnreachable(`${adminUrl}/deployments answered ${statusCode}`)
    const known = (JSON.parse(text) as { deployments: Deployment[] }).deployments.flatMap((deployment) => {
      const marker = deployment.services.find(({ name }) => name === this.#marker)
      return marker === undefined ? [] : [{ ...deployment, revision: marker.revision }]
    })
    const latest = Math.max(...known.map(({ revision }) => revision))
    const underWay = await this.#underWay()
    return known
      .sort((a, b) => a.revision - b.revision)
      .map(({ id, uri, created_at, revision }) => ({
        id,
        uri,
        registeredAt: new Date(created_at),
        isLatest: revision === latest,
        underWay: underWay.get(id) ?? 0,
      }))
  }

  /** How much work each release has begun and not ended. */
  async #underWay(): Promise<Map<string, number>> {
    const answer = await this.#post(
      `${this.#options.adminUrl}/query`,
      {
        query: `SELECT pinned_deployment_id AS id, count(*) AS n FROM sys_invocation
          WHERE status <> 'completed' AND pinned_deployment_id IS NOT NULL GROUP BY pinned_deployment_id`,
      },
      { accept: 'application/json' },
    )
    const { rows } = JSON.parse(answer) as { rows: { id: string; n: number }[] }
    return new Map(rows.map(({ id, n }) => [id, n]))
  }

  /** Forgets an address that no work is pinned to any more. */
  async unregister(deploymentId: string): Promise<void> {
    const { body } = await this.#call(`${this.#options.adminUrl}/deployments/${deploymentId}?force=true`, {
      method: 'DELETE',
    })
    await body.dump()
  }

  async close(): Promise<void> {
    await this.#agent.close()
  }

  async #post(url: string, payload: unknown, headers: Record<string, string> = {}): Promise<string> {
    const { statusCode, body } = await this.#call(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(payload),
    })
    const text = await body.text()
    if (statusCode >= 300) throw new EngineUnreachable(`${url} answered ${statusCode}: ${text.slice(0, 500)}`)
    return text
  }

  async #call(url: string, options: Parameters<typeof request>[1]) {
    try {
      return await request(url, { ...options, dispatcher: this.#agent })
    } catch (error) {
      throw new EngineUnreachable(`${url} could not be reached`, { cause: error })
    }
  }
}
