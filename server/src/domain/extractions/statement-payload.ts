/** A proved statement in the words of the interface: the payload that report-data returns. */
import type { CutDocument } from '../../engine/model/classification.ts'
import type { Figure, Leftover, Proof, ReadPeriod, StatementClass } from '../../engine/model/extraction.ts'
import type { Box, PageKind } from '../../engine/model/page.ts'
import { formatCents } from '../../lib/money.ts'
import type { ProvedStatement } from './read-package.ts'
import { EXTRACTION_ENGINE_VERSION } from './read-package.ts'

const REPORT_TYPES: Readonly<Record<StatementClass, string>> = {
  'profit-loss': 'profit-loss-statements',
  'balance-sheet': 'balance-sheets',
  'cash-flow': 'cash-flow-statements',
}

export interface FigureSource {
  readonly value: string
  readonly page: number
  readonly box: Box
  readonly address: string
  readonly text: string
}

export interface StatementPayload {
  readonly report_type: string
  readonly engine_version: string
  readonly entity: { readonly name: string | null; readonly ein_last4: string | null; readonly address: null }
  readonly currency: string | null
  readonly scale: { readonly factor: number; readonly source: SpotWire | null }
  readonly periods: readonly PeriodWire[]
  readonly lines: readonly LineWire[]
  readonly proofs: readonly ProofWire[]
  readonly leftovers: readonly LeftoverWire[]
  readonly reading: { readonly kind: PageKind; readonly pages: readonly number[] }
}

interface SpotWire {
  readonly page: number
  readonly box: Box
  readonly text: string
}

interface PeriodWire {
  readonly fiscal_year: number | null
  readonly period_end: string | null
  readonly label: string | null
  readonly months_covered: number | null
  readonly scale: number
  readonly source: SpotWire | null
}

interface LineWire {
  readonly key: string
  readonly label: string
  readonly depth: number
  readonly is_total: boolean
  readonly section: string | null
  readonly values: readonly (string | null)[]
  readonly sources: readonly (FigureSource | null)[]
}

interface ProofWire extends Omit<Proof, 'expected' | 'actual' | 'residual'> {
  readonly expected: string | null
  readonly actual: string | null
  readonly residual: string | null
}

interface LeftoverWire extends SpotWire {
  readonly reason: Leftover['reason']
  readonly column: string | null
}

/** Everything of the payload but the ids, which only the store knows. */
export function statementPayload(document: CutDocument, { reading, proofs }: ProvedStatement): StatementPayload {
  return {
    report_type: REPORT_TYPES[reading.class],
    engine_version: EXTRACTION_ENGINE_VERSION,
    entity: { name: document.entity?.name ?? null, ein_last4: document.einLast4, address: null },
    currency: reading.currency,
    scale: reading.scale,
    periods: reading.periods.map(periodWire),
    lines: reading.lines.map((line, index) => ({
      key: `l${index}`,
      label: line.label,
      depth: line.depth,
      is_total: line.isTotal,
      section: line.section,
      values: line.figures.map((figure) => (figure ? formatCents(figure.value) : null)),
      sources: line.figures.map((figure, period) => figureSource(figure, `lines.${index}.${period}`)),
    })),
    proofs: proofs.map(proofWire),
    leftovers: reading.leftovers,
    reading: { kind: reading.kind, pages: reading.pages },
  }
}

/** How the checks went, in the shape that a document carries. Proved only when every check is. */
export function proofSummary(proofs: readonly Proof[]): {
  state: Proof['state']
  passed: number
  failed: number
  not_proved: number
} {
  const count = (state: Proof['state']): number => proofs.filter((proof) => proof.state === state).length
  const [passed, failed, open] = [count('proved'), count('failed'), count('not_proved')]
  const state = failed > 0 ? 'failed' : open > 0 || passed === 0 ? 'not_proved' : 'proved'
  return { state, passed, failed, not_proved: open }
}

function periodWire(period: ReadPeriod): PeriodWire {
  return {
    fiscal_year: period.dated ? period.fiscalYear : null,
    period_end: period.periodEnd,
    label: period.label,
    months_covered: period.monthsCovered,
    scale: period.scale,
    source: period.source,
  }
}

function figureSource(figure: Figure | null, address: string): FigureSource | null {
  if (figure === null) return null
  return { value: formatCents(figure.value), page: figure.page, box: figure.box, address, text: figure.text }
}

function proofWire(proof: Proof): ProofWire {
  return {
    ...proof,
    expected: proof.expected === null ? null : formatCents(proof.expected),
    actual: proof.actual === null ? null : formatCents(proof.actual),
    residual: proof.residual === null ? null : formatCents(proof.residual),
  }
}
