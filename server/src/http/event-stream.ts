/** Events as a stream of server-sent events: each with the position after it, its type, and the very bytes that a webhook carries. */
import { Readable } from 'node:stream'
import type { Follower } from '../domain/events/event-feed.ts'
import { toEnvelope } from '../lib/event-catalogue.ts'

export const EVENT_STREAM = 'text/event-stream'

/** After this time a client that lost its stream should come again. */
const COME_BACK_MS = 1_000
/** How long a reader that does not read is waited for once its stream is over. */
const LET_GO_MS = 2_000

export const EVENT_STREAM_HEADERS = {
  'Content-Type': EVENT_STREAM,
  'Cache-Control': 'no-store',
  // A proxy that collects answers before it passes them on would hold back every event.
  'X-Accel-Buffering': 'no',
}

export function eventStream(follower: Follower): Readable {
  const stream = Readable.from(serverSentEvents(follower))
  follower.whenOver(() => {
    setTimeout(() => stream.destroy(), LET_GO_MS).unref()
  })
  return stream
}

async function* serverSentEvents(follower: Follower): AsyncGenerator<string, void, undefined> {
  // An id without data is no event: it only says where the stream begins.
  yield `retry: ${COME_BACK_MS}\nid: ${follower.position}\n\n`
  for await (const event of follower)
    yield event === null
      ? ':\n\n'
      : `id: ${follower.position}\nevent: ${event.type}\ndata: ${JSON.stringify(toEnvelope(event))}\n\n`
}
