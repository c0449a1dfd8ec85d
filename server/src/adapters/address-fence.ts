/**
 * Counts requests by address over five-minute windows. Every node decides from its own memory, without a round trip,
 * and a few times a second adds what it saw to the common count in Redis and learns the others'. The fence can thus
 * be late by a fraction of a second; without Redis each node fences by what it saw itself.
 */
import { isIPv6 } from 'node:net'
import type { Redis } from 'ioredis'
import type { AddressFence } from '../domain/deps.ts'

export interface FenceOptions {
  readonly redis: Redis | null
  readonly prefix: string
  readonly limit: number
  readonly windowMs?: number
  readonly now?: () => number
}

const WINDOW_MS = 5 * 60_000
const SHARE_EVERY_MS = 500

interface Count {
  /** What all nodes have reported. */
  shared: number
  /** What this node has yet to report. */
  own: number
}

/** Whoever holds an IPv6 address holds its whole /64: count by that. */
export function fencedUnit(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

export class CountingFence implements AddressFence {
  readonly #options: FenceOptions
  readonly #windowMs: number
  readonly #now: () => number
  readonly #timer: NodeJS.Timeout
  #counts = new Map<string, Count>()
  #window = 0

  constructor(options: FenceOptions) {
    this.#options = options
    this.#windowMs = options.windowMs ?? WINDOW_MS
    this.#now = options.now ?? Date.now
    this.#timer = setInterval(() => void this.share(), SHARE_EVERY_MS)
    this.#timer.unref()
  }

  admits(address: string): boolean {
    const window = Math.floor(this.#now() / this.#windowMs)
    if (window !== this.#window) {
      this.#window = window
      this.#counts = new Map()
    }
    const unit = fencedUnit(address)
    let count = this.#counts.get(unit)
    if (!count) {
      count = { shared: 0, own: 0 }
      this.#counts.set(unit, count)
    }
    count.own += 1
    return count.shared + count.own <= this.#options.limit
  }

  /** Reports this node's counts and learns the common ones. */
  async share(): Promise<void> {
    const { redis, prefix } = this.#options
    const counts = this.#counts
    const fresh = [...counts].filter(([, count]) => count.own > 0)
    if (!redis || redis.status !== 'ready' || fresh.length === 0) return
    const reported = fresh.map(([, count]) => count.own)
    const pipeline = redis.pipeline()
    for (const [index, [unit]] of fresh.entries()) {
      const key = `${prefix}${this.#window}:${unit}`
      pipeline.incrby(key, reported[index] ?? 0).pexpire(key, 2 * this.#windowMs)
    }
    const replies = await pipeline.exec().catch(() => null)
    if (!replies) return
    for (const [index, [, count]] of fresh.entries()) {
      const total = replies[2 * index]?.[1]
      if (typeof total !== 'number') continue
      count.shared = total
      count.own -= reported[index] ?? 0
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
