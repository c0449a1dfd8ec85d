/** Resets of sandboxes, one at a time for each; and the look after what arrived in the object store late. */
import { handlers, object } from '@restatedev/restate-sdk'
import type { ObjectContext } from '@restatedev/restate-sdk'
import type { WorkerDeps } from '../domain/deps.ts'
import {
  beginReset,
  emptySandbox,
  finishReset,
  printSeedMemos,
  purgeSandbox,
  resetRun,
  seedSandbox,
  storeSeedFiles,
} from '../domain/sandbox/run-reset.ts'
import { SANDBOX_PURGE_TOPIC, SANDBOX_RESET_TOPIC } from '../domain/sandbox/topics.ts'
import { handlerOptions, step } from './step.ts'

const LONGEST_MS = 10 * 60 * 1000

export function sandboxObjects(deps: WorkerDeps, prefix: string) {
  return [
    object({
      name: `${prefix}${SANDBOX_RESET_TOPIC}`,
      handlers: {
        run: handlers.object.exclusive(
          handlerOptions(LONGEST_MS),
          async (context: ObjectContext, message: { workspace: string; reset: string }): Promise<void> => {
            const run = resetRun(message)
            if ((await step(context, 'begin', () => beginReset(deps, run))) === 'over') return
            await silently(context, 'empty', () => emptySandbox(deps, run))
            await silently(context, 'seed', () => seedSandbox(deps, run))
            await silently(context, 'files', () => storeSeedFiles(deps, run))
            await silently(context, 'memos', () => printSeedMemos(deps, run))
            await silently(context, 'finish', () => finishReset(deps, run))
          },
        ),
      },
    }),
    object({
      name: `${prefix}${SANDBOX_PURGE_TOPIC}`,
      handlers: {
        run: handlers.object.exclusive(
          handlerOptions(LONGEST_MS),
          async (context: ObjectContext, message: { workspace: string }): Promise<void> => {
            await step(context, 'purge', async () =>
              String(await purgeSandbox(deps, { workspaceUuid: message.workspace })),
            )
          },
        ),
      },
    }),
  ] as const
}

/** A step that has nothing to say. */
async function silently(context: ObjectContext, name: string, work: () => Promise<void>): Promise<void> {
  await step(context, name, async () => {
    await work()
    return null
  })
}
