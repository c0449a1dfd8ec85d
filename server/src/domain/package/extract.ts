/**
 * Documents to extractions: one document after another, each in a transaction of its own. The step may be repeated at
 * any point: it goes on with the documents that have none yet.
 */
import type { Page } from '../../engine/model/page.ts'
import { holdBorrower } from '../../store/borrowers.ts'
import { documentsOfJob } from '../../store/documents.ts'
import type { Document, DocumentFacts } from '../../store/documents.ts'
import type { Job } from '../../store/jobs.ts'
import type { WorkerDeps } from '../deps.ts'
import { factsOf } from '../documents/facts.ts'
import { keepExtraction, keepFailed, keepUnread } from '../extractions/keep-extraction.ts'
import { pagesOfParts } from '../extractions/page-parts.ts'
import type { PagePart } from '../extractions/page-parts.ts'
import { readDocumentInSteps } from '../extractions/read-document.ts'
import type { Extraction } from '../extractions/read-document.ts'
import { takeTurns } from '../turns.ts'
import { pagesOfBlob } from './page-blob.ts'
import { holdRun } from './run.ts'
import type { PackageRun } from './run.ts'

type ExtractDeps = Pick<WorkerDeps, 'db' | 'objects' | 'faults'>

export async function extractDocuments(deps: ExtractDeps, run: PackageRun): Promise<'extracted' | 'over'> {
  const job = await deps.db.inTenant(run, (tx) => holdRun(tx, run))
  if (!job) return 'over'
  const documents = await deps.db.read(run, (tx) => documentsOfJob(tx, job.id))
  const waiting = documents.filter(({ status }) => status === 'processing')
  if (waiting.length === 0) return 'extracted'
  const pages = new PagesInOrder(await storedPages(deps, job))
  for (const document of waiting) {
    const extraction = await extractionOf(deps, await pages.of(document), document, { document_id: document.id })
    const kept = await deps.db.inTenant(run, async (tx) => {
      // The borrower's row before the job's and the document's: whoever files its documents takes them in that order.
      await holdBorrower(tx, job.borrowerId)
      if (!(await holdRun(tx, run))) return false
      if (extraction === 'failed') await keepFailed(tx, document, job.livemode)
      else if (extraction === null) await keepUnread(tx, document, job.livemode)
      else await keepExtraction(tx, document, extraction, { cause: 'read', livemode: job.livemode })
      return true
    })
    if (!kept) return 'over'
  }
  return 'extracted'
}

async function storedPages(deps: ExtractDeps, job: Job): Promise<AsyncIterable<Page>> {
  const bytes = job.pagesKey === null ? null : await deps.objects.read(job.pagesKey)
  if (bytes === null) throw new Error('the pages are not in the object store')
  return pagesOfBlob(bytes)
}

/** A pure function that throws would throw again: the document has failed, and the package goes on without it. */
export async function extractionOf(
  deps: Pick<WorkerDeps, 'faults'>,
  pages: readonly Page[],
  document: DocumentFacts,
  about: Readonly<Record<string, string>>,
): Promise<Extraction | 'failed' | null> {
  try {
    return await takeTurns(readDocumentInSteps(pages, factsOf(document)))
  } catch (error) {
    deps.faults.report(error, { what: 'a document could not be read', ...about, report_type: document.reportType })
    return 'failed'
  }
}

/** Documents follow each other through the package, so that only the pages of one need be in memory at a time. */
class PagesInOrder {
  readonly #coming: AsyncIterator<Page>
  readonly #held = new Map<number, Page>()
  #last = 0

  constructor(pages: AsyncIterable<Page>) {
    this.#coming = pages[Symbol.asyncIterator]()
  }

  async of(document: Document): Promise<Page[]> {
    const first = document.pages[0] ?? 0
    for (const number of this.#held.keys()) if (number < first) this.#held.delete(number)
    const last = document.pages.at(-1) ?? 0
    while (this.#last < last) {
      const next = await this.#coming.next()
      if (next.done === true) break
      this.#last = next.value.number
      if (this.#last >= first) this.#held.set(this.#last, next.value)
    }
    return pagesOfParts((document.pageParts ?? []) as PagePart[], this.#held)
  }
}
