/**
 * The steps of a reset: begin, empty, seed, the files of the seed, its memos, purge. Each is safe to repeat, and what it finds to do
 * follows from the database alone. Between emptying and the seed there is no moment at which a sandbox is half of
 * either: one transaction takes the last of the old and puts all of the seed in its place.
 *
 * Work in flight needs no cancelling of its own: every piece of it looks for its row before it writes, the rows are
 * gone, and what is seeded has ids that no earlier work knows.
 */
import { findJobsOfSeed } from '../../store/jobs.ts'
import { findRendersOfSeed } from '../../store/memo-renders.ts'
import { addToOutbox } from '../../store/outbox.ts'
import {
  changeReset,
  deleteSomeBorrowers,
  existingBorrowers,
  isSandbox,
  lockReset,
  wipeSandbox,
} from '../../store/sandbox.ts'
import type { Tenant } from '../../store/db.ts'
import type { WorkerDeps } from '../deps.ts'
import { originalKey, UPLOAD_LINK_SECONDS } from '../jobs/blobs.ts'
import { beginRender, composeRender, printRender } from '../memos/run-render.ts'
import { PAGES_CONTENT_TYPE } from '../package/page-blob.ts'
import { chooseSample } from './sample.ts'
import { insertSeed } from './seed.ts'
import { readSeed } from './seed-readings.ts'
import { SANDBOX_PURGE_TOPIC } from './topics.ts'

export interface ResetRun extends Tenant {
  readonly resetId: string
}

export function resetRun(message: { workspace: string; reset: string }): ResetRun {
  return { workspaceUuid: message.workspace, resetId: message.reset }
}

type RunDeps = Pick<WorkerDeps, 'db' | 'clock' | 'objects' | 'samples' | 'faults' | 'memoPrinter'>

/** So many are deleted at a time: with all that hangs on them, well within the time of a statement. */
const BORROWERS_TOGETHER = 20

/** `over` when there is no such reset any more, or it is done. */
export async function beginReset(deps: RunDeps, run: ResetRun): Promise<'begun' | 'over'> {
  return deps.db.inTenant(run, async (tx) => {
    const held = await lockReset(tx, run.resetId)
    if (!held || held.status === 'done') return 'over'
    if (!(await isSandbox(tx))) throw new Error('only a sandbox is reset')
    await changeReset(tx, held.id, { status: 'running' })
    return 'begun'
  })
}

/** Takes most of what is there away beforehand, some at a time. */
export async function emptySandbox(deps: RunDeps, run: ResetRun): Promise<void> {
  let more = true
  while (more) {
    more = await deps.db.inTenant(run, async (tx) => {
      const held = await lockReset(tx, run.resetId)
      // What is there by now is the seed.
      if (held?.seededAt !== null || held.keepsWhatIsThere) return false
      return (await deleteSomeBorrowers(tx, BORROWERS_TOGETHER)) === BORROWERS_TOGETHER
    })
  }
}

/** Puts the seed in the place of what is left. */
export async function seedSandbox(deps: RunDeps, run: ResetRun): Promise<void> {
  const readings = await readSeed(deps)
  await deps.db.inTenant(run, async (tx) => {
    const held = await lockReset(tx, run.resetId)
    if (held?.seededAt !== null) return
    if (!held.keepsWhatIsThere) await wipeSandbox(tx)
    await insertSeed(tx, deps, readings)
    await changeReset(tx, held.id, { seeded: true })
  })
}

/** Writes the files of the seeded jobs: their originals, and the pages that were read from them. */
export async function storeSeedFiles(deps: RunDeps, run: ResetRun): Promise<void> {
  const jobs = await deps.db.read(run, (tx) => findJobsOfSeed(tx, run.resetId))
  const readings = await readSeed(deps)
  for (const job of jobs) {
    const reading = readings.get(chooseSample(job, deps.samples.slugs).slug)
    if (!reading || job.pagesKey === null) throw new Error('a seeded job has no reading')
    await deps.objects.write(originalKey(run.workspaceUuid, job), reading.file, job.contentType)
    await deps.objects.write(job.pagesKey, reading.pagesBlob, PAGES_CONTENT_TYPE)
  }
}

/** Prints the memos of the seed by the steps of any other, and tells so; one that has ended already is left alone. */
export async function printSeedMemos(deps: RunDeps, run: ResetRun): Promise<void> {
  const renders = await deps.db.read(run, (tx) => findRendersOfSeed(tx, run.resetId))
  for (const { id } of renders) {
    const render = { workspaceUuid: run.workspaceUuid, renderId: id }
    if ((await beginRender(deps, render)) && (await composeRender(deps, render))) await printRender(deps, render)
  }
}

/** Deletes the bytes of what was there, and ends the reset. */
export async function finishReset(deps: RunDeps, run: ResetRun): Promise<void> {
  const purgeErrors = await purgeSandbox(deps, run)
  await deps.db.inTenant(run, async (tx) => {
    const held = await lockReset(tx, run.resetId)
    if (!held || held.status === 'done') return
    // Once more when no upload link is in force any more, and no work of before can still be writing.
    const dueAt = new Date(deps.clock.now().getTime() + 2 * UPLOAD_LINK_SECONDS * 1000)
    await addToOutbox(tx, { topic: SANDBOX_PURGE_TOPIC, payload: { key: run.workspaceUuid }, dueAt })
    await changeReset(tx, held.id, { status: 'done', purgeErrors })
  })
}

/**
 * Deletes the bytes of every borrower that there is not; answers of how many it could not. Bytes come after the row of
 * their borrower, so a folder that is listed before the rows are looked at and has none is nobody's.
 */
export async function purgeSandbox(deps: Pick<RunDeps, 'db' | 'objects' | 'faults'>, tenant: Tenant): Promise<number> {
  const prefix = `${tenant.workspaceUuid}/`
  const borrowers = (await deps.objects.foldersUnder(prefix)).map((folder) => folder.slice(prefix.length, -1))
  const kept = await deps.db.read(tenant, async (tx) => {
    if (!(await isSandbox(tx))) throw new Error('only a sandbox is purged')
    return existingBorrowers(tx, borrowers)
  })
  let errors = 0
  for (const borrower of borrowers.filter((id) => !kept.has(id))) {
    try {
      await deps.objects.deleteUnder(`${prefix}${borrower}/`)
    } catch (error) {
      deps.faults.report(error, { what: 'what a sandbox left behind could not be deleted', borrower_id: borrower })
      errors += 1
    }
  }
  return errors
}
