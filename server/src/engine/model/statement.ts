/** A financial statement as printed: its periods, its lines in print order, and where each figure stands. */
import type { Cents } from '../../lib/money.ts'

export interface Period {
  readonly fiscalYear: number
  /** `YYYY-MM-DD`; null when the statement states none. */
  readonly periodEnd: string | null
  /** The column heading as printed; null when none is printed. */
  readonly label: string | null
  /** 12 for a full year; null when the printed period does not say. */
  readonly monthsCovered: number | null
}

/** Where a figure comes from: printed at an address in the document, or computed from figures that are. */
export interface Source {
  readonly kind: 'printed' | 'derived'
  /** Pages from 1, ascending; a derived figure lists the pages of the figures it comes from. */
  readonly pages: readonly number[]
  readonly documentId: string | null
  /** `lines.<line>.<period>` of a printed figure; null on a derived one. */
  readonly address: string | null
}

/** One printed line, before anyone has decided what it means. Position i of `values` belongs to period i. */
export interface StatementLine {
  /** Unique within the statement. */
  readonly key: string
  /** The caption as printed. */
  readonly label: string
  /** Indentation, 0 outermost. */
  readonly depth: number
  /** In whole dollars and cents (printed figure times the statement's scale), signed as printed; null where nothing is. */
  readonly values: readonly (Cents | null)[]
  readonly sources: readonly (Source | null)[]
}

export interface Statement {
  readonly documentId: string
  readonly periods: readonly Period[]
  readonly lines: readonly StatementLine[]
  /** What one printed unit is worth: 1, or 1000 for a statement in thousands. The values are already multiplied by it. */
  readonly scale: number
}
