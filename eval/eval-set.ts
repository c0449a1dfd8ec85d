/** One scored document and where it came from. */
import type { Page } from '../server/src/engine/model/page.ts'
import type { Score } from './score.ts'

export interface Scored {
  readonly score: Score
  readonly path: string | null
  readonly pages: readonly Page[]
  /** `real` or `generated`, and how it was read. */
  readonly set: string
}
