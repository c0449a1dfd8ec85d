/**
 * The steps of an export: begin, a file for each document, the bundle. Every step is safe to repeat and looks first at
 * what the row says: a cancelled or deleted export ends the run at the next step, whatever the engine still remembers.
 */
import type { EventType } from '../../lib/event-catalogue.ts'
import { encodeId } from '../../lib/ids.ts'
import type { WriteTx } from '../../store/db.ts'
import { findDocument } from '../../store/documents.ts'
import { recordEvent } from '../../store/events.ts'
import { changeExport, findExport, findExportFiles, insertExportFile, lockExport } from '../../store/exports.ts'
import type { Export, ExportFile } from '../../store/exports.ts'
import { findExtraction } from '../../store/extractions.ts'
import { addToOutbox } from '../../store/outbox.ts'
import type { WorkerDeps } from '../deps.ts'
import { FORGET_BLOBS_TOPIC } from '../jobs/blobs.ts'
import { exportFailsOnPurpose } from '../sandbox/failing-samples.ts'
import { toFile } from './document-file.ts'
import { BUNDLE_KEPT_MS, EXPORT_DEADLINE_MS, bundleKey, exportPrefix, filesPrefix } from './export.ts'
import type { ExportErrorCode } from './export.ts'
import { MANIFEST_NAME, manifestOf } from './manifest.ts'

export interface ExportRun {
  readonly workspaceUuid: string
  readonly exportId: string
}

export function exportRun(message: { workspace: string; export: string }): ExportRun {
  return { workspaceUuid: message.workspace, exportId: encodeId('exp', message.export) }
}

type RunDeps = Pick<WorkerDeps, 'db' | 'clock' | 'objects' | 'sheets' | 'archives'>

/** Answers how many documents there are to write; null when there is nothing left to do. */
export async function beginExport(deps: RunDeps, run: ExportRun): Promise<number | null> {
  return deps.db.inTenant(run, async (tx) => {
    const held = await holdRunning(deps, tx, run)
    if (!held) return null
    if (await exportFailsOnPurpose(tx, held)) {
      await fail(deps, tx, held, 'timed_out')
      return null
    }
    if (held.status === 'queued') await changeExport(tx, held.id, { status: 'running', startedAt: deps.clock.now() })
    return held.documentIds.length
  })
}

/** Writes the file of the document at this position. False when the export has ended. */
export async function exportDocument(deps: RunDeps, run: ExportRun, position: number): Promise<boolean> {
  const found = await deps.db.read(run, async (tx) => {
    const one = await findExport(tx, run.exportId)
    const documentId = one?.documentIds[position]
    const document = documentId === undefined ? null : await findDocument(tx, documentId)
    const version = document?.extractionVersion ?? null
    return {
      one,
      document,
      extraction: document && version !== null ? await findExtraction(tx, document.id, version) : null,
    }
  })
  const { one, document, extraction } = found
  const file =
    one?.status === 'running' && document && extraction ? await toFile(deps, document, extraction, one.format) : null
  if (one && file) await deps.objects.write(fileKey(run, one, file), file.bytes, 'application/octet-stream')
  return deps.db.inTenant(run, async (tx) => {
    const held = await holdRunning(deps, tx, run)
    if (!held) {
      if (one && file) await forget(tx, filesPrefix(run.workspaceUuid, one))
      return false
    }
    // A repeat of a step that is done already changes nothing.
    if (held.done > position) return true
    if (file) await insertExportFile(tx, held.id, file)
    const skipped = held.documentIds[position]
    await changeExport(tx, held.id, {
      done: position + 1,
      ...(!file && skipped !== undefined && { skippedDocumentIds: [...held.skippedDocumentIds, skipped] }),
    })
    return true
  })
}

/** Packs the files and ends the export. */
export async function bundleExport(deps: RunDeps, run: ExportRun): Promise<void> {
  const found = await deps.db.read(run, async (tx) => {
    const one = await findExport(tx, run.exportId)
    return one && { one, files: await findExportFiles(tx, one.id) }
  })
  if (found?.one.status === 'running' && found.files.size > 0) {
    const { one } = found
    const files = one.documentIds.flatMap((id) => found.files.get(id) ?? [])
    const bundle = await deps.archives.write(bundleKey(run.workspaceUuid, one), one.createdAt, [
      { name: MANIFEST_NAME, content: Buffer.from(manifestOf(one, files)) },
      ...files.map((file) => ({ name: file.name, content: { key: fileKey(run, one, file) } })),
    ])
    await deps.db.inTenant(run, async (tx) => {
      const held = await holdRunning(deps, tx, run)
      await (held ? succeed(deps, tx, held, bundle) : forgetLate(tx, one))
    })
    return
  }
  await deps.db.inTenant(run, async (tx) => {
    const held = await holdRunning(deps, tx, run)
    if (held) await fail(deps, tx, held, 'nothing_to_export')
  })
}

async function succeed(
  deps: RunDeps,
  tx: WriteTx,
  held: Export,
  bundle: { readonly sizeBytes: number; readonly sha256: Buffer },
): Promise<void> {
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + BUNDLE_KEPT_MS)
  await changeExport(tx, held.id, { status: 'succeeded', bundle, finishedAt: now, expiresAt })
  await forget(tx, filesPrefix(tx.workspaceUuid, held))
  await recordEvent(tx, { type: 'export.succeeded', ...eventOf(held, 'export.succeeded') })
}

/** The export, held, while it may go on; one that was cancelled, or whose time is up, is ended here instead. */
async function holdRunning(deps: RunDeps, tx: WriteTx, run: ExportRun): Promise<Export | null> {
  const held = await lockExport(tx, run.exportId)
  if (held?.status === 'cancelling') {
    await changeExport(tx, held.id, { status: 'cancelled', finishedAt: deps.clock.now() })
    await forgetAll(tx, held)
    await recordEvent(tx, { type: 'export.cancelled', ...eventOf(held, 'export.cancelled') })
    return null
  }
  if (held?.status !== 'queued' && held?.status !== 'running') return null
  if (deps.clock.now().getTime() - (held.startedAt ?? held.createdAt).getTime() <= EXPORT_DEADLINE_MS) return held
  await fail(deps, tx, held, 'timed_out')
  return null
}

async function fail(deps: RunDeps, tx: WriteTx, held: Export, code: ExportErrorCode): Promise<void> {
  await changeExport(tx, held.id, { status: 'failed', errorCode: code, finishedAt: deps.clock.now() })
  await forgetAll(tx, held)
  const event = eventOf(held, 'export.failed')
  await recordEvent(tx, { type: 'export.failed', ...event, data: { ...event.data, reason: code } })
}

/** Bytes that came after the export had ended, or after its loan was deleted, are nobody's. */
async function forgetLate(tx: WriteTx, one: Export): Promise<void> {
  const ended = await findExport(tx, one.id)
  if (ended?.status !== 'succeeded') await forgetAll(tx, one)
}

async function forgetAll(tx: WriteTx, held: Export): Promise<void> {
  await forget(tx, exportPrefix(tx.workspaceUuid, held))
}

async function forget(tx: WriteTx, prefix: string): Promise<void> {
  await addToOutbox(tx, { topic: FORGET_BLOBS_TOPIC, payload: { prefix } })
}

/** What every event of an export says. */
function eventOf(held: Export, type: EventType) {
  return {
    livemode: held.livemode,
    loanId: held.loanId,
    data: { borrower_id: held.borrowerId, loan_id: held.loanId, export_id: held.id },
    once: `${type} ${held.id}`,
  }
}

/** By its version: a step that is repeated after the document was read anew leaves the bytes of the first alone. */
const fileKey = (run: ExportRun, of: Export, file: Pick<ExportFile, 'name' | 'extractionVersion'>): string =>
  `${filesPrefix(run.workspaceUuid, of)}${file.extractionVersion}/${file.name}`
