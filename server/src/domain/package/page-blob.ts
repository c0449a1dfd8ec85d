/** Pages as they are kept: one line a page, compressed as they come, so that only the small form is ever whole. */
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { decodePage, encodePage } from '../../engine/model/page-codec.ts'
import type { Page } from '../../engine/model/page.ts'

export const PAGES_CONTENT_TYPE = 'application/zstd'

export class PageBlobWriter {
  readonly #compressor = createZstdCompress()
  readonly #chunks: Buffer[] = []
  readonly #ended: Promise<void>

  constructor() {
    this.#compressor.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
    this.#ended = new Promise((resolve, reject) => {
      this.#compressor.once('end', resolve).once('error', reject)
    })
    this.#ended.catch(() => undefined) // Whoever finishes sees it; one that is abandoned must not crash the process.
  }

  async add(page: Page): Promise<void> {
    if (!this.#compressor.write(`${encodePage(page)}\n`)) {
      await new Promise((resolve) => this.#compressor.once('drain', resolve))
    }
  }

  async finish(): Promise<Buffer> {
    this.#compressor.end()
    await this.#ended
    return Buffer.concat(this.#chunks)
  }
}

export async function* pagesOfBlob(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Page> {
  const plain = Readable.from(bytes).pipe(createZstdDecompress())
  for await (const line of createInterface({ input: plain, crlfDelay: Infinity })) {
    if (line !== '') yield decodePage(line)
  }
}
