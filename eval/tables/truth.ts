/** Documents that are tables of any kind, as the scorer sees them: what is printed, and what was read. */
import type { DocumentClass } from '../../server/src/engine/model/classification.ts'
import type { Proof } from '../../server/src/engine/model/extraction.ts'
import type { Box, Page } from '../../server/src/engine/model/page.ts'

export interface TableTruth {
  readonly name: string
  readonly class: DocumentClass
  /** Heads as printed. */
  readonly columns: readonly string[]
  readonly rows: readonly TruthRow[]
  /** The labels are keys (form and line), not captions: they match exactly or not at all. */
  readonly keyed: boolean
  /** Single facts of the document: its date, its year. */
  readonly facts: Readonly<Record<string, string | null>>
  /** The page itself does not add up. */
  readonly misprinted: boolean
}

export interface TruthRow {
  readonly label: string
  /** Amounts as decimal strings, texts as printed; null where nothing is printed. */
  readonly values: readonly (string | null)[]
  readonly page?: number
  readonly boxes?: readonly (Box | null)[]
}

export interface ReadCell {
  readonly value: string
  readonly page: number
  readonly box: Box
}

export interface TableRead {
  readonly columns: readonly string[]
  readonly rows: readonly { readonly label: string; readonly cells: readonly (ReadCell | null)[] }[]
  readonly facts: Readonly<Record<string, string | null>>
  readonly proofs: readonly Proof[]
  /** Numbers without a place. */
  readonly leftovers: number
}

/** A generated document as a file, with its truth. */
export interface GeneratedFile {
  readonly truth: TableTruth
  readonly bytes: Uint8Array
  readonly extension: 'pdf' | 'csv' | 'xlsx'
}

/** One class of documents: how it is read, where its real ones are, how new ones are made, and what is good enough. */
export interface TableClass {
  readonly name: string
  readonly class: DocumentClass
  readonly read: (pages: readonly Page[]) => TableRead
  readonly corpus: (corpus: string) => readonly { readonly path: string; readonly truth: TableTruth }[]
  readonly generate: (seed: number, scan: boolean) => Promise<GeneratedFile>
  readonly bars: { readonly digital: number; readonly scanned: number }
}
