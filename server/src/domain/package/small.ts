/**
 * A small package, whole. Reading it again costs less than writing down how far it has come, so that is not written
 * down: its pages are stored, and all that follows from them happens in one transaction, the end of the job included.
 * It is safe to repeat like every step: nothing of it is there, or all of it and the run is over.
 */
import type { Page } from '../../engine/model/page.ts'
import { Batches } from '../../lib/batches.ts'
import { holdBorrowers } from '../../store/borrowers.ts'
import type { Borrower } from '../../store/borrowers.ts'
import type { Tenant, WriteTx } from '../../store/db.ts'
import { insertDocuments, jobsWithDocuments } from '../../store/documents.ts'
import type { Document, DocumentFacts, NewDocument } from '../../store/documents.ts'
import { lockJobs } from '../../store/jobs.ts'
import type { Job } from '../../store/jobs.ts'
import { holdWorks } from '../../store/outbox.ts'
import type { WorkerDeps } from '../deps.ts'
import { fileDocuments } from '../entities/resolve.ts'
import { addFirstExtractions, eventsOfReading } from '../extractions/keep-extraction.ts'
import type { FirstReading } from '../extractions/keep-extraction.ts'
import { pagesOfParts } from '../extractions/page-parts.ts'
import type { PagePart } from '../extractions/page-parts.ts'
import type { Extraction } from '../extractions/read-document.ts'
import { requestSpreads } from '../spreads/request-spread.ts'
import { entersSpread } from '../spreads/spread-types.ts'
import { classified, documentsOfPages } from './documents.ts'
import { extractionOf } from './extract.ts'
import { keepPages, storePages } from './read.ts'
import type { KeepReading } from './read.ts'
import { endRuns, isOpen } from './run.ts'
import type { EndedRun, PackageRun } from './run.ts'

type WholeDeps = Pick<WorkerDeps, 'db' | 'clock' | 'objects' | 'faults'>

/** A document with what was read from it; null where its class has no reader, or nothing of it can be read. */
export interface ReadDocument {
  readonly facts: DocumentFacts
  readonly extraction: Extraction | 'failed' | null
}

/** A package with all that is to be written of it. */
interface Whole {
  readonly run: PackageRun
  readonly job: Job
  readonly documents: readonly ReadDocument[]
  readonly pages: { readonly pagesKey: string; readonly pagesDone: number; readonly pagesTotal: number }
}

type Ended = 'over' | 'lost' | 'cut before'

/** How many packages end in one transaction at most: what they wait for together stays short. */
const AT_MOST = 16

/**
 * Finishes a small package; of a large one it keeps the pages, and the next steps go on from there. Packages of one
 * tenant that are ready at the same time end in one transaction: its round trips and statements are shared.
 */
export function finishIfSmall(deps: WholeDeps): KeepReading {
  const keepLarge = keepPages(deps)
  const endings = new Batches<Whole, () => Ended>({
    atMost: AT_MOST,
    work: (workspaceUuid, wholes) => finishTogether(deps, { workspaceUuid }, wholes),
  })
  return async (run, job, reading) => {
    if (reading.small === null) return keepLarge(run, job, reading)
    const documents = await readDocuments(deps, reading.small, { job_id: job.id })
    const pagesKey = await storePages(deps, run, job, reading)
    const { pageCount } = reading
    const pages = { pagesKey, pagesDone: pageCount, pagesTotal: pageCount }
    const ended = (await endings.run(run.workspaceUuid, { run, job, documents, pages }))()
    // An earlier run, by the long way, came as far as the documents: the steps behind this one finish it.
    if (ended === 'cut before') return keepLarge(run, job, reading)
    if (ended === 'lost') await deps.objects.deleteUnder(pagesKey)
    return ended
  }
}

/** Given all pages of a package, its documents with what is read from each. */
export async function readDocuments(
  deps: Pick<WorkerDeps, 'faults'>,
  pages: readonly Page[],
  about: Readonly<Record<string, string>>,
): Promise<ReadDocument[]> {
  const byNumber = new Map(pages.map((page) => [page.number, page]))
  const read: ReadDocument[] = []
  for (const facts of await documentsOfPages(pages)) {
    const own = pagesOfParts(facts.pageParts as PagePart[], byNumber)
    read.push({ facts, extraction: await extractionOf(deps, own, facts, about) })
  }
  return read
}

/** What became of each. One that can't be written must not keep the others from it: then each goes alone. */
async function finishTogether(deps: WholeDeps, tenant: Tenant, wholes: readonly Whole[]): Promise<(() => Ended)[]> {
  const finish = (some: readonly Whole[]) => deps.db.inTenant(tenant, (tx) => finishWholes(tx, some, deps.clock.now()))
  try {
    return (await finish(wholes)).map((ended) => () => ended)
  } catch (error) {
    if (wholes.length === 1) throw error
    const alone = await Promise.allSettled(wholes.map((whole) => finish([whole])))
    return alone.map((outcome) => () => {
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value[0] ?? 'lost'
    })
  }
}

async function finishWholes(tx: WriteTx, wholes: readonly Whole[], now: Date): Promise<Ended[]> {
  const jobIds = wholes.map(({ job }) => job.id)
  const [borrowers, jobs, works, cutBefore] = await Promise.all([
    // The borrowers' rows before the jobs': whoever deletes a borrower locks them in that order.
    holdBorrowers(
      tx,
      wholes.map(({ job }) => job.borrowerId),
    ),
    lockJobs(tx, jobIds),
    holdWorks(
      tx,
      wholes.map(({ run }) => run.workId),
    ),
    jobsWithDocuments(tx, jobIds),
  ])
  const held = new Set(borrowers.map(({ id }) => id))
  const endings = wholes.map(({ run, job, pages }): Ended | 'ours' => {
    const current = jobs.get(job.id)
    // This very attempt has ended it before: the commit went through, and the word of it was lost.
    if (current?.status === 'COMPLETED' && current.pagesKey === pages.pagesKey) return 'over'
    if (!held.has(job.borrowerId) || !works.has(run.workId)) return 'lost'
    if (!current || !isOpen(current) || current.lease !== job.lease) return 'lost'
    return cutBefore.has(job.id) ? 'cut before' : 'ours'
  })
  const ours = wholes.filter((_, index) => endings[index] === 'ours')
  if (ours.length > 0) await writeWholes(tx, ours, borrowers, now)
  return endings.map((ending) => (ending === 'ours' ? 'over' : ending))
}

async function writeWholes(
  tx: WriteTx,
  wholes: readonly Whole[],
  borrowers: readonly Borrower[],
  now: Date,
): Promise<void> {
  const found = wholes.map(({ job, documents }) => ({ job, documents: documents.map(asRead) }))
  const read = wholes.flatMap(({ documents }) => documents)
  const documents = await insertDocuments(tx, found)
  const ofJob = Map.groupBy(documents, ({ jobId }) => jobId)
  const concerned = borrowers.filter(({ id }) => wholes.some(({ job }) => job.borrowerId === id))
  const readings = documents.flatMap((document, index): FirstReading[] => {
    const extraction = read[index]?.extraction ?? null
    return extraction === null || extraction === 'failed' ? [] : [{ document, extraction }]
  })
  const [moved] = await Promise.all([fileDocuments(tx, concerned), addFirstExtractions(tx, readings)])
  await requestSpreads(tx, [...moved, ...documents.filter(entersSpread).map(({ loanId }) => loanId)])
  await endRuns(
    tx,
    wholes.map((whole) => endOf(whole, ofJob.get(whole.job.id) ?? [])),
    now,
  )
}

function endOf({ run, job, pages }: Whole, documents: readonly Document[]): EndedRun {
  return {
    run,
    job,
    change: { status: 'COMPLETED', ...pages },
    reason: null,
    documents: documents.filter(({ status }) => status !== 'failed').length,
    before: [classified(job), ...documents.flatMap((document) => eventsOfReading(document, job.livemode))],
  }
}

/** A document as it is written once it was read. */
export function asRead({ facts, extraction }: ReadDocument): NewDocument {
  if (extraction === 'failed') return { ...facts, status: 'failed', extractionVersion: null, proof: null }
  return {
    ...facts,
    status: 'processed',
    extractionVersion: extraction && 1,
    proof: extraction && extraction.proof,
  }
}
