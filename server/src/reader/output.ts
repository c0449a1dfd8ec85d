/** The reader's mouth: frames on the pipe to its parent. A full pipe blocks it, so nothing piles up here. */
import { writeSync } from 'node:fs'
import { encodePage } from '../engine/model/page-codec.ts'
import { encodeScan, FRAME } from '../engine/model/reader-messages.ts'
import type { DocumentType, ReadFailureCode } from '../engine/model/reading.ts'
import { frameHeader } from '../lib/frames.ts'
import type { PageReading } from './scan/picture.ts'

export class Output {
  #pageCount = 0
  readonly #descriptor: number

  constructor(descriptor: number) {
    this.#descriptor = descriptor
  }

  opened(type: DocumentType, pageCount: number | null): void {
    this.#json(FRAME.opened, { type, pageCount })
  }

  page({ page, picture }: PageReading): void {
    this.#pageCount += 1
    const encoded = encodePage(page)
    if (picture === null) {
      this.#frame(FRAME.page, [Buffer.from(encoded)])
      return
    }
    const { image, origin, regions } = picture
    const { data: pixels, width, height, dpi } = image
    this.#frame(FRAME.scan, encodeScan({ page: encoded, pixels, width, height, dpi, origin, regions }))
  }

  image(number: number, webp: Uint8Array): void {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(number)
    this.#pageCount += 1
    this.#frame(FRAME.image, [head, webp])
  }

  done(): void {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
    const cpuMs = Math.round((userCPUTime + systemCPUTime) / 1000)
    this.#json(FRAME.done, { pageCount: this.#pageCount, cpuMs, peakBytes: maxRSS * 1024 })
  }

  failed(code: ReadFailureCode, detail: string): void {
    this.#json(FRAME.failed, { code, detail: detail.slice(0, 500) })
  }

  #json(kind: number, value: unknown): void {
    this.#frame(kind, [Buffer.from(JSON.stringify(value))])
  }

  #frame(kind: number, parts: readonly Uint8Array[]): void {
    const length = parts.reduce((sum, part) => sum + part.length, 0)
    for (const part of [frameHeader(kind, length), ...parts]) {
      for (let done = 0; done < part.length;) done += writeSync(this.#descriptor, part, done)
    }
  }
}
