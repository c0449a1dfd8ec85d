/**
 * Bytes to pages. The first step, and the one long one: each attempt takes a lease of its own before it does anything.
 * It reports progress about once a second, and the same look at its row tells it when the job was deleted or another
 * attempt has taken over, upon which it stops reading at once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '../../engine/model/page.ts'
import { changeJob } from '../../store/jobs.ts'
import type { Job } from '../../store/jobs.ts'
import type { WorkerDeps } from '../deps.ts'
import { originalKey, pagesKey } from '../jobs/blobs.ts'
import { declaredType } from '../jobs/job.ts'
import type { JobError } from '../jobs/job.ts'
import { chooseSample } from '../sandbox/sample.ts'
import { identifyPackage } from './identify.ts'
import { leaseTogether } from './lease.ts'
import type { TakeLease } from './lease.ts'
import { PageBlobWriter, PAGES_CONTENT_TYPE } from './page-blob.ts'
import { failRun, holdRun } from './run.ts'
import type { PackageRun } from './run.ts'

export type ReadDeps = Pick<WorkerDeps, 'db' | 'clock' | 'objects' | 'reader' | 'samples' | 'jobDeadlineMs'>
/** What was read: the pages as they are kept and, of a small package, as they are. */
export interface PackageReading {
  readonly pageCount: number
  readonly blob: Buffer
  readonly small: readonly Page[] | null
}

/** What becomes of a reading. `lost` when the job is not this attempt's any more, and nothing was written. */
export type KeepReading = (run: PackageRun, job: Job, reading: PackageReading) => Promise<'read' | 'over' | 'lost'>

type Outcome = PackageReading | { readonly failed: JobError } | 'lost'

const PROGRESS_INTERVAL_MS = 1_000
/**
 * A reading that is killed from outside is no word about the file: a machine short of memory ends whom it likes. It is
 * read again; a file whose reading is killed every time is the reason for it.
 */
export const READINGS_AT_MOST = 3

export async function readPackage(
  deps: ReadDeps,
  run: PackageRun,
  keep: KeepReading = keepPages(deps),
  lease: TakeLease = leaseTogether(deps),
): Promise<'read' | 'over'> {
  const job = await lease(run)
  if (!job) return lost(deps, run)
  if (job.sha256 === null && (await identifyPackage(deps, run)) === 'over') return 'over'
  const reading = await readOriginal(deps, run, job)
  if (reading === 'lost') return lost(deps, run)
  if ('failed' in reading) return fail(deps, run, job, reading.failed)
  const kept = await keep(run, job, reading)
  return kept === 'lost' ? lost(deps, run) : kept
}

interface Progress {
  done: number
  total: number | null
}

async function readOriginal(deps: ReadDeps, run: PackageRun, job: Job): Promise<Outcome> {
  const stop = new AbortController()
  const progress: Progress = { done: 0, total: null }
  const look: { underWay: Promise<void> | null } = { underWay: null }
  const watch = setInterval(() => {
    // A database that is away for a moment is no reason to stop.
    look.underWay ??= stillOurs(deps, run, job, progress)
      .then(
        (ours) => ours || stop.abort(),
        () => undefined,
      )
      .then(() => void (look.underWay = null))
  }, PROGRESS_INTERVAL_MS)
  try {
    for (let readings = 1; ; readings += 1) {
      const outcome = await readOnce(deps, run, job, { progress, signal: stop.signal })
      if (outcome !== 'killed') return outcome
      if (readings === READINGS_AT_MOST) return { failed: 'unreadable' }
    }
  } catch (error) {
    if (stop.signal.aborted) return 'lost'
    throw error
  } finally {
    clearInterval(watch)
    // A look that is still under way must not write its progress over the end.
    await look.underWay
  }
}

async function readOnce(
  deps: ReadDeps,
  run: PackageRun,
  job: Job,
  { progress, signal }: { readonly progress: Progress; readonly signal: AbortSignal },
): Promise<Outcome | 'killed'> {
  const deadlineMs = (job.deadlineAt?.getTime() ?? Infinity) - deps.clock.now().getTime()
  if (deadlineMs <= 0) return { failed: 'timed_out' }
  progress.done = 0
  const blob = new PageBlobWriter()
  for await (const event of eventsOf(deps, run, job, { deadlineMs, signal })) {
    if (signal.aborted) return 'lost'
    if (event.kind === 'opened') progress.total = event.pageCount
    if (event.kind === 'failed') return event.wasKilled ? 'killed' : { failed: event.code }
    if (event.kind === 'page') {
      await blob.add(event.page)
      progress.done += 1
    }
  }
  if (progress.done === 0) return { failed: 'empty' }
  return { pageCount: progress.done, blob: await blob.finish(), small: blob.small }
}

async function* eventsOf(
  deps: ReadDeps,
  run: PackageRun,
  job: Job,
  limits: { deadlineMs: number; signal: AbortSignal },
): ReturnType<WorkerDeps['reader']['read']> {
  if (!job.livemode) {
    yield* sampleEvents(deps, job, limits.signal)
    return
  }
  const content = originalOf(deps, run, job, limits.signal)
  const declared = declaredType(job.contentType)
  yield* deps.reader.read({ owner: run.workspaceUuid, content, declared, ...limits })
}

/** Long enough for a client's progress bar and its patience to be tried, short enough to wait for. */
const SLOW_SAMPLE_MS = 20_000

/** In test mode nothing of the file is parsed: the pages are those of the sample. */
async function* sampleEvents(deps: ReadDeps, job: Job, signal: AbortSignal): ReturnType<WorkerDeps['reader']['read']> {
  const sample = chooseSample(job, deps.samples.slugs)
  if (sample.failure !== null) {
    yield { kind: 'failed', code: sample.failure, detail: 'the sample fails on purpose' }
    return
  }
  if (sample.slow) await sleep(SLOW_SAMPLE_MS, undefined, { signal })
  for (const page of await deps.samples.pagesOf(sample.slug)) yield { kind: 'page', page }
}

/** Opened only when the reader asks for it. */
async function* originalOf(deps: ReadDeps, run: PackageRun, job: Job, signal: AbortSignal): AsyncIterable<Uint8Array> {
  const bytes = await deps.objects.read(originalKey(run.workspaceUuid, job), signal)
  if (!bytes) throw new Error('the original is not in the object store')
  yield* bytes
}

/** Writes the progress; false when there is nothing left to write it to. */
async function stillOurs(
  deps: ReadDeps,
  run: PackageRun,
  job: Job,
  progress: { done: number; total: number | null },
): Promise<boolean> {
  const change = { pagesDone: progress.done, pagesTotal: progress.total }
  const expected = { id: job.id, statuses: ['PROCESSING'] as const, lease: job.lease }
  return (await deps.db.writeAtOnce(run, (tx) => changeJob(tx, expected, change))) !== null
}

async function fail(deps: ReadDeps, run: PackageRun, job: Job, code: JobError): Promise<'over'> {
  const failed = await deps.db.inTenant(run, async (tx) => {
    const held = await holdRun(tx, run)
    if (held?.lease !== job.lease) return false
    await failRun(tx, run, held, code, deps.clock.now())
    return true
  })
  return failed ? 'over' : lost(deps, run)
}

/** Stores the pages under a key of this attempt's own and has the job point to them. */
export function keepPages(deps: Pick<ReadDeps, 'db' | 'objects'>): KeepReading {
  return async (run, job, reading) => {
    const key = await storePages(deps, run, job, reading)
    const kept = await deps.db.writeAtOnce(run, (tx) =>
      changeJob(
        tx,
        { id: job.id, statuses: ['PROCESSING'], lease: job.lease },
        { pagesKey: key, pagesDone: reading.pageCount, pagesTotal: reading.pageCount, step: 'documents' },
      ),
    )
    if (kept) return 'read'
    await deps.objects.deleteUnder(key)
    return 'lost'
  }
}

export async function storePages(
  deps: Pick<ReadDeps, 'objects'>,
  run: PackageRun,
  job: Job,
  reading: PackageReading,
): Promise<string> {
  const key = pagesKey(run.workspaceUuid, job, job.lease)
  await deps.objects.write(key, reading.blob, PAGES_CONTENT_TYPE)
  return key
}

/**
 * The row is not ours any more. Deleted or ended: then the run is over. Overtaken by another attempt: then trying
 * again decides which of the two goes on, because the engine listens to one of them only.
 */
async function lost(deps: ReadDeps, run: PackageRun): Promise<'over'> {
  const held = await deps.db.inTenant(run, (tx) => holdRun(tx, run))
  if (held) throw new Error('another attempt has taken over')
  return 'over'
}
