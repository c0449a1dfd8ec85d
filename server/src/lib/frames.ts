/**
 * Messages over a byte pipe: four bytes of length, one of kind, then the payload. A limit on the length is part of
 * the format, because the other end may be hostile and a length is the cheapest way to exhaust the reader of it.
 */

export interface Frame {
  readonly kind: number
  readonly payload: Uint8Array
}

export class FrameError extends Error {
  override readonly name: string = 'FrameError'
}

/** The stream ended inside a frame: half a message is no message, and no word about what the rest would have been. */
export class FrameCutOff extends FrameError {
  override readonly name = 'FrameCutOff'
}

const HEADER_BYTES = 5

/** The header of a frame whose payload is `length` bytes long. */
export function frameHeader(kind: number, length: number): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES)
  new DataView(header.buffer).setUint32(0, length)
  header[4] = kind
  return header
}

/** Cuts a stream of chunks into frames. A stream that ends inside a frame throws. */
export async function* readFrames(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Frame> {
  const waiting = new ChunkQueue()
  let header: { kind: number; length: number } | null = null
  for await (const chunk of chunks) {
    waiting.push(chunk)
    for (;;) {
      if (header === null) {
        const bytes = waiting.take(HEADER_BYTES)
        if (bytes === null) break
        header = { length: new DataView(bytes.buffer, bytes.byteOffset).getUint32(0), kind: bytes[4] ?? 0 }
        if (header.length > maxBytes) throw new FrameError(`a frame of ${header.length} bytes is over the limit`)
      }
      const payload = waiting.take(header.length)
      if (payload === null) break
      yield { kind: header.kind, payload }
      header = null
    }
  }
  if (header !== null || waiting.size > 0) throw new FrameCutOff('the stream ended inside a frame')
}

/** Bytes that have arrived and are not used yet; joined only when a whole frame is there. */
class ChunkQueue {
  size = 0
  #chunks: Uint8Array[] = []

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.size += chunk.length
  }

  /** Exactly `length` bytes, or null while there are fewer. Bytes that came in one piece are not copied. */
  take(length: number): Uint8Array | null {
    if (this.size < length) return null
    const [first] = this.#chunks
    if (first !== undefined && first.length > length) {
      this.#chunks[0] = first.subarray(length)
      this.size -= length
      return new Uint8Array(first.buffer, first.byteOffset, length)
    }
    const taken = new Uint8Array(length)
    let filled = 0
    let used = 0
    for (const chunk of this.#chunks) {
      const part = chunk.subarray(0, length - filled)
      taken.set(part, filled)
      filled += part.length
      if (part.length < chunk.length) {
        this.#chunks[used] = chunk.subarray(part.length)
        break
      }
      used += 1
      if (filled === length) break
    }
    this.#chunks.splice(0, used)
    this.size -= length
    return taken
  }
}
