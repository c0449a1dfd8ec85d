/**
 * What a spread is made from and what it says, in the engine's own terms: the loan's documents reduced to figures with
 * their places, the addbacks and figures that people gave, and attributes by entity and period.
 */
import type { Cents } from '../../lib/money.ts'
import type { Effect, Section } from './mapping.ts'
import type { PersonalPart, PersonalRole } from './personal.ts'
import type { Period, Statement } from './statement.ts'

export type EntityKind = 'business' | 'person'

/** What every document says of itself. Documents are handed over in the order in which they came. */
export interface SpreadDocumentFacts {
  readonly id: string
  readonly entityKey: string
  readonly entityName: string
  readonly entityKind: EntityKind
  readonly assurance: string | null
}

/** A row of a mapped statement, with what its account is. */
export interface SpreadNode {
  readonly key: string
  readonly label: string
  readonly kind: 'folder' | 'leaf' | 'measure'
  readonly depth: number
  readonly effect: Effect | null
  readonly section: Section | null
  readonly roles: ReadonlySet<string>
  readonly values: readonly (Cents | null)[]
  readonly unitemized: readonly (Cents | null)[]
}

export interface MappedStatement {
  readonly kind: 'profit-loss'
  readonly mappingId: string
  readonly state: 'mapped' | 'unfooted'
  readonly periods: readonly Period[]
  /** Of the tree, in its order; empty when the statement does not foot. */
  readonly nodes: readonly SpreadNode[]
  /** Headline figures, by the names of the interface. */
  readonly measures: Readonly<Record<string, readonly (Cents | null)[] | null>>
  readonly residuals: readonly (Cents | null)[]
  /** The amounts of lines that a person should look at. */
  readonly flagged: readonly Cents[]
}

export interface PrintedStatement {
  readonly kind: 'balance-sheet' | 'cash-flow'
  readonly statement: Statement
}

export interface PrintedFigure {
  readonly value: Cents
  readonly address: string
}

export interface SpreadTaxForm {
  readonly form: string
  readonly taxYear: number | null
  readonly lines: Readonly<Record<string, PrintedFigure>>
  /** On a Schedule K-1: the key of the person or company it was made for. */
  readonly ownerKeys: readonly string[]
}

export interface TaxReturn {
  readonly kind: 'tax-return'
  readonly forms: readonly SpreadTaxForm[]
}

export interface DebtSchedule {
  readonly kind: 'debt-schedule'
  readonly asOf: string | null
  /** The head of the column of payments; null when there is none. */
  readonly paymentHead: string | null
  readonly payments: readonly (PrintedFigure | null)[]
}

export interface PersonalStatementLine extends PrintedFigure {
  readonly part: PersonalPart
  readonly role: PersonalRole
  readonly label: string
}

export interface PersonalStatement {
  readonly kind: 'personal-statement'
  readonly asOf: string | null
  readonly lines: readonly PersonalStatementLine[]
}

export type SpreadDocument = SpreadDocumentFacts &
  (MappedStatement | PrintedStatement | TaxReturn | DebtSchedule | PersonalStatement)

/** A period as people name one: by its last day where they know it, else by the fiscal year. */
export interface NamedPeriod {
  readonly fiscalYear: number
  readonly periodEnd: string | null
}

export interface Addback {
  readonly id: string
  readonly entityKey: string | null
  /** Signed toward EBITDA. */
  readonly amounts: readonly (NamedPeriod & { readonly amount: Cents })[]
}

/** A figure that no document here states and a person gave, with the reason. */
export interface GivenFigure {
  readonly key: string
  /** Null: of the borrower. */
  readonly entityKey: string | null
  /** Null: of every period. */
  readonly period: NamedPeriod | null
  readonly value: Cents
  readonly note: string
}

/** How companies that do not answer for the loan enter its global cash flow: not at all but by what they paid out, or whole. */
export const AFFILIATE_POLICIES = ['distributions', 'statements'] as const
export type AffiliatePolicy = (typeof AFFILIATE_POLICIES)[number]

export interface SpreadInput {
  readonly loanAmount: Cents | null
  /** The borrower's own company; null while the borrower has no name. */
  readonly borrowerKey: string | null
  /** Keys of all who answer for the loan, the borrower among them. A guarantor may stand here as person and as company. */
  readonly obligated: readonly (readonly string[])[]
  readonly affiliates: AffiliatePolicy
  readonly documents: readonly SpreadDocument[]
  readonly addbacks: readonly Addback[]
  readonly given: readonly GivenFigure[]
}
