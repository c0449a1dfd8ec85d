/** A file made to do harm: it must end in pages or in one of the documented codes, within its deadline. */
import type { DocumentType, ReadFailureCode } from '../../../src/engine/model/reading.ts'

export interface HostileFile {
  readonly name: string
  /** Files are made when they are needed: together they would fill the memory. */
  readonly make: () => Uint8Array | Promise<Uint8Array>
  readonly declared?: DocumentType
  /** The codes of which one must be the answer; absent when pages are as good. */
  readonly expected?: readonly ReadFailureCode[]
}
