/** Makes a bundle, a document a step: what a worker had done before it died is not done again. */
import { handlers, service } from '@restatedev/restate-sdk'
import type { Context } from '@restatedev/restate-sdk'
import type { WorkerDeps } from '../domain/deps.ts'
import { EXPORT_TOPIC } from '../domain/exports/export.ts'
import { beginExport, bundleExport, exportDocument, exportRun } from '../domain/exports/run-export.ts'
import type { ExportRun } from '../domain/exports/run-export.ts'
import type { EndWork, WorkMessage } from '../domain/hand-off/end-work.ts'
import { handlerOptions, step, untilDone } from './step.ts'

const LONGEST_MS = 30 * 60 * 1000
const GO_ON = 'go on'

export function exportService(deps: WorkerDeps, prefix: string, end: EndWork) {
  return service({
    name: `${prefix}${EXPORT_TOPIC}`,
    handlers: {
      run: handlers.handler(
        handlerOptions(LONGEST_MS),
        async (context: Context, message: WorkMessage & { export: string }): Promise<void> => {
          await untilDone(context, { end, message }, () => makeExport(context, deps, exportRun(message)))
        },
      ),
    },
  })
}

async function makeExport(context: Context, deps: WorkerDeps, run: ExportRun): Promise<void> {
  const documents = await step(context, 'begin', async () => {
    const count = await beginExport(deps, run)
    return count === null ? null : String(count)
  })
  if (documents === null) return
  for (let position = 0; position < Number(documents); position += 1) {
    const verdict = await step(context, `document ${position}`, async () =>
      (await exportDocument(deps, run, position)) ? GO_ON : null,
    )
    if (verdict === null) return
  }
  await step(context, 'bundle', async () => {
    await bundleExport(deps, run)
    return null
  })
}
