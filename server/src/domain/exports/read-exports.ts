import { Problem } from '../../lib/problem.ts'
import { findExport, listExports as listRows, sumExportFiles } from '../../store/exports.ts'
import type { Export, ExportFilter } from '../../store/exports.ts'
import type { ReadTx } from '../../store/db.ts'
import type { Page, PageRequest } from '../../store/paging.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { BUNDLE_LINK_SECONDS, bundleKey, bundleName } from './export.ts'

/** An export as it is shown: with what its files hold, and a link that is good for some minutes while there is a bundle. */
export interface ShownExport extends Export {
  readonly exported: number
  readonly lineItems: number
  readonly download: { readonly url: string; readonly expiresAt: Date } | null
}

type ReadDeps = Pick<Deps, 'db' | 'objects' | 'clock'>

export async function readExport(deps: ReadDeps, caller: Caller, exportId: string): Promise<ShownExport> {
  const found = await deps.db.read(caller, async (tx) => {
    const one = await findExport(tx, exportId)
    return one && withCounts(tx, one)
  })
  if (!found) throw new Problem('not_found')
  return withLink(deps, caller, found)
}

export async function listExports(
  deps: ReadDeps,
  caller: Caller,
  input: { readonly filter: ExportFilter; readonly page: PageRequest },
): Promise<Page<ShownExport>> {
  const page = await deps.db.read(caller, async (tx) => {
    const rows = await listRows(tx, input.filter, input.page)
    const items: Omit<ShownExport, 'download'>[] = []
    for (const one of rows.items) items.push(await withCounts(tx, one))
    return { items, next: rows.next }
  })
  return { ...page, items: await Promise.all(page.items.map((one) => withLink(deps, caller, one))) }
}

/** Where the bundle can be fetched right now. */
export async function bundleLink(deps: ReadDeps, caller: Caller, exportId: string): Promise<string> {
  const found = await deps.db.read(caller, (tx) => findExport(tx, exportId))
  if (!found) throw new Problem('not_found')
  const link = await linkTo(deps, caller, found)
  if (link) return link.url
  throw new Problem(found.status === 'succeeded' ? 'not_found' : 'export_not_ready')
}

async function withCounts(tx: ReadTx, one: Export): Promise<Omit<ShownExport, 'download'>> {
  const { files, lineItems } = await sumExportFiles(tx, one.id)
  return { ...one, exported: files, lineItems }
}

async function withLink(deps: ReadDeps, caller: Caller, one: Omit<ShownExport, 'download'>): Promise<ShownExport> {
  return { ...one, download: await linkTo(deps, caller, one) }
}

async function linkTo(deps: ReadDeps, caller: Caller, one: Export): Promise<ShownExport['download']> {
  const now = deps.clock.now().getTime()
  if (one.bundle === null || one.expiresAt === null || one.expiresAt.getTime() <= now) return null
  const url = await deps.objects.linkToDownload(bundleKey(caller.workspaceUuid, one), {
    fileName: bundleName(one),
    contentType: 'application/zip',
    expiresInSeconds: BUNDLE_LINK_SECONDS,
  })
  return { url, expiresAt: new Date(now + BUNDLE_LINK_SECONDS * 1000) }
}
