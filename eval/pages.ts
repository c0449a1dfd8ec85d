/**
 * Pages of a file by way of the real reader, kept so that a second run need not read again. The cache knows the
 * file's bytes and the reader's sources: when either changes, it forgets.
 */
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { ReaderPool } from '../server/src/adapters/reader-pool/pool.ts'
import type { Page } from '../server/src/engine/model/page.ts'

const CACHE = '.cache/eval/pages'
const DEADLINE_MS = 300_000
const OWNER = 'eval'

export class PageSource {
  readonly pool = new ReaderPool({
    size: 2,
    warm: 1,
    recognitions: 2,
    spoolFolder: tmpdir(),
    pageMs: 120_000,
    cpuSeconds: 300,
  })
  readonly #version = readerVersion()

  async pagesOf(path: string): Promise<Page[]> {
    const key = createHash('sha256').update(this.#version).update(readFileSync(path)).digest('hex').slice(0, 32)
    const kept = `${CACHE}/${key}.json`
    if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as Page[]
    const pages = await this.read(path)
    mkdirSync(CACHE, { recursive: true })
    writeFileSync(kept, JSON.stringify(pages))
    return pages
  }

  /** Reads without the cache. */
  async read(path: string): Promise<Page[]> {
    const pages: Page[] = []
    const request = { owner: OWNER, content: { path }, declared: null, deadlineMs: DEADLINE_MS }
    for await (const event of this.pool.read(request)) {
      if (event.kind === 'page') pages.push(event.page)
      if (event.kind === 'failed') throw new Error(`${path}: ${event.code}: ${event.detail}`)
    }
    return pages
  }

  /** A picture of a page, for the report; null where there is none (sheets). */
  async imageOf(path: string, page: Page, dpi = 96): Promise<Uint8Array | null> {
    const request = {
      owner: OWNER,
      content: { path },
      declared: null,
      deadlineMs: DEADLINE_MS,
      pages: [{ number: page.number, turned: page.turned }],
      dpi,
    }
    for await (const event of this.pool.images(request)) if (event.kind === 'image') return event.webp
    return null
  }

  async close(): Promise<void> {
    await this.pool.close()
  }
}

function readerVersion(): string {
  const hash = createHash('sha256')
  for (const file of globSync('server/src/{reader,adapters/reader-pool}/**/*.ts').sort())
    hash.update(readFileSync(file))
  return hash.digest('hex')
}
