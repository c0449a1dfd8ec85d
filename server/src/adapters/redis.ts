import { Redis } from 'ioredis'

/** A command that takes longer than this is a fault: the limiter answers by itself instead of keeping a request waiting. */
const COMMAND_TIMEOUT_MS = 150

/** A connection that never queues: while Redis is away, commands fail at once, and it reconnects by itself. */
export function connectRedis(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
  })
  redis.on('error', onError)
  return redis
}
