/** What every payload says in the same words: figures with their places, proofs, what is left over. */
import type { CutDocument } from '../../engine/model/classification.ts'
import type { Figure, Leftover, Proof, Spot } from '../../engine/model/extraction.ts'
import type { Box, PageKind } from '../../engine/model/page.ts'
import { formatCents } from '../../lib/money.ts'
import type { FigureSource } from './statement-payload.ts'

export interface ProofWire extends Omit<Proof, 'expected' | 'actual' | 'residual'> {
  readonly expected: string | null
  readonly actual: string | null
  readonly residual: string | null
}

/** A text of the document that is no amount: a date, a rate, a name. */
export interface TextSource extends Spot {
  readonly address: string
}

export interface CommonPayload {
  readonly report_type: string
  readonly engine_version: string
  readonly entity: { readonly name: string | null; readonly ein_last4: string | null; readonly address: null }
  readonly currency: string | null
  readonly scale: { readonly factor: number; readonly source: Spot | null }
  readonly periods: readonly PeriodWire[]
  readonly proofs: readonly ProofWire[]
  readonly leftovers: readonly Leftover[]
  readonly reading: { readonly kind: PageKind; readonly pages: readonly number[] }
}

export interface PeriodWire {
  readonly fiscal_year: number | null
  readonly period_end: string | null
  readonly label: string | null
  readonly months_covered: number | null
  readonly scale: number
  readonly source: { readonly page: number; readonly box: Box; readonly text: string } | null
}

export function entityOf(document: CutDocument): CommonPayload['entity'] {
  return { name: document.entity?.name ?? null, ein_last4: document.einLast4, address: null }
}

/** A date on which the whole document stands, as its one period. */
export function instant(date: string | null, source: Spot | null, scale: number): PeriodWire[] {
  if (date === null) return []
  const fiscalYear = Number(date.slice(0, 4))
  return [
    { fiscal_year: fiscalYear, period_end: date, label: source?.text ?? null, months_covered: null, scale, source },
  ]
}

export function figureWire(figure: Figure | null, address: string): FigureSource | null {
  if (figure === null) return null
  return { value: formatCents(figure.value), page: figure.page, box: figure.box, address, text: figure.text }
}

export function textWire(spot: Spot | null, address: string): TextSource | null {
  return spot === null ? null : { page: spot.page, box: spot.box, text: spot.text, address }
}

export function proofWire(proof: Proof): ProofWire {
  const money = (amount: Proof['expected']): string | null => (amount === null ? null : formatCents(amount))
  return { ...proof, expected: money(proof.expected), actual: money(proof.actual), residual: money(proof.residual) }
}
