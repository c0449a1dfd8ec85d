/**
 * The reader's mouth: frames on the pipe to its parent. A full pipe blocks it, so nothing piles up here. Pages that
 * follow each other within milliseconds share a write, because each wakes the parent: by itself that is a third of
 * what a page costs there (measured: 0.30 instead of 0.44 ms).
 */
import { writeSync } from 'node:fs'
import { encodePage } from '../engine/model/page-codec.ts'
import { encodeScan, FRAME } from '../engine/model/reader-messages.ts'
import type { DocumentType, ReadFailureCode } from '../engine/model/reading.ts'
import { frameHeader } from '../lib/frames.ts'
import type { PageReading } from './scan/picture.ts'

/** Half of what a pipe holds, so that a write seldom waits for the parent. */
const GATHERED_BYTES = 32 * 1024
/** Longest time between writes while there are pages: far below what a person who watches or a deadline notices. */
const GATHERED_MS = 20

export class Output {
  #pageCount = 0
  #cpuMsBefore = 0
  readonly #gathered = new Uint8Array(GATHERED_BYTES)
  #gatheredBytes = 0
  #writtenAt = 0
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
      this.#gather(FRAME.page, [Buffer.from(encoded)])
      if (performance.now() - this.#writtenAt >= GATHERED_MS) this.#flush()
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

  /** The document is over; the next one is counted from here. */
  done(): void {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
    const cpuMs = Math.round((userCPUTime + systemCPUTime) / 1000)
    this.#json(FRAME.done, { pageCount: this.#pageCount, cpuMs: cpuMs - this.#cpuMsBefore, peakBytes: maxRSS * 1024 })
    this.#pageCount = 0
    this.#cpuMsBefore = cpuMs
  }

  failed(code: ReadFailureCode, detail: string): void {
    this.#json(FRAME.failed, { code, detail: detail.slice(0, 500) })
  }

  #json(kind: number, value: unknown): void {
    this.#frame(kind, [Buffer.from(JSON.stringify(value))])
  }

  #frame(kind: number, parts: readonly Uint8Array[]): void {
    this.#gather(kind, parts)
    this.#flush()
  }

  #gather(kind: number, parts: readonly Uint8Array[]): void {
    const length = parts.reduce((sum, part) => sum + part.length, 0)
    for (const part of [frameHeader(kind, length), ...parts]) {
      if (part.length > GATHERED_BYTES - this.#gatheredBytes) this.#flush()
      if (part.length > GATHERED_BYTES) {
        this.#write(part)
        continue
      }
      this.#gathered.set(part, this.#gatheredBytes)
      this.#gatheredBytes += part.length
    }
  }

  #flush(): void {
    this.#write(this.#gathered.subarray(0, this.#gatheredBytes))
    this.#gatheredBytes = 0
    this.#writtenAt = performance.now()
  }

  #write(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length;) done += writeSync(this.#descriptor, bytes, done)
  }
}
