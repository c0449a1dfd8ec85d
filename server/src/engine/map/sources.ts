/** Where figures come from. A derived figure names every page it was computed from, and nothing else. */
import type { Source } from '../model/statement.ts'

export function derivedFrom(sources: Iterable<Source | null>, documentId: string): Source {
  const pages = new Set<number>()
  let last = 0
  for (const source of sources) {
    if (source === null) continue
    for (const page of source.pages) {
      // Figures come in print order: most stand on the page of the one before.
      if (page !== last) pages.add(page)
      last = page
    }
  }
  return { kind: 'derived', pages: [...pages].sort((a, b) => a - b), documentId, address: null }
}
