/**
 * Where a mapping put the figures that are printed: for every account and every measure the addresses in the report
 * data. A computed figure has no address and is not among them; the mapping itself states it with its terms.
 */
import type { Mapping, MappingNode, MeasureName, Sources } from '../model/mapping.ts'

/** By the key of the tree's node: an account's id, a section's folder, a measure behind its mark. */
export type Placements = Readonly<Record<string, readonly string[]>>

/** Headline figures that stand in the tree as the folder of a whole section. */
const MEASURES_OF_SECTIONS: Readonly<Record<string, string>> = { revenue: 'revenue', opex: 'operating_expenses' }

export const FINDABLE_MEASURES = [
  'revenue',
  'gross_profit',
  'operating_expenses',
  'operating_income',
  'pretax_income',
  'net_income',
  'ebit',
  'adjusted_ebit',
  'ebitda',
  'adjusted_ebitda',
  'ebita',
  'adjusted_ebita',
] as const satisfies readonly (MeasureName | 'revenue' | 'operating_expenses')[]

/** A measure among the keys. */
export function measureKey(measure: string): string {
  return `m:${measure}`
}

export function placementsOf(mapping: Mapping): Placements {
  const placements: Record<string, readonly string[]> = {}
  const place = (key: string, addresses: readonly string[]): void => {
    if (addresses.length > 0) placements[key] = [...(placements[key] ?? []), ...addresses]
  }
  for (const node of nodesOf(mapping.tree ?? [])) {
    const measure = node.measure ?? (node.role && MEASURES_OF_SECTIONS[node.role])
    if (measure) place(measureKey(measure), printedIn(node.sources))
  }
  for (const line of mapping.lines) if (line.filedUnder !== null) place(line.filedUnder, printedIn(line.sources))
  return placements
}

function* nodesOf(nodes: readonly MappingNode[]): Generator<MappingNode> {
  for (const node of nodes) {
    yield node
    yield* nodesOf(node.children)
  }
}

function printedIn(sources: Sources): string[] {
  return sources.flatMap((source) => (source?.kind === 'printed' && source.address !== null ? [source.address] : []))
}
