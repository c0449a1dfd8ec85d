/**
 * Files without a name: a child is started with one open for reading, and the document is written into it when there
 * is one. Nothing is left behind whatever dies, and no child can reach another's.
 */
import { closeSync, createReadStream, openSync, unlinkSync, write } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MAX_DOCUMENT_BYTES, type DocumentContent } from '../../engine/model/reading.ts'

const writeTo = promisify(write)

export class SpoolFile {
  /** For the child: reading only. */
  readonly readable: number
  readonly #writable: number
  #closed = false

  constructor(folder: string) {
    const path = join(folder, `tieout-${randomUUID()}`)
    this.#writable = openSync(path, 'wx', 0o600)
    this.readable = openSync(path, 'r')
    unlinkSync(path)
  }

  /** Copies the document in; stops one byte past the limit, which the reader then refuses. */
  async fill(content: DocumentContent): Promise<void> {
    const chunks = 'path' in content ? (createReadStream(content.path) as AsyncIterable<Uint8Array>) : content
    let size = 0
    for await (const chunk of chunks) {
      for (let done = 0; done < chunk.length;) {
        const { bytesWritten } = await writeTo(this.#writable, chunk, done, chunk.length - done, size + done)
        done += bytesWritten
      }
      size += chunk.length
      if (size > MAX_DOCUMENT_BYTES) return
    }
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    closeSync(this.#writable)
    closeSync(this.readable)
  }
}
