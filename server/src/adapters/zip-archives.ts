/** Zip files, streamed from the object store into the object store. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ArchiveEntry, ArchiveWriter, ObjectStore } from '../domain/deps.ts'

const PLAIN_FILE = 0o100644

export class ZipArchives implements ArchiveWriter {
  readonly #objects: Pick<ObjectStore, 'read' | 'writeStream'>

  constructor(objects: Pick<ObjectStore, 'read' | 'writeStream'>) {
    this.#objects = objects
  }

  async write(
    key: string,
    time: Date,
    entries: readonly ArchiveEntry[],
  ): Promise<{ readonly sizeBytes: number; readonly sha256: Buffer }> {
    const zip = new ZipFile()
    const output = zip.outputStream as Readable
    zip.on('error', (error: Error) => output.destroy(error))
    const options = { mtime: time, mode: PLAIN_FILE, forceDosTimestamp: false }
    for (const { name, content } of entries) {
      if (content instanceof Uint8Array) zip.addBuffer(Buffer.from(content), name, options)
      else zip.addReadStreamLazy(name, options, (done) => void this.#give(content.key, done))
    }
    zip.end()
    const hash = createHash('sha256')
    let sizeBytes = 0
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of output as AsyncIterable<Buffer>) {
        hash.update(chunk)
        sizeBytes += chunk.length
        yield chunk
      }
    }
    await this.#objects.writeStream(key, counted(), 'application/zip')
    return { sizeBytes, sha256: hash.digest() }
  }

  /** Opened when its turn has come: an archive of hundreds holds one object open at a time. */
  async #give(key: string, done: (error: unknown, stream: Readable) => void): Promise<void> {
    const nothing = Readable.from([])
    try {
      const bytes = await this.#objects.read(key)
      if (bytes === null) done(new Error(`a file of an export is gone: ${key}`), nothing)
      else done(null, Readable.from(bytes))
    } catch (error) {
      done(error, nothing)
    }
  }
}
