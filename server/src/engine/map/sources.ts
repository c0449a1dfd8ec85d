/** Where figures come from. A derived figure names every page it was computed from, and nothing else. */
import type { Source } from '../model/statement.ts'

export function derivedFrom(sources: Iterable<Source | null>, documentId: string): Source {
  const pages = new Set<number>()
  for (const source of sources) for (const page of source?.pages ?? []) pages.add(page)
  return { kind: 'derived', pages: [...pages].sort((a, b) => a - b), documentId, address: null }
}
