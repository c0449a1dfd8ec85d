/**
 * Webhooks under a test's own clock: a service that may reach loopback receivers, and a hand that makes attempts as
 * the engine would, but when the test says so. Database, sockets and TLS are real.
 */
import { after } from 'node:test'
import { attemptDelivery } from '../../src/domain/webhooks/attempt-delivery.ts'
import type { AttemptCall } from '../../src/domain/webhooks/attempt-delivery.ts'
import { AttemptBook } from '../../src/domain/webhooks/attempt-book.ts'
import { sweepDeliveries } from '../../src/domain/webhooks/sweep-deliveries.ts'
import { decodeId } from '../../src/lib/ids.ts'
import { parseConfig } from '../../src/main/config.ts'
import { webhookParts } from '../../src/main/webhooks.ts'
import type { WebhookParts } from '../../src/main/webhooks.ts'
import { Db } from '../../src/store/db.ts'
import { recordEvent } from '../../src/store/events.ts'
import type { Event, NewEvent } from '../../src/store/events.ts'
import { asSuperuser, urlOf } from './database.ts'
import { startDns } from './dns.ts'
import type { TestDns } from './dns.ts'
import { startReceiver } from './receiver.ts'
import type { Answering, Receiver } from './receiver.ts'
import { startTestService } from './service.ts'
import type { Tenant, TestService, TestServiceOptions } from './service.ts'
import { createAuthority } from './tls.ts'
import type { Authority } from './tls.ts'

export interface Endpoint {
  readonly id: string
  readonly secret: string
  readonly receiver: Receiver
}

/** An attempt that was left for the engine. */
export interface HandedOver {
  readonly workspaceUuid: string
  readonly id: string
  readonly call: AttemptCall
  /** Not before this moment. */
  readonly at: Date | null
}

export interface NextAttempt {
  readonly attempt: number
  readonly at: Date
}

export class WebhookBench {
  readonly service: TestService
  readonly authority: Authority
  readonly dns: TestDns
  readonly settings: Record<string, string>
  readonly parts: WebhookParts
  /** As the worker sees the database. */
  readonly worker: Db
  readonly app: Db
  /** Moved by tests; until it is, the time is the real one. */
  offsetMs = 0
  #book: AttemptBook | null = null

  constructor(service: TestService, authority: Authority, dns: TestDns, settings: Record<string, string>) {
    this.service = service
    this.authority = authority
    this.dns = dns
    this.settings = settings
    this.parts = webhookParts(parseConfig({ ...process.env, TIEOUT_ENVIRONMENT: 'test', ...settings }))
    this.worker = new Db({ url: urlOf(service.database, 'WORKER'), poolSize: 8, planOnce: true })
    this.app = new Db({ url: urlOf(service.database, 'APP'), poolSize: 8 })
  }

  readonly clock = { now: (): Date => new Date(Date.now() + this.offsetMs) }

  get deps() {
    const deps = { db: this.worker, clock: this.clock, ...this.parts }
    return { ...deps, book: (this.#book ??= new AttemptBook(deps)) }
  }

  async endpoint(tenant: Tenant, options: { answer?: Answering; events?: string[] } = {}): Promise<Endpoint> {
    const name = 'hooks.receiver.test'
    this.dns.zone[name] = { a: ['127.0.0.1'] }
    const receiver = await startReceiver(this.authority.issue([name]), options.answer)
    const reply = await this.service.call('/api/webhooks', {
      method: 'POST',
      key: tenant.key,
      body: { url: `https://${name}:${receiver.port}/hook`, subscribed_events: options.events ?? ['*'] },
    })
    if (reply.status !== 201) throw new Error(reply.text)
    return { id: reply.json.id as string, secret: reply.json.signing_secret as string, receiver }
  }

  /** Records an event as a business transaction would. */
  async record(tenant: Tenant, event: Partial<NewEvent> = {}): Promise<Event> {
    const recorded = await this.app.inTenant({ workspaceUuid: tenant.workspace.uuid }, (tx) =>
      recordEvent(tx, { type: 'job.completed', livemode: true, loanId: null, data: {}, ...event }),
    )
    if (!recorded) throw new Error('the event was recorded before')
    return recorded
  }

  /** The attempts that wait for the engine, of all deliveries or of one, taken off the books. */
  async handedOver(deliveryUuid: string | null = null): Promise<HandedOver[]> {
    const rows = await asSuperuser<{ workspace_id: string; id: string; payload: Record<string, string> }>(
      this.service.database,
      `DELETE FROM outbox WHERE topic = 'webhook-delivery' AND ($1::text IS NULL OR payload->>'delivery' = $1)
       RETURNING workspace_id, id, payload`,
      [deliveryUuid],
    )
    return rows.map(({ workspace_id: workspaceUuid, id, payload }) => ({
      workspaceUuid,
      id,
      at: payload['at'] === undefined ? null : new Date(payload['at']),
      call: {
        uuid: payload['delivery'] ?? '',
        endpointUuid: payload['endpoint'] ?? '',
        createdAt: new Date(payload['created'] ?? ''),
        attempt: Number(payload['attempt']),
      },
    }))
  }

  /** Makes an attempt as the engine would; answers the one that it left for the engine, taken off the books. */
  async attempt(workspaceUuid: string, call: AttemptCall, runner = 'test'): Promise<NextAttempt | null> {
    await attemptDelivery(this.deps, { workspaceUuid, call, runner })
    const [next, ...others] = await this.handedOver(call.uuid)
    if (others.length > 0) throw new Error('an attempt is followed by one at most')
    return next?.at ? { attempt: next.call.attempt, at: next.at } : null
  }

  /** Makes the one waiting attempt and those that follow from it, moving the clock to each; answers the gaps. */
  async attemptToTheEnd(): Promise<number[]> {
    const [work, ...others] = await this.handedOver()
    if (!work || others.length > 0) throw new Error('expected one delivery')
    const gaps: number[] = []
    let call = work.call
    for (;;) {
      const next = await this.attempt(work.workspaceUuid, call)
      if (!next) return gaps
      const gapMs = next.at.getTime() - this.clock.now().getTime()
      gaps.push(Math.round(gapMs / 1000))
      this.offsetMs += gapMs
      call = { ...call, attempt: next.attempt }
    }
  }

  /** What a sweep hands over of this tenant. */
  async sweptOf(tenant: Tenant) {
    await sweepDeliveries({ db: this.worker, clock: this.clock })
    return (await this.handedOver()).filter((work) => work.workspaceUuid === tenant.workspace.uuid)
  }

  async deliveries(tenant: Tenant, endpointId: string): Promise<any[]> {
    const reply = await this.service.call(`/api/webhooks/${endpointId}/deliveries?limit=100`, { key: tenant.key })
    return reply.json.data as any[]
  }

  async row(deliveryId: string): Promise<Record<string, any>> {
    const [row] = await asSuperuser<Record<string, any>>(
      this.service.database,
      'SELECT * FROM webhook_deliveries WHERE id = $1',
      [decodeId('whd', deliveryId)],
    )
    if (!row) throw new Error('no such delivery')
    return row
  }
}

/** The settings under which a service may send to receivers of this test, and to nothing else on this machine. */
export function loopbackSettings(authority: Authority, dns: TestDns): Record<string, string> {
  return {
    TIEOUT_WEBHOOK_TEST_LOOPBACK: 'true',
    TIEOUT_WEBHOOK_TEST_CA_FILE: authority.caFile,
    TIEOUT_WEBHOOK_DNS_SERVERS: dns.server,
    TIEOUT_WEBHOOK_PORTS: 'any',
  }
}

export async function startWebhookBench(options: TestServiceOptions = {}): Promise<WebhookBench> {
  const authority = createAuthority()
  const dns = await startDns({})
  const settings = { ...loopbackSettings(authority, dns), ...options.settings }
  const service = await startTestService({ ...options, settings })
  const bench = new WebhookBench(service, authority, dns, settings)
  after(async () => {
    await bench.worker.close()
    await bench.app.close()
    await bench.parts.webhookSender.close()
  })
  return bench
}
