/**
 * What every extraction says, whatever its document: the part of the report data that all classes share, in the words
 * of the interface. A class adds its own members in a type of its own (statement-payload.ts is the first). Ids and the
 * revision are not in here: only the store knows them.
 */
import type { CutDocument } from '../../engine/model/classification.ts'
import type { Leftover, Proof, ProofState, ReadPeriod } from '../../engine/model/extraction.ts'
import type { Box, Page, PageKind } from '../../engine/model/page.ts'
import { formatCents } from '../../lib/money.ts'
import { CATEGORIES } from '../documents/categories.ts'

/** Changes whenever the same pages may give another answer. */
export const EXTRACTION_ENGINE_VERSION = '1'

export interface SpotWire {
  readonly page: number
  readonly box: Box
  readonly text: string
}

/** A figure as it is printed, and where. The address says where it stands in the payload. */
export interface FigureSource extends SpotWire {
  readonly value: string
  readonly address: string
}

export interface PeriodWire {
  readonly fiscal_year: number | null
  readonly period_end: string | null
  readonly label: string | null
  readonly months_covered: number | null
  readonly scale: number
  readonly source: SpotWire | null
}

export interface ProofWire extends Omit<Proof, 'expected' | 'actual' | 'residual'> {
  readonly expected: string | null
  readonly actual: string | null
  readonly residual: string | null
}

export interface LeftoverWire extends SpotWire {
  readonly reason: Leftover['reason']
  readonly column: string | null
}

/** What a person changed after the reading, and what stood there before. */
export interface CorrectionWire {
  readonly address: string
  readonly member: 'value' | 'label' | 'date'
  readonly from: string | null
  readonly to: string
}

export interface ExtractionPayload {
  readonly report_type: string
  readonly engine_version: string
  readonly entity: { readonly name: string | null; readonly ein_last4: string | null; readonly address: string | null }
  readonly currency: string | null
  readonly scale: { readonly factor: number; readonly source: SpotWire | null }
  readonly periods: readonly PeriodWire[]
  readonly proofs: readonly ProofWire[]
  readonly leftovers: readonly LeftoverWire[]
  readonly reading: { readonly kind: PageKind; readonly pages: readonly number[] }
  readonly corrections: readonly CorrectionWire[]
}

/** A cut document without its pages, which are handed over beside it: the store keeps the two apart. */
export type DocumentFacts = Omit<CutDocument, 'pages'>

/** The members that follow from the document alone. A reader fills in the rest. */
export function commonPayload(pages: readonly Page[], document: DocumentFacts): ExtractionPayload {
  return {
    report_type: CATEGORIES[document.class].reportType,
    engine_version: EXTRACTION_ENGINE_VERSION,
    entity: { name: document.entity?.name ?? null, ein_last4: document.einLast4, address: null },
    currency: null,
    scale: { factor: 1, source: null },
    periods: [],
    proofs: [],
    leftovers: [],
    reading: { kind: pages[0]?.kind ?? 'digital', pages: [...document.pageNumbers] },
    corrections: [],
  }
}

export function periodWire(period: ReadPeriod): PeriodWire {
  return {
    fiscal_year: period.dated ? period.fiscalYear : null,
    period_end: period.periodEnd,
    label: period.label,
    months_covered: period.monthsCovered,
    scale: period.scale,
    source: period.source,
  }
}

export function proofWire(proof: Proof): ProofWire {
  return {
    ...proof,
    expected: proof.expected === null ? null : formatCents(proof.expected),
    actual: proof.actual === null ? null : formatCents(proof.actual),
    residual: proof.residual === null ? null : formatCents(proof.residual),
  }
}

/** How the checks went, in the shape that a document carries. */
export interface ProofSummary {
  readonly state: ProofState
  readonly passed: number
  readonly failed: number
  readonly not_proved: number
}

/** Proved only when every check is, and there was one. */
export function proofSummary(proofs: readonly { readonly state: ProofState }[]): ProofSummary {
  const count = (state: ProofState): number => proofs.filter((proof) => proof.state === state).length
  const [passed, failed, open] = [count('proved'), count('failed'), count('not_proved')]
  const state = failed > 0 ? 'failed' : open > 0 || passed === 0 ? 'not_proved' : 'proved'
  return { state, passed, failed, not_proved: open }
}
