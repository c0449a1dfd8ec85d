/**
 * Events as they happen, over one connection that this side opens: for machines that no webhook can reach. The stream
 * is taken up again wherever it breaks, and every event is given once.
 */
import { pause } from './client.ts'
import { ApiError, ConnectionError } from './errors.ts'
import type { Tieout } from './generated/operations.ts'
import type { Event } from './generated/types.ts'
import { retryDelay } from './retry.ts'
import { messagesOf } from './server-sent.ts'

export interface FollowOptions {
  /** Begins after this event instead of with what comes next. */
  readonly after?: string
  /** Ends the iteration. */
  readonly signal?: AbortSignal
  /** Told when the stream stands, at first and after every break. */
  readonly onOpen?: () => void
}

export interface FollowedEvent {
  readonly event: Event
  /** The very text that a webhook would carry, and that its signature is made of. */
  readonly body: string
}

/** The service says every quarter of a minute that it is there. */
const SILENT_AT_MOST_MS = 60_000
const PAUSE_MS = 1_000
const MOST_REMEMBERED = 20_000

/** Ends only when the signal says so, or when the service refuses for good: a key without the right, an unknown event. */
export async function* followEvents(
  tieout: Tieout,
  options: FollowOptions = {},
): AsyncGenerator<FollowedEvent, void, undefined> {
  const seen = new Set<string>()
  let position = options.after
  for (let failures = 0; !options.signal?.aborted;) {
    try {
      for await (const message of messages(tieout, position, options)) {
        failures = 0
        position = message.id
        if (message.data === '') continue
        const event = JSON.parse(message.data) as Event
        if (!remember(seen, event.id)) continue
        yield { event, body: message.data }
      }
      await pause(PAUSE_MS, options.signal)
    } catch (error) {
      if (options.signal?.aborted) return
      failures += 1
      const delay = retryDelay(error, Math.min(failures, 5), Infinity, Math.random())
      if (!(error instanceof ApiError || error instanceof ConnectionError) || delay === null) throw error
      await pause(delay, options.signal).catch(() => undefined)
    }
  }
}

async function* messages(tieout: Tieout, position: string | undefined, options: FollowOptions) {
  const silence = new AbortController()
  const signal = options.signal ? AbortSignal.any([silence.signal, options.signal]) : silence.signal
  const query = position === undefined ? {} : { after: position }
  const { body } = await tieout.streamEvents(query, { signal })
  if (!body) return
  options.onOpen?.()
  let timer = setTimeout(() => silence.abort(), SILENT_AT_MOST_MS)
  try {
    for await (const message of messagesOf(body)) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENT_AT_MOST_MS)
      if (message) yield message
    }
  } catch (error) {
    throw new ConnectionError('The stream of events broke.', error)
  } finally {
    clearTimeout(timer)
  }
}

/** Whether it is new. */
function remember(seen: Set<string>, id: string): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const [oldest] = seen
  if (seen.size > MOST_REMEMBERED && oldest !== undefined) seen.delete(oldest)
  return true
}
