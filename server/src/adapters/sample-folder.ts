/** The samples of test mode, kept as files: the document, and what was read from it, one line a page. */
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { SampleLibrary } from '../domain/deps.ts'
import { decodePage } from '../engine/model/page-codec.ts'
import type { Page } from '../engine/model/page.ts'

const EXTENSION = '.jsonl'

export class SampleFolder implements SampleLibrary {
  readonly slugs: readonly string[]
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    this.slugs = globSync(join(folder, `*${EXTENSION}`))
      .map((file) => basename(file, EXTENSION))
      .sort()
  }

  async pagesOf(slug: string): Promise<readonly Page[]> {
    const lines = (await readFile(this.#path(slug, EXTENSION), 'utf8')).split('\n')
    return lines.filter((line) => line !== '').map(decodePage)
  }

  async fileOf(slug: string): Promise<Uint8Array> {
    return readFile(this.#path(slug, '.pdf'))
  }

  #path(slug: string, extension: string): string {
    // A slug comes from a request: only one that was found in the folder is a file name.
    if (!this.slugs.includes(slug)) throw new Error('there is no such sample')
    return join(this.#folder, `${slug}${extension}`)
  }
}
