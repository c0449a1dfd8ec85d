/**
 * Writes the seed: everything that the pipeline, the mapping and the spread would leave behind for the samples of the
 * plan, in one transaction and one order, so that two seeds differ in ids and times and in nothing else.
 */
import { insertBorrower } from '../../store/borrowers.ts'
import { chartVersions } from '../../store/charts.ts'
import type { WriteTx } from '../../store/db.ts'
import { insertDocuments } from '../../store/documents.ts'
import { recordEvents } from '../../store/events.ts'
import { changeJob, insertJobs } from '../../store/jobs.ts'
import type { Job } from '../../store/jobs.ts'
import { insertLoan } from '../../store/loans.ts'
import type { Loan } from '../../store/loans.ts'
import { insertMappings } from '../../store/mappings.ts'
import { insertRender } from '../../store/memo-renders.ts'
import { insertMemo } from '../../store/memos.ts'
import type { MemoText } from '../../store/memos.ts'
import { lockSpread } from '../../store/spreads.ts'
import type { WorkerDeps } from '../deps.ts'
import { fileDocuments } from '../entities/resolve.ts'
import { eventsOfReading, insertFirstExtractions } from '../extractions/keep-extraction.ts'
import { pagesKey } from '../jobs/blobs.ts'
import { isMapped } from '../mappings/mapping.ts'
import { mapStored } from '../mappings/map-stored.ts'
import { WorkspaceCharts } from '../mappings/workspace-charts.ts'
import { snapshotInForce } from '../memos/order-render.ts'
import { classified } from '../package/documents.ts'
import { completed } from '../package/run.ts'
import { asRead } from '../package/small.ts'
import { freeze } from '../spreads/finalize-spread.ts'
import { gatherInputs } from '../spreads/gather-inputs.ts'
import { makeSnapshot } from '../spreads/make-snapshot.ts'
import { NO_WORK } from '../spreads/manifest.ts'
import { SpreadSources } from '../spreads/spread-sources.ts'
import { insertMachineSnapshot } from '../spreads/prepare-spread.ts'
import { SEED_PLAN } from './seed-plan.ts'
import type { SeedReading } from './seed-readings.ts'

type SeedDeps = Pick<WorkerDeps, 'clock' | 'faults'>

/** Who is said to have frozen the spread: no key has. */
const FINALIZED_BY = 'seed'
/** The attempt that is said to have read a seeded upload. */
const LEASE = 1

export async function insertSeed(
  tx: WriteTx,
  deps: SeedDeps,
  readings: ReadonlyMap<string, SeedReading>,
): Promise<void> {
  for (const { profile, loans } of SEED_PLAN) {
    const borrower = await insertBorrower(tx, profile, { isIntake: false })
    const made: { readonly loan: Loan; readonly final: boolean; readonly memo: MemoText | null }[] = []
    for (const { terms, samples, final = false, memo = null } of loans) {
      const loan = await insertLoan(tx, borrower.id, terms)
      for (const slug of samples) {
        const reading = readings.get(slug)
        if (!reading) throw new Error(`the sample ${slug} was not read`)
        await insertUpload(tx, deps, loan, { slug, reading })
      }
      if (samples.length > 0) made.push({ loan, final, memo })
    }
    // Which documents belong together is known once all are there, and the spreads follow from it.
    await fileDocuments(tx, [borrower])
    for (const { loan, final, memo } of made) {
      await insertSpread(tx, deps, loan, final)
      if (memo) await insertSeedMemo(tx, loan, memo)
    }
  }
}

/** A test upload that has come to its end, with its documents and its events. */
async function insertUpload(
  tx: WriteTx,
  deps: SeedDeps,
  loan: Loan,
  { slug, reading }: { readonly slug: string; readonly reading: SeedReading },
): Promise<void> {
  const job = await insertReadJob(tx, deps, loan, { slug, reading })
  const documents = await insertDocuments(tx, [{ job, documents: reading.documents.map(asRead) }])
  const chart = { versions: await chartVersions(tx), charts: new WorkspaceCharts() }
  for (const [index, document] of documents.entries()) {
    const extraction = reading.documents[index]?.extraction ?? null
    if (extraction === 'failed') throw new Error(`the sample ${slug} could not be read`)
    if (extraction === null) continue
    await insertFirstExtractions(tx, [{ document, extraction }])
    if (!isMapped(document)) continue
    const { versions, charts } = chart
    const statement = {
      ...document,
      extraction: { version: 1, payload: JSON.parse(JSON.stringify(extraction.payload)) as unknown },
    }
    const mapping = mapStored(deps.faults, statement, { versions, chart: await charts.of(tx, versions) })
    await insertMappings(tx, [{ documentId: document.id, mapping }])
  }
  const told = documents.flatMap((document) => eventsOfReading(document, job.livemode))
  await recordEvents(tx, [classified(job), ...told, completed(job, null)])
}

async function insertReadJob(
  tx: WriteTx,
  deps: SeedDeps,
  loan: Loan,
  { slug, reading }: { readonly slug: string; readonly reading: SeedReading },
): Promise<Job> {
  const now = deps.clock.now()
  const [inserted] = await insertJobs(
    tx,
    { borrowerId: loan.borrowerId, loanId: loan.id, livemode: false, uploadExpiresAt: now },
    [
      {
        fileName: `${slug}.pdf`,
        contentType: 'application/pdf',
        sizeBytes: reading.file.length,
        sha256: reading.sha256,
        sampleDocument: slug,
      },
    ],
  )
  if (!inserted) throw new Error('an insert returned no row')
  const job = await changeJob(
    tx,
    { id: inserted.id, statuses: ['AWAITING_UPLOAD'] },
    {
      status: 'COMPLETED',
      sha256: reading.sha256,
      lease: LEASE,
      pagesDone: reading.pageCount,
      pagesTotal: reading.pageCount,
      pagesKey: pagesKey(tx.workspaceUuid, inserted, LEASE),
      confirmedAt: now,
      finishedAt: now,
    },
  )
  if (!job) throw new Error('a job that was just made has changed')
  return job
}

async function insertSpread(tx: WriteTx, deps: SeedDeps, loan: Loan, final: boolean): Promise<void> {
  await lockSpread(tx, loan.id)
  const sources = new SpreadSources(tx)
  const { inputs } = await gatherInputs(sources, loan, NO_WORK)
  if (inputs.documents.length === 0) return
  const made = await makeSnapshot(sources, new WorkspaceCharts(), inputs)
  await insertMachineSnapshot(tx, loan.id, made)
  if (!final) return
  const finalized = { at: deps.clock.now(), by: FINALIZED_BY, externalUserId: null }
  await freeze(tx, loan, made, { livemode: false, finalized })
}

/** A memo whose file is ordered: the reset itself prints it, so that it is there when the reset has been answered. */
async function insertSeedMemo(tx: WriteTx, loan: Loan, text: MemoText): Promise<void> {
  const snapshot = await snapshotInForce(tx, loan.id)
  if (!snapshot) throw new Error('a seeded memo has no figures')
  const memo = await insertMemo(tx, loan.id, text)
  await insertRender(tx, {
    ...text,
    borrowerId: loan.borrowerId,
    loanId: loan.id,
    memoId: memo.id,
    memoVersion: memo.version,
    snapshotId: snapshot.id,
    livemode: false,
    showsLoanFile: true,
  })
}
