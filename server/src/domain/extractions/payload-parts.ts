/** Pieces of payloads that several classes share. */
import type { Figure, Spot } from '../../engine/model/extraction.ts'
import { formatCents } from '../../lib/money.ts'
import type { FigureSource, PeriodWire, SpotWire } from './payload.ts'

/** A text of the document that is no amount: a date, a rate, a name. */
export interface TextSource extends SpotWire {
  readonly address: string
}

/** A date on which the whole document stands, as its one period. */
export function instant(asOf: { date: string; source: Spot } | null, scale: number): PeriodWire[] {
  if (asOf === null) return []
  const { date, source } = asOf
  const fiscalYear = Number(date.slice(0, 4))
  return [{ fiscal_year: fiscalYear, period_end: date, label: source.text, months_covered: null, scale, source }]
}

export function figureWire(figure: Figure | null, address: string): FigureSource | null {
  return figure === null ? null : printedFigure(figure, address)
}

export function printedFigure(figure: Figure, address: string): FigureSource {
  return { value: formatCents(figure.value), page: figure.page, box: figure.box, address, text: figure.text }
}

export function textWire(spot: Spot | null, address: string): TextSource | null {
  return spot === null ? null : { page: spot.page, box: spot.box, text: spot.text, address }
}
