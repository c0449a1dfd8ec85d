/** Corrections of an aging: a figure of a row, or whose row it is. */
import type { AgingClass, AgingReading, AgingRow } from '../../engine/model/aging.ts'
import { proveAging } from '../../engine/prove/prove-aging.ts'
import type { AgingPayload, AgingRowWire } from './aging-payload.ts'
import type { Correctable, Reworded, Rewording } from './corrections.ts'
import { placeless, restoredFigureOrNull, restoredInstant, rowAt } from './corrections.ts'
import { proofWire } from './payload.ts'

export function correctableAging(of: AgingClass): Correctable<AgingPayload> {
  return {
    figuresIn: ['rows', 'party_totals', 'totals'],
    reword,
    settle: (payload) => ({ ...payload, proofs: proveAging(readingOf(payload, of)).map(proofWire) }),
  }
}

function reword(payload: AgingPayload, { address, label }: Rewording): Reworded<AgingPayload> | null {
  if (label === undefined) return null
  for (const name of ['rows', 'party_totals'] as const) {
    const at = rowAt(payload[name], name, address)
    if (at) return { payload: { ...payload, [name]: at.with({ ...at.row, party: label }) }, from: at.row.party }
  }
  return null
}

function readingOf(payload: AgingPayload, of: AgingClass): AgingReading {
  return {
    class: of,
    kind: payload.reading.kind,
    pages: payload.reading.pages,
    currency: payload.currency,
    scale: payload.scale,
    asOf: restoredInstant(payload),
    buckets: payload.bucket_labels.map((label) => ({ label, source: placeless(label) })),
    rows: payload.rows.map(rowOf),
    partyTotals: payload.party_totals.map(rowOf),
    totals: payload.totals && rowOf(payload.totals),
    leftovers: payload.leftovers,
  }
}

function rowOf(row: AgingRowWire): AgingRow {
  return {
    party: row.party,
    source: placeless(row.party),
    values: row.buckets.map(restoredFigureOrNull),
    total: restoredFigureOrNull(row.total),
    item: row.item && { date: row.item.date, dueDate: row.item.due_date, number: row.item.number, kind: row.item.kind },
    group: row.party_total,
  }
}
