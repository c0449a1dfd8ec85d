import type { DocumentFacts as StoredFacts } from '../../store/documents.ts'
import type { DocumentFacts } from '../extractions/payload.ts'
import { classOf } from './categories.ts'

/** A stored document as a reader of its class wants it: what cutting the package said of it. */
export function factsOf(document: StoredFacts): DocumentFacts {
  return {
    class: classOf(document.reportType) ?? 'other',
    confidence: document.classification?.confidence ?? 0,
    evidence: document.classification?.evidence ?? [],
    pageNumbers: document.pages,
    entity: document.entity,
    einLast4: document.einLast4,
    assurance: document.assurance,
    engagement: document.engagement,
  }
}
