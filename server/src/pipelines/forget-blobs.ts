/** Deletes the bytes of what was deleted, once the deletion is certain. */
import { handlers, service } from '@restatedev/restate-sdk'
import type { Context } from '@restatedev/restate-sdk'
import type { Deps } from '../domain/deps.ts'
import type { EndWork, WorkMessage } from '../domain/hand-off/end-work.ts'
import { deleteForgotten, FORGET_BLOBS_TOPIC } from '../domain/jobs/blobs.ts'
import { handlerOptions, step, untilDone } from './step.ts'

const LONGEST_MS = 10 * 60 * 1000

export function forgetBlobsService(deps: Pick<Deps, 'objects'>, prefix: string, end: EndWork) {
  return service({
    name: `${prefix}${FORGET_BLOBS_TOPIC}`,
    handlers: {
      run: handlers.handler(
        handlerOptions(LONGEST_MS),
        async (context: Context, message: WorkMessage & { prefix: string }): Promise<void> => {
          await untilDone(context, { end, message }, () =>
            step(context, 'delete', async () => {
              await deleteForgotten(deps, message.workspace, message.prefix)
              return null
            }),
          )
        },
      ),
    },
  })
}
