/** What a document says for one attribute in one period, and where it says so. */
import type { Cents } from '../../lib/money.ts'
import { formatCents, sum } from '../../lib/money.ts'
import type { GivenFigure } from '../model/spread.ts'
import type { Period } from '../model/statement.ts'

/** Where a value comes from: a row of a mapping, a printed figure, another attribute, or a person. */
export interface Input {
  readonly kind: 'node' | 'figure' | 'attribute' | 'addback' | 'given' | 'loan'
  /** The row's key, the figure's address, the attribute's path, the addback's id, or a name. */
  readonly ref: string
  readonly documentId: string | null
  readonly mappingId: string | null
  /** Of a mapping's row: the position of the period there. */
  readonly period: number | null
  readonly value: string
}

export interface Reading {
  readonly value: Cents
  readonly inputs: readonly Input[]
  readonly note: string | null
}

export type Readings = ReadonlyMap<string, Reading>

export type Basis = 'financial_statement' | 'tax_return'

/** What one document says of one period. */
export interface PeriodReadings {
  readonly documentId: string
  /** Of two documents of one kind that state the same period, one is believed. */
  readonly kind: 'profit-loss' | 'balance-sheet' | 'cash-flow' | 'tax-return' | 'personal-statement'
  readonly entityKey: string
  readonly basis: Basis
  /** An instant (a balance sheet) has no length of its own and joins every period that ends with it. */
  readonly isInstant: boolean
  readonly period: Pick<Period, 'fiscalYear' | 'periodEnd' | 'monthsCovered'>
  /** Which of two documents is believed where both state the same: the greater. */
  readonly rank: readonly number[]
  readonly readings: Readings
  readonly statement: StatementColumn | null
}

/** A period of a mapped statement, as the spread prints it. */
export interface StatementColumn {
  readonly mappingId: string
  readonly mappingState: 'mapped' | 'unfooted'
  readonly assurance: string | null
  readonly rows: readonly StatementRow[]
}

export interface StatementRow {
  readonly key: string
  readonly label: string
  readonly kind: 'folder' | 'leaf' | 'measure'
  readonly depth: number
  readonly value: Cents | null
}

/** Figures added up into one reading; null when there are none. */
export function addUp(
  parts: readonly { readonly value: Cents; readonly input: Input }[],
  note: string | null = null,
): Reading | null {
  if (parts.length === 0) return null
  return { value: sum(parts.map((part) => part.value)), inputs: parts.map((part) => part.input), note }
}

/** The readings that are there, by attribute. */
export function readingsOf(entries: readonly (readonly [key: string, reading: Reading | null])[]): Readings {
  return new Map(entries.flatMap(([key, reading]) => (reading ? [[key, reading] as const] : [])))
}

const ASSURANCE = ['internally_prepared', 'tax_basis', 'compiled', 'reviewed', 'audited']

/** The more an accountant stands behind it, the more it is believed; nothing said is least. */
export function assuranceRank(assurance: string | null): number {
  return assurance === null ? -1 : ASSURANCE.indexOf(assurance)
}

export function addbackInput(id: string, amount: Cents): Input {
  return { kind: 'addback', ref: id, documentId: null, mappingId: null, period: null, value: formatCents(amount) }
}

export function givenReading({ key, value, note }: GivenFigure): Reading {
  const input: Input = {
    kind: 'given',
    ref: key,
    documentId: null,
    mappingId: null,
    period: null,
    value: formatCents(value),
  }
  return { value, inputs: [input], note }
}
