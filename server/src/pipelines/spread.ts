/** Machine snapshots: one loan at a time per key, so that changes that come together are followed one by one. */
import { handlers, object } from '@restatedev/restate-sdk'
import type { ObjectContext } from '@restatedev/restate-sdk'
import type { WorkerDeps } from '../domain/deps.ts'
import type { EndWork, WorkMessage } from '../domain/hand-off/end-work.ts'
import { WorkspaceCharts } from '../domain/mappings/workspace-charts.ts'
import { prepareSpread } from '../domain/spreads/prepare-spread.ts'
import { SPREAD_TOPIC } from '../domain/spreads/topics.ts'
import { encodeId } from '../lib/ids.ts'
import { handlerOptions, step, untilDone } from './step.ts'

const LONGEST_MS = 10 * 60 * 1000

export function spreadObject(deps: WorkerDeps, prefix: string, end: EndWork) {
  const preparing = { ...deps, charts: new WorkspaceCharts() }
  return object({
    name: `${prefix}${SPREAD_TOPIC}`,
    handlers: {
      run: handlers.object.exclusive(
        handlerOptions(LONGEST_MS),
        async (context: ObjectContext, message: WorkMessage & { loan: string }): Promise<void> => {
          await untilDone(context, { end, message }, () =>
            step(context, 'spread', async () => {
              await prepareSpread(preparing, { workspaceUuid: message.workspace }, encodeId('loan', message.loan))
              return null
            }),
          )
        },
      ),
    },
  })
}
