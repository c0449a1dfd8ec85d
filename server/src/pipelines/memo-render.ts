/** Makes the file of a memo: what was composed before a worker died is not composed again. */
import { handlers, service } from '@restatedev/restate-sdk'
import type { Context } from '@restatedev/restate-sdk'
import type { WorkerDeps } from '../domain/deps.ts'
import type { EndWork, WorkMessage } from '../domain/hand-off/end-work.ts'
import { RENDER_TOPIC } from '../domain/memos/memo.ts'
import { beginRender, composeRender, printRender, renderRun } from '../domain/memos/run-render.ts'
import { handlerOptions, step, untilDone } from './step.ts'

const LONGEST_MS = 10 * 60 * 1000
const GO_ON = 'go on'

export function memoRenderService(deps: WorkerDeps, prefix: string, end: EndWork) {
  return service({
    name: `${prefix}${RENDER_TOPIC}`,
    handlers: {
      run: handlers.handler(
        handlerOptions(LONGEST_MS),
        async (context: Context, message: WorkMessage & { render: string }): Promise<void> => {
          const run = renderRun(message)
          await untilDone(context, { end, message }, async () => {
            for (const [name, work] of [
              ['begin', beginRender],
              ['compose', composeRender],
            ] as const) {
              const verdict = await step(context, name, async () => ((await work(deps, run)) ? GO_ON : null))
              if (verdict === null) return
            }
            await step(context, 'print', async () => {
              await printRender(deps, run)
              return null
            })
          })
        },
      ),
    },
  })
}
