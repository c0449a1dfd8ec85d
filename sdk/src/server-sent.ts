/** Reads a stream of server-sent events, as far as the service uses them: messages with an id and data, and comments. */

export interface Message {
  readonly id: string
  /** Empty where the message only says where the stream is. */
  readonly data: string
}

/** Gives every message, and null for whatever else shows that the stream is alive. */
export async function* messagesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Message | null, void, undefined> {
  // Not every browser can iterate a stream.
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let kept = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (kept + decoder.decode(part.value, { stream: true })).split('\n\n')
      kept = blocks.pop() ?? ''
      for (const block of blocks) yield messageOf(block)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function messageOf(block: string): Message | null {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')]
    }),
  )
  const id = fields.get('id')
  return id === undefined ? null : { id, data: fields.get('data') ?? '' }
}
