/** One page for the source viewer: its words with their boxes, and a link to its picture. */
import type { Page } from '../../engine/model/page.ts'
import { Problem } from '../../lib/problem.ts'
import { findJob } from '../../store/jobs.ts'
import type { Job } from '../../store/jobs.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { pageImageKey } from '../jobs/blobs.ts'
import { DOWNLOAD_LINK_SECONDS } from '../jobs/read-jobs.ts'
import { pagesOfBlob } from '../package/page-blob.ts'
import { requestDrawing } from './draw-pages.ts'
import { documentAt } from './read-documents.ts'
import type { DocumentPlace } from './read-documents.ts'

export type PageImage =
  | { readonly state: 'ready'; readonly url: string; readonly expiresAt: Date }
  /** It is being drawn since somebody asked for it. */
  | { readonly state: 'drawing' }
  /** A sheet has no picture. */
  | { readonly state: 'none' }

export interface ViewedPage {
  readonly page: Page
  readonly image: PageImage
}

/** A page that is not one of the document's is not found. */
export async function readPage(
  deps: Pick<Deps, 'db' | 'objects' | 'clock'>,
  caller: Caller,
  input: DocumentPlace & { page: number },
): Promise<ViewedPage> {
  const job = await deps.db.read(caller, async (tx) => {
    const document = await documentAt(tx, input)
    return document.pages.includes(input.page) ? findJob(tx, document.jobId) : null
  })
  const page = job && (await storedPage(deps, job, input.page))
  if (!page) throw new Problem('not_found')
  return { page, image: page.kind === 'sheet' ? { state: 'none' } : await imageOf(deps, caller, job, input.page) }
}

async function storedPage(deps: Pick<Deps, 'objects'>, job: Job, number: number): Promise<Page | null> {
  const bytes = job.pagesKey === null ? null : await deps.objects.read(job.pagesKey)
  if (!bytes) return null
  for await (const page of pagesOfBlob(bytes)) if (page.number === number) return page
  return null
}

async function imageOf(
  deps: Pick<Deps, 'db' | 'objects' | 'clock'>,
  caller: Caller,
  job: Job,
  page: number,
): Promise<PageImage> {
  const key = pageImageKey(caller.workspaceUuid, job, page)
  if (!(await deps.objects.describe(key))) {
    await deps.db.inTenant(caller, (tx) => requestDrawing(tx, job, page))
    return { state: 'drawing' }
  }
  const expiresInSeconds = DOWNLOAD_LINK_SECONDS
  const url = await deps.objects.linkToDownload(key, {
    fileName: `page-${page}.webp`,
    contentType: 'image/webp',
    expiresInSeconds,
  })
  return { state: 'ready', url, expiresAt: new Date(deps.clock.now().getTime() + expiresInSeconds * 1000) }
}
