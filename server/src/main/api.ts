/** Builds and runs one API process. */
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { CountingFence } from '../adapters/address-fence.ts'
import { FaultTolerantLimiter } from '../adapters/rate-limiter/limiter.ts'
import { RedisWindow } from '../adapters/rate-limiter/redis-window.ts'
import { connectRedis } from '../adapters/redis.ts'
import { objectStoreOf } from './stores.ts'
import { Authenticator } from '../domain/access/authenticate.ts'
import { EventFeed } from '../domain/events/event-feed.ts'
import type { EventFeedOptions } from '../domain/events/event-feed.ts'
import { buildApp } from '../http/app.ts'
import type { AppOptions } from '../http/app.ts'
import { LANE_WINDOW_SECONDS } from '../http/lanes.ts'
import { followDatabase } from '../store/database-clock.ts'
import { Db } from '../store/db.ts'
import { derivedKey } from './config.ts'
import type { Config } from './config.ts'
import { loadSurfaceFiles, SURFACE_FOLDER } from './surface-files.ts'
import { webhookParts } from './webhooks.ts'

export interface RunningApi {
  readonly url: string
  readonly db: Db
  /** Refuses new work, finishes what has begun, then lets go of every connection. */
  stop(): Promise<void>
}

export interface ApiOverrides {
  /** Distinguishes the keys of services that share one Redis. */
  readonly redisPrefix?: string
  readonly filters?: boolean
  /** How long a request waits for a free connection to the database. */
  readonly connectTimeoutMs?: number
  readonly windowMs?: number
  readonly extraRoutes?: AppOptions['extraRoutes']
  readonly eventFeed?: Partial<EventFeedOptions>
  /** Where the built surfaces are. */
  readonly surfaceFolder?: string
}

const HANG_UP_EVERY_MS = 50
/** Load balancers need a moment to notice that a node is not ready any more. */
const DRAIN_MS = { production: 5_000, development: 0, test: 0 } as const

export async function startApi(config: Config, logger: Logger, overrides: ApiOverrides = {}): Promise<RunningApi> {
  const prefix = overrides.redisPrefix ?? 'tieout:'
  const node = randomBytes(6).toString('hex')
  const db = new Db({
    url: config.TIEOUT_DATABASE_APP_URL,
    poolSize: config.TIEOUT_DATABASE_POOL,
    onError: (error) => logger.warn({ err: error }, 'a database connection broke'),
    ...(overrides.filters !== undefined && { filters: overrides.filters }),
    ...(overrides.connectTimeoutMs !== undefined && { connectTimeoutMs: overrides.connectTimeoutMs }),
  })
  const clock = await followDatabase(db)
  const redis = connectRedis(config.TIEOUT_REDIS_URL, (error) => logger.debug({ err: error }, 'redis'))
  const windowMs = overrides.windowMs ?? LANE_WINDOW_SECONDS * 1000
  const limiter = new FaultTolerantLimiter({
    shared: new RedisWindow(redis, { windowMs, prefix: `${prefix}window:`, node }),
    windowMs,
    nodes: config.TIEOUT_API_NODES,
    onFault: (error) => logger.warn({ err: error }, 'rate limits are counted without Redis'),
  })
  const fence = new CountingFence({
    redis,
    prefix: `${prefix}fence:`,
    limit: config.TIEOUT_ADDRESS_FENCE,
    now: () => clock.now().getTime(),
  })
  const objects = objectStoreOf(config, clock)
  const authenticator = new Authenticator(db, undefined, () => clock.now().getTime())
  const eventFeed = new EventFeed({ db, clock, atMost: config.TIEOUT_EVENT_STREAMS, ...overrides.eventFeed })
  const stopListening = await db.listen({
    access_changed: () => {
      authenticator.forget()
      // Whoever may still follow comes back at once, past the gates, and misses nothing.
      eventFeed.endAll()
    },
    events: (payload) => eventFeed.notice(payload),
  })
  const webhooks = webhookParts(config)
  const surfaceFiles = loadSurfaceFiles(overrides.surfaceFolder ?? SURFACE_FOLDER)
  if (!surfaceFiles) logger.warn('the embedded surfaces are not built; npm run build:embed builds them')
  let stopping = false
  const url = (): string => `http://${config.TIEOUT_HOST}:${(app.server.address() as AddressInfo).port}`
  const app = await buildApp({
    deps: { db, clock, objects, eventFeed, webhookEndpoints: config.TIEOUT_WEBHOOK_ENDPOINTS, ...webhooks },
    authenticator,
    limiter,
    fence,
    requestsAtOnce: config.TIEOUT_REQUESTS_AT_ONCE,
    cursorKey: derivedKey(config, 'cursors'),
    logger,
    trustedProxies: config.TIEOUT_TRUSTED_PROXIES,
    embedPages: {
      files: surfaceFiles,
      storeOrigin: new URL(config.TIEOUT_S3_PUBLIC_ENDPOINT ?? config.TIEOUT_S3_ENDPOINT).origin,
    },
    publicUrl: () => config.TIEOUT_PUBLIC_URL ?? url(),
    ready: async () => !stopping && (await db.answers()),
    ...(overrides.extraRoutes && { extraRoutes: overrides.extraRoutes }),
  })
  await app.listen({ host: config.TIEOUT_HOST, port: config.TIEOUT_PORT })
  return {
    url: url(),
    db,
    stop: async () => {
      stopping = true
      await new Promise((resolve) => setTimeout(resolve, DRAIN_MS[config.TIEOUT_ENVIRONMENT]))
      eventFeed.close()
      // A connection that falls idle after the close began would otherwise be kept alive until its time-out.
      const hangUp = setInterval(() => app.server.closeIdleConnections(), HANG_UP_EVERY_MS)
      await app.close()
      clearInterval(hangUp)
      fence.close()
      await stopListening()
      redis.disconnect()
      objects.close()
      clock.stop()
      await webhooks.webhookSender.close()
      await db.close()
    },
  }
}
