/**
 * Files without a name: a child is started with one open for reading, and each of its documents is written into it when
 * there is one. Nothing is left behind whatever dies, and no child can reach another's.
 */
import { closeSync, createReadStream, ftruncateSync, openSync, unlinkSync, write } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MAX_DOCUMENT_BYTES, type DocumentContent } from '../../engine/model/reading.ts'

const writeTo = promisify(write)

export class SpoolFile {
  /** For the child: reading only. */
  readonly readable: number
  readonly #writable: number
  #isFilling = false
  #isClosed = false

  constructor(folder: string) {
    const path = join(folder, `tieout-${randomUUID()}`)
    this.#writable = openSync(path, 'wx', 0o600)
    this.readable = openSync(path, 'r')
    unlinkSync(path)
  }

  /** Copies the document in; stops one byte past the limit, which the reader then refuses, and when it was closed. */
  async fill(content: DocumentContent): Promise<void> {
    const chunks = 'path' in content ? (createReadStream(content.path) as AsyncIterable<Uint8Array>) : content
    let size = 0
    this.#isFilling = true
    try {
      for await (const chunk of chunks) {
        for (let done = 0; done < chunk.length && !this.#isClosed;) {
          const { bytesWritten } = await writeTo(this.#writable, chunk, done, chunk.length - done, size + done)
          done += bytesWritten
        }
        size += chunk.length
        if (size > MAX_DOCUMENT_BYTES || this.#isClosed) return
      }
    } finally {
      this.#isFilling = false
      if (this.#isClosed) this.#release()
    }
  }

  /** For the next document. */
  empty(): void {
    if (!this.#isClosed) ftruncateSync(this.#writable)
  }

  /** Its child is gone. A number that is still written to must not be given back: the next file opened would get it. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    if (!this.#isFilling) this.#release()
  }

  #release(): void {
    closeSync(this.#writable)
    closeSync(this.readable)
  }
}
