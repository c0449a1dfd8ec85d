/** The readers of the classes that are tables: agings and debt schedules. */
import type { AgingClass } from '../../engine/model/aging.ts'
import type { AgingPayload, AgingRowWire } from './aging-payload.ts'
import { agingPayload } from './aging-payload.ts'
import { correctableAging } from './correct-aging.ts'
import { correctableDebt } from './correct-debt.ts'
import type { DebtPayload } from './debt-payload.ts'
import { debtPayload } from './debt-payload.ts'
import type { DocumentReader, IndexedFigure } from './document-reader.ts'
import type { ExtractionPayload, FigureSource } from './payload.ts'
import { readProvedAging, readProvedDebt } from './read-tables.ts'

export function agingReader(of: AgingClass): DocumentReader<AgingPayload> {
  return {
    read: (pages, document) => agingPayload(pages, document, readProvedAging(pages, of)),
    figures: agingFigures,
    lineItems: (payload) => payload.rows.length,
    correctable: correctableAging(of),
  }
}

export const debtReader: DocumentReader<DebtPayload> = {
  read: (pages, document) => debtPayload(pages, document, readProvedDebt(pages)),
  figures: debtFigures,
  lineItems: (payload) => payload.debts.length,
  correctable: correctableDebt,
}

function agingFigures(payload: AgingPayload): IndexedFigure[] {
  const ofRow = (row: AgingRowWire): IndexedFigure[] => [
    ...row.buckets.flatMap((figure, index) =>
      indexed(payload, figure, `${row.party} · ${payload.bucket_labels[index] ?? ''}`),
    ),
    ...indexed(payload, row.total, row.party),
  ]
  return [...payload.rows, ...payload.party_totals, ...(payload.totals ? [payload.totals] : [])].flatMap(ofRow)
}

function debtFigures(payload: DebtPayload): IndexedFigure[] {
  const rows = [...payload.debts, ...payload.totals]
  return rows.flatMap(({ label, cells }) =>
    cells.flatMap((cell, index) =>
      cell !== null && 'value' in cell
        ? indexed(payload, cell, `${label} · ${payload.columns[index]?.head ?? ''}`)
        : [],
    ),
  )
}

function indexed(payload: ExtractionPayload, figure: FigureSource | null, caption: string): IndexedFigure[] {
  return figure === null ? [] : [{ figure, caption, period: payload.periods[0] ?? null, scale: payload.scale.factor }]
}
