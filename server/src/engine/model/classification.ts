/** What a package was cut into: documents with their class, their pages and what decided. */
import type { Page } from './page.ts'
import type { Spot } from './extraction.ts'

export const DOCUMENT_CLASSES = [
  'profit-loss',
  'balance-sheet',
  'cash-flow',
  'bank-statement',
  'tax-return',
  'personal-financial-statement',
  'debt-schedule',
  'ar-aging',
  'ap-aging',
  'other',
] as const
export type DocumentClass = (typeof DOCUMENT_CLASSES)[number]

/** Words on a page that spoke for the class. */
export interface Evidence extends Spot {
  readonly kind: 'title' | 'content'
}

export type AssuranceLevel = 'audited' | 'reviewed' | 'compiled' | 'internally_prepared' | 'tax_basis'

export interface Engagement {
  readonly firm: string | null
  readonly level: AssuranceLevel
  /** `YYYY-MM-DD`, or null where the report bears none. */
  readonly reportDate: string | null
  readonly source: Spot
}

export interface CutDocument {
  readonly class: DocumentClass
  /** 0–1: how far the evidence for this class exceeds that for any other. */
  readonly confidence: number
  readonly evidence: readonly Evidence[]
  /** Position in the file, ascending. */
  readonly pageNumbers: readonly number[]
  /** The pages themselves, cut to the document's part where two documents share one. */
  readonly pages: readonly Page[]
  readonly entity: { readonly name: string; readonly source: Spot } | null
  readonly einLast4: string | null
  readonly assurance: AssuranceLevel | null
  readonly engagement: Engagement | null
}
