/** A proved statement in the words of the interface: what report-data adds for a profit and loss, balance or cash flow. */
import type { Figure } from '../../engine/model/extraction.ts'
import type { Page } from '../../engine/model/page.ts'
import { formatCents } from '../../lib/money.ts'
import { commonPayload, periodWire, proofWire } from './payload.ts'
import type { DocumentFacts, ExtractionPayload, FigureSource } from './payload.ts'
import type { ProvedStatement } from './read-package.ts'

export interface LineWire {
  readonly key: string
  readonly label: string
  readonly depth: number
  readonly is_total: boolean
  readonly section: string | null
  /** Position i belongs to period i; as printed, before the scale. */
  readonly values: readonly (string | null)[]
  readonly sources: readonly (FigureSource | null)[]
}

export interface StatementPayload extends ExtractionPayload {
  readonly lines: readonly LineWire[]
}

export function statementPayload(
  pages: readonly Page[],
  document: DocumentFacts,
  { reading, proofs }: ProvedStatement,
): StatementPayload {
  return {
    ...commonPayload(pages, document),
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

function figureSource(figure: Figure | null, address: string): FigureSource | null {
  if (figure === null) return null
  return { value: formatCents(figure.value), page: figure.page, box: figure.box, address, text: figure.text }
}
