/** The reader as the worker has it, for tests: a pool of real children. */
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { ReaderPool, type ReaderPoolOptions } from '../../src/adapters/reader-pool/pool.ts'
import type { Page } from '../../src/engine/model/page.ts'
import type { DocumentReader, DocumentType, ReadEvent, ReadFailureCode } from '../../src/engine/model/reading.ts'

/** Whose documents are read where a test does not care. */
export const OWNER = 'a workspace'

export function openReader(options: Partial<ReaderPoolOptions> = {}): ReaderPool {
  return new ReaderPool({
    size: 2,
    warm: 1,
    recognitions: 2,
    spoolFolder: tmpdir(),
    pageMs: 60_000,
    cpuSeconds: 300,
    ...options,
  })
}

export interface Reading {
  readonly events: readonly ReadEvent[]
  readonly pages: readonly Page[]
  /** 'done', or the code of the failure. */
  readonly outcome: 'done' | ReadFailureCode
  readonly detail: string
  readonly ms: number
}

export async function readBytes(
  reader: DocumentReader,
  bytes: Uint8Array,
  options: { readonly owner?: string; readonly declared?: DocumentType | null; readonly deadlineMs?: number } = {},
): Promise<Reading> {
  const started = performance.now()
  const events: ReadEvent[] = []
  const content = Readable.from(chunksOf(bytes))
  const { owner = OWNER, declared = null, deadlineMs = 60_000 } = options
  for await (const event of reader.read({ owner, content, declared, deadlineMs })) events.push(event)
  const last = events.at(-1)
  if (last?.kind !== 'done' && last?.kind !== 'failed') throw new Error('a reading without an end')
  return {
    events,
    pages: events.flatMap((event) => (event.kind === 'page' ? [event.page] : [])),
    outcome: last.kind === 'done' ? 'done' : last.code,
    detail: last.kind === 'failed' ? last.detail : '',
    ms: performance.now() - started,
  }
}

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 256 * 1024) yield bytes.subarray(at, at + 256 * 1024)
}
