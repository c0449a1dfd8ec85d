/** A reader that reads nothing: every file is one blank page. What the pipeline costs without reading is measured with it. */
import type { PackageReader, ReadEvent } from '../domain/deps.ts'

export class TrivialReader implements PackageReader {
  async *read(): AsyncIterable<ReadEvent> {
    yield { kind: 'opened', pageCount: 1 }
    yield { kind: 'page', page: { number: 1, width: 612, height: 792, kind: 'digital', words: [], rules: [] } }
    await Promise.resolve()
    yield { kind: 'done', pageCount: 1 }
  }
}
