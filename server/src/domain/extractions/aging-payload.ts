/** A proved aging in the words of the interface. */
import type { AgingItem, AgingRow } from '../../engine/model/aging.ts'
import type { Page } from '../../engine/model/page.ts'
import { figureWire, instant } from './payload-parts.ts'
import { commonPayload, proofWire } from './payload.ts'
import type { DocumentFacts, ExtractionPayload, FigureSource } from './payload.ts'
import type { ProvedAging } from './read-tables.ts'

export interface AgingRowWire {
  readonly party: string
  readonly buckets: readonly (FigureSource | null)[]
  readonly total: FigureSource | null
  /** What identifies a single invoice or bill; null on a row that sums up a party. */
  readonly item: {
    readonly date: string | null
    readonly due_date: string | null
    readonly number: string | null
    readonly kind: string | null
  } | null
  /** Which of the party totals it is part of; null when its party has none. */
  readonly party_total: number | null
}

export interface AgingPayload extends ExtractionPayload {
  readonly as_of: string | null
  /** As printed, in print order. */
  readonly bucket_labels: readonly string[]
  readonly rows: readonly AgingRowWire[]
  readonly party_totals: readonly AgingRowWire[]
  readonly totals: AgingRowWire | null
}

export function agingPayload(
  pages: readonly Page[],
  document: DocumentFacts,
  { reading, proofs }: ProvedAging,
): AgingPayload {
  return {
    ...commonPayload(pages, document),
    currency: reading.currency,
    scale: reading.scale,
    periods: instant(reading.asOf, reading.scale.factor),
    as_of: reading.asOf?.date ?? null,
    bucket_labels: reading.buckets.map((bucket) => bucket.label),
    rows: reading.rows.map((row, index) => rowWire(row, `rows.${index}`)),
    party_totals: reading.partyTotals.map((row, index) => rowWire(row, `party_totals.${index}`)),
    totals: reading.totals && rowWire(reading.totals, 'totals'),
    proofs: proofs.map(proofWire),
    leftovers: reading.leftovers,
    reading: { kind: reading.kind, pages: reading.pages },
  }
}

function rowWire(row: AgingRow, address: string): AgingRowWire {
  return {
    party: row.party,
    buckets: row.values.map((figure, index) => figureWire(figure, `${address}.${index}`)),
    total: figureWire(row.total, `${address}.total`),
    item: row.item && itemWire(row.item),
    party_total: row.group,
  }
}

function itemWire({ date, dueDate, number, kind }: AgingItem): AgingRowWire['item'] {
  return { date, due_date: dueDate, number, kind }
}
