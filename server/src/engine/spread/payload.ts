/** A spread in the wire form of the interface. Its members always come in the same order: the text is hashed. */
import { formatCents } from '../../lib/money.ts'
import type { AffiliatePolicy } from '../model/spread.ts'
import type { Column } from './columns.ts'
import type { SpreadEntity } from './entity.ts'
import type { StatedAttribute } from './evaluate-column.ts'
import type { Spread, Unused } from './spread-loan.ts'
import { SPREAD_ENGINE_VERSION } from './spread-loan.ts'

export interface WireAttribute {
  readonly key: string
  readonly unit: string
  readonly value: string | null
  readonly formula: string | null
  readonly inputs: readonly {
    readonly kind: string
    readonly ref: string
    readonly document_id: string | null
    readonly mapping_id: string | null
    readonly period: number | null
    readonly value: string
  }[]
  readonly note: string | null
  readonly reason: { readonly code: string; readonly about: readonly string[] } | null
}

export interface WireSpreadPeriod {
  readonly period_id: string
  readonly statement_type: 'financial_statement' | 'interim' | 'tax_return'
  readonly fiscal_year: number
  readonly period_end: string | null
  readonly months_covered: number | null
  readonly assurance_level: string | null
  readonly mapping_id: string | null
  readonly mapping_state: 'mapped' | 'unfooted' | null
  readonly document_ids: readonly string[]
  readonly superseded_document_ids: readonly string[]
  readonly attributes: readonly WireAttribute[]
}

export interface WireStatementRow {
  readonly key: string
  readonly label: string
  readonly kind: 'folder' | 'leaf' | 'measure'
  readonly depth: number
  readonly values: readonly (string | null)[]
}

export interface SpreadPayload {
  readonly schema_version: 1
  readonly engine_version: string
  readonly affiliates: AffiliatePolicy
  readonly entities: readonly {
    readonly entity_key: string
    readonly name: string
    readonly kind: 'business' | 'person'
    readonly is_borrower: boolean
    readonly is_obligated: boolean
    readonly periods: readonly WireSpreadPeriod[]
    readonly statement: readonly WireStatementRow[]
  }[]
  readonly years: readonly { readonly fiscal_year: number; readonly attributes: readonly WireAttribute[] }[]
  readonly unused: readonly {
    readonly kind: 'addback' | 'given'
    readonly ref: string
    readonly entity_key: string | null
    readonly fiscal_year: number | null
    readonly period_end: string | null
  }[]
}

export function spreadToPayload(spread: Spread): SpreadPayload {
  return {
    schema_version: 1,
    engine_version: SPREAD_ENGINE_VERSION,
    affiliates: spread.affiliates,
    entities: spread.entities.map((entity) => ({
      entity_key: entity.key,
      name: entity.name,
      kind: entity.kind,
      is_borrower: entity.isBorrower,
      is_obligated: entity.isObligated,
      periods: entity.columns.map((column) => periodToWire(column, [...column.stated.attributes.values()])),
      statement: statementRows(entity),
    })),
    years: spread.years.map(({ fiscalYear, stated }) => ({
      fiscal_year: fiscalYear,
      attributes: [...stated.attributes.values()].map(attributeToWire),
    })),
    unused: spread.unused.map(unusedToWire),
  }
}

function periodToWire(column: Column, attributes: readonly StatedAttribute[]): WireSpreadPeriod {
  const isInterim = column.monthsCovered !== null && column.monthsCovered < 12
  return {
    period_id: column.id,
    statement_type: column.basis === 'tax_return' ? 'tax_return' : isInterim ? 'interim' : 'financial_statement',
    fiscal_year: column.fiscalYear,
    period_end: column.periodEnd,
    months_covered: column.monthsCovered,
    assurance_level: column.statement?.assurance ?? null,
    mapping_id: column.statement?.mappingId ?? null,
    mapping_state: column.statement?.mappingState ?? null,
    document_ids: column.documentIds,
    superseded_document_ids: column.supersededIds,
    attributes: attributes.map(attributeToWire),
  }
}

function attributeToWire({ key, unit, value, formula, inputs, note, reason }: StatedAttribute): WireAttribute {
  return {
    key,
    unit,
    value,
    formula,
    inputs: inputs.map((input) => ({
      kind: input.kind,
      ref: input.ref,
      document_id: input.documentId,
      mapping_id: input.mappingId,
      period: input.period,
      value: input.value,
    })),
    note,
    reason: reason && { code: reason.code, about: reason.about },
  }
}

/** The rows of the entity's statements side by side. One that only some of them have stands where it stands there. */
function statementRows({ columns }: SpreadEntity): WireStatementRow[] {
  const order: string[] = []
  const rows = new Map<string, { label: string; kind: WireStatementRow['kind']; depth: number }>()
  for (const { statement } of columns)
    for (const [at, { key, label, kind, depth }] of (statement?.rows ?? []).entries()) {
      if (!rows.has(key)) order.splice(order.indexOf(statement?.rows[at - 1]?.key ?? '') + 1, 0, key)
      rows.set(key, { label, kind, depth })
    }
  return order
    .map((key) => ({
      key,
      ...(rows.get(key) as { label: string; kind: WireStatementRow['kind']; depth: number }),
      values: columns.map(({ statement }) => {
        const value = statement?.rows.find((row) => row.key === key)?.value ?? null
        return value === null ? null : formatCents(value)
      }),
    }))
    .filter(({ values }) => values.some((value) => value !== null))
}

function unusedToWire({ kind, ref, entityKey, period }: Unused): SpreadPayload['unused'][number] {
  return {
    kind,
    ref,
    entity_key: entityKey,
    fiscal_year: period?.fiscalYear ?? null,
    period_end: period?.periodEnd ?? null,
  }
}
