/**
 * A credit memo as it is to be printed: every word, figure and reference in its place, nothing left to decide but where
 * lines and pages break. It is kept as JSON with the render, so that the same file can be made again.
 */

/** Where a memo says something, in the order in which a bank reads it. */
export const MEMO_SECTIONS = [
  'request', 'structure', 'borrower', 'industry', 'relationship', 'financials', 'cash_flow', 'guarantors', 'collateral',
  'risks', 'rating', 'exceptions', 'conditions',
] as const // prettier-ignore
export type MemoSectionKey = (typeof MEMO_SECTIONS)[number]

export interface MemoDocument {
  readonly title: string
  readonly borrower: string
  /** The time that the file names as that of its making: RFC 3339, UTC. */
  readonly dated: string
  /** Which figures these are. */
  readonly standing: string
  /** What a reader must know before the first figure; null when there is nothing. */
  readonly warning: string | null
  /** At the foot of every page. */
  readonly foot: string
  readonly facts: readonly LabelledText[]
  readonly keyFigures: readonly { readonly label: string; readonly cell: MemoCell }[]
  readonly charts: readonly MemoChart[]
  readonly sections: readonly MemoSection[]
  /** Stands last: what the memo was made from, by hash. */
  readonly seal: readonly LabelledText[]
}

export interface LabelledText {
  readonly label: string
  readonly value: string
}

export interface MemoSection {
  readonly heading: string
  readonly parts: readonly MemoPart[]
}

export type MemoPart =
  /** An analyst's words, as they were written. */
  | { readonly kind: 'commentary'; readonly blocks: readonly { readonly isItem: boolean; readonly text: string }[] }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | MemoTable

export interface MemoTable {
  readonly kind: 'table'
  /** For those who hear the table before they see it. */
  readonly summary: string
  readonly columns: readonly MemoColumn[]
  readonly rows: readonly MemoRow[]
  readonly notes: readonly string[]
}

export interface MemoColumn {
  readonly head: string
  readonly sub: string | null
  readonly isFigure: boolean
  /** Its share of the room that is left. */
  readonly share: number
}

export interface MemoRow {
  readonly style: 'plain' | 'total' | 'group'
  readonly depth: number
  readonly cells: readonly MemoCell[]
}

export interface MemoCell {
  readonly text: string
  /** Below, in small letters: where the figure is from, or why there is none. */
  readonly small: string | null
  readonly tone: 'plain' | 'muted' | 'good' | 'bad'
}

/** Drawn as vectors. Lengths are points from the top left. */
export interface MemoChart {
  readonly heading: string
  /** The chart in words. */
  readonly alt: string
  readonly width: number
  readonly height: number
  readonly marks: readonly ChartMark[]
}

export type ChartTone = 'first' | 'second' | 'ink' | 'faint'

export type ChartMark =
  | { readonly kind: 'bar'; readonly x: number; readonly y: number; readonly w: number; readonly h: number; readonly tone: ChartTone }
  | { readonly kind: 'rule'; readonly x: number; readonly y: number; readonly w: number; readonly dashed: boolean }
  | { readonly kind: 'word'; readonly x: number; readonly y: number; readonly w: number; readonly text: string; readonly bold: boolean; readonly tone: ChartTone; readonly align: 'left' | 'center' } // prettier-ignore
