/** Pictures of pages, made by the isolated reader when they are first looked at and kept beside the original. */
import { Readable } from 'node:stream'
import { encodeId, uuidOf } from '../../lib/ids.ts'
import type { Tenant, WriteTx } from '../../store/db.ts'
import { findJob } from '../../store/jobs.ts'
import type { Job } from '../../store/jobs.ts'
import { claimDrawing } from '../../store/page-drawings.ts'
import { addToOutbox } from '../../store/outbox.ts'
import type { WorkerDeps } from '../deps.ts'
import { originalKey, pageImageKey } from '../jobs/blobs.ts'
import { declaredType } from '../jobs/job.ts'
import { pagesOfBlob } from '../package/page-blob.ts'
import { chooseSample } from '../sandbox/sample.ts'
import { PAGE_IMAGES_TOPIC } from './topics.ts'

/** Sharp enough to read small print on a screen; a letter page is about 1,200 × 1,600 points of light. */
const IMAGE_DPI = 144
/** Drawn together: opening a file costs more than one more of its pages. */
const PAGES_TOGETHER = 8
const LONGEST_MS = 2 * 60 * 1000
/** Whoever looks again this long after has been let down by the first drawing, and gets another. */
const ASK_AGAIN_SECONDS = 60

/** Has the page drawn with its neighbours, unless that was asked for a moment ago. */
export async function requestDrawing(tx: WriteTx, job: Job, page: number): Promise<void> {
  const first = page - ((page - 1) % PAGES_TOGETHER)
  if (!(await claimDrawing(tx, job.id, first, ASK_AGAIN_SECONDS))) return
  await addToOutbox(tx, { topic: PAGE_IMAGES_TOPIC, payload: { job: uuidOf('job', job.id), page: String(first) } })
}

export interface DrawRequest extends Tenant {
  readonly jobId: string
  /** The first of those that are drawn together. */
  readonly page: number
}

/** From the engine's message, which holds ids only. */
export function drawRequest(message: { workspace: string; job: string; page: string }): DrawRequest {
  return { workspaceUuid: message.workspace, jobId: encodeId('job', message.job), page: Number(message.page) }
}

/** `over` when there is nothing to draw: the job is gone, the picture is there, or the file has no pictures. */
export async function drawPages(
  deps: Pick<WorkerDeps, 'db' | 'objects' | 'pictures' | 'samples'>,
  request: DrawRequest,
): Promise<'drawn' | 'over'> {
  const { workspaceUuid } = request
  const job = await deps.db.read(request, (tx) => findJob(tx, request.jobId))
  if (!job || (await deps.objects.describe(pageImageKey(workspaceUuid, job, request.page)))) return 'over'
  const pages = await turnsOf(deps, job, request.page)
  const content = await contentOf(deps, workspaceUuid, job)
  if (pages.length === 0 || !content) return 'over'
  // What a test upload claims to be says nothing of the sample that stands for it.
  const declared = job.livemode ? declaredType(job.contentType) : null
  const events = deps.pictures.images({
    owner: workspaceUuid,
    content,
    declared,
    deadlineMs: LONGEST_MS,
    pages,
    dpi: IMAGE_DPI,
  })
  const written: string[] = []
  for await (const event of events) {
    if (event.kind === 'failed') return 'over'
    if (event.kind !== 'image') continue
    const key = pageImageKey(workspaceUuid, job, event.number)
    await deps.objects.write(key, event.webp, 'image/webp')
    written.push(key)
  }
  if (await deps.db.read(request, (tx) => findJob(tx, request.jobId))) return 'drawn'
  // Deleted meanwhile, and its bytes may have been as well.
  for (const key of written) await deps.objects.deleteUnder(key)
  return 'over'
}

/** The file that was read: in test mode that is the sample, never what was uploaded. */
async function contentOf(
  deps: Pick<WorkerDeps, 'objects' | 'samples'>,
  workspaceUuid: string,
  job: Job,
): Promise<AsyncIterable<Uint8Array> | null> {
  if (job.livemode) return deps.objects.read(originalKey(workspaceUuid, job))
  const bytes = await deps.samples.fileOf(chooseSample(job, deps.samples.slugs).slug)
  return Readable.from([bytes])
}

/** The pages to draw, each with the turn that its reading found. */
async function turnsOf(
  deps: Pick<WorkerDeps, 'objects'>,
  job: Job,
  from: number,
): Promise<{ number: number; turned: number }[]> {
  const bytes = job.pagesKey === null ? null : await deps.objects.read(job.pagesKey)
  const turns: { number: number; turned: number }[] = []
  if (!bytes) return turns
  for await (const { number, turned } of pagesOfBlob(bytes)) {
    if (number >= from) turns.push({ number, turned })
    if (turns.length === PAGES_TOGETHER) break
  }
  return turns
}
