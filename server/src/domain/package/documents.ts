/** Pages to documents, once: whoever comes second under the job's lock finds them there and leaves them. */
import type { CutDocument } from '../../engine/model/classification.ts'
import type { Page } from '../../engine/model/page.ts'
import { holdBorrower } from '../../store/borrowers.ts'
import { documentsOfJob, insertDocuments } from '../../store/documents.ts'
import type { DocumentFacts, NewDocument } from '../../store/documents.ts'
import { recordEvent } from '../../store/events.ts'
import type { NewEvent } from '../../store/events.ts'
import { changeJob, findJob } from '../../store/jobs.ts'
import type { Job } from '../../store/jobs.ts'
import { CATEGORIES } from '../documents/categories.ts'
import type { WorkerDeps } from '../deps.ts'
import { entityKey, kindOfDocument } from '../entities/entity-key.ts'
import { resolveEntities } from '../entities/resolve.ts'
import { partsOfPages } from '../extractions/page-parts.ts'
import { pagesToDocumentsInSteps } from '../extractions/read-package.ts'
import { takeTurns } from '../turns.ts'
import { pagesOfBlob } from './page-blob.ts'
import { holdRun } from './run.ts'
import type { PackageRun } from './run.ts'

type CutDeps = Pick<WorkerDeps, 'db' | 'objects'>

export async function cutDocuments(deps: CutDeps, run: PackageRun): Promise<'cut' | 'over'> {
  const seen = await deps.db.read(run, (tx) => findJob(tx, run.jobId))
  // Classifying takes longer than a transaction may be open; the job's lease says below whether it was in vain.
  const facts = seen && (await classifyPackage(deps, seen))
  return deps.db.inTenant(run, async (tx) => {
    // The borrower's row before the job's: whoever deletes a borrower locks them in that order.
    if (seen) await holdBorrower(tx, seen.borrowerId)
    const job = await holdRun(tx, run)
    if (!job) return 'over'
    if ((await documentsOfJob(tx, job.id)).length > 0) return 'cut'
    if (facts === null || job.lease !== seen?.lease) throw new Error('another attempt has read the package anew')
    await insertDocuments(tx, [{ job, documents: facts.map(waiting) }])
    await resolveEntities(tx, job.borrowerId)
    await changeJob(tx, { id: job.id, statuses: ['PROCESSING'] }, { step: 'extracting' })
    await recordEvent(tx, classified(job))
    return 'cut'
  })
}

const waiting = (facts: DocumentFacts): NewDocument => ({
  ...facts,
  status: 'processing',
  extractionVersion: null,
  proof: null,
})

/** Tells that the documents of a package are known. */
export function classified(job: Job): NewEvent<'loan.classified'> {
  return {
    type: 'loan.classified',
    livemode: job.livemode,
    loanId: job.loanId,
    data: { borrower_id: job.borrowerId, loan_id: job.loanId },
    once: `loan.classified ${job.id}`,
  }
}

async function classifyPackage(deps: CutDeps, job: Job): Promise<DocumentFacts[]> {
  const bytes = job.pagesKey === null ? null : await deps.objects.read(job.pagesKey)
  if (bytes === null) throw new Error('the pages are not in the object store')
  const pages: Page[] = []
  for await (const page of pagesOfBlob(bytes)) pages.push(page)
  return documentsOfPages(pages)
}

/** Given all pages of a package, its documents. */
export async function documentsOfPages(pages: readonly Page[]): Promise<DocumentFacts[]> {
  const byNumber = new Map(pages.map((page) => [page.number, page]))
  const documents = await takeTurns(pagesToDocumentsInSteps([...byNumber.values()]))
  return documents.map((document) => factsOfCut(document, byNumber))
}

/** What is kept of a cut document, given the pages of its package by number. */
export function factsOfCut(document: CutDocument, pages: ReadonlyMap<number, Page>): DocumentFacts {
  return {
    ...CATEGORIES[document.class],
    pages: document.pageNumbers,
    pageParts: partsOfPages(document.pages, pages),
    classification: { confidence: document.confidence, evidence: document.evidence },
    entity: document.entity,
    entityKey: keyOf(document),
    einLast4: document.einLast4,
    assurance: document.assurance,
    engagement: document.engagement,
  }
}

function keyOf({ class: of, entity, evidence }: CutDocument): string | null {
  return entity && entityKey(kindOfDocument(CATEGORIES[of].reportType, evidence), entity.name)
}
