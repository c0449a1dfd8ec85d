/** Makes workbooks, one a loan and kind at a time. It waits for statements that are being mapped, though not for ever. */
import { handlers, object } from '@restatedev/restate-sdk'
import type { ObjectContext } from '@restatedev/restate-sdk'
import type { WorkerDeps } from '../domain/deps.ts'
import type { EndWork, WorkMessage } from '../domain/hand-off/end-work.ts'
import { WorkspaceCharts } from '../domain/mappings/workspace-charts.ts'
import { buildWorkbook, isSettled, workbookRun } from '../domain/workbook/build-workbook.ts'
import { WORKBOOK_TOPIC } from '../domain/workbook/workbook.ts'
import { handlerOptions, step, untilDone } from './step.ts'

const LONGEST_MS = 10 * 60 * 1000
const LOOK_AGAIN_MS = 500
/** Mapping takes milliseconds; one that is not there by then will come, and the next read has another workbook made. */
const LOOKS = 60

export function workbookObject(deps: WorkerDeps, prefix: string, end: EndWork) {
  const building = { ...deps, charts: new WorkspaceCharts() }
  return object({
    name: `${prefix}${WORKBOOK_TOPIC}`,
    handlers: {
      run: handlers.object.exclusive(
        handlerOptions(LONGEST_MS),
        async (context: ObjectContext, message: WorkMessage & { loan: string; kind: string }): Promise<void> => {
          const run = workbookRun(message)
          await untilDone(context, { end, message }, async () => {
            for (let look = 0; look < LOOKS; look += 1) {
              const verdict = await step(context, `look ${look}`, async () =>
                (await isSettled(building, run)) ? 'settled' : null,
              )
              if (verdict !== null) break
              await context.sleep(LOOK_AGAIN_MS)
            }
            await step(context, 'build', async () => {
              await buildWorkbook(building, run)
              return null
            })
          })
        },
      ),
    },
  })
}
