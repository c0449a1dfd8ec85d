/** The captions that give a statement its shape: section headings, running subtotals, totals. Data, with a reader. */
import type { Caption } from './caption.ts'
import { readCaption } from './caption.ts'
import data from './data/structure.json' with { type: 'json' }

/** What a heading opens. `other_mixed` holds income and expense together, `mixed_costs` costs of every kind. */
export type HeadingKind = keyof typeof data.headings
/** What a running subtotal states, or that the row is not part of the walk at all (memo, outside, carry). */
export type SubtotalKind = keyof typeof data.subtotals

function kindsByCaption<Kind extends string>(lists: Record<Kind, readonly string[]>): Map<string, Kind> {
  const kinds = new Map<string, Kind>()
  for (const kind of Object.keys(lists) as Kind[])
    for (const text of lists[kind]) {
      const { stem } = readCaption(text)
      if (!kinds.has(stem)) kinds.set(stem, kind)
    }
  return kinds
}

const HEADINGS = kindsByCaption<HeadingKind>(data.headings)
const SUBTOTALS = kindsByCaption<SubtotalKind>(data.subtotals)
const ONLY_IF_IT_SUMS = new Set(data.subtotal_only_if_it_sums.map((text) => readCaption(text).stem))
const OTHER_STATEMENTS = new Set(data.other_statements.map((text) => readCaption(text).stem))

export function headingKindOf(caption: Caption): HeadingKind | null {
  return HEADINGS.get(caption.stem) ?? null
}

export function subtotalKindOf(caption: Caption): SubtotalKind | null {
  return SUBTOTALS.get(caption.stem) ?? null
}

/** 'Net sales' and its like: a subtotal where it sums the lines above it, an ordinary line where it does not. */
export function isSubtotalOnlyIfItSums(caption: Caption): boolean {
  return ONLY_IF_IT_SUMS.has(caption.stem)
}

/** Captions that only a balance sheet or a cash flow statement prints. */
export function belongsToAnotherStatement(caption: Caption): boolean {
  return OTHER_STATEMENTS.has(caption.stem)
}
