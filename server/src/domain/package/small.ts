/**
 * A small package, whole. Reading it again costs less than writing down how far it has come, so that is not written
 * down: its pages are stored, and all that follows from them happens in one transaction, the end of the job included.
 * It is safe to repeat like every step: nothing of it is there, or all of it and the run is over.
 */
import type { Page } from '../../engine/model/page.ts'
import { holdBorrower } from '../../store/borrowers.ts'
import type { WriteTx } from '../../store/db.ts'
import { documentsOfJob, insertDocuments } from '../../store/documents.ts'
import type { DocumentFacts, NewDocument } from '../../store/documents.ts'
import type { Job } from '../../store/jobs.ts'
import type { WorkerDeps } from '../deps.ts'
import { fileDocuments } from '../entities/resolve.ts'
import { addFirstExtraction, eventsOfReading } from '../extractions/keep-extraction.ts'
import { pagesOfParts } from '../extractions/page-parts.ts'
import type { PagePart } from '../extractions/page-parts.ts'
import type { Extraction } from '../extractions/read-document.ts'
import { requestSpread } from '../spreads/request-spread.ts'
import { entersSpread } from '../spreads/spread-types.ts'
import { classified, documentsOfPages } from './documents.ts'
import { extractionOf } from './extract.ts'
import { keepPages, storePages } from './read.ts'
import type { KeepReading } from './read.ts'
import { completeWhole, holdRun } from './run.ts'
import type { PackageRun } from './run.ts'

type WholeDeps = Pick<WorkerDeps, 'db' | 'clock' | 'objects' | 'faults'>

/** A document with what was read from it; null where its class has no reader, or nothing of it can be read. */
interface ReadDocument {
  readonly facts: DocumentFacts
  readonly extraction: Extraction | 'failed' | null
}

/** Finishes a small package; of a large one it keeps the pages, and the next steps go on from there. */
export function finishIfSmall(deps: WholeDeps): KeepReading {
  const keepLarge = keepPages(deps)
  return async (run, job, reading) => {
    if (reading.small === null) return keepLarge(run, job, reading)
    const documents = await readDocuments(deps, job, reading.small)
    const pagesKey = await storePages(deps, run, job, reading)
    const { pageCount } = reading
    const pages = { pagesKey, pagesDone: pageCount, pagesTotal: pageCount, finishedAt: deps.clock.now() }
    const ended = await deps.db.inTenant(run, (tx) => finishWhole(tx, run, job, { documents, pages }))
    // An earlier run, by the long way, came as far as the documents: the steps behind this one finish it.
    if (ended === 'cut before') return keepLarge(run, job, reading)
    if (ended === 'lost') await deps.objects.deleteUnder(pagesKey)
    return ended
  }
}

async function readDocuments(deps: WholeDeps, job: Job, pages: readonly Page[]): Promise<ReadDocument[]> {
  const byNumber = new Map(pages.map((page) => [page.number, page]))
  const read: ReadDocument[] = []
  for (const facts of await documentsOfPages(job, pages)) {
    // What is not of the package's pages can't be read from them.
    const own = facts.pageParts === null ? null : pagesOfParts(facts.pageParts as PagePart[], byNumber)
    read.push({ facts, extraction: own && (await extractionOf(deps, own, facts, { job_id: job.id })) })
  }
  return read
}

interface Whole {
  readonly documents: readonly ReadDocument[]
  readonly pages: {
    readonly pagesKey: string
    readonly pagesDone: number
    readonly pagesTotal: number
    readonly finishedAt: Date
  }
}

async function finishWhole(
  tx: WriteTx,
  run: PackageRun,
  job: Job,
  whole: Whole,
): Promise<'over' | 'lost' | 'cut before'> {
  const [borrower, held, cutBefore] = await Promise.all([
    // The borrower's row before the job's: whoever deletes a borrower locks them in that order.
    holdBorrower(tx, job.borrowerId),
    holdRun(tx, run),
    documentsOfJob(tx, job.id),
  ])
  if (!borrower || held?.lease !== job.lease) return 'lost'
  if (cutBefore.length > 0) return 'cut before'
  const documents = await insertDocuments(tx, job, whole.documents.map(asRead))
  const events = [classified(job), ...documents.flatMap((document) => eventsOfReading(document, job.livemode))]
  await Promise.all([
    ...documents.map(async (document, index) => {
      const extraction = whole.documents[index]?.extraction ?? null
      if (extraction !== null && extraction !== 'failed') await addFirstExtraction(tx, document, extraction)
    }),
    fileDocuments(tx, borrower),
    documents.some(entersSpread) && requestSpread(tx, job.loanId),
    completeWhole(tx, run, job, {
      ...whole.pages,
      documents: documents.filter(({ status }) => status !== 'failed').length,
      before: events,
    }),
  ])
  return 'over'
}

function asRead({ facts, extraction }: ReadDocument): NewDocument {
  if (extraction === 'failed') return { ...facts, status: 'failed', extractionVersion: null, proof: null }
  return {
    ...facts,
    status: 'processed',
    extractionVersion: extraction && 1,
    proof: extraction && extraction.proof,
  }
}
