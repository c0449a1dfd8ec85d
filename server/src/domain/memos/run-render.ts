/**
 * The steps of a render: begin, compose, print. Every step is safe to repeat and looks first at what the row says. What
 * is composed is kept with the row before anything is printed, so that printing again gives the same bytes.
 */
import { createHash } from 'node:crypto'
import { composeMemo } from '../../engine/memo/compose.ts'
import { encodeId } from '../../lib/ids.ts'
import type { WriteTx } from '../../store/db.ts'
import { changeRender, findRender, findRenderDocument, lockRender } from '../../store/memo-renders.ts'
import type { MemoRender } from '../../store/memo-renders.ts'
import type { WorkerDeps } from '../deps.ts'
import { renderFailsOnPurpose } from '../sandbox/failing-samples.ts'
import { endCancelled, endFailed, endSucceeded, forgetFile } from './end-render.ts'
import { gatherMemo } from './gather-memo.ts'
import { pdfKey, RENDER_DEADLINE_MS } from './memo.ts'

export interface RenderRun {
  readonly workspaceUuid: string
  readonly renderId: string
}

export function renderRun(message: { workspace: string; render: string }): RenderRun {
  return { workspaceUuid: message.workspace, renderId: encodeId('rnd', message.render) }
}

type RunDeps = Pick<WorkerDeps, 'db' | 'clock' | 'objects' | 'memoPrinter' | 'faults'>

/** False when there is nothing left to do. */
export async function beginRender(deps: RunDeps, run: RenderRun): Promise<boolean> {
  return deps.db.inTenant(run, async (tx) => {
    const held = await holdUnfinished(deps, tx, run)
    if (held && (await renderFailsOnPurpose(tx, held.loanId))) {
      await endFailed(tx, deps.clock, held, 'unprintable')
      return false
    }
    if (held?.status === 'queued') await changeRender(tx, held.id, { status: 'rendering', startedAt: deps.clock.now() })
    return held !== null
  })
}

/** Puts every word and figure in its place. False when the render has ended. */
export async function composeRender(deps: RunDeps, run: RenderRun): Promise<boolean> {
  const input = await deps.db.read(run, async (tx) => {
    const render = await findRender(tx, run.renderId)
    return render?.status === 'rendering' && !render.isComposed ? gatherMemo(tx, render) : null
  })
  const document = input && composeMemo(input)
  return deps.db.inTenant(run, async (tx) => {
    const held = await holdUnfinished(deps, tx, run)
    // The first that was composed stays: a repeat may have met another name of a file or a borrower.
    if (held && document && !held.isComposed) await changeRender(tx, held.id, { document })
    return held !== null
  })
}

/** Makes the file and ends the render. */
export async function printRender(deps: RunDeps, run: RenderRun): Promise<void> {
  const found = await deps.db.read(run, async (tx) => {
    const render = await findRender(tx, run.renderId)
    return render?.status === 'rendering' ? { render, document: await findRenderDocument(tx, render.id) } : null
  })
  const printed = found?.document ? await deps.memoPrinter.print(found.document) : null
  if (printed?.kind === 'refused') {
    deps.faults.report(new Error(printed.why), { what: 'a memo could not be printed', render: run.renderId })
  }
  const bytes = printed?.kind === 'printed' ? printed.bytes : null
  if (found && bytes) await deps.objects.write(pdfKey(run.workspaceUuid, found.render), bytes, 'application/pdf')
  await deps.db.inTenant(run, async (tx) => {
    const held = await holdUnfinished(deps, tx, run)
    if (!held) {
      if (found && bytes) await forgetLate(tx, found.render)
      return
    }
    if (printed === null) throw new Error(`the render ${held.id} is not composed`)
    if (bytes === null) return endFailed(tx, deps.clock, held, 'unprintable')
    const sha256 = createHash('sha256').update(bytes).digest()
    await endSucceeded(tx, deps.clock, held, { sizeBytes: bytes.length, sha256 })
  })
}

/** Bytes that came after the render had ended, or after its loan was deleted, are nobody's. */
async function forgetLate(tx: WriteTx, render: MemoRender): Promise<void> {
  const ended = await findRender(tx, render.id)
  if (ended?.status !== 'succeeded') await forgetFile(tx, render)
}

/** The render, held, while it may go on; one that was cancelled, or whose time is up, is ended here instead. */
async function holdUnfinished(deps: RunDeps, tx: WriteTx, run: RenderRun): Promise<MemoRender | null> {
  const held = await lockRender(tx, run.renderId)
  if (held?.status === 'cancelling') {
    await endCancelled(tx, deps.clock, held)
    return null
  }
  if (held?.status !== 'queued' && held?.status !== 'rendering') return null
  if (deps.clock.now().getTime() - (held.startedAt ?? held.createdAt).getTime() <= RENDER_DEADLINE_MS) return held
  await endFailed(tx, deps.clock, held, 'timed_out')
  return null
}
