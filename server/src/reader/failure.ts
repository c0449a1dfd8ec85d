/** Ends a reading with one of the documented codes. Anything else that is thrown counts as `unreadable`. */
import type { ReadFailureCode } from '../engine/model/reading.ts'

export class ReadFailure extends Error {
  override readonly name = 'ReadFailure'
  readonly code: ReadFailureCode

  constructor(code: ReadFailureCode, detail: string) {
    super(detail)
    this.code = code
  }
}
