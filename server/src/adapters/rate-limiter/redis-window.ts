/**
 * The sliding window that all nodes share: one sorted set a bucket, its members the admitted requests by Redis's own
 * clock, so that nodes need not agree on the time. One script, one round trip; nothing can come between its steps.
 */
import type { Redis } from 'ioredis'
import type { LimitDecision } from '../../domain/deps.ts'
import { secondsUntil } from './sliding-window.ts'

/** Answers: allowed (1 or 0), requests in the window, microseconds until the next one is free, and until all are. */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local window = ARGV[2] * 1000
local budget = tonumber(ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local used = redis.call('ZCARD', KEYS[1])
if used < budget then
  redis.call('ZADD', KEYS[1], now, ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return {1, used + 1, 0, window}
end
local free = redis.call('ZRANGE', KEYS[1], used - budget, used - budget, 'WITHSCORES')
local newest = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
return {0, used, free[2] + window - now, newest[2] + window - now}
`

interface RedisWithScript extends Redis {
  takeFromWindow(
    key: string,
    budget: number,
    windowMs: number,
    member: string,
  ): Promise<[number, number, number, number]>
}

export class RedisWindow {
  readonly #redis: RedisWithScript
  readonly #windowMs: number
  readonly #prefix: string
  readonly #node: string
  #counter = 0

  constructor(redis: Redis, options: { windowMs: number; prefix: string; node: string }) {
    redis.defineCommand('takeFromWindow', { numberOfKeys: 1, lua: SCRIPT })
    this.#redis = redis as RedisWithScript
    this.#windowMs = options.windowMs
    this.#prefix = options.prefix
    this.#node = options.node
  }

  async take(bucket: string, budget: number): Promise<LimitDecision> {
    this.#counter += 1
    const member = `${this.#node}:${this.#counter}`
    const [allowed, used, freeMicros, resetMicros] = await this.#redis.takeFromWindow(
      `${this.#prefix}${bucket}`,
      budget,
      this.#windowMs,
      member,
    )
    return {
      allowed: allowed === 1,
      remaining: Math.max(0, budget - used),
      resetSeconds: secondsUntil(resetMicros / 1000, 0),
      retryAfterSeconds: allowed === 1 ? 0 : secondsUntil(freeMicros / 1000, 0),
    }
  }
}
