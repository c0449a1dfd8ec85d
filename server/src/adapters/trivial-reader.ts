/** A reader that reads nothing: every file is one blank page. What the pipeline costs without reading is measured with it. */
import type { PackageReader } from '../domain/deps.ts'
import type { Page } from '../engine/model/page.ts'
import type { ReadEvent } from '../engine/model/reading.ts'

const BLANK: Page = {
  number: 1,
  width: 612,
  height: 792,
  kind: 'digital',
  words: [],
  rules: [],
  turned: 0,
  title: null,
  notes: [],
}

export class TrivialReader implements PackageReader {
  async *read(): AsyncIterable<ReadEvent> {
    yield { kind: 'opened', type: 'pdf', pageCount: 1 }
    yield { kind: 'page', page: BLANK }
    await Promise.resolve()
    yield { kind: 'done', pageCount: 1 }
  }
}
