/** Draws the page that somebody looks at, and the next few, which they will look at soon. */
import { handlers, service } from '@restatedev/restate-sdk'
import type { Context } from '@restatedev/restate-sdk'
import type { WorkerDeps } from '../domain/deps.ts'
import { drawPages, drawRequest } from '../domain/documents/draw-pages.ts'
import { PAGE_IMAGES_TOPIC } from '../domain/documents/topics.ts'
import type { EndWork, WorkMessage } from '../domain/hand-off/end-work.ts'
import { handlerOptions, step, untilDone } from './step.ts'

const LONGEST_MS = 10 * 60 * 1000

export function pageImagesService(deps: WorkerDeps, prefix: string, end: EndWork) {
  return service({
    name: `${prefix}${PAGE_IMAGES_TOPIC}`,
    handlers: {
      run: handlers.handler(
        handlerOptions(LONGEST_MS),
        async (context: Context, message: WorkMessage & { job: string; page: string }): Promise<void> => {
          await untilDone(context, { end, message }, () =>
            step(context, 'draw', () => drawPages(deps, drawRequest(message))),
          )
        },
      ),
    },
  })
}
