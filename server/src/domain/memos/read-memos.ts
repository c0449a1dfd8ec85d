import { Problem } from '../../lib/problem.ts'
import type { ReadTx } from '../../store/db.ts'
import { findLoan } from '../../store/loans.ts'
import { findRender, latestRender } from '../../store/memo-renders.ts'
import type { MemoRender } from '../../store/memo-renders.ts'
import { findMemo, listMemos as listRows } from '../../store/memos.ts'
import type { Memo, MemoPlace } from '../../store/memos.ts'
import type { Page, PageRequest } from '../../store/paging.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { PDF_LINK_SECONDS, pdfKey, pdfName } from './memo.ts'
import { snapshotInForce } from './order-render.ts'

/** A memo with the render that was ordered last; null when none was. */
export interface ShownMemo extends Memo {
  readonly latestRender: MemoRender | null
}

/** A render with a link that is good for some minutes, while there is a file. */
export interface ShownRender extends MemoRender {
  readonly download: { readonly url: string; readonly expiresAt: Date } | null
}

/** The file that was made last, and whether the memo or the figures have moved on since. */
export interface LatestPdf {
  readonly render: ShownRender
  readonly url: string
  readonly isStale: boolean
}

type ReadDeps = Pick<Deps, 'db' | 'objects' | 'clock'>

export async function readMemo(deps: Pick<Deps, 'db'>, caller: Caller, place: MemoPlace): Promise<ShownMemo> {
  const found = await deps.db.read(caller, async (tx) => {
    const memo = await findMemo(tx, place)
    return memo && withRender(tx, memo)
  })
  if (!found) throw new Problem('not_found')
  return found
}

export async function listMemos(
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  input: { readonly loanId: string; readonly page: PageRequest },
): Promise<Page<ShownMemo>> {
  const page = await deps.db.read(caller, async (tx) => {
    if (!(await findLoan(tx, input.loanId))) return null
    const rows = await listRows(tx, input.loanId, input.page)
    const items: ShownMemo[] = []
    for (const memo of rows.items) items.push(await withRender(tx, memo))
    return { ...rows, items }
  })
  if (!page) throw new Problem('not_found')
  return page
}

async function withRender(tx: ReadTx, memo: Memo): Promise<ShownMemo> {
  return { ...memo, latestRender: await latestRender(tx, memo.id) }
}

export async function readRender(
  deps: ReadDeps,
  caller: Caller,
  wanted: MemoPlace & { readonly renderId: string },
): Promise<ShownRender> {
  const found = await deps.db.read(caller, (tx) => findRender(tx, wanted.renderId))
  if (found?.memoId !== wanted.memoId || found.loanId !== wanted.loanId) throw new Problem('not_found')
  return withLink(deps, caller, found)
}

export async function readPdf(deps: ReadDeps, caller: Caller, place: MemoPlace): Promise<LatestPdf> {
  const found = await deps.db.read(caller, async (tx) => {
    const memo = await findMemo(tx, place)
    const render = memo && (await latestRender(tx, memo.id, 'succeeded'))
    return render && { version: memo.version, render, inForce: await snapshotInForce(tx, place.loanId) }
  })
  if (!found) throw new Problem('not_found')
  const render = await withLink(deps, caller, found.render)
  if (render.download === null) throw new Problem('not_found')
  const isStale = found.version !== render.memoVersion || found.inForce?.id !== render.snapshotId
  return { render, url: render.download.url, isStale }
}

async function withLink(deps: ReadDeps, caller: Caller, render: MemoRender): Promise<ShownRender> {
  if (render.pdf === null) return { ...render, download: null }
  const url = await deps.objects.linkToDownload(pdfKey(caller.workspaceUuid, render), {
    fileName: pdfName(render),
    contentType: 'application/pdf',
    expiresInSeconds: PDF_LINK_SECONDS,
  })
  return { ...render, download: { url, expiresAt: new Date(deps.clock.now().getTime() + PDF_LINK_SECONDS * 1000) } }
}
