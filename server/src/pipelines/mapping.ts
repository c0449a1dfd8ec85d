/**
 * Prepares mappings. One statement at a time per key: a document's own key for the mapping somebody asked for, the
 * workspace's for mapping everything anew, so that a workspace with many statements holds one slot and no more.
 */
import { handlers, object } from '@restatedev/restate-sdk'
import type { ObjectContext } from '@restatedev/restate-sdk'
import type { WorkerDeps } from '../domain/deps.ts'
import type { EndWork, WorkMessage } from '../domain/hand-off/end-work.ts'
import { prepareMapping } from '../domain/mappings/prepare-mapping.ts'
import { remapSome, requestRespreading, respreadSome } from '../domain/mappings/remap.ts'
import { MAPPING_TOPIC, REMAP_TOPIC, RESPREAD_TOPIC } from '../domain/mappings/topics.ts'
import { WorkspaceCharts } from '../domain/mappings/workspace-charts.ts'
import { encodeId } from '../lib/ids.ts'
import { handlerOptions, step, untilDone } from './step.ts'

const LONGEST_MS = 10 * 60 * 1000

export function mappingObjects(deps: WorkerDeps, prefix: string, end: EndWork) {
  const preparing = { ...deps, charts: new WorkspaceCharts() }
  return [
    object({
      name: `${prefix}${MAPPING_TOPIC}`,
      handlers: {
        run: handlers.object.exclusive(
          handlerOptions(LONGEST_MS),
          async (context: ObjectContext, message: WorkMessage & { document: string }): Promise<void> => {
            const tenant = { workspaceUuid: message.workspace }
            await untilDone(context, { end, message }, () =>
              step(context, 'map', async () => {
                await prepareMapping(preparing, tenant, encodeId('doc', message.document))
                return null
              }),
            )
          },
        ),
      },
    }),
    object({
      name: `${prefix}${REMAP_TOPIC}`,
      handlers: {
        run: handlers.object.exclusive(
          handlerOptions(LONGEST_MS),
          async (context: ObjectContext, message: WorkMessage): Promise<void> => {
            const tenant = { workspaceUuid: message.workspace }
            await untilDone(context, { end, message }, async () => {
              await allOf(context, 'map', (after) => remapSome(preparing, tenant, after))
              await step(context, 'ask for spreads', async () => {
                await requestRespreading(preparing, tenant)
                return null
              })
            })
          },
        ),
      },
    }),
    object({
      name: `${prefix}${RESPREAD_TOPIC}`,
      handlers: {
        run: handlers.object.exclusive(
          handlerOptions(LONGEST_MS),
          async (context: ObjectContext, message: WorkMessage): Promise<void> => {
            const tenant = { workspaceUuid: message.workspace }
            await untilDone(context, { end, message }, () =>
              allOf(context, 'spread', (after) => respreadSome(preparing, tenant, after)),
            )
          },
        ),
      },
    }),
  ] as const
}

/** One step after another, each from where the last one came to, until there is nothing more. */
async function allOf(
  context: ObjectContext,
  name: string,
  some: (after: string | null) => Promise<string | null>,
): Promise<void> {
  let after: string | null = null
  do {
    const from: string | null = after
    after = await step(context, name, () => some(from))
  } while (after !== null)
}
