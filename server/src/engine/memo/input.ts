/** What a memo is made from: one snapshot of a loan's figures with the places they were read at, and an analyst's words. */
import type { ProofState } from '../model/extraction.ts'
import type { MemoSectionKey } from '../model/memo.ts'

export interface MemoInput {
  readonly title: string
  readonly commentary: Readonly<Partial<Record<MemoSectionKey, string>>>
  readonly renderId: string
  readonly orderedAt: Date
  readonly borrower: { readonly name: string; readonly entityType: string | null }
  readonly loan: MemoLoan
  readonly snapshot: MemoSnapshot
  readonly documents: readonly MemoSource[]
  readonly entities: readonly MemoEntity[]
  readonly years: readonly { readonly fiscalYear: number; readonly figures: Figures }[]
  readonly addbacks: readonly MemoAddback[]
  readonly given: readonly MemoGiven[]
  readonly checks: readonly MemoCheck[]
  /** Addbacks and given figures that no period took. */
  readonly unused: readonly string[]
}

export interface MemoLoan {
  readonly id: string
  readonly name: string | null
  /** Decimal text. */
  readonly amount: string | null
  readonly purpose: string | null
  readonly product: string | null
  readonly termMonths: number | null
  readonly status: string
  /** Null where there are none, or where who ordered the memo may not see them. */
  readonly guarantors: readonly string[] | null
}

export interface MemoSnapshot {
  readonly id: string
  readonly status: 'final' | 'machine' | 'draft'
  readonly version: number
  readonly createdAt: Date
  readonly finalizedAt: Date | null
  readonly finalizedBy: string | null
  /** Of the manifest, which names and hashes all inputs and the payload. */
  readonly hash: string
  readonly payloadHash: string
  readonly engineVersion: string
  readonly chartVersion: string
  readonly affiliates: 'distributions' | 'statements'
}

/** A document that figures come from, under a short mark. */
export interface MemoSource {
  readonly mark: string
  readonly documentId: string
  readonly category: string
  /** Null when the document was deleted after the snapshot was made. */
  readonly fileName: string | null
  readonly pages: readonly number[]
  readonly entityName: string | null
  readonly assurance: string | null
  readonly mappingState: string | null
  readonly extractionVersion: number
  readonly extractionHash: string
  readonly proof: { readonly state: ProofState; readonly passed: number; readonly total: number }
  /** Checks that are not proved: what they test, and why they are not. */
  readonly open: readonly { readonly name: string; readonly state: ProofState; readonly why: string | null; readonly pages: readonly number[] }[] // prettier-ignore
}

export interface Place {
  readonly mark: string
  /** Of the uploaded file; null where only the document is known. */
  readonly page: number | null
}

export type Unit = 'usd' | 'ratio' | 'percent' | 'days'

export interface MemoFigure {
  readonly unit: Unit
  readonly value: string | null
  readonly formula: string | null
  readonly reason: { readonly code: string; readonly about: readonly string[] } | null
  readonly note: string | null
  /** Every page that the figure rests on, directly or through others. */
  readonly places: readonly Place[]
  /** What it rests on beside documents. */
  readonly people: readonly ('analyst' | 'addbacks' | 'loan terms')[]
}

export type Figures = ReadonlyMap<string, MemoFigure>

export interface MemoPeriod {
  readonly id: string
  readonly type: 'financial_statement' | 'interim' | 'tax_return'
  readonly fiscalYear: number
  readonly periodEnd: string | null
  readonly monthsCovered: number | null
  readonly assurance: string | null
  readonly mappingState: 'mapped' | 'unfooted' | null
  readonly figures: Figures
}

export interface MemoEntity {
  readonly key: string
  readonly name: string
  readonly kind: 'business' | 'person'
  readonly isBorrower: boolean
  readonly isObligated: boolean
  readonly periods: readonly MemoPeriod[]
  /** The mapped statements side by side, a cell for each period. */
  readonly statement: readonly MemoStatementRow[]
}

export interface MemoStatementRow {
  readonly label: string
  readonly kind: 'folder' | 'leaf' | 'measure'
  readonly depth: number
  readonly cells: readonly { readonly value: string | null; readonly places: readonly Place[] }[]
}

export interface MemoAddback {
  readonly label: string
  readonly category: string
  readonly entityKey: string | null
  readonly amounts: readonly {
    readonly fiscalYear: number
    readonly periodEnd: string | null
    readonly amount: string
  }[]
  readonly note: string | null
}

export interface MemoGiven {
  readonly key: string
  readonly fiscalYear: number | null
  readonly value: string
  readonly note: string
}

export interface MemoCheck {
  readonly name: string
  readonly state: ProofState
  readonly date: string | null
  readonly places: readonly Place[]
}
